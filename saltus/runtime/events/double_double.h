#pragma once

#include <cmath>

namespace saltus {

// The unevaluated sum high + low of two doubles, |low| <= ulp(high)/2: twice the precision.
// T. J. Dekker (1971), D. E. Knuth (TAOCP 2, 4.2.2).
struct DoubleDouble {
  double high = 0.0;
  double low = 0.0;
};

// Rounding errors of one operation, relative: bounds, not estimates.
inline constexpr double double_rounding = 0x1p-53;
inline constexpr double double_double_rounding = 0x1p-102;

// a + b exactly; requires |a| >= |b| or a = 0.
inline DoubleDouble quick_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// a + b exactly.
inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double b_seen = sum - a;
  return {sum, (a - (sum - b_seen)) + (b - b_seen)};
}

// a b exactly, while |a|, |b| < 2^996 and nothing underflows.
inline DoubleDouble two_product(double a, double b) {
  const double product = a * b;
#ifdef FP_FAST_FMA
  return {product, std::fma(a, b, -product)};
#else
  constexpr double splitter = 0x1p27 + 1.0;
  const double a_scaled = splitter * a;
  const double a_high = a_scaled - (a_scaled - a);
  const double a_low = a - a_high;
  const double b_scaled = splitter * b;
  const double b_high = b_scaled - (b_scaled - b);
  const double b_low = b - b_high;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
#endif
}

inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = two_sum(a.high, b.high);
  const DoubleDouble low = two_sum(a.low, b.low);
  const DoubleDouble first = quick_two_sum(high.high, high.low + low.high);
  return quick_two_sum(first.high, first.low + low.low);
}

inline DoubleDouble operator*(DoubleDouble a, double b) {
  const DoubleDouble product = two_product(a.high, b);
  return quick_two_sum(product.high, product.low + a.low * b);
}

inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = two_product(a.high, b.high);
  return quick_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

inline DoubleDouble operator/(DoubleDouble a, double b) {
  const double quotient = a.high / b;
  const DoubleDouble rest = a + two_product(-quotient, b);
  return quick_two_sum(quotient, rest.high / b);
}

inline double magnitude(double a) { return std::fabs(a); }
inline double magnitude(DoubleDouble a) { return std::fabs(a.high); }
inline double leading_part(double a) { return a; }
inline double leading_part(DoubleDouble a) { return a.high; }

}  // namespace saltus
