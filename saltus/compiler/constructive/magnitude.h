#pragma once

#include <optional>
#include <vector>

#include "saltus/compiler/constructive/constructive_graph.h"
#include "saltus/compiler/constructive/guarded_system.h"

namespace saltus {

// Orders of magnitude at a change of mode (S0, A.1), structurally: for coefficients in general
// position. `from` and `to` are modes with a structure.
struct Magnitudes {
  std::vector<std::optional<int>> orders;  // by column of `to`; nothing: smooth
  std::vector<EquationId> path_dependent;
  std::vector<EquationId> nonlinear;
};
Magnitudes magnitudes_at_change(GuardedSystem& system, const SelectedMode& from,
                                const SelectedMode& to);

}  // namespace saltus
