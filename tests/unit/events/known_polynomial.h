#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

// Polynomials whose coefficients are exact, so that their roots are known exactly, and values in
// more digits than any code under test has.
namespace saltus::known {

using Polynomial = std::vector<double>;  // coefficient of s^m at m

__extension__ typedef __float128 Quad;  // NOLINT: no standard name before C++23

inline Polynomial product(const Polynomial& a, const Polynomial& b) {
  Polynomial c(a.size() + b.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
  }
  return c;
}

// The product of (denominator s - m): exact while the numbers stay below 2^53.
inline Polynomial with_roots(const std::vector<int>& numerators, int denominator) {
  Polynomial p{1.0};
  for (const int m : numerators) {
    p = product(p, {-static_cast<double>(m), static_cast<double>(denominator)});
  }
  return p;
}

// The product of (s - root) in long double, rounded once.
inline Polynomial rounded_with_roots(const std::vector<double>& roots) {
  std::vector<long double> p{1.0L};
  for (const double root : roots) {
    p.push_back(0.0L);
    for (std::size_t m = p.size() - 1; m > 0; --m) p[m] = p[m - 1] - root * p[m];
    p[0] = -root * p[0];
  }
  Polynomial rounded(p.size());
  for (std::size_t m = 0; m < p.size(); ++m) rounded[m] = static_cast<double>(p[m]);
  return rounded;
}

// The same roots at a higher degree: times 1 + s^power. Exact if power exceeds the degree.
inline Polynomial raised_to(const Polynomial& p, std::size_t power) {
  Polynomial factor(power + 1, 0.0);
  factor.front() = factor.back() = 1.0;
  return product(p, factor);
}

inline Polynomial negated(Polynomial p) {
  for (double& coefficient : p) coefficient = -coefficient;
  return p;
}

inline Quad value(const Polynomial& p, double s) {
  Quad sum = 0;
  for (std::size_t m = p.size(); m-- > 0;) sum = sum * s + p[m];
  return sum;
}

inline int sign(const Polynomial& p, double s) {
  const Quad v = value(p, s);
  return (v > 0) - (v < 0);
}

// Whether p(s) is as small as the rounding errors of its terms in twice double precision.
inline bool is_below_twice_the_precision(const Polynomial& p, double s) {
  Quad magnitudes = 0;
  for (std::size_t m = p.size(); m-- > 0;) magnitudes = magnitudes * s + (p[m] < 0 ? -p[m] : p[m]);
  const double roundings = static_cast<double>(2 * p.size()) * 0x1p-53;
  const Quad v = value(p, s);
  return (v < 0 ? -v : v) <= magnitudes * roundings * roundings;
}

}  // namespace saltus::known
