#include "saltus/foundation/expr/evaluate.h"

#include <algorithm>
#include <utility>

#include "saltus/foundation/expr/visit_bottom_up.h"

namespace saltus {

Evaluator::Evaluator(const ExprPool& pool, LeafValue leaf_value)
    : pool_(pool), leaf_value_(std::move(leaf_value)) {}

std::optional<double> Evaluator::evaluate(ExprId root) {
  // The pool may have grown since the last call.
  state_.resize(pool_.size(), State::untouched);
  value_.resize(pool_.size());
  visit_bottom_up(
      root, pending_, [&](ExprId id) { return is_done(id); },
      [&](ExprId id) { push_children(pool_[id]); },
      [&](ExprId id) {
        const std::optional<double> value = combine(pool_[id]);
        state_[id.index()] = value ? State::known : State::unknown;
        value_[id.index()] = value.value_or(0.0);
      });
  return value_of(root);
}

void Evaluator::forget() { std::fill(state_.begin(), state_.end(), State::untouched); }

std::optional<double> Evaluator::value_of(ExprId id) const {
  if (state_[id.index()] != State::known) return std::nullopt;
  return value_[id.index()];
}

// Children still to be visited; none when the node can be combined.
void Evaluator::push_children(const Expr& expr) {
  const auto visit = [&](ExprId child) {
    if (!is_done(child)) pending_.push_back(child);
  };
  switch (shape_of(expr.op)) {
    case OpShape::leaf:
      break;
    case OpShape::unary:
      visit(expr.first());
      break;
    case OpShape::binary:
      visit(expr.first());
      visit(expr.second());
      break;
    case OpShape::ternary:
      if (!is_done(expr.first())) {
        pending_.push_back(expr.first());
      } else if (const auto condition = value_of(expr.first())) {
        visit(*condition != 0.0 ? expr.second() : expr.third());
      }
      break;
  }
}

std::optional<double> Evaluator::combine(const Expr& expr) const {
  switch (expr.op) {
    case Op::constant:
      return expr.value;
    case Op::boolean:
      return expr.a;
    case Op::sample:
    case Op::table:
    case Op::table_position:
      return std::nullopt;
    case Op::logical_and:
    case Op::logical_or: {
      const double decisive = expr.op == Op::logical_and ? 0.0 : 1.0;
      const auto left = value_of(expr.first());
      const auto right = value_of(expr.second());
      if (left == decisive || right == decisive) return decisive;
      if (!left || !right) return std::nullopt;
      return 1.0 - decisive;
    }
    case Op::if_else: {
      const auto condition = value_of(expr.first());
      if (!condition) return std::nullopt;
      return value_of(*condition != 0.0 ? expr.second() : expr.third());
    }
    default:
      break;
  }
  switch (shape_of(expr.op)) {
    case OpShape::leaf:
      return leaf_value_(expr);
    case OpShape::unary: {
      const auto operand = value_of(expr.first());
      if (!operand) return std::nullopt;
      return evaluate_unary(expr.op, *operand);
    }
    default: {
      const auto left = value_of(expr.first());
      const auto right = value_of(expr.second());
      if (!left || !right) return std::nullopt;
      return evaluate_binary(expr.op, *left, *right);
    }
  }
}

}  // namespace saltus
