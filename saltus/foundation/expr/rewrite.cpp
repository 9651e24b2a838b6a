#include "saltus/foundation/expr/rewrite.h"

#include <utility>

#include "saltus/foundation/expr/visit_bottom_up.h"

namespace saltus {

Rewriter::Rewriter(ExprPool& pool, LeafRewrite rewrite_leaf)
    : pool_(pool), rewrite_leaf_(std::move(rewrite_leaf)) {}

void Rewriter::replace(ExprId node, ExprId replacement) {
  if (result_.size() <= node.index()) grow();
  result_[node.index()] = replacement.index() + 1;
}

ExprId Rewriter::rewrite(ExprId root) {
  if (result_.size() <= root.index()) grow();
  visit_bottom_up(
      root, pending_, [&](ExprId id) { return is_done(id); },
      [&](ExprId id) { push_children(pool_[id]); },
      [&](ExprId id) { result_[id.index()] = rebuild(id).index() + 1; });
  return result_of(root);
}

void Rewriter::grow() {
  ZeroedArray<std::uint32_t> larger(pool_.size());
  for (std::size_t i = 0; i < result_.size(); ++i) {
    if (result_[i] != 0) larger[i] = result_[i];
  }
  result_ = std::move(larger);
}

void Rewriter::push_children(const Expr& expr) {
  const OpShape shape = shape_of(expr.op);
  if (shape == OpShape::leaf) return;
  if (!is_done(expr.first())) pending_.push_back(expr.first());
  if (shape == OpShape::unary) return;
  if (!is_done(expr.second())) pending_.push_back(expr.second());
  if (shape == OpShape::binary) return;
  if (!is_done(expr.third())) pending_.push_back(expr.third());
}

ExprId Rewriter::rebuild(ExprId id) {
  const Expr expr = pool_[id];  // a copy: the pool grows below
  switch (shape_of(expr.op)) {
    case OpShape::leaf:
      return rewrite_leaf_(pool_, id);
    case OpShape::unary: {
      const ExprId a = result_of(expr.first());
      return a == expr.first() ? id : pool_.unary(expr.op, a);
    }
    case OpShape::binary: {
      const ExprId a = result_of(expr.first());
      const ExprId b = result_of(expr.second());
      return a == expr.first() && b == expr.second() ? id : pool_.binary(expr.op, a, b);
    }
    case OpShape::ternary:
      break;
  }
  const ExprId a = result_of(expr.first());
  const ExprId b = result_of(expr.second());
  const ExprId c = result_of(expr.third());
  const bool unchanged = a == expr.first() && b == expr.second() && c == expr.third();
  return unchanged ? id : pool_.if_else(a, b, c);
}

}  // namespace saltus
