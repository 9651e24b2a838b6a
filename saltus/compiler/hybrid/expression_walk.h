#pragma once

#include <cstdint>
#include <vector>

#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

// Visits expressions of one growing pool without recursion, each node once per walk.
class ExpressionWalk {
 public:
  explicit ExpressionWalk(const ExprPool& pool) : pool_(pool) {}

  // Nodes met before count as new from here on.
  void start() { ++walk_; }

  // Calls `enter(id, expr)` for the nodes from `root` down that are new in this walk;
  // it says whether to go on below the node.
  template <class Enter>
  void down(ExprId root, Enter enter) {
    if (last_walk_.size() < pool_.size()) last_walk_.resize(pool_.size(), 0);
    push(root);
    while (!pending_.empty()) {
      const ExprId id = pending_.back();
      pending_.pop_back();
      const Expr& expr = pool_[id];
      if (!enter(id, expr)) continue;
      const OpShape shape = shape_of(expr.op);
      if (shape == OpShape::ternary) push(expr.third());
      if (shape == OpShape::ternary || shape == OpShape::binary) push(expr.second());
      if (shape != OpShape::leaf) push(expr.first());
    }
  }

  template <class Visit>
  void leaves(ExprId root, Visit visit) {
    down(root, [&](ExprId, const Expr& expr) {
      if (shape_of(expr.op) == OpShape::leaf) visit(expr);
      return true;
    });
  }

 private:
  void push(ExprId id) {
    if (last_walk_[id.index()] == walk_) return;
    last_walk_[id.index()] = walk_;
    pending_.push_back(id);
  }

  const ExprPool& pool_;
  std::uint32_t walk_ = 1;
  std::vector<std::uint32_t> last_walk_;
  std::vector<ExprId> pending_;
};

}  // namespace saltus
