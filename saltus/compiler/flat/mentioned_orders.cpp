#include "saltus/compiler/flat/mentioned_orders.h"

#include <algorithm>
#include <vector>

namespace saltus {

IdMap<VariableId, int> mentioned_orders(const FlatSystem& system) {
  IdMap<VariableId, int> orders(system.variables.size(), 0);
  std::vector<bool> seen(system.pool.size(), false);
  std::vector<ExprId> pending;
  for (const FlatEquation& equation : system.equations) {
    pending.push_back(equation.left);
    pending.push_back(equation.right);
  }
  for (const FlatInequality& inequality : system.inequalities) {
    pending.push_back(inequality.function);
  }
  while (!pending.empty()) {
    const ExprId id = pending.back();
    pending.pop_back();
    if (seen[id.index()]) continue;
    seen[id.index()] = true;
    const Expr& expr = system.pool[id];
    if (expr.op == Op::variable) {
      orders[expr.variable()] = std::max(orders[expr.variable()], expr.order());
    }
    const OpShape shape = shape_of(expr.op);
    if (shape == OpShape::leaf) continue;
    pending.push_back(expr.first());
    if (shape != OpShape::unary) pending.push_back(expr.second());
    if (shape == OpShape::ternary) pending.push_back(expr.third());
  }
  return orders;
}

}  // namespace saltus
