#include "saltus/runtime/simulate/switching_queue.h"

namespace saltus {

void SwitchingQueue::push(Configuration configuration, std::size_t rank, std::size_t later) {
  if (!known_.insert(configuration).second) return;
  SwitchingNode node{.rank = rank, .held = later, .size = configuration.surfaces.size()};
  std::size_t expected = 0;
  for (const BinaryDecision& decision : configuration.binaries) {
    // Between its values comes after all of them.
    node.switched += decision.between ? binary_count_ : 1;
    expected += std::count(expected_.begin(), expected_.end(), decision.variable) > 0;
  }
  for (const SurfaceDecision& decision : configuration.surfaces) {
    if (holds(decision.choice)) ++node.held;
  }
  node.is_expected = !expected_.empty() && expected == expected_.size() &&
                     expected == configuration.binaries.size();
  node.configuration = std::move(configuration);
  open_.insert(std::move(node));
}

bool SwitchingQueue::is_empty() {
  if (open_.empty() || open_.begin()->switched >= binary_count_) {
    for (const Between& between : std::exchange(between_, {})) {
      push(between.from.with(between.decision), between.rank);
    }
  }
  return open_.empty();
}

}  // namespace saltus
