#include "saltus/runtime/taylor/interval.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace saltus {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = std::numbers::pi;
constexpr Interval kAnything{-kInfinity, kInfinity};

// 0 times infinity is 0: the factor that is 0 is so exactly.
double product(double x, double y) { return x == 0.0 || y == 0.0 ? 0.0 : x * y; }

Interval hull_of(double x, double y, double z, double w) {
  const auto [low, high] = std::minmax({x, y, z, w});
  if (std::isnan(x) || std::isnan(y) || std::isnan(z) || std::isnan(w)) return kAnything;
  return {low, high};
}

Interval rising(double (*function)(double), const Interval& a) {
  return {function(a.low), function(a.high)};
}

Interval clamped(const Interval& a, double low, double high) {
  return {std::clamp(a.low, low, high), std::clamp(a.high, low, high)};
}

double least_magnitude(const Interval& a) {
  return a.contains(0.0) ? 0.0 : std::min(std::fabs(a.low), std::fabs(a.high));
}
double largest_magnitude(const Interval& a) {
  return std::max(std::fabs(a.low), std::fabs(a.high));
}

// Whether start + k*period lies within, for some whole k.
bool contains_one_of(const Interval& a, double start, double period) {
  return std::floor((a.high - start) / period) >= std::ceil((a.low - start) / period);
}

// A sine that is 1 at `top`.
Interval sine(const Interval& a, double value_at_low, double value_at_high, double top) {
  if (!(a.width() < 2.0 * kPi)) return {-1.0, 1.0};
  Interval result{std::min(value_at_low, value_at_high), std::max(value_at_low, value_at_high)};
  if (contains_one_of(a, top, 2.0 * kPi)) result.high = 1.0;
  if (contains_one_of(a, top + kPi, 2.0 * kPi)) result.low = -1.0;
  return result;
}

Interval inverse(const Interval& a) {
  if (a.low == 0.0 && a.high > 0.0) return {1.0 / a.high, kInfinity};
  if (a.high == 0.0 && a.low < 0.0) return {-kInfinity, 1.0 / a.low};
  if (a.contains(0.0)) return kAnything;
  return {1.0 / a.high, 1.0 / a.low};
}

Interval power(const Interval& a, double exponent) {
  const bool is_whole = exponent == std::floor(exponent);
  if (exponent < 0.0 && a.contains(0.0)) return inverse(power(a, -exponent));
  if (!is_whole) {
    const Interval base = clamped(a, 0.0, kInfinity);
    return hull_of(std::pow(base.low, exponent), std::pow(base.high, exponent),
                   std::pow(base.low, exponent), std::pow(base.high, exponent));
  }
  const double low = std::pow(a.low, exponent), high = std::pow(a.high, exponent);
  Interval result{std::min(low, high), std::max(low, high)};
  const bool is_even = std::fmod(exponent, 2.0) == 0.0;
  if (is_even && a.contains(0.0)) result.low = 0.0;
  return result;
}

Interval tangent(const Interval& a) {
  if (!(a.width() < kPi) || contains_one_of(a, 0.5 * kPi, kPi)) return kAnything;
  return {std::tan(a.low), std::tan(a.high)};
}

// The angle of a box that contains neither the origin nor a part of the cut.
Interval angle(const Interval& a, const Interval& b) {
  if (a.contains(0.0) && !(b.low > 0.0)) return {-kPi, kPi};
  return hull_of(std::atan2(a.low, b.low), std::atan2(a.low, b.high), std::atan2(a.high, b.low),
                 std::atan2(a.high, b.high));
}

Interval magnitude(const Interval& a) { return {least_magnitude(a), largest_magnitude(a)}; }

}  // namespace

Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Interval operator+(const Interval& a, const Interval& b) {
  return {a.low + b.low, a.high + b.high};
}

Interval operator*(double factor, const Interval& a) {
  const double x = product(factor, a.low), y = product(factor, a.high);
  return {std::min(x, y), std::max(x, y)};
}

Interval operator*(const Interval& a, const Interval& b) {
  return hull_of(product(a.low, b.low), product(a.low, b.high), product(a.high, b.low),
                 product(a.high, b.high));
}

Interval square(const Interval& a) {
  const Interval size = magnitude(a);
  return {size.low * size.low, size.high * size.high};
}

IntervalResult apply(const Instruction& instruction, const Interval& a, const Interval& b) {
  switch (instruction.op) {
    case SeriesOp::divide:
      return {a * inverse(b), {}};
    case SeriesOp::reciprocal:
      return {instruction.constant * inverse(a), {}};
    case SeriesOp::power:
      return {power(a, instruction.constant), {}};
    case SeriesOp::sqrt:
      return {rising(std::sqrt, clamped(a, 0.0, kInfinity)), {}};
    case SeriesOp::exp:
      return {rising(std::exp, a), {}};
    case SeriesOp::log:
      return {rising(std::log, clamped(a, 0.0, kInfinity)), {}};
    case SeriesOp::sin_cos:
      return {sine(a, std::sin(a.low), std::sin(a.high), 0.5 * kPi),
              sine(a, std::cos(a.low), std::cos(a.high), 0.0)};
    case SeriesOp::sinh_cosh:
      return {rising(std::sinh, a), rising(std::cosh, magnitude(a))};
    case SeriesOp::tan:
      return {tangent(a), {}};
    case SeriesOp::tanh:
      return {rising(std::tanh, a), {}};
    case SeriesOp::asin:
      return {rising(std::asin, clamped(a, -1.0, 1.0)), {}};
    case SeriesOp::acos:
      return {-1.0 * rising([](double x) { return -std::acos(x); }, clamped(a, -1.0, 1.0)), {}};
    case SeriesOp::atan:
      return {rising(std::atan, a), {}};
    case SeriesOp::atan2:
      return {angle(a, b), {}};
    case SeriesOp::abs:
      return {magnitude(a), {}};
    case SeriesOp::minimum:
      return {{std::min(a.low, b.low), std::min(a.high, b.high)}, {}};
    case SeriesOp::maximum:
      return {{std::max(a.low, b.low), std::max(a.high, b.high)}, {}};
    case SeriesOp::time:
    case SeriesOp::known:
    case SeriesOp::left_limit:
    case SeriesOp::derivative:
    case SeriesOp::sum:
    case SeriesOp::if_else:
    case SeriesOp::sign:
    case SeriesOp::floor:
    case SeriesOp::ceil:
    case SeriesOp::truncate:
    case SeriesOp::less:
    case SeriesOp::less_equal:
    case SeriesOp::equal:
    case SeriesOp::logical_and:
    case SeriesOp::logical_or:
    case SeriesOp::logical_not:
      break;
  }
  return {kAnything, kAnything};
}

}  // namespace saltus
