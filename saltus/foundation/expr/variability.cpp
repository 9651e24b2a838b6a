#include "saltus/foundation/expr/variability.h"

#include <algorithm>
#include <utility>

namespace saltus {

VariabilityTable::VariabilityTable(const ExprPool& pool,
                                   std::function<bool(VariableId)> is_discrete)
    : pool_(pool), is_discrete_(std::move(is_discrete)) {}

Variability VariabilityTable::operator[](ExprId id) {
  // Children come before their parents.
  for (std::size_t next = known_.size(); next <= id.index(); ++next) {
    known_.push_back(variability_of(pool_[ExprId(static_cast<std::uint32_t>(next))]));
  }
  return known_[id.index()];
}

Variability VariabilityTable::variability_of(const Expr& expr) const {
  switch (shape_of(expr.op)) {
    case OpShape::leaf:
      break;
    case OpShape::unary:
      return known_[expr.a];
    case OpShape::binary:
      if (expr.op == Op::sample) return Variability::discrete;
      return std::max(known_[expr.a], known_[expr.b]);
    case OpShape::ternary:
      return std::max({known_[expr.a], known_[expr.b], known_[expr.c]});
  }
  switch (expr.op) {
    case Op::constant:
    case Op::boolean:
      return Variability::constant;
    case Op::parameter:
      return Variability::parameter;
    case Op::time:
      return Variability::continuous;
    case Op::variable:
      return is_discrete_(expr.variable()) ? Variability::discrete : Variability::continuous;
    default:
      return Variability::discrete;
  }
}

}  // namespace saltus
