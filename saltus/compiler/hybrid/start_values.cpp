#include "saltus/compiler/hybrid/start_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

// The floor of each operand at the start values, derivatives 0: a guess, as far as the
// continuous variables are guesses. Guards and hidden variables may need each other, as
// deep as they are nested; the second round is enough for all but contrived ones.
void set_hidden_starts(const FlatSystem& system, std::vector<double>& start) {
  std::vector<double> guards(system.guards.size(), 0.0);
  Evaluator evaluator(system.pool, [&](const Expr& leaf) -> std::optional<double> {
    switch (leaf.op) {
      case Op::variable:
      case Op::pre: {
        const FlatVariable& variable = system.variables[leaf.variable()];
        if (variable.is_discrete) return start[leaf.a];
        return leaf.op == Op::variable && leaf.order() > 0 ? 0.0 : variable.start.value_or(0.0);
      }
      case Op::parameter:
        return system.parameters[ParameterId(leaf.a)].value;
      case Op::guard:
        return guards[leaf.a];
      case Op::time:
        return system.experiment.start_time.value_or(0.0);
      default:
        return 0.0;
    }
  });
  for (int round = 0; round < 2; ++round) {
    evaluator.forget();
    for (const GuardId id : system.guards.ids()) {
      guards[id.index()] = evaluator.evaluate(system.guards[id].condition).value_or(0.0);
    }
    for (const VariableId id : system.variables.ids()) {
      if (!system.variables[id].floor_of) continue;
      const double value =
          std::floor(evaluator.evaluate(*system.variables[id].floor_of).value_or(0.0));
      start[id.index()] = std::isfinite(value) ? value : 0.0;
    }
  }
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
  const bool has_hidden = std::any_of(system.variables.begin(), system.variables.end(),
                                      [](const FlatVariable& v) { return v.floor_of.has_value(); });
  if (has_hidden) set_hidden_starts(system, start);
  return start;
}

}  // namespace saltus
