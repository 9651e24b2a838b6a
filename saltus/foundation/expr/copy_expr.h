#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

// Copies expressions from one pool to another, with other leaves; each node is copied
// once, however many expressions share it.
class ExprCopy {
 public:
  using LeafChange = std::function<Expr(const Expr& leaf)>;
  ExprCopy(const ExprPool& from, ExprPool& to, LeafChange change_leaf);
  ExprId copy(ExprId root);

 private:
  bool is_done(ExprId id) const { return result_[id.index()] != 0; }
  void push_children(const Expr& expr);
  Expr renewed(const Expr& expr) const;
  std::uint32_t result_of(std::uint32_t index) const { return result_[index] - 1; }

  const ExprPool& from_;
  ExprPool& to_;
  LeafChange change_leaf_;
  std::vector<std::uint32_t> result_;  // index + 1 of the copy, 0 before
  std::vector<ExprId> pending_;
};

}  // namespace saltus
