#pragma once

#include <optional>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// The same model with a guard `z = 1` for each binary unknown z, behind the others: equations
// become if-expressions of what they are for z = 1 and for z = 0, so that the structure of each
// valuation is seen. Equations of very many binary unknowns stay as they are.
FlatSystem with_binaries_as_guards(const FlatSystem& system);

// The binary unknown whose value the guard is, if it is one.
std::optional<VariableId> binary_of(const FlatSystem& system, GuardId guard);

// A mode that some valuation of binary unknowns selects. If it is singular that is no fault:
// nothing ever chooses it.
bool is_chosen_by_binaries(const FlatSystem& system, const std::vector<GuardLiteral>& mode);

}  // namespace saltus
