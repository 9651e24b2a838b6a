#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace saltus {

struct SimulationOptions {
  double start_time = 0.0;
  double stop_time = 1.0;  // may lie before start_time: backward
  double tolerance = 1e-8;
  // Errors below it do not count, in the unit of each variable; relative ones are measured by the
  // present size of a value, or by its nominal value if that is larger.
  double absolute_tolerance = 0.0;
  // Rows of results: at these times, in the order of the run; if none are given,
  // every `interval`, start and stop included; an interval of 0 gives one per step.
  std::vector<double> times = {};
  double interval = 0.0;
  bool with_derivatives = false;
  // Hidden columns for checks: derivatives that the equations mention, and the value of each
  // binary unknown in the equations, which is between 0 and 1 where it slides.
  bool with_hidden_columns = false;
  bool with_event_rows = true;  // two more rows at each event: left and right limits
  // Columns for the multipliers of surfaces that can hold the motion.
  bool with_multipliers = true;
  bool with_event_log = true;           // events are described, if a sink asks for them
  bool continues_after_zeno = false;    // from where events accumulate, if that can be done
  bool is_strict = false;               // new states need a past or an equation
  bool start_from_left_limits = false;  // the start values are left limits of the first mode
  std::uint64_t max_steps = 100'000'000;
  // Bytes that visited modes may take; 0: a part of the memory that there is. No result depends on
  // it.
  std::size_t mode_memory = 0;
  // Called now and then with the time reached; returns false to interrupt.
  std::function<bool(double time)> on_progress = {};
};

}  // namespace saltus
