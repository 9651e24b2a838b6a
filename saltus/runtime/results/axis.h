#pragma once

#include <string>
#include <vector>

namespace saltus {

struct Tick {
  double value;
  std::string label;
};

// The range of one axis of a plot and its labelled round numbers, ascending.
struct Axis {
  double low = 0.0;
  double high = 1.0;
  std::vector<Tick> ticks;

  // 0 at low, 1 at high, linear in between; the range may exceed the largest double.
  double fraction(double value) const;
};

enum class AxisEnds { rounded, exact };

// An axis over [low, high], both finite, low <= high. About `tick_count` ticks at multiples of 1, 2
// or 5 times a power of ten; `rounded` ends are the nearest such multiples outside, unless that
// would leave much of the plot empty. A range without extent (up to rounding) is widened so that
// its value lies in the middle.
Axis make_axis(double low, double high, int tick_count, AxisEnds ends);

}  // namespace saltus
