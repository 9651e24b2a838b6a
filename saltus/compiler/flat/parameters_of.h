#pragma once

#include <unordered_set>
#include <vector>

#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

// Calls `visit` with each parameter that the expression mentions.
template <class Visit>
void for_each_parameter(const ExprPool& pool, ExprId root, const Visit& visit) {
  std::unordered_set<std::uint32_t> seen;  // looked up only
  std::vector<ExprId> pending = {root};
  while (!pending.empty()) {
    const ExprId id = pending.back();
    pending.pop_back();
    if (!seen.insert(id.index()).second) continue;
    const Expr& expr = pool[id];
    if (expr.op == Op::parameter) visit(ParameterId(expr.a));
    const OpShape shape = shape_of(expr.op);
    if (shape == OpShape::leaf) continue;
    pending.push_back(expr.first());
    if (shape != OpShape::unary) pending.push_back(expr.second());
    if (shape == OpShape::ternary) pending.push_back(expr.third());
  }
}

}  // namespace saltus
