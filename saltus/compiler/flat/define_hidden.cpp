#include "saltus/compiler/flat/define_hidden.h"

#include "saltus/compiler/flat/expr_names.h"

namespace saltus {
namespace {

class StepEquation {
 public:
  StepEquation(ExprPool& pool, VariableId hidden, ExprId operand)
      : pool_(pool), before_(pool.pre(hidden)), operand_(operand) {}

  ExprId value() {
    const ExprId now = floor(operand_);
    const ExprId rising =
        pool_.binary(Op::minimum, plus(before_, 1.0), floor(plus(operand_, 0.25)));
    const ExprId falling =
        pool_.binary(Op::maximum, plus(before_, -1.0), floor(plus(operand_, -0.25)));
    // The ends of [h, h + 1), and on which side of them e is.
    const ExprId even = twice(floor(half(plus(before_, 1.0))));
    const ExprId odd = plus(twice(floor(half(before_))), 1.0);
    const ExprId above_even = pool_.binary(Op::greater_equal, operand_, even);
    const ExprId above_odd = pool_.binary(Op::greater_equal, operand_, odd);
    const ExprId begins_even = pool_.binary(Op::equal, even, before_);
    const ExprId above_upper = pool_.if_else(begins_even, above_odd, above_even);
    const ExprId above_lower = pool_.if_else(begins_even, above_even, above_odd);
    return pool_.if_else(
        above_upper, pool_.binary(Op::maximum, now, rising),
        pool_.if_else(above_lower, before_, pool_.binary(Op::minimum, now, falling)));
  }

 private:
  ExprId floor(ExprId a) { return pool_.unary(Op::floor, a); }
  ExprId plus(ExprId a, double b) { return pool_.binary(Op::add, a, pool_.constant(b)); }
  ExprId twice(ExprId a) { return pool_.binary(Op::multiply, pool_.constant(2.0), a); }
  ExprId half(ExprId a) { return pool_.binary(Op::divide, a, pool_.constant(2.0)); }

  ExprPool& pool_;
  ExprId before_;
  ExprId operand_;
};

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
                          .right = StepEquation(system.pool, id, *variable.floor_of).value(),
                          .active_if = {},
                          .span = variable.span,
                          .description = {},
                          .is_hidden = true};
    system.equations.add(std::move(equation));
  }
}

}  // namespace saltus
