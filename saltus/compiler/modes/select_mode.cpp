#include "saltus/compiler/modes/select_mode.h"

#include <algorithm>

#include "saltus/foundation/expr/rewrite.h"

namespace saltus {
namespace {

bool is_active(const FlatEquation& equation, const Mode& mode) {
  return std::all_of(equation.active_if.begin(), equation.active_if.end(),
                     [&](GuardLiteral literal) { return mode[literal.guard] == literal.value; });
}

bool is_boolean_operation(Op op) {
  return op == Op::boolean || op == Op::guard || op == Op::initial || op == Op::terminal ||
         (op >= Op::less && op <= Op::sample);
}

// A side that tells that the equation defines a discrete variable: the variable
// itself, or a Boolean.
bool is_discrete_side(const FlatSystem& system, ExprId side) {
  const Expr& expr = system.pool[side];
  if (expr.op == Op::variable || expr.op == Op::pre) {
    return system.variables[expr.variable()].is_discrete;
  }
  return is_boolean_operation(expr.op);
}

bool is_continuous(const FlatSystem& system, const FlatEquation& equation) {
  return !is_discrete_side(system, equation.left) && !is_discrete_side(system, equation.right);
}

bool is_unknown(const FlatVariable& variable) {
  return variable.type == ValueType::real && !variable.is_discrete && !variable.is_input;
}

}  // namespace

ModeSystem select_mode(FlatSystem& system, const Mode& mode) {
  ModeSystem selected;
  for (const VariableId variable : system.variables.ids()) {
    if (is_unknown(system.variables[variable])) selected.unknowns.push_back(variable);
  }
  Rewriter decide_guards(system.pool, [&](ExprPool& pool, ExprId leaf) {
    const Expr expr = pool[leaf];
    return expr.op == Op::guard ? pool.boolean(mode[GuardId(expr.a)]) : leaf;
  });
  const bool has_guards = !system.guards.empty();
  selected.equations.reserve(system.equations.size());
  for (const EquationId id : system.equations.ids()) {
    const FlatEquation& equation = system.equations[id];
    if (!is_active(equation, mode) || !is_continuous(system, equation)) continue;
    const ExprId left = has_guards ? decide_guards.rewrite(equation.left) : equation.left;
    const ExprId right = has_guards ? decide_guards.rewrite(equation.right) : equation.right;
    selected.equations.push_back({id, system.pool.binary(Op::subtract, left, right)});
  }
  return selected;
}

}  // namespace saltus
