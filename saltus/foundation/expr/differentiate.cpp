#include "saltus/foundation/expr/differentiate.h"

#include <cmath>
#include <utility>

#include "saltus/foundation/base/check.h"
#include "saltus/foundation/expr/visit_bottom_up.h"

namespace saltus {

Differentiator::Differentiator(ExprPool& pool, std::function<bool(VariableId)> is_discrete)
    : pool_(pool), is_discrete_(std::move(is_discrete)) {}

ExprId Differentiator::differentiate(ExprId root) {
  if (derivative_.size() <= root.index()) derivative_.resize(pool_.size(), 0);
  visit_bottom_up(
      root, pending_, [&](ExprId id) { return is_done(id); },
      [&](ExprId id) { push_children(pool_[id]); },
      [&](ExprId id) { derivative_[id.index()] = derive(id).index() + 1; });
  return derivative_of(root);
}

void Differentiator::push_children(const Expr& expr) {
  const auto visit = [&](ExprId child) {
    if (!is_done(child)) pending_.push_back(child);
  };
  switch (shape_of(expr.op)) {
    case OpShape::leaf:
      break;
    case OpShape::unary:
      visit(expr.first());
      break;
    case OpShape::binary:
      visit(expr.first());
      visit(expr.second());
      break;
    case OpShape::ternary:  // not the condition
      visit(expr.second());
      visit(expr.third());
      break;
  }
}

ExprId Differentiator::derive(ExprId id) {
  const Expr expr = pool_[id];  // a copy: the pool grows below
  switch (shape_of(expr.op)) {
    case OpShape::leaf:
      return derive_leaf(expr);
    case OpShape::unary:
      return derive_unary(id, expr);
    case OpShape::binary:
      return derive_binary(id, expr);
    case OpShape::ternary:
      break;
  }
  return pool_.if_else(expr.first(), derivative_of(expr.second()), derivative_of(expr.third()));
}

ExprId Differentiator::derive_leaf(const Expr& leaf) {
  if (leaf.op == Op::time) return pool_.constant(1.0);
  if (leaf.op == Op::variable && !is_discrete_(leaf.variable())) {
    return pool_.variable(leaf.variable(), leaf.order() + 1);
  }
  return zero();
}

ExprId Differentiator::derive_unary(ExprId id, const Expr& expr) {
  const ExprId a = expr.first();
  const ExprId da = derivative_of(a);
  if (is_zero(da)) return zero();
  const ExprId one = pool_.constant(1.0);
  switch (expr.op) {
    case Op::negate:
      return pool_.unary(Op::negate, da);
    case Op::sin:
      return times(pool_.unary(Op::cos, a), da);
    case Op::cos:
      return pool_.unary(Op::negate, times(pool_.unary(Op::sin, a), da));
    case Op::tan:
      return times(plus(one, square(id)), da);
    case Op::asin:
      return over(da, pool_.unary(Op::sqrt, minus(one, square(a))));
    case Op::acos:
      return pool_.unary(Op::negate, over(da, pool_.unary(Op::sqrt, minus(one, square(a)))));
    case Op::atan:
      return over(da, plus(one, square(a)));
    case Op::sinh:
      return times(pool_.unary(Op::cosh, a), da);
    case Op::cosh:
      return times(pool_.unary(Op::sinh, a), da);
    case Op::tanh:
      return times(minus(one, square(id)), da);
    case Op::exp:
      return times(id, da);
    case Op::log:
      return over(da, a);
    case Op::log10:
      return over(da, times(a, pool_.constant(std::log(10.0))));
    case Op::sqrt:
      return over(da, times(pool_.constant(2.0), id));
    case Op::abs:
      return times(pool_.unary(Op::sign, a), da);
    default:
      return zero();  // sign, floor, ceil, truncate
  }
}

ExprId Differentiator::derive_binary(ExprId id, const Expr& expr) {
  const ExprId a = expr.first();
  const ExprId b = expr.second();
  const ExprId da = derivative_of(a);
  const ExprId db = derivative_of(b);
  switch (expr.op) {
    case Op::add:
      return plus(da, db);
    case Op::subtract:
      return minus(da, db);
    case Op::multiply:
      return plus(times(da, b), times(a, db));
    case Op::divide:
      // (a/b)' = (a' - (a/b) b') / b
      return over(minus(da, times(id, db)), b);
    case Op::power:
      return derive_power(id, expr);
    case Op::atan2:
      return over(minus(times(b, da), times(a, db)), plus(square(a), square(b)));
    case Op::minimum:
      return pool_.if_else(pool_.binary(Op::less, a, b), da, db);
    case Op::maximum:
      return pool_.if_else(pool_.binary(Op::greater, a, b), da, db);
    default:
      return zero();  // a Boolean changes at events only
  }
}

// (a^b)' = b a^(b-1) a' for a constant exponent, a^b (b' log a + b a'/a) otherwise.
ExprId Differentiator::derive_power(ExprId id, const Expr& expr) {
  const ExprId a = expr.first();
  const ExprId b = expr.second();
  const ExprId da = derivative_of(a);
  const ExprId db = derivative_of(b);
  if (is_zero(db)) {
    if (is_zero(da)) return zero();
    const ExprId lower = pool_.binary(Op::subtract, b, pool_.constant(1.0));
    return times(times(b, pool_.binary(Op::power, a, lower)), da);
  }
  const ExprId by_exponent = times(db, pool_.unary(Op::log, a));
  return times(id, plus(by_exponent, over(times(b, da), a)));
}

bool Differentiator::is_zero(ExprId id) const {
  const Expr& expr = pool_[id];
  return expr.op == Op::constant && expr.value == 0.0;
}

ExprId Differentiator::plus(ExprId a, ExprId b) { return pool_.binary(Op::add, a, b); }

ExprId Differentiator::minus(ExprId a, ExprId b) { return pool_.binary(Op::subtract, a, b); }

ExprId Differentiator::times(ExprId a, ExprId b) {
  if (is_zero(a) || is_zero(b)) return zero();
  return pool_.binary(Op::multiply, a, b);
}

ExprId Differentiator::over(ExprId a, ExprId b) {
  if (is_zero(a)) return zero();
  return pool_.binary(Op::divide, a, b);
}

ExprId Differentiator::square(ExprId a) { return pool_.binary(Op::power, a, pool_.constant(2.0)); }

}  // namespace saltus
