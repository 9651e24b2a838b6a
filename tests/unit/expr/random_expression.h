#pragma once

#include <random>
#include <vector>

#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

// Smooth random expressions over x (variable 0), y (variable 1) and time, built so
// that they stay in the domain of every function for arguments in [-1, 1].
class RandomExpression {
 public:
  RandomExpression(ExprPool& pool, unsigned seed) : pool_(pool), random_(seed) {}

  ExprId make(int operations) {
    std::vector<ExprId> parts{pool_.variable(VariableId(0)), pool_.variable(VariableId(1)),
                              pool_.time(), pool_.constant(0.5 + below(4))};
    for (int i = 0; i < operations; ++i) parts.push_back(operation(pick(parts), pick(parts)));
    return parts.back();
  }

  int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(random_); }

 private:
  ExprId pick(const std::vector<ExprId>& parts) {
    return parts[static_cast<std::size_t>(below(static_cast<int>(parts.size())))];
  }

  // Something in [1.5, 2.5], and in [-0.9, 0.9].
  ExprId positive(ExprId a) { return pool_.binary(Op::add, pool_.constant(2.0), half(a)); }
  ExprId half(ExprId a) {
    return pool_.binary(Op::multiply, pool_.constant(0.5), pool_.unary(Op::sin, a));
  }

  ExprId operation(ExprId a, ExprId b) {
    switch (below(18)) {
      case 0:
        return pool_.binary(Op::add, a, b);
      case 1:
        return pool_.binary(Op::subtract, a, b);
      case 2:
        return pool_.binary(Op::multiply, pool_.unary(Op::tanh, a), b);
      case 3:
        return pool_.binary(Op::divide, a, positive(b));
      case 4:
        return pool_.unary(Op::negate, a);
      case 5:
        return pool_.binary(Op::power, half(a), pool_.constant(1.0 + below(4)));
      case 6:
        return pool_.binary(Op::power, positive(a), half(b));
      case 7:
        return pool_.unary(Op::sin, a);
      case 8:
        return pool_.unary(Op::cos, a);
      case 9:
        return pool_.unary(Op::tan, half(a));
      case 10:
        return pool_.unary(Op::asin, half(a));
      case 11:
        return pool_.unary(Op::acos, half(a));
      case 12:
        return pool_.binary(Op::atan2, half(a), positive(b));
      case 13:
        return pool_.unary(Op::exp, half(a));
      case 14:
        return pool_.unary(Op::log, positive(a));
      case 15:
        return pool_.unary(Op::log10, positive(a));
      case 16:
        return pool_.unary(Op::sqrt, positive(a));
      default:
        return pool_.binary(
            Op::add, pool_.unary(Op::sinh, half(a)),
            pool_.binary(Op::multiply, pool_.unary(Op::cosh, half(b)), pool_.unary(Op::atan, a)));
    }
  }

  ExprPool& pool_;
  std::mt19937 random_;
};

}  // namespace saltus
