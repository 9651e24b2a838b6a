#include "saltus/compiler/flat/equation_kind.h"

namespace saltus {
namespace {

bool is_boolean_operation(Op op) {
  return op == Op::boolean || op == Op::guard || op == Op::pre_guard || op == Op::initial ||
         op == Op::terminal || (op >= Op::less && op <= Op::sample);
}

}  // namespace

bool is_boolean(const FlatSystem& system, ExprId id) {
  const Expr* expr = &system.pool[id];
  while (expr->op == Op::if_else) expr = &system.pool[expr->second()];
  switch (expr->op) {
    case Op::variable:
    case Op::pre:
      return system.variables[expr->variable()].type == ValueType::boolean;
    case Op::parameter:
      return system.parameters[ParameterId(expr->a)].type == ValueType::boolean;
    default:
      return is_boolean_operation(expr->op);
  }
}

EquationKinds::EquationKinds(const FlatSystem& system)
    : system_(system), variability_(system.pool, [&system](VariableId id) {
        return system.variables[id].is_discrete;
      }) {}

bool EquationKinds::is_discrete(const FlatEquation& equation) {
  if (is_boolean(system_, equation.left) || is_boolean(system_, equation.right)) return true;
  if (equation.is_hidden) return true;
  if (is_discrete_variable(equation.left)) return !varies_continuously(equation.right);
  return is_discrete_variable(equation.right) && !varies_continuously(equation.left);
}

bool EquationKinds::is_discrete_variable(ExprId side) const {
  const Expr& expr = system_.pool[side];
  if (expr.op != Op::variable) return false;
  const FlatVariable& variable = system_.variables[expr.variable()];
  return variable.is_discrete && !variable.is_hidden;
}

}  // namespace saltus
