#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "saltus/foundation/base/zeroed_array.h"
#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

// Walks expressions without recursion, each node once per walk, children first.
// A walk costs as much as the nodes it meets, however large the pool is.
class VisitOnce {
 public:
  explicit VisitOnce(const ExprPool& pool) : pool_(pool), last_walk_(pool.size()) {}

  // Nodes met before count as new from here on.
  void start() { ++walk_; }

  // Calls visit(id, expr) for the nodes below and including `root` that are new in this walk.
  template <class Visit>
  void below(ExprId root, Visit visit) {
    open(root);
    while (!path_.empty()) {
      auto& [id, next_child] = path_.back();
      const Expr& expr = pool_[id];
      if (next_child < child_count(expr.op)) {
        open(child(expr, next_child++));
      } else {
        visit(id, expr);
        path_.pop_back();
      }
    }
  }

 private:
  static int child_count(Op op) { return static_cast<int>(shape_of(op)); }
  static ExprId child(const Expr& expr, int position) {
    return position == 0 ? expr.first() : position == 1 ? expr.second() : expr.third();
  }

  void open(ExprId id) {
    if (last_walk_[id.index()] == walk_) return;
    last_walk_[id.index()] = walk_;
    path_.emplace_back(id, 0);
  }

  const ExprPool& pool_;
  std::uint32_t walk_ = 0;
  ZeroedArray<std::uint32_t> last_walk_;
  std::vector<std::pair<ExprId, int>> path_;  // with the next child to open
};

static_assert(static_cast<int>(OpShape::leaf) == 0 && static_cast<int>(OpShape::ternary) == 3);

}  // namespace saltus
