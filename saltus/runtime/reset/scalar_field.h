#pragma once

#include <cmath>
#include <limits>

namespace saltus {

// The numbers of a reset run as floating-point numbers of type Real, with one fixed small
// value in place of the infinitesimal. With doubles it serves to look at single points.
template <class Real>
class ScalarField {
 public:
  using Number = Real;
  class Sum {
   public:
    void add(const Real& a, double factor = 1.0) { add_term(Real(factor * a)); }
    void add_product(const Real& a, const Real& b, double factor = 1.0) {
      add_term(Real(factor * a * b));
    }
    Real result() const {
      using std::abs;
      return abs(value_) <= rounding() * magnitude_ ? Real(0) : value_;
    }

   private:
    static Real rounding() { return 64 * std::numeric_limits<Real>::epsilon(); }
    void add_term(const Real& term) {
      using std::abs;
      value_ += term;
      magnitude_ += abs(term);
    }
    Real value_ = 0, magnitude_ = 0;
  };

  explicit ScalarField(Real infinitesimal, double negligible_move)
      : infinitesimal_(infinitesimal), kNegligibleMove(negligible_move) {}

  bool has_no_series = false;
  bool is_too_short = false;
  // Newton's iteration goes from 1e36 to 1e12 by factors of 2/3 if a cube root is wanted.
  static constexpr int kMaxIterations = 400;
  static constexpr bool kRounds = false;  // nothing that matters
  static constexpr int kExtraIterations = 1;

  Number constant(double value) const { return Real(value); }
  Number scaled(const Number& a, int power) const {
    Real result = a;
    for (int i = 0; i < power; ++i) result *= infinitesimal_;
    for (int i = 0; i > power; --i) result /= infinitesimal_;
    return result;
  }
  static void forget_precision(Number&) {}
  static void limit_precision(Number&, const Number&) {}

  bool is_zero(const Number& a) const { return a == 0; }
  bool is_finite(const Number& a) const {
    using std::isfinite;
    return isfinite(a);
  }
  int sign(const Number& a) const { return a > 0 ? 1 : a < 0 ? -1 : 0; }
  double log_size(const Number& a) const {
    using std::frexp;
    if (a == 0) return -std::numeric_limits<double>::infinity();
    int exponent = 0;
    const auto mantissa = static_cast<double>(Real(frexp(a, &exponent)));
    return std::log(std::fabs(mantissa)) + exponent * std::log(2.0);
  }

  double standard_magnitude(const Number& a) const {
    using std::abs;
    return static_cast<double>(Real(abs(a)));
  }
  double standard_part(const Number& a) const { return static_cast<double>(a); }
  static Number absolute(const Number& a) { return a; }
  static void drop_rounding(Number&, const Number&) {}
  void note_zero(const Number&) {}

  Number divide(const Number& a, const Number& b) { return a / b; }
  Number power(const Number& a, double exponent) {
    using std::pow;
    if (exponent == 2.0) return a * a;
    return pow(a, Real(exponent));
  }
  Number sqrt(const Number& a) {
    using std::sqrt;
    return sqrt(a);
  }
  Number exp(const Number& a) {
    using std::exp;
    return exp(a);
  }
  Number log(const Number& a) {
    using std::log;
    return log(a);
  }
  void sin_cos(const Number& a, Number& sine, Number& cosine) {
    using std::cos;
    using std::sin;
    const Real argument = a;
    sine = sin(argument);
    cosine = cos(argument);
  }
  void sinh_cosh(const Number& a, Number& sine, Number& cosine) {
    using std::cosh;
    using std::sinh;
    const Real argument = a;
    sine = sinh(argument);
    cosine = cosh(argument);
  }
  Number tan(const Number& a) {
    using std::tan;
    return tan(a);
  }
  Number tanh(const Number& a) {
    using std::tanh;
    return tanh(a);
  }
  Number asin(const Number& a) {
    using std::asin;
    return asin(a);
  }
  Number acos(const Number& a) {
    using std::acos;
    return acos(a);
  }
  Number atan(const Number& a) {
    using std::atan;
    return atan(a);
  }
  Number atan2(const Number& a, const Number& b) {
    using std::atan2;
    return atan2(a, b);
  }
  Number floor(const Number& a) {
    using std::floor;
    return floor(a);
  }

 private:
  Real infinitesimal_;

 public:
  const double kNegligibleMove;
};

}  // namespace saltus
