#pragma once

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/expr/variability.h"

namespace saltus {

// Variables that continuous equations are solved for.
inline bool is_continuous_unknown(const FlatVariable& variable) {
  return variable.type == ValueType::real && !variable.is_discrete && !variable.is_input;
}

// Whether an expression has a truth value. An if-expression is what its branches are.
bool is_boolean(const FlatSystem& system, ExprId id);

// Distinguishes discrete equations, evaluated at events, from continuous ones. An equation is
// discrete if a side is Boolean, or if a side is a discrete variable and the other one
// changes at events only: `x = d` determines the continuous `x`. The equation of a hidden
// variable is discrete.
class EquationKinds {
 public:
  explicit EquationKinds(const FlatSystem& system);
  bool is_discrete(const FlatEquation& equation);

 private:
  bool is_discrete_variable(ExprId side) const;
  bool varies_continuously(ExprId side) { return variability_[side] == Variability::continuous; }

  const FlatSystem& system_;
  VariabilityTable variability_;
};

}  // namespace saltus
