#include "saltus/executable/guards_decided_by.h"

#include <algorithm>
#include <unordered_set>

namespace saltus {

std::optional<std::vector<std::uint32_t>> guards_decided_by(const DiscreteSystem& system,
                                                            std::span<const SurfaceId> surfaces) {
  const Readers& readers = system.readers;
  std::vector<std::uint32_t> guards;
  std::vector<std::uint32_t> pending;
  std::unordered_set<std::uint32_t> met;
  const auto add = [&](const std::vector<std::uint32_t>& nodes) {
    for (const std::uint32_t node : nodes) {
      if (met.insert(node).second) pending.push_back(node);
    }
  };
  for (const SurfaceId surface : surfaces) add(readers.of_surface[surface.index()]);
  while (!pending.empty()) {
    const DiscreteNode& node = system.nodes[pending.back()];
    pending.pop_back();
    switch (node.kind) {
      case NodeKind::guard:
        if (!readers.of_pre_guard[node.target].empty()) return std::nullopt;
        guards.push_back(node.target);
        add(readers.of_guard[node.target]);
        break;
      case NodeKind::equation:
        if (!readers.of_pre[node.target].empty() ||
            !readers.components_of_value[node.target].empty()) {
          return std::nullopt;
        }
        add(readers.of_value[node.target]);
        break;
      case NodeKind::when_clause:
      case NodeKind::when_action:
        return std::nullopt;
      case NodeKind::assertion:
        break;
    }
  }
  std::sort(guards.begin(), guards.end());
  return guards;
}

}  // namespace saltus
