#pragma once

#include <optional>

#include "saltus/analysis/all_modes/guard_logic.h"

namespace saltus {

// A short condition over guards for a possible set of modes: an irredundant sum of products
// (Minato and Morreale), or the negation of one. What the guards exclude by themselves is
// not repeated. Nothing if it would be long. Adds to the pool of `system`.
std::optional<ExprId> shortest_formula(FlatSystem& system, const GuardLogic& logic,
                                       const ModeSet& modes);

// The same where only the modes in `care` matter.
std::optional<ExprId> shortest_formula(FlatSystem& system, const GuardLogic& logic,
                                       const ModeSet& modes, const ModeSet& care);

}  // namespace saltus
