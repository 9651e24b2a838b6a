#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "saltus/foundation/base/zeroed_array.h"
#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

// What a leaf becomes; the leaf's own id leaves it as it is.
using LeafRewrite = std::function<ExprId(ExprPool& pool, ExprId leaf)>;

// Replaces leaves in expressions of one pool. A node without a replaced leaf stays
// the same node; each node is rewritten once, however many expressions share it.
class Rewriter {
 public:
  Rewriter(ExprPool& pool, LeafRewrite rewrite_leaf);
  // From now on `node`, which need not be a leaf, becomes `replacement`.
  void replace(ExprId node, ExprId replacement);
  ExprId rewrite(ExprId root);

 private:
  bool is_done(ExprId id) const { return id.index() < result_.size() && result_[id.index()] != 0; }
  ExprId result_of(ExprId id) const { return ExprId(result_[id.index()] - 1); }
  void push_children(const Expr& expr);
  ExprId rebuild(ExprId id);

  void grow();

  ExprPool& pool_;
  LeafRewrite rewrite_leaf_;
  ZeroedArray<std::uint32_t> result_;  // index + 1 of the rewritten node, 0 before
  std::vector<ExprId> pending_;
};

}  // namespace saltus
