#include "saltus/analysis/constructive/polynomial.h"

#include <algorithm>
#include <cmath>

#include "saltus/analysis/constructive/polynomial_factor.h"
#include "saltus/compiler/structure/visit_once.h"

namespace saltus {
namespace {

constexpr std::size_t largest_size = 60;   // terms; more is not readable
constexpr std::size_t largest_system = 6;  // Cramer's rule costs n!

bool is_one(double value) { return std::fabs(value - 1.0) <= 0.0; }

// Parameters come before variables in a product, otherwise the order of the text.
std::vector<std::pair<ExprId, int>> sorted_atoms(const ExprPool& pool,
                                                 const Polynomial::Monomial& monomial) {
  std::vector<std::pair<ExprId, int>> atoms(monomial.begin(), monomial.end());
  std::stable_partition(atoms.begin(), atoms.end(),
                        [&](const auto& atom) { return pool[atom.first].op == Op::parameter; });
  return atoms;
}

ExprId product_of(ExprPool& pool, double factor, const Polynomial::Monomial& monomial) {
  std::optional<ExprId> product;
  if (!is_one(factor) || monomial.empty()) product = pool.constant(factor);
  for (const auto& [atom, power] : sorted_atoms(pool, monomial)) {
    const ExprId next =
        power == 1 ? atom : pool.binary(Op::power, atom, pool.constant(static_cast<double>(power)));
    product = product ? pool.binary(Op::multiply, *product, next) : next;
  }
  return *product;
}

// Bottom up; what contains no unknown and is no polynomial becomes an atom.
class LinearCombinations {
 public:
  LinearCombinations(const ExprPool& pool, const std::vector<ExprId>& unknowns)
      : pool_(pool), unknowns_(unknowns), walk_(pool) {}

  std::optional<LinearCombination> of(ExprId root) {
    walk_.start();
    walk_.below(root, [&](ExprId id, const Expr& expr) { forms_[id] = combine(id, expr); });
    return forms_[root];
  }

 private:
  using Form = std::optional<LinearCombination>;

  static LinearCombination constant(Polynomial polynomial) { return {std::move(polynomial), {}}; }

  static LinearCombination scaled(const LinearCombination& form, const Polynomial& factor) {
    LinearCombination result{form.constant * factor, {}};
    for (const auto& [leaf, own] : form.factors) result.factors.emplace(leaf, own * factor);
    return result;
  }

  static LinearCombination sum(LinearCombination a, const LinearCombination& b) {
    a.constant += b.constant;
    for (const auto& [leaf, factor] : b.factors) a.factors[leaf] += factor;
    return a;
  }

  Form leaf(ExprId id, const Expr& expr) const {
    if (std::find(unknowns_.begin(), unknowns_.end(), id) != unknowns_.end()) {
      return LinearCombination{Polynomial(), {{id, Polynomial(1.0)}}};
    }
    if (expr.op == Op::constant) return constant(Polynomial(expr.value));
    return constant(Polynomial::atom(id));
  }

  Form combine(ExprId id, const Expr& expr) {
    if (shape_of(expr.op) == OpShape::leaf) return leaf(id, expr);
    const Form& a = forms_[expr.first()];
    if (!a) return std::nullopt;
    if (expr.op == Op::negate) return scaled(*a, Polynomial(-1.0));
    if (shape_of(expr.op) == OpShape::unary) return atom_unless_unknown(id, {&*a});
    const Form& b = forms_[expr.second()];
    if (!b) return std::nullopt;
    switch (expr.op) {
      case Op::add:
        return sum(*a, *b);
      case Op::subtract:
        return sum(*a, scaled(*b, Polynomial(-1.0)));
      case Op::multiply:
        if (a->factors.empty()) return scaled(*b, a->constant);
        if (b->factors.empty()) return scaled(*a, b->constant);
        return std::nullopt;
      case Op::divide: {
        if (!b->factors.empty()) return std::nullopt;
        if (const auto inverse = b->constant.inverse()) return scaled(*a, *inverse);
        return atom_unless_unknown(id, {&*a});
      }
      default:
        break;
    }
    if (shape_of(expr.op) == OpShape::binary) return atom_unless_unknown(id, {&*a, &*b});
    const Form& c = forms_[expr.third()];
    if (!c) return std::nullopt;
    return atom_unless_unknown(id, {&*a, &*b, &*c});
  }

  static Form atom_unless_unknown(ExprId id,
                                  std::initializer_list<const LinearCombination*> children) {
    for (const LinearCombination* child : children) {
      if (!child->factors.empty()) return std::nullopt;
    }
    return constant(Polynomial::atom(id));
  }

  const ExprPool& pool_;
  const std::vector<ExprId>& unknowns_;
  VisitOnce walk_;
  std::map<ExprId, Form> forms_;
};

using Matrix = std::vector<std::vector<Polynomial>>;

// By expansion along the rows; `columns` are those still free, bit by bit. Nothing when it
// grows beyond what is readable.
class Determinant {
 public:
  explicit Determinant(const Matrix& matrix) : matrix_(matrix) {}

  std::optional<Polynomial> value() {
    // minors[mask]: the last popcount(mask) rows over the columns of the mask.
    const std::size_t n = matrix_.size();
    std::vector<Polynomial> minors(std::size_t{1} << n);
    minors[0] = Polynomial(1.0);
    for (std::size_t mask = 1; mask < minors.size(); ++mask) {
      std::size_t count = 0;
      for (std::size_t c = 0; c < n; ++c) count += mask >> c & 1;
      const auto& row = matrix_[n - count];
      double sign = 1.0;
      for (std::size_t c = 0; c < n; ++c) {
        if ((mask >> c & 1) == 0) continue;
        if (!row[c].is_zero()) {
          minors[mask] += Polynomial(sign) * row[c] * minors[mask & ~(std::size_t{1} << c)];
        }
        sign = -sign;
      }
      if (minors[mask].size() > largest_size) return std::nullopt;
    }
    return minors.back();
  }

 private:
  const Matrix& matrix_;
};

}  // namespace

Polynomial::Polynomial(double number) { add({}, number); }

Polynomial Polynomial::atom(ExprId atom) {
  Polynomial result;
  result.add({{atom, 1}}, 1.0);
  return result;
}

void Polynomial::add(const Monomial& monomial, double factor) {
  const auto [place, is_new] = terms_.emplace(monomial, 0.0);
  place->second += factor;
  if (!(std::fabs(place->second) > 0.0)) terms_.erase(place);
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
  for (const auto& [monomial, factor] : other.terms_) add(monomial, factor);
  return *this;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  for (const auto& [left, left_factor] : a.terms_) {
    for (const auto& [right, right_factor] : b.terms_) {
      Polynomial::Monomial monomial = left;
      for (const auto& [atom, power] : right) {
        monomial[atom] += power;
        if (monomial[atom] == 0) monomial.erase(atom);
      }
      result.add(monomial, left_factor * right_factor);
    }
  }
  return result;
}

Polynomial operator-(const Polynomial& a) { return Polynomial(-1.0) * a; }

std::optional<Polynomial> Polynomial::inverse() const {
  if (terms_.size() != 1) return std::nullopt;
  const auto& [monomial, factor] = *terms_.begin();
  Polynomial result;
  Monomial inverted;
  for (const auto& [atom, power] : monomial) inverted[atom] = -power;
  result.add(inverted, 1.0 / factor);
  return result;
}

void Polynomial::cancel(Polynomial& a, Polynomial& b) {
  if (b.is_zero()) return;
  if (a.is_zero()) b = Polynomial(1.0);
  std::map<ExprId, int> least;  // of every term; 0 where an atom is missing
  for (const Polynomial* polynomial : {&a, &b}) {
    for (const auto& [monomial, factor] : polynomial->terms_) {
      for (const auto& [atom, power] : monomial) least.emplace(atom, power);
    }
  }
  for (const Polynomial* polynomial : {&a, &b}) {
    for (const auto& [monomial, factor] : polynomial->terms_) {
      for (auto& [atom, power] : least) {
        const auto own = monomial.find(atom);
        power = std::min(power, own == monomial.end() ? 0 : own->second);
      }
    }
  }
  Monomial shared;
  for (const auto& [atom, power] : least) {
    if (power != 0) shared[atom] = -power;
  }
  Polynomial divisor;
  divisor.add(shared, 1.0);
  a = a * divisor;
  b = b * divisor;
  const Polynomial factor = common_factor(a, b);
  const auto above = divide_exactly(a, factor), below = divide_exactly(b, factor);
  if (factor.size() > 1 && above && below) {
    a = *above;
    b = *below;
  }
  const Polynomial number(1.0 / b.terms_.begin()->second);
  a = a * number;
  b = b * number;
}

ExprId to_expression(ExprPool& pool, const Polynomial& polynomial) {
  std::optional<ExprId> sum;
  for (const bool positive : {true, false}) {
    for (const auto& [monomial, factor] : polynomial.terms()) {
      if ((factor > 0.0) != positive) continue;
      const ExprId term = product_of(pool, std::fabs(factor), monomial);
      if (!sum) {
        sum = positive ? term : pool.unary(Op::negate, term);
      } else {
        sum = pool.binary(positive ? Op::add : Op::subtract, *sum, term);
      }
    }
  }
  return sum ? *sum : pool.constant(0.0);
}

std::optional<LinearCombination> linear_combination(const ExprPool& pool, ExprId expression,
                                                    const std::vector<ExprId>& unknowns) {
  return LinearCombinations(pool, unknowns).of(expression);
}

std::optional<RationalSolution> solve_symbolically(const Matrix& matrix,
                                                   const std::vector<Polynomial>& right) {
  if (matrix.empty() || matrix.size() > largest_system) return std::nullopt;
  const auto denominator = Determinant(matrix).value();
  if (!denominator || denominator->is_zero()) return std::nullopt;
  RationalSolution solution{{}, *denominator};
  for (std::size_t c = 0; c < matrix.size(); ++c) {
    Matrix replaced = matrix;
    for (std::size_t r = 0; r < matrix.size(); ++r) replaced[r][c] = right[r];
    const auto numerator = Determinant(replaced).value();
    if (!numerator) return std::nullopt;
    solution.numerators.push_back(*numerator);
  }
  return solution;
}

}  // namespace saltus
