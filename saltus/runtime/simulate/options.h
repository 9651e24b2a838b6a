#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace saltus {

struct SimulationOptions {
  double start_time = 0.0;
  double stop_time = 1.0;  // may lie before start_time: backward
  double tolerance = 1e-8;
  // Rows of results: at these times if given, otherwise every `interval`, and
  // always at start and stop. An interval of 0 gives one row per step.
  std::vector<double> times = {};
  double interval = 0.0;
  bool with_derivatives = false;
  std::uint64_t max_steps = 100'000'000;
  // Called now and then with the time reached; returns false to interrupt.
  std::function<bool(double time)> on_progress = {};
};

}  // namespace saltus
