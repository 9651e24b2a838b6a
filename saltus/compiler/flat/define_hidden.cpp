#include "saltus/compiler/flat/define_hidden.h"

#include "saltus/compiler/flat/expr_names.h"

namespace saltus {
namespace {

ExprId step_value(ExprPool& pool, VariableId hidden, ExprId operand) {
  const ExprId before = pool.pre(hidden);
  const ExprId one = pool.constant(1.0);
  const ExprId above = pool.binary(Op::add, before, one);
  const ExprId below = pool.binary(Op::subtract, before, one);
  const ExprId now = pool.unary(Op::floor, operand);
  const ExprId down = pool.if_else(pool.binary(Op::less, operand, before),
                                   pool.binary(Op::minimum, below, now), before);
  return pool.if_else(pool.binary(Op::greater_equal, operand, above),
                      pool.binary(Op::maximum, above, now), down);
}

}  // namespace

void define_hidden_variables(FlatSystem& system) {
  for (const VariableId id : system.variables.ids()) {
    FlatVariable& variable = system.variables[id];
    if (!variable.is_hidden) continue;
    // A hidden variable comes after those in its operand: these have their names.
    variable.name =
        "floor(" +
        print_expr(system.pool, *variable.floor_of, expr_names(system), EventContext::events) + ")";
    FlatEquation equation{.left = system.pool.variable(id),
                          .right = step_value(system.pool, id, *variable.floor_of),
                          .active_if = {},
                          .span = variable.span,
                          .description = {},
                          .is_hidden = true};
    system.equations.add(std::move(equation));
  }
}

}  // namespace saltus
