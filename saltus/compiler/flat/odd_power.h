#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// factor * unit * |b|^exponent where b is positive, and the same with a minus where it is negative;
// `unit` depends on parameters only.
struct OddPower {
  double factor;
  double exponent;
  ExprId unit;
  bool has_guard;  // an event of the author's is where b is zero
};

// Reads an expression as an odd power of `base`, however it is written: b*abs(b), sign(b)*b^2,
// b*b*b, k*b^5, if b > 0 then b^2 else -b^2.
class OddPowerReader {
 public:
  // `is_parameter`: whether an expression is constant during a run.
  OddPowerReader(FlatSystem& system, ExprId base, std::function<bool(ExprId)> is_parameter);

  std::optional<OddPower> read(ExprId expr);

 private:
  // On one side of zero: factor * unit * |b|^exponent.
  struct Monomial {
    double factor, exponent;
    ExprId unit;
  };
  struct Sides {
    Monomial positive, negative;
    bool has_guard = false;
  };

  std::optional<Sides> finish(ExprId id);
  std::optional<Sides> constant(ExprId id);
  std::optional<Sides> combine(const Expr& expr);
  std::optional<Sides> power(const Expr& expr);
  std::optional<Sides> choice(const Expr& expr);
  std::optional<Monomial> product(const Monomial& a, const Monomial& b, bool is_quotient);
  std::optional<bool> is_true_above_zero(ExprId condition) const;
  const std::optional<Sides>& of(ExprId id) const { return known_.at(id); }

  FlatSystem& system_;
  ExprId base_;
  std::function<bool(ExprId)> is_parameter_;
  ExprId one_;
  std::unordered_map<ExprId, std::optional<Sides>> known_;  // looked up only
};

}  // namespace saltus
