#pragma once

#include <optional>
#include <vector>

#include "saltus/runtime/results/result_sink.h"
#include "saltus/runtime/simulate/mode_numbers.h"
#include "saltus/runtime/simulate/output_times.h"
#include "saltus/runtime/simulate/present_instant.h"

namespace saltus {

// Rows of results: values of the whole model at one time.
class RowWriter {
 public:
  RowWriter(RunState& run, PresentInstant& instant, ModeNumbers& modes,
            const std::vector<OutputColumn>& columns, ResultSink& sink);

  // Before the first row.
  void begin();

  // All rows that are due before `until`, or until then.
  std::optional<SimulationEnd> write_until(double until, bool is_inclusive);
  bool is_per_step() const { return output_times_.is_per_step(); }
  std::optional<SimulationEnd> write(double time);

  // The two rows of an event: the values that keep_left() found before it, and the present ones.
  void keep_left() { fill(left_); }
  void write_event();

 private:
  void fill(std::vector<double>& row);
  double value_of(const OutputColumn& column);
  double multiplier_of(const OutputColumn& column);
  double equivalent_value(std::uint32_t variable);

  RunState& run_;
  PresentInstant& instant_;
  ModeNumbers& modes_;
  const std::vector<OutputColumn>& columns_;
  ResultSink& sink_;
  OutputTimes output_times_;
  std::vector<double> row_, left_;
};

}  // namespace saltus
