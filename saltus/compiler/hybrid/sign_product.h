#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "saltus/compiler/hybrid/parameter_values.h"

namespace saltus {

// A factor of a function, as far as it decides the sign: a square has no sign, but zeros.
struct SignFactor {
  ExprId function;
  bool is_even = false;
};

// sign(g) = ± Π sign(f_i), even factors squared.
struct SignProduct {
  std::vector<SignFactor> factors;
  bool is_negative = false;
};

// Takes event functions apart: P with `P = T*w` vanishes with T and with w, and w^3, sinh(w)
// and exp(x)*w with w. Functions that vanish together would be surfaces that no motion can tell
// apart, one of them with a singular derivative where the other factor is zero.
class SignProducts {
 public:
  SignProducts(FlatSystem& system, ParameterValues& values) : system_(system), values_(values) {}

  // Nothing if the function is zero, positive or negative whatever the unknowns are, or is
  // one factor already.
  std::optional<SignProduct> find(ExprId function);

 private:
  // A term of a sum: coefficient Π f^exponent.
  struct Monomial {
    double coefficient = 1.0;
    std::map<ExprId, int> exponents;
  };
  struct Pending {
    ExprId function;
    bool is_even;
  };
  bool take_apart(Pending next);
  bool take_apart_power(const Expr& expr, bool is_even);
  bool take_apart_sum(Pending next);
  void add_factor(ExprId function, bool is_even);
  bool is_absolute_value(const Expr& expr) const;
  std::optional<ExprId> definition(ExprId variable);
  void find_definitions();
  ExprId essence(ExprId function);
  Monomial monomial(ExprId term, double coefficient);
  static std::map<ExprId, int> common_factors(const std::vector<Monomial>& terms);
  ExprId product(const Monomial& term);

  FlatSystem& system_;
  ParameterValues& values_;
  bool has_definitions_ = false;
  std::unordered_map<std::uint32_t, ExprId> definitions_;  // by VariableId, looked up only
  std::vector<Pending> pending_;
  std::map<ExprId, bool> expanded_;  // definitions used, in this search
  int left_ = 0;                     // nodes that may still be taken apart
  SignProduct found_;
};

// `product op 0` as a formula of relations `f_i > 0` and `f_i < 0`.
ExprId relation_of_factors(ExprPool& pool, const SignProduct& product, Op op);

}  // namespace saltus
