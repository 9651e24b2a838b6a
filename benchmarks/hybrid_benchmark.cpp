// Runs with many events, from the text as written. Each reports the time per event and,
// where the answer is known, its error.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "saltus/driver/compile.h"
#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

FlatSystem compile_text(const std::string& text) {
  Diagnostics diagnostics;
  auto system = compile_flat(SourceText("model.mo", text), {}, diagnostics);
  SALTUS_CHECK(system.has_value());
  return std::move(*system);
}

std::string read_example(const std::string& path) {
  std::ifstream file(std::string(SALTUS_EXAMPLES) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Rows and the log of events cost time in proportion to all variables: left out where
// the events themselves are measured.
SimulationOptions without_rows(double stop_time, double tolerance) {
  SimulationOptions options;
  options.stop_time = stop_time;
  options.tolerance = tolerance;
  options.times = {stop_time};
  options.with_event_rows = false;
  options.with_event_log = false;
  return options;
}

Simulation run(benchmark::State& state, const FlatSystem& system,
               const SimulationOptions& options) {
  Diagnostics diagnostics;
  const auto model = compile_model(system, diagnostics);
  SALTUS_CHECK(model != nullptr);
  Simulation last;
  for ([[maybe_unused]] auto iteration : state) {
    last = run_model(*model, options, diagnostics);
    SALTUS_CHECK(last.end.reason == EndReason::reached_stop_time);
  }
  const auto events = static_cast<double>(last.statistics.events);
  state.counters["events"] = events;
  state.counters["per_event"] = benchmark::Counter(
      events, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  return last;
}

std::string balls(int count) {
  std::string text = "model Balls\n";
  for (int i = 0; i < count; ++i) {
    text += fmt::format("  Real x{0}(start = {1}, fixed = true), v{0}(start = 0, fixed = true);\n",
                        i, 1.0 + 0.01 * i);
  }
  text += "equation\n";
  for (int i = 0; i < count; ++i) {
    text += fmt::format(
        "  der(x{0}) = v{0};\n  der(v{0}) = -9.81;\n"
        "  when x{0} <= 0 then\n    reinit(v{0}, -pre(v{0}));\n  end when;\n",
        i);
  }
  return text + "end Balls;\n";
}

// Elastic bounces: the n-th at (2n - 1) sqrt(2h/g).
void elastic_balls(benchmark::State& state) {
  const auto count = static_cast<int>(state.range(0));
  FlatSystem system = compile_text(balls(count));
  const double fall = std::sqrt(2.0 / 9.81);
  const double bounces = 1e4 / count;
  SimulationOptions options = without_rows(2.0 * bounces * fall, 1e-10);
  const Simulation last = run(state, system, options);
  // At the end ball 0 is at the top again, 2n falls after the start: x = 1 - g dt^2/2, v = -g dt.
  const Trajectory& trajectory = last.trajectory;
  state.counters["seconds_off"] = std::fabs(trajectory.value(trajectory.row_count() - 1, 1)) / 9.81;
}
BENCHMARK(elastic_balls)->Arg(1)->Arg(100)->Unit(benchmark::kMillisecond);

// Independent clutches, each engaged while its own clock is high.
std::string clutches(int count) {
  std::string text = "model Clutches\n";
  for (int i = 0; i < count; ++i) {
    text += fmt::format(
        "  Real a{0}(start = 10, fixed = true), b{0}(start = 2, fixed = true), p{0}, q{0};\n"
        "  Real s{0}(start = 0, fixed = true), c{0}(start = 1, fixed = true);\n",
        i);
  }
  text += "equation\n";
  for (int i = 0; i < count; ++i) {
    text += fmt::format(
        "  der(s{0}) = {1}*c{0};\n  der(c{0}) = -{1}*s{0};\n"
        "  der(a{0}) = -0.1*a{0} + p{0} + 3*s{0};\n  der(b{0}) = -0.04*b{0} + 0.5*q{0};\n"
        "  if s{0} > 0.5 then\n    a{0} = b{0};\n    p{0} + q{0} = 0;\n"
        "  else\n    p{0} = 0;\n    q{0} = 0;\n  end if;\n",
        i, 1.0 + 1e-4 * i);
  }
  return text + "end Clutches;\n";
}

// 10^5 events in all, however many clutches: the cost of an event must not grow with
// those that it does not touch.
void independent_clutches(benchmark::State& state) {
  const auto count = static_cast<int>(state.range(0));
  FlatSystem system = compile_text(clutches(count));
  const double events = state.range(0) == 1 ? 1e4 : 1e5;
  const double period = 2.0 * 3.141592653589793;
  const Simulation last = run(state, system, without_rows(events / 2.0 / count * period, 1e-8));
  state.counters["modes"] = static_cast<double>(last.statistics.modes);
}
BENCHMARK(independent_clutches)
    ->Arg(1)
    ->Arg(10)
    ->Arg(100)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);

void robot(benchmark::State& state) {
  FlatSystem system = compile_text(read_example("robot/Robot.mo"));
  run(state, system, without_rows(5.0, std::pow(10.0, -static_cast<double>(state.range(0)))));
}
BENCHMARK(robot)->Arg(8)->Arg(10)->Unit(benchmark::kMillisecond);

void rectifier_1000_periods(benchmark::State& state) {
  FlatSystem system = compile_text(read_example("rectifier/Rectifier.mo"));
  run(state, system, without_rows(20.0, std::pow(10.0, -static_cast<double>(state.range(0)))));
}
BENCHMARK(rectifier_1000_periods)->Arg(6)->Arg(10)->Unit(benchmark::kMillisecond);

// A mode change with reset, there and back: cached, and with everything compiled anew.
void clutch_mode_changes(benchmark::State& state) {
  FlatSystem system = compile_text(clutches(1));
  run(state, system, without_rows(static_cast<double>(state.range(0)) * 6.283185307179586, 1e-8));
}
BENCHMARK(clutch_mode_changes)->Arg(1)->Arg(1000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace saltus
