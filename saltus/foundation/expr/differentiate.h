#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

// Total time derivatives of expressions of one pool:
//   d/dt x^(k) = x^(k+1), d/dt time = 1, d/dt p = 0, and zero for what changes at
// events only. Branches of an if are differentiated separately; `abs`, `min` and
// `max` are differentiated on either side of their corner, steps have slope zero.
class Differentiator {
 public:
  // `is_discrete` says which variables are constant between events.
  Differentiator(ExprPool& pool, std::function<bool(VariableId)> is_discrete);
  ExprId differentiate(ExprId root);

 private:
  bool is_done(ExprId id) const {
    return id.index() < derivative_.size() && derivative_[id.index()] != 0;
  }
  ExprId derivative_of(ExprId id) const { return ExprId(derivative_[id.index()] - 1); }
  void push_children(const Expr& expr);
  ExprId derive(ExprId id);
  ExprId derive_leaf(const Expr& leaf);
  ExprId derive_unary(ExprId id, const Expr& expr);
  ExprId derive_binary(ExprId id, const Expr& expr);
  ExprId derive_power(ExprId id, const Expr& expr);

  // Sums and products that drop exact zeros, which differentiation makes many of.
  bool is_zero(ExprId id) const;
  ExprId zero() { return pool_.constant(0.0); }
  ExprId plus(ExprId a, ExprId b);
  ExprId minus(ExprId a, ExprId b);
  ExprId times(ExprId a, ExprId b);
  ExprId over(ExprId a, ExprId b);
  ExprId square(ExprId a);

  ExprPool& pool_;
  std::function<bool(VariableId)> is_discrete_;
  std::vector<std::uint32_t> derivative_;  // index + 1, 0 before
  std::vector<ExprId> pending_;
};

}  // namespace saltus
