#pragma once

#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/results/trajectory.h"
#include "saltus/runtime/simulate/mode_numbers.h"
#include "saltus/runtime/simulate/output_times.h"
#include "saltus/runtime/simulate/present_instant.h"

namespace saltus {

// Rows of results: values of the whole model at one time.
class RowWriter {
 public:
  RowWriter(RunState& run, PresentInstant& instant, ModeNumbers& modes,
            std::vector<OutputColumn> columns);

  // All rows that are due before `until`, or until then.
  std::optional<SimulationEnd> write_until(double until, bool is_inclusive);
  bool is_per_step() const { return output_times_.is_per_step(); }
  std::optional<SimulationEnd> write(double time);

  // The two rows of an event: values() before it, and the present ones.
  std::vector<double> values();
  void write_event(const std::vector<double>& left);

  // Multipliers join the results when they first have a value.
  void add_multipliers(std::span<const std::uint32_t> components);

  const Trajectory& trajectory() const { return trajectory_; }
  Trajectory take_trajectory() { return std::move(trajectory_); }

 private:
  void fill(std::span<double> row);
  double value_of(const OutputColumn& column);
  double multiplier_of(const OutputColumn& column);
  double equivalent_value(std::uint32_t variable);

  RunState& run_;
  PresentInstant& instant_;
  ModeNumbers& modes_;
  std::vector<OutputColumn> columns_;
  OutputTimes output_times_;
  Trajectory trajectory_;
  std::vector<std::uint8_t> has_column_;  // per surface: its multiplier is in the results
};

}  // namespace saltus
