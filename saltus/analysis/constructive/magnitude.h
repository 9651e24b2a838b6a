#pragma once

#include <optional>
#include <vector>

#include "saltus/analysis/constructive/constructive_graph.h"
#include "saltus/analysis/constructive/guarded_system.h"

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

// The same at an event that keeps the mode: `stepped` equations read a discrete number that steps,
// and `set` values of the state, (column, order of the derivative), are reinitialised.
Magnitudes magnitudes_at_event(GuardedSystem& system, const SelectedMode& mode,
                               const std::vector<EquationId>& stepped,
                               const std::vector<std::pair<Column, int>>& set);

// Of variables that jump or are infinite, or of which a derivative in the state jumps.
std::vector<VariableOrder> orders_that_show(const SelectedMode& to, const Magnitudes& magnitudes);
ChangeVerdict verdict_of(const std::vector<VariableOrder>& orders);

}  // namespace saltus
