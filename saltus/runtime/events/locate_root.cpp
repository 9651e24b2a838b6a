#include "saltus/runtime/events/locate_root.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "saltus/runtime/events/polynomial_value.h"

namespace saltus {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

bool has_sign(double value, int sign) { return value * sign > 0.0; }

// Newton's iteration in plain arithmetic until a step changes less than `near` of x: the next
// step, being quadratic, is then at the level of rounding.
double approach_root(std::span<const double> coefficients, Bracket bracket, double x) {
  constexpr double near = 1e-9;
  constexpr int most_steps = 100;
  for (int step = 0; step < most_steps; ++step) {
    const auto [value, slope] = value_and_slope(coefficients, x);
    if (value == 0.0) return x;
    (has_sign(value, bracket.sign_before) ? bracket.lo : bracket.hi) = x;
    double next = x - value / slope;
    if (!(next > bracket.lo && next < bracket.hi)) next = std::midpoint(bracket.lo, bracket.hi);
    if (std::fabs(next - x) <= near * std::fabs(next)) return next;
    x = next;
  }
  return x;
}

// Newton's iteration with accurate values; none if it does not settle.
std::optional<double> polish_root(std::span<const double> coefficients, const Bracket& bracket,
                                  double x) {
  constexpr int most_steps = 6;
  for (int step = 0; step < most_steps; ++step) {
    const double next =
        x - accurate_value(coefficients, x) / value_and_slope(coefficients, x).slope;
    if (!(next >= bracket.lo && next <= bracket.hi)) return std::nullopt;
    if (std::fabs(next - x) <= epsilon * std::fabs(next)) return next;
    x = next;
  }
  return std::nullopt;
}

}  // namespace

double locate_root(std::span<const double> coefficients, const Bracket& bracket, double guess) {
  const double near = approach_root(coefficients, bracket, guess);
  const std::optional<double> root = polish_root(coefficients, bracket, near);
  if (!root) return bisect_root(coefficients, bracket);
  return no_longer_before(coefficients, *root, bracket.sign_before);
}

double bisect_root(std::span<const double> coefficients, const Bracket& bracket) {
  double lo = bracket.lo;
  double hi = bracket.hi;
  for (;;) {
    const double middle = std::midpoint(lo, hi);
    if (middle <= lo || middle >= hi) return hi;
    (has_sign(accurate_value(coefficients, middle), bracket.sign_before) ? lo : hi) = middle;
  }
}

double no_longer_before(std::span<const double> coefficients, double x, int sign_before) {
  constexpr int most_ulps = 8;
  for (int ulp = 0; ulp < most_ulps && has_sign(accurate_value(coefficients, x), sign_before);
       ++ulp) {
    x = std::nextafter(x, std::numeric_limits<double>::infinity());
  }
  return x;
}

}  // namespace saltus
