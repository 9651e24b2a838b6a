#pragma once

#include <cmath>
#include <cstdint>

#include "saltus/runtime/reset/laurent.h"

namespace saltus {

// The numbers of a reset run as Laurent series in the infinitesimal: exact orders
// of magnitude, double coefficients.
//
// A field object collects what went wrong while its numbers were computed.
template <int K>
class SeriesField {
 public:
  using Number = Laurent<K>;
  using Sum = LaurentSum<K>;

  // An infinite or singular argument has no series of this kind (sin, exp, log, sqrt(eps), …).
  bool has_no_series = false;
  // A coefficient that decides is beyond the truncation.
  bool is_too_short = false;

  // Newton's iteration: relative size of a negligible move, and how many further steps
  // carry the accuracy of the dominant coefficients to all of them.
  static constexpr double kNegligibleMove = 1e-11;
  static constexpr int kMaxIterations = 40;
  static constexpr bool kRounds = true;
  static constexpr int kExtraIterations = K <= 4 ? 2 : K <= 8 ? 3 : K <= 16 ? 4 : 6;

  Number constant(double value) const { return Number(value); }
  // eps^power times a.
  Number scaled(const Number& a, int power) const { return shifted(a, power); }
  // For Newton's iteration the iterate is a number like any other; what is unknown of
  // the solution is what is unknown of the last move.
  static void forget_precision(Number& a) { a.precision = Number::kExact; }
  static void limit_precision(Number& a, const Number& move);

  bool is_zero(const Number& a) const { return a.is_zero(); }
  bool is_finite(const Number& a) const { return a.is_finite(); }
  int sign(const Number& a) const { return a.is_zero() ? 0 : a.c[0] > 0.0 ? 1 : -1; }
  // Logarithm of the magnitude, for a representative eps that is small compared with
  // everything but rounding: which of two numbers is a better pivot.
  double log_size(const Number& a) const {
    return a.is_zero() ? -kInfinity
                       : std::log(std::fabs(a.c[0])) - kLogRepresentative * a.valuation;
  }

  // |a| up to infinitesimals; infinite if a is.
  double standard_magnitude(const Number& a) const {
    return a.order() < 0 ? kInfinity : std::fabs(a.coefficient(0));
  }
  // a up to infinitesimals, not a number if a is infinite.
  double standard_part(const Number& a) const {
    return a.order() < 0 ? std::numeric_limits<double>::quiet_NaN() : a.coefficient(0);
  }
  static Number absolute(Number a) {
    for (int i = 0; i < a.length; ++i) {
      a.c[static_cast<std::size_t>(i)] = std::fabs(a.c[static_cast<std::size_t>(i)]);
    }
    return a;
  }
  // Coefficients of `a` that are rounding, given the size of the terms, become zero.
  static void drop_rounding(Number& a, const Number& size);
  // A pivot was found to be zero: perhaps only because it is not known any more.
  void note_zero(const Number& a) { is_too_short |= !a.is_exact(); }

  Number divide(const Number& a, const Number& b);
  Number power(const Number& a, double exponent);
  Number sqrt(const Number& a) { return power(a, 0.5); }
  Number exp(const Number& a);
  Number log(const Number& a);
  void sin_cos(const Number& a, Number& sine, Number& cosine);
  void sinh_cosh(const Number& a, Number& sine, Number& cosine);
  Number tan(const Number& a);
  Number tanh(const Number& a);
  Number asin(const Number& a);
  Number acos(const Number& a);
  Number atan(const Number& a);
  Number atan2(const Number& a, const Number& b);
  Number floor(const Number& a);

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr double kLogRepresentative = 18.420680743952367;  // log 1e8

  // Coefficients of eps^0, eps^1, … of a number that is not infinite.
  struct PowerSeries {
    int known = 0;  // 0: there is no such series
    bool is_constant = false;
    std::array<double, static_cast<std::size_t>(K)> c{};
    double& operator[](int i) { return c[static_cast<std::size_t>(i)]; }
    double operator[](int i) const { return c[static_cast<std::size_t>(i)]; }
  };
  PowerSeries power_series(const Number& a);
  static Number number(const PowerSeries& series);
  Number integer_power(const Number& a, int exponent);
  // start + the integral of a' w, where w may follow the integral: w_k from w_of(k).
  template <class Weight>
  PowerSeries integral(double start, const PowerSeries& a, const Weight& weight_of);
  Number integral_of(double start, const Number& a, const Number& weight);
  Number none() {
    has_no_series = true;
    return Number();
  }
};

extern template class SeriesField<4>;
extern template class SeriesField<8>;
extern template class SeriesField<16>;
extern template class SeriesField<48>;

}  // namespace saltus
