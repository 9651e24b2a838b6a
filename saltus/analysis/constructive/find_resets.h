#pragma once

#include <optional>
#include <vector>

#include "saltus/analysis/constructive/constructive_graph.h"
#include "saltus/analysis/constructive/guarded_system.h"
#include "saltus/analysis/constructive/reset_formula.h"
#include "saltus/compiler/hybrid/hybrid_system.h"

namespace saltus {

// Of one graph: the structure of each mode, and the reset of each change of mode in closed form
// where there is one that can be read.
struct GraphResets {
  IdMap<ModeNumber, SelectedMode> modes;
  std::vector<std::optional<std::vector<ResetFormula>>> changes;  // as `graph.changes`
};

// Only the pool of `system` changes.
std::vector<GraphResets> find_resets(FlatSystem& system, const HybridSystem& hybrid,
                                     const std::vector<ConstructiveGraph>& graphs);

}  // namespace saltus
