// The three tanks of Warnecke and Lichtenberg over 1000 s, 37 events: Saltus from the equations
// with binary unknowns and inequalities, CVODE (Adams) with root finding and the valves switched by
// hand. Each reports its true error at the end; compare at equal error.

#include <benchmark/benchmark.h>
#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include "benchmarks/peers/sundials_handles.h"
#include "saltus/driver/compile.h"
#include "saltus/foundation/base/check.h"

namespace saltus::peers {
namespace {

constexpr double stop_time = 1000.0;
// tests/reference/three_tank.json
constexpr std::array<double, 3> reference = {31.762531197069563, 26.25531448373392,
                                             35.96740763437723};
constexpr double expected_events = 37;

void report(benchmark::State& state, const std::array<double, 3>& end, double events) {
  double error = 0.0;
  for (std::size_t i = 0; i < 3; ++i) error = std::fmax(error, std::fabs(end[i] - reference[i]));
  state.counters["error"] = error;
  state.counters["events"] = events;
  SALTUS_CHECK(events == expected_events);
}

std::string read_example() {
  std::ifstream file(SALTUS_EXAMPLES "/three_tank/ThreeTank.mo");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

double tolerance_of(const benchmark::State& state) {
  return std::pow(10.0, -static_cast<double>(state.range(0)));
}

void saltus_from_text(benchmark::State& state) {
  Diagnostics diagnostics;
  auto system = compile_flat(SourceText("ThreeTank.mo", read_example()), {}, diagnostics);
  SALTUS_CHECK(system.has_value());
  const auto model = compile_model(*system, diagnostics);
  SALTUS_CHECK(model != nullptr);
  SimulationOptions options;
  options.stop_time = stop_time;
  options.tolerance = tolerance_of(state);
  options.times = {stop_time};
  options.with_event_rows = false;
  options.with_event_log = false;
  Simulation last;
  for ([[maybe_unused]] auto iteration : state) {
    last = run_model(*model, options, diagnostics);
    SALTUS_CHECK(last.end.reason == EndReason::reached_stop_time);
  }
  const std::size_t row = last.trajectory.row_count() - 1;
  report(
      state,
      {last.trajectory.value(row, 0), last.trajectory.value(row, 1), last.trajectory.value(row, 2)},
      static_cast<double>(last.statistics.events));
}
BENCHMARK(saltus_from_text)->DenseRange(4, 10)->Unit(benchmark::kMicrosecond);

struct Tanks {
  static constexpr double capacity = 4200.0 * 5.0, gamma = 375.0, alpha = 125.0;
  static constexpr double inflow = 4200.0 * 0.09, surroundings = 0.0, inlet = 80.0;
  static constexpr std::array<double, 3> lower = {30.0, 25.0, 35.0}, upper = {40.0, 35.0, 45.0};
  std::array<bool, 3> is_open = {false, false, false};
};

int slope(double, N_Vector value_vector, N_Vector slope_vector, void* data) {
  const auto& tanks = *static_cast<const Tanks*>(data);
  const double* x = N_VGetArrayPointer(value_vector);
  double* result = N_VGetArrayPointer(slope_vector);
  const int open = tanks.is_open[0] + tanks.is_open[1] + tanks.is_open[2];
  const double share = open == 0 ? 1.0 : open;
  const double sum = x[0] + x[1] + x[2];
  for (std::size_t i = 0; i < 3; ++i) {
    double heat =
        Tanks::alpha * (sum - x[i]) + Tanks::alpha * Tanks::surroundings - Tanks::gamma * x[i];
    if (tanks.is_open[i]) heat += Tanks::inflow / share * (Tanks::inlet - x[i]);
    result[i] = heat / Tanks::capacity;
  }
  return 0;
}

// An open valve waits for the upper bound, a closed one for the lower.
int distances(double, N_Vector value_vector, double* result, void* data) {
  const auto& tanks = *static_cast<const Tanks*>(data);
  const double* x = N_VGetArrayPointer(value_vector);
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = tanks.is_open[i] ? Tanks::upper[i] - x[i] : x[i] - Tanks::lower[i];
  }
  return 0;
}

struct FreeCvode {
  void operator()(void* memory) const { CVodeFree(&memory); }
};

void cvode_by_hand(benchmark::State& state) {
  const double tolerance = tolerance_of(state);
  std::array<double, 3> end{};
  int events = 0;
  for ([[maybe_unused]] auto iteration : state) {
    Tanks tanks;
    events = 0;
    const Context context;
    const Vector value(N_VNew_Serial(3, context));
    double* const x = N_VGetArrayPointer(value.get());
    x[0] = 37.0;
    x[1] = 30.0;
    x[2] = 40.0;
    const NonlinearSolver solver(SUNNonlinSol_FixedPoint(value.get(), 0, context));
    const std::unique_ptr<void, FreeCvode> cvode(CVodeCreate(CV_ADAMS, context));
    SALTUS_CHECK(CVodeInit(cvode.get(), slope, 0.0, value.get()) == CV_SUCCESS);
    SALTUS_CHECK(CVodeSStolerances(cvode.get(), tolerance, tolerance) == CV_SUCCESS);
    SALTUS_CHECK(CVodeSetUserData(cvode.get(), &tanks) == CV_SUCCESS);
    SALTUS_CHECK(CVodeSetNonlinearSolver(cvode.get(), solver.get()) == CV_SUCCESS);
    SALTUS_CHECK(CVodeRootInit(cvode.get(), 3, distances) == CV_SUCCESS);
    SALTUS_CHECK(CVodeSetMaxNumSteps(cvode.get(), 100'000'000) == CV_SUCCESS);
    SALTUS_CHECK(CVodeSetStopTime(cvode.get(), stop_time) == CV_SUCCESS);
    double reached = 0.0;
    for (;;) {
      const int outcome = CVode(cvode.get(), stop_time, value.get(), &reached, CV_NORMAL);
      SALTUS_CHECK(outcome >= 0);
      if (outcome != CV_ROOT_RETURN) break;
      std::array<int, 3> found{};
      SALTUS_CHECK(CVodeGetRootInfo(cvode.get(), found.data()) == CV_SUCCESS);
      for (std::size_t i = 0; i < 3; ++i) {
        if (found[i] == 0) continue;
        tanks.is_open[i] = !tanks.is_open[i];
        ++events;
      }
      SALTUS_CHECK(CVodeReInit(cvode.get(), reached, value.get()) == CV_SUCCESS);
    }
    end = {x[0], x[1], x[2]};
  }
  report(state, end, events);
  state.SetLabel(SALTUS_SUNDIALS_ORIGIN);
}
BENCHMARK(cvode_by_hand)->DenseRange(8, 13)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace saltus::peers
