#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

// A polynomial in atoms: parameters, pre(x), and whatever is no sum or product. Kept expanded,
// so that equal terms cancel.
class Polynomial {
 public:
  using Monomial = std::map<ExprId, int>;  // atom to power, not 0; below 0 until cancelled

  Polynomial() = default;
  explicit Polynomial(double number);
  static Polynomial atom(ExprId atom);

  bool is_zero() const { return terms_.empty(); }
  std::size_t size() const { return terms_.size(); }
  const std::map<Monomial, double>& terms() const { return terms_; }

  Polynomial& operator+=(const Polynomial& other);
  // 1/p of a single term.
  std::optional<Polynomial> inverse() const;
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a);
  // Divides both by what they share: atoms of all terms, a common factor such as `J1 + J2`, and the
  // number before the first term of the second.
  static void cancel(Polynomial& a, Polynomial& b);

 private:
  void add(const Monomial& monomial, double factor);
  std::map<Monomial, double> terms_;
};

// A sum of products, terms with a plus first.
ExprId to_expression(ExprPool& pool, const Polynomial& polynomial);

// expression = constant + sum over unknowns of factor * unknown. Nothing when it is not linear in
// the unknowns, or when a factor is no polynomial of atoms free of unknowns.
struct LinearCombination {
  Polynomial constant;
  std::map<ExprId, Polynomial> factors;  // by the leaf of the unknown
};
std::optional<LinearCombination> linear_combination(const ExprPool& pool, ExprId expression,
                                                    const std::vector<ExprId>& unknowns);

// The solution of a square linear system by Cramer's rule: numerators and the common
// denominator. Nothing if it is singular, or larger than anybody would want to read.
struct RationalSolution {
  std::vector<Polynomial> numerators;
  Polynomial denominator;
};
std::optional<RationalSolution> solve_symbolically(
    const std::vector<std::vector<Polynomial>>& matrix, const std::vector<Polynomial>& right);

}  // namespace saltus
