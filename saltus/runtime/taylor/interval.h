#pragma once

#include "saltus/executable/executable_mode.h"

namespace saltus {

// All values of a row over a part of a step. Ends are rounded to the nearest number, not outwards:
// what is looked for is no matter of the last digit.
struct Interval {
  double low = 0.0;
  double high = 0.0;

  double width() const { return high - low; }
  bool contains(double value) const { return low <= value && value <= high; }
};

Interval hull(const Interval& a, const Interval& b);
Interval operator+(const Interval& a, const Interval& b);
Interval operator*(double factor, const Interval& a);
Interval operator*(const Interval& a, const Interval& b);
Interval square(const Interval& a);

// What an operation may be over the values of its operands, and what its companion may be. Sums and
// choices are no matter of this file.
struct IntervalResult {
  Interval value, companion;
};
IntervalResult apply(const Instruction& instruction, const Interval& a, const Interval& b);

}  // namespace saltus
