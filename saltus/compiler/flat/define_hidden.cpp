#include "saltus/compiler/flat/define_hidden.h"

#include "saltus/compiler/flat/expr_names.h"

namespace saltus {
namespace {

ExprId step_value(ExprPool& pool, VariableId hidden, ExprId operand) {
  const ExprId before = pool.pre(hidden);
  const ExprId one = pool.constant(1.0);
  const ExprId above = pool.binary(Op::add, before, one);
  const ExprId below = pool.binary(Op::subtract, before, one);
  const ExprId quarter = pool.constant(0.25);
  const auto floor_of = [&](ExprId expr) { return pool.unary(Op::floor, expr); };
  const ExprId now = floor_of(operand);
  const ExprId up =
      pool.binary(Op::minimum, above, floor_of(pool.binary(Op::add, operand, quarter)));
  const ExprId down =
      pool.binary(Op::maximum, below, floor_of(pool.binary(Op::subtract, operand, quarter)));
  const ExprId falls = pool.binary(Op::less, operand, before);
  const ExprId rises = pool.binary(Op::greater_equal, operand, above);
  return pool.if_else(rises, pool.binary(Op::maximum, now, up),
                      pool.if_else(falls, pool.binary(Op::minimum, now, down), before));
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
