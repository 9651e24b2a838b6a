#include "saltus/runtime/results/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace saltus {
namespace {

constexpr double largest = std::numeric_limits<double>::max();
// Differences below this share of the values are rounding, not behaviour.
constexpr double rounding_share = 1e-13;
// By which a range may grow for the sake of round ends.
constexpr double most_growth = 1.25;

struct Range {
  double low, high;
  // high - low can overflow, its half cannot.
  double half() const { return high / 2 - low / 2; }
  double magnitude() const { return std::max(std::abs(low), std::abs(high)); }
  bool is_constant() const {
    return half() <= rounding_share * magnitude() || half() < std::numeric_limits<double>::min();
  }
};

Range widen_constant(Range range) {
  const double middle = range.low / 2 + range.high / 2;
  const double reach = std::abs(middle) < 1e-300 ? 1.0 : std::abs(middle) / 10;
  return {std::max(-largest, middle - reach), std::min(largest, middle + reach)};
}

// The least of 1, 2, 5, 10 times a power of ten that is at least `step`.
double round_up_step(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    // The logarithm of an exact power may come out a hair too small.
    if (factor * power >= step * (1 - 1e-12)) return factor * power;
  }
  return 10.0 * power;
}

bool labels_are_faithful(const std::vector<Tick>& ticks, double step, int digits) {
  return std::all_of(ticks.begin(), ticks.end(), [&](const Tick& tick) {
    const std::string label = fmt::format("{:.{}g}", tick.value, digits);
    return std::abs(std::strtod(label.c_str(), nullptr) / 2 - tick.value / 2) <= step * 1e-3;
  });
}

// Enough for the integer part, so that 10 does not become 1e+01; large numbers are better with a
// power.
int least_digits(const std::vector<Tick>& ticks) {
  double magnitude = 1.0;
  for (const Tick& tick : ticks) magnitude = std::max(magnitude, std::abs(tick.value));
  return magnitude < 1e6 ? static_cast<int>(std::log10(magnitude)) + 1 : 1;
}

// With as many digits as it takes to tell the ticks apart, the same for all.
void label_ticks(std::vector<Tick>& ticks, double step) {
  int digits = least_digits(ticks);
  while (digits < 17 && !labels_are_faithful(ticks, step, digits)) ++digits;
  for (Tick& tick : ticks) tick.label = fmt::format("{:.{}g}", tick.value, digits);
}

std::vector<Tick> multiples_of(double step, Range range) {
  std::vector<Tick> ticks;
  // The slack keeps an end that is a multiple up to rounding.
  const double first = std::ceil(range.low / step - 1e-6);
  const double last = std::floor(range.high / step + 1e-6);
  for (double k = first; k <= last && ticks.size() < 100; k += 1.0) {
    // Adding zero turns -0 into 0.
    ticks.push_back({std::clamp(k * step, -largest, largest) + 0.0, {}});
  }
  return ticks;
}

Range round_outwards(Range range, double step) {
  const double low = step * std::floor(range.low / step + 1e-6);
  const double high = step * std::ceil(range.high / step - 1e-6);
  return {std::max(low, -largest), std::min(high, largest)};
}

}  // namespace

double Axis::fraction(double value) const { return (value / 2 - low / 2) / (high / 2 - low / 2); }

Axis make_axis(double low, double high, int tick_count, AxisEnds ends) {
  Range range{low, high};
  if (range.is_constant()) range = widen_constant(range);
  const double step = round_up_step(range.half() / std::max(tick_count - 1, 1) * 2);
  if (ends == AxisEnds::rounded) {
    const Range rounded = round_outwards(range, step);
    if (rounded.half() <= most_growth * range.half()) range = rounded;
  }
  Axis axis{range.low, range.high, multiples_of(step, range)};
  label_ticks(axis.ticks, step);
  return axis;
}

}  // namespace saltus
