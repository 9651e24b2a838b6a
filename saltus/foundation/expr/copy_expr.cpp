#include "saltus/foundation/expr/copy_expr.h"

#include <utility>

#include "saltus/foundation/expr/visit_bottom_up.h"

namespace saltus {

ExprCopy::ExprCopy(const ExprPool& from, ExprPool& to, LeafChange change_leaf)
    : from_(from), to_(to), change_leaf_(std::move(change_leaf)), result_(from.size(), 0) {}

ExprId ExprCopy::copy(ExprId root) {
  visit_bottom_up(
      root, pending_, [&](ExprId id) { return is_done(id); },
      [&](ExprId id) { push_children(from_[id]); },
      [&](ExprId id) { result_[id.index()] = to_.add(renewed(from_[id])).index() + 1; });
  return ExprId(result_of(root.index()));
}

void ExprCopy::push_children(const Expr& expr) {
  const OpShape shape = shape_of(expr.op);
  const auto push = [&](ExprId child) {
    if (!is_done(child)) pending_.push_back(child);
  };
  if (shape == OpShape::ternary) push(expr.third());
  if (shape == OpShape::ternary || shape == OpShape::binary) push(expr.second());
  if (shape != OpShape::leaf) push(expr.first());
}

Expr ExprCopy::renewed(const Expr& expr) const {
  const OpShape shape = shape_of(expr.op);
  if (shape == OpShape::leaf) return change_leaf_(expr);
  Expr result = expr;
  result.a = result_of(expr.a);
  if (shape != OpShape::unary) result.b = result_of(expr.b);
  if (shape == OpShape::ternary) result.c = result_of(expr.c);
  return result;
}

}  // namespace saltus
