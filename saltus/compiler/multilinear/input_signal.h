#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace saltus {

// The value of an input over time: a number, or a table. Before the first time of a table its first
// value holds, after the last time the last one.
struct InputSignal {
  std::vector<double> times;   // increasing; none: constant
  std::vector<double> values;  // as many; one if constant
  bool is_linear = false;      // between the times; otherwise a value is held until the next time

  InputSignal(double constant = 0.0) : values{constant} {}
  InputSignal(std::vector<double> at, std::vector<double> table, bool linear)
      : times(std::move(at)), values(std::move(table)), is_linear(linear) {}

  bool is_constant() const { return times.empty(); }
  // Of a linear table, from values[i] to the next.
  double slope(std::size_t i) const {
    return (values[i + 1] - values[i]) / (times[i + 1] - times[i]);
  }
  friend bool operator==(const InputSignal&, const InputSignal&) = default;
};

// The same signal without entries that say nothing: a value that is held already, the end of a
// linear table that stays where it is. What is left with one entry is a constant.
InputSignal normal_form(const InputSignal& signal);

}  // namespace saltus
