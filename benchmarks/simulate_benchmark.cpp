// Whole runs from the text as written, compile time apart. Each reports its true
// error, so that runs are compared at equal accuracy and not at equal tolerance.

#include <benchmark/benchmark.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "saltus/driver/compile.h"
#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

FlatSystem read_example(const std::string& path) {
  std::ifstream file(std::string(SALTUS_EXAMPLES) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  Diagnostics diagnostics;
  auto system = compile_flat(SourceText(path, text.str()), {}, diagnostics);
  SALTUS_CHECK(system.has_value());
  return std::move(*system);
}

struct Expected {
  const char* variable;
  double value;
};

// The largest error, relative to values beyond 1.
double error_at_end(const Simulation& simulation, const std::vector<Expected>& expected) {
  const Trajectory& trajectory = simulation.trajectory;
  double largest = 0.0;
  for (const Expected& wanted : expected) {
    for (std::size_t i = 0; i < trajectory.columns().size(); ++i) {
      if (trajectory.columns()[i].name != wanted.variable) continue;
      const double value = trajectory.value(trajectory.row_count() - 1, i);
      const double error = std::fabs(value - wanted.value) / std::max(1.0, std::fabs(wanted.value));
      largest = std::max(largest, error);
    }
  }
  return largest;
}

void run_example(benchmark::State& state, const char* path, double stop_time,
                 const std::vector<Expected>& expected) {
  FlatSystem system = read_example(path);
  Diagnostics diagnostics;
  const auto model = compile_model(system, diagnostics);
  SALTUS_CHECK(model != nullptr);
  SimulationOptions options;
  options.stop_time = stop_time;
  options.tolerance = std::pow(10.0, -static_cast<double>(state.range(0)));
  options.times = {stop_time};
  options.with_derivatives = true;
  Simulation last;
  for ([[maybe_unused]] auto iteration : state) {
    last = run_model(*model, options, diagnostics);
    SALTUS_CHECK(last.end.reason == EndReason::reached_stop_time);
  }
  state.counters["error"] = error_at_end(last, expected);
  state.counters["steps"] = static_cast<double>(last.statistics.steps);
  state.counters["order"] = last.statistics.order;
}

// Released where the rod is horizontal: back there after every period.
constexpr double kPendulumPeriod = 2.3678419475762374;

void pendulum_100_periods(benchmark::State& state) {
  run_example(state, "pendulum/PendulumSecondOrder.mo", 100 * kPendulumPeriod,
              {{"x", 1.0}, {"y", 0.0}, {"der(x)", 0.0}, {"der(y)", 0.0}});
}
BENCHMARK(pendulum_100_periods)
    ->Arg(7)
    ->Arg(8)
    ->Arg(9)
    ->Arg(10)
    ->Arg(12)
    ->Unit(benchmark::kMillisecond);

// Values at the end: tests/reference/textbook_daes.json.
void car_axis(benchmark::State& state) {
  run_example(state, "car_axis/CarAxis.mo", 3.0,
              {{"xl", 0.049345578427524094},
               {"yl", 0.4969894602300081},
               {"xr", 1.0417425248854262},
               {"yr", 0.3739110272653658}});
}
BENCHMARK(car_axis)->Arg(5)->Arg(6)->Arg(8)->Arg(10)->Unit(benchmark::kMillisecond);

void andrews(benchmark::State& state) {
  run_example(state, "andrews/Andrews.mo", 0.03,
              {{"beta", 15.810771195153707},
               {"Theta", -15.756371058411839},
               {"gamma", 0.0408222401196458},
               {"Phi", -0.5347301163420796},
               {"delta", 0.524409965879954},
               {"Omega", 0.5347301163420796},
               {"epsilon", 1.048080741041938}});
}
BENCHMARK(andrews)->Arg(7)->Arg(8)->Arg(9)->Arg(10)->Arg(12)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace saltus
