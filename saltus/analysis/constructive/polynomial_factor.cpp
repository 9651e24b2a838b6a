#include "saltus/analysis/constructive/polynomial_factor.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace saltus {
namespace {

constexpr std::size_t largest_size = 200;  // terms of an intermediate polynomial
constexpr std::size_t most_atoms = 12;     // each is one level of recursion
constexpr double rounding = 1e-10;         // relative to the largest number

using Monomial = Polynomial::Monomial;

int power_of(const Monomial& monomial, ExprId atom) {
  const auto found = monomial.find(atom);
  return found == monomial.end() ? 0 : found->second;
}

// Lexicographic by the powers of the atoms, an order that products respect.
bool is_lower(const Monomial& a, const Monomial& b) {
  auto left = a.begin(), right = b.begin();
  while (left != a.end() && right != b.end() && *left == *right) ++left, ++right;
  if (left == a.end()) return right != b.end();
  if (right == b.end()) return false;
  if (left->first != right->first) return right->first < left->first;
  return left->second < right->second;
}

Polynomial term(const Monomial& monomial, double factor) {
  Polynomial result(factor);
  for (const auto& [atom, power] : monomial) {
    for (int k = 0; k < power; ++k) result = result * Polynomial::atom(atom);
  }
  return result;
}

const std::pair<const Monomial, double>& leading(const Polynomial& polynomial) {
  return *std::max_element(polynomial.terms().begin(), polynomial.terms().end(),
                           [](const auto& a, const auto& b) { return is_lower(a.first, b.first); });
}

double largest_number(const Polynomial& polynomial) {
  double largest = 0.0;
  for (const auto& [monomial, factor] : polynomial.terms()) {
    largest = std::max(largest, std::fabs(factor));
  }
  return largest;
}

Polynomial without_rounding(const Polynomial& polynomial, double scale) {
  Polynomial result;
  for (const auto& [monomial, factor] : polynomial.terms()) {
    if (std::fabs(factor) > rounding * scale) result += term(monomial, factor);
  }
  return result;
}

// Divided by the number before its leading term.
Polynomial scaled(const Polynomial& polynomial) {
  if (polynomial.is_zero()) return polynomial;
  return Polynomial(1.0 / leading(polynomial).second) * polynomial;
}

std::set<ExprId> atoms_of(const Polynomial& polynomial) {
  std::set<ExprId> atoms;
  for (const auto& [monomial, factor] : polynomial.terms()) {
    for (const auto& [atom, power] : monomial) atoms.insert(atom);
  }
  return atoms;
}

int degree(const Polynomial& polynomial, ExprId atom) {
  int highest = 0;
  for (const auto& [monomial, factor] : polynomial.terms()) {
    highest = std::max(highest, power_of(monomial, atom));
  }
  return highest;
}

// What stands before atom^power.
Polynomial coefficient(const Polynomial& polynomial, ExprId atom, int power) {
  Polynomial result;
  for (const auto& [monomial, factor] : polynomial.terms()) {
    if (power_of(monomial, atom) != power) continue;
    Monomial rest = monomial;
    rest.erase(atom);
    result += term(rest, factor);
  }
  return result;
}

class Euclid {
 public:
  bool is_too_large() const { return is_too_large_; }

  Polynomial factor(const Polynomial& a, const Polynomial& b) {
    if (a.is_zero()) return scaled(b);
    if (b.is_zero()) return scaled(a);
    const std::set<ExprId> of_a = atoms_of(a), of_b = atoms_of(b);
    if (of_a.empty() || of_b.empty() || is_too_large_) return Polynomial(1.0);
    for (const ExprId atom : of_a) {
      if (!of_b.contains(atom)) return factor(content(a, atom), b);
    }
    for (const ExprId atom : of_b) {
      if (!of_a.contains(atom)) return factor(a, content(b, atom));
    }
    return factor_in(a, b, *of_a.begin());
  }

 private:
  Polynomial content(const Polynomial& polynomial, ExprId atom) {
    Polynomial shared;
    for (int power = degree(polynomial, atom); power >= 0; --power) {
      shared = factor(shared, coefficient(polynomial, atom, power));
    }
    return shared;
  }

  Polynomial divided(const Polynomial& a, const Polynomial& b) {
    if (const auto quotient = divide_exactly(a, b)) return *quotient;
    is_too_large_ = true;  // rounding went too far
    return a;
  }

  Polynomial primitive(const Polynomial& polynomial, ExprId atom) {
    return scaled(divided(polynomial, content(polynomial, atom)));
  }

  Polynomial factor_in(const Polynomial& a, const Polynomial& b, ExprId atom) {
    const Polynomial shared = factor(content(a, atom), content(b, atom));
    Polynomial higher = primitive(a, atom), lower = primitive(b, atom);
    if (degree(higher, atom) < degree(lower, atom)) std::swap(higher, lower);
    while (!lower.is_zero() && !is_too_large_) {
      if (degree(lower, atom) == 0) return shared;
      Polynomial rest = pseudo_remainder(higher, lower, atom);
      higher = std::move(lower);
      lower = rest.is_zero() ? rest : primitive(rest, atom);
    }
    return is_too_large_ ? Polynomial(1.0) : shared * higher;
  }

  Polynomial pseudo_remainder(Polynomial a, const Polynomial& b, ExprId atom) {
    const int of_b = degree(b, atom);
    const Polynomial first_of_b = coefficient(b, atom, of_b);
    while (!a.is_zero() && degree(a, atom) >= of_b) {
      const int of_a = degree(a, atom);
      const Polynomial first_of_a = coefficient(a, atom, of_a);
      Polynomial next = first_of_b * a;
      const double scale = largest_number(next);
      next += -(first_of_a * term({{atom, of_a - of_b}}, 1.0) * b);
      a = without_rounding(next, scale);
      is_too_large_ = is_too_large_ || a.size() > largest_size;
      if (is_too_large_) return {};
    }
    return a;
  }

  bool is_too_large_ = false;
};

}  // namespace

std::optional<Polynomial> divide_exactly(const Polynomial& a, const Polynomial& b) {
  if (b.is_zero()) return std::nullopt;
  const auto& [first_of_b, number_of_b] = leading(b);
  Polynomial rest = a, quotient;
  const double scale = largest_number(a);
  while (!rest.is_zero()) {
    const auto& [first, number] = leading(rest);
    Monomial ratio = first;
    for (const auto& [atom, power] : first_of_b) {
      const int left = power_of(first, atom) - power;
      if (left < 0) return std::nullopt;
      if (left == 0) {
        ratio.erase(atom);
      } else {
        ratio[atom] = left;
      }
    }
    const Polynomial next = term(ratio, number / number_of_b);
    quotient += next;
    if (quotient.size() > largest_size) return std::nullopt;
    rest += -(next * b);
    rest = without_rounding(rest, scale);
  }
  return quotient;
}

Polynomial common_factor(const Polynomial& a, const Polynomial& b) {
  std::set<ExprId> atoms = atoms_of(a);
  const std::set<ExprId> others = atoms_of(b);
  atoms.insert(others.begin(), others.end());
  if (atoms.size() > most_atoms || a.is_zero() || b.is_zero()) return Polynomial(1.0);
  Euclid euclid;
  const Polynomial factor = euclid.factor(a, b);
  return euclid.is_too_large() ? Polynomial(1.0) : factor;
}

}  // namespace saltus
