#include "saltus/analysis/constructive/find_resets.h"

#include <algorithm>

#include "saltus/analysis/constructive/magnitude.h"

namespace saltus {
namespace {

const Component& component_of(const HybridSystem& hybrid, const ConstructiveGraph& graph) {
  return *std::find_if(
      hybrid.components.begin(), hybrid.components.end(), [&](const Component& component) {
        return component.variables == graph.variables && component.equations == graph.equations;
      });
}

// What is continuous needs no formula, and what is not determined has none.
bool has_formulas(const ModeChange& change, const SelectedMode& from, const SelectedMode& to) {
  return change.is_determined() && change.verdict != ChangeVerdict::continuous && from.structure &&
         to.structure;
}

GraphResets find_resets_of(FlatSystem& system, const HybridSystem& hybrid,
                           const ConstructiveGraph& graph) {
  GuardedSystem guarded(system, hybrid, component_of(hybrid, graph));
  GraphResets resets;
  for (const ConstructiveMode& mode : graph.modes) {
    resets.modes.add(guarded.selected(mode.literals));
  }
  for (const ModeChange& change : graph.changes) {
    const SelectedMode& from = resets.modes[change.from];
    const SelectedMode& to = resets.modes[change.to];
    resets.changes.emplace_back();
    if (!has_formulas(change, from, to)) continue;
    resets.changes.back() =
        find_reset_formulas(guarded, to, magnitudes_at_change(guarded, from, to));
  }
  return resets;
}

}  // namespace

std::vector<GraphResets> find_resets(FlatSystem& system, const HybridSystem& hybrid,
                                     const std::vector<ConstructiveGraph>& graphs) {
  std::vector<GraphResets> resets;
  for (const ConstructiveGraph& graph : graphs) {
    resets.push_back(find_resets_of(system, hybrid, graph));
  }
  return resets;
}

}  // namespace saltus
