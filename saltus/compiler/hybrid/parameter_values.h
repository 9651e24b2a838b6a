#pragma once

#include <optional>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/expr/evaluate.h"
#include "saltus/foundation/expr/variability.h"

namespace saltus {

// How much the expressions of a system vary, and the numbers that parameters make of them.
class ParameterValues {
 public:
  explicit ParameterValues(const FlatSystem& system)
      : variability_(system.pool,
                     [&system](VariableId id) { return system.variables[id].is_discrete; }),
        evaluator_(system.pool, [&system](const Expr& leaf) -> std::optional<double> {
          if (leaf.op != Op::parameter) return std::nullopt;
          return system.parameters[ParameterId(leaf.a)].value;
        }) {}

  bool is_continuous(ExprId id) { return variability_[id] == Variability::continuous; }
  // The value of an expression that does not change during a run.
  std::optional<double> number(ExprId id) {
    if (variability_[id] > Variability::parameter) return std::nullopt;
    return evaluator_.evaluate(id);
  }

 private:
  VariabilityTable variability_;
  Evaluator evaluator_;
};

}  // namespace saltus
