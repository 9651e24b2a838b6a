#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

// The value of a leaf other than a number: variable, parameter, guard, time, pre,
// pre_guard, initial, terminal; Booleans are 0 and 1. Nothing when it is not known.
using LeafValue = std::function<std::optional<double>(const Expr& leaf)>;

// Evaluates expressions of one pool at one point. What was computed is kept, so
// evaluating all expressions of a model costs one visit of each node.
class Evaluator {
 public:
  Evaluator(const ExprPool& pool, LeafValue leaf_value);

  // Nothing when the value depends on an unknown leaf, on `sample` or a table. What is not
  // needed may be unknown: the other branch of an if, `false and …`, `true or …`.
  std::optional<double> evaluate(ExprId root);

  // Some leaf value has changed.
  void forget();

 private:
  enum class State : std::uint8_t { untouched, known, unknown };

  bool is_done(ExprId id) const { return state_[id.index()] != State::untouched; }
  std::optional<double> value_of(ExprId id) const;
  std::optional<double> combine(const Expr& expr) const;
  void push_children(const Expr& expr);

  const ExprPool& pool_;
  LeafValue leaf_value_;
  std::vector<State> state_;
  std::vector<double> value_;
  std::vector<ExprId> pending_;
};

}  // namespace saltus
