#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

// When the value of an expression can change, from never to always.
enum class Variability : std::uint8_t {
  constant,
  parameter,  // not during a run
  discrete,   // at events only: guards, pre, discrete variables
  continuous,
};

// The variability of the expressions of one growing pool.
class VariabilityTable {
 public:
  VariabilityTable(const ExprPool& pool, std::function<bool(VariableId)> is_discrete);
  Variability operator[](ExprId id);

 private:
  Variability variability_of(const Expr& expr) const;

  const ExprPool& pool_;
  std::function<bool(VariableId)> is_discrete_;
  std::vector<Variability> known_;  // of the first nodes of the pool
};

}  // namespace saltus
