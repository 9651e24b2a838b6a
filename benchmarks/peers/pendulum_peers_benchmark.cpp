// The pendulum over 100 periods, every solver at the loosest tolerance with which it really reaches
// a given error: equal tolerances would compare nothing.

#include <benchmark/benchmark.h>

#include <cmath>
#include <optional>
#include <string>

#include "benchmarks/peers/pendulum_run.h"

namespace saltus::peers {
namespace {

using Solver = PendulumRun (*)(double tolerance);

// Tightens from 1e-6 to 3e-15 by half decades. A single lucky run does not count: the next tighter
// one has to reach the target too.
std::optional<double> loosest_tolerance(Solver run, double target_error) {
  std::optional<double> candidate;
  for (int half_decades = 2 * 6; half_decades <= 2 * 14 + 1; ++half_decades) {
    const double tolerance = std::pow(10.0, -half_decades / 2.0);
    const bool reached = run(tolerance).error <= target_error;
    if (reached && candidate) return candidate;
    candidate = reached ? std::optional(tolerance) : std::nullopt;
  }
  return std::nullopt;
}

void pendulum(benchmark::State& state, Solver run, double target_error) {
  const std::optional<double> tolerance = loosest_tolerance(run, target_error);
  if (!tolerance) {
    state.SkipWithError("no tolerance reaches this error");
    return;
  }
  PendulumRun last{};
  for ([[maybe_unused]] auto iteration : state) last = run(*tolerance);
  state.counters["tolerance"] = *tolerance;
  state.counters["true_error"] = last.error;
  state.counters["steps"] = static_cast<double>(last.steps);
  state.SetLabel(SALTUS_SUNDIALS_ORIGIN);
}

const bool registered = [] {
  const auto add = [](const std::string& solver, Solver run) {
    for (const auto& [name, target] : {std::pair("1e-6", 1e-6), std::pair("1e-9", 1e-9)}) {
      benchmark::RegisterBenchmark(("pendulum/" + solver + "/true_error_" + name).c_str(), pendulum,
                                   run, target)
          ->Unit(benchmark::kMillisecond);
    }
  };
  add("saltus_on_index_3", run_saltus_on_index_3);
  add("ida_on_index_1", run_ida_on_index_1);
  add("cvode_on_minimal_coordinates", run_cvode_on_minimal_coordinates);
  return true;
}();

}  // namespace
}  // namespace saltus::peers
