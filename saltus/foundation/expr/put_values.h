#pragma once

#include <map>
#include <span>
#include <utility>

#include "saltus/foundation/expr/rewrite.h"

namespace saltus {

// Puts numbers in the place of variables, not of their derivatives.
class PutValues {
 public:
  PutValues(ExprPool& pool, std::span<const std::pair<VariableId, double>> values)
      : rewriter_(pool, [this](ExprPool& into, ExprId leaf) {
          const auto known = value_of_.find(leaf);
          return known == value_of_.end() ? leaf : into.constant(known->second);
        }) {
    for (const auto& [variable, value] : values) value_of_.emplace(pool.variable(variable), value);
  }
  PutValues(const PutValues&) = delete;
  PutValues& operator=(const PutValues&) = delete;

  ExprId into(ExprId expr) { return rewriter_.rewrite(expr); }

 private:
  std::map<ExprId, double> value_of_;
  Rewriter rewriter_;
};

}  // namespace saltus
