#include "saltus/compiler/hybrid/start_values.h"

#include <fmt/format.h>

#include <optional>

namespace saltus {
namespace {

// v or pre(v) of a discrete variable v.
std::optional<VariableId> discrete_value(const FlatSystem& system, ExprId side) {
  const Expr& expr = system.pool[side];
  if (expr.op != Op::variable && expr.op != Op::pre) return std::nullopt;
  if (!system.variables[expr.variable()].is_discrete) return std::nullopt;
  return expr.variable();
}

bool is_left_limit(const FlatSystem& system, ExprId side) {
  return system.pool[side].op == Op::pre && discrete_value(system, side);
}

void set_start(const FlatSystem& system, const FlatEquation& equation, ParameterValues& values,
               std::vector<double>& start, Diagnostics& diagnostics) {
  const auto left = discrete_value(system, equation.left);
  const auto right = discrete_value(system, equation.right);
  const auto variable = left ? left : right;
  const auto value = values.number(left ? equation.right : equation.left);
  if (variable && value && equation.active_if.empty()) {
    start[variable->index()] = *value;
    return;
  }
  diagnostics
      .error(codes::discrete_start, equation.span,
             "the start value of a discrete variable is not known before the run")
      .suggest("only parameters and constants may occur in it: `n = 3`, `pre(n) = 2*p`");
}

}  // namespace

bool is_discrete_start(const FlatSystem& system, EquationKinds& kinds,
                       const FlatEquation& equation) {
  return kinds.is_discrete(equation) || is_left_limit(system, equation.left) ||
         is_left_limit(system, equation.right);
}

std::vector<double> find_start_values(const FlatSystem& system, EquationKinds& kinds,
                                      ParameterValues& values, Diagnostics& diagnostics) {
  std::vector<double> start;
  start.reserve(system.variables.size());
  for (const FlatVariable& variable : system.variables) {
    start.push_back(variable.start.value_or(0.0));
  }
  for (const FlatEquation& equation : system.initial_equations) {
    if (is_discrete_start(system, kinds, equation)) {
      set_start(system, equation, values, start, diagnostics);
    }
  }
  return start;
}

}  // namespace saltus
