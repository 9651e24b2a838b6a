#pragma once

#include <optional>
#include <vector>

#include "saltus/analysis/constructive/guarded_system.h"
#include "saltus/analysis/constructive/magnitude.h"

namespace saltus {

// The right limit of x^(order) or, for an impulse, its weight.
struct ResetFormula {
  VariableId variable;
  int order = 0;
  bool is_impulse = false;
  ExprId value;  // over parameters, pre(x), and values that do not jump
};

// The reset in closed form (S0, A.2): the dominant terms of each equation, solved by Cramer's
// rule. Nothing where they are not linear, where the reset depends on the path, or where the
// solution is too long to be read.
std::optional<std::vector<ResetFormula>> find_reset_formulas(GuardedSystem& system,
                                                             const SelectedMode& to,
                                                             const Magnitudes& magnitudes);

}  // namespace saltus
