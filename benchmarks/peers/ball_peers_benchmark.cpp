// Elastic bounces of a ball, 10^4 of them: Saltus from the text, CVODE with root finding and the
// bounce written by hand. Each reports the time per event and how far it is off at the end.

#include <benchmark/benchmark.h>
#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <cmath>

#include "benchmarks/peers/sundials_handles.h"
#include "saltus/driver/compile.h"
#include "saltus/foundation/base/check.h"

namespace saltus::peers {
namespace {

constexpr double gravity = 9.81;
constexpr int bounces = 10'000;
// Dropped from 1 m; back at the top after 2n falls.
const double stop_time = 2.0 * bounces * std::sqrt(2.0 / gravity);

void report(benchmark::State& state, double speed_at_top, double events) {
  state.counters["seconds_off"] = std::fabs(speed_at_top) / gravity;
  state.counters["per_event"] = benchmark::Counter(
      events, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void saltus_from_text(benchmark::State& state) {
  Diagnostics diagnostics;
  auto system = compile_flat(
      SourceText("Ball.mo",
                 "model Ball\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                 "equation\n  der(x) = v;\n  der(v) = -9.81;\n"
                 "  when x <= 0 then\n    reinit(v, -pre(v));\n  end when;\nend Ball;\n"),
      {}, diagnostics);
  SALTUS_CHECK(system.has_value());
  const auto model = compile_model(*system, diagnostics);
  SALTUS_CHECK(model != nullptr);
  SimulationOptions options;
  options.stop_time = stop_time;
  options.tolerance = 1e-10;
  options.times = {stop_time};
  options.with_event_rows = false;
  options.with_event_log = false;
  Simulation last;
  for ([[maybe_unused]] auto iteration : state) {
    last = run_model(*model, options, diagnostics);
    SALTUS_CHECK(last.end.reason == EndReason::reached_stop_time);
  }
  report(state, last.trajectory.value(last.trajectory.row_count() - 1, 1),
         static_cast<double>(last.statistics.events));
}
BENCHMARK(saltus_from_text)->Unit(benchmark::kMillisecond);

int slope(double, N_Vector value_vector, N_Vector slope_vector, void*) {
  const double* value = N_VGetArrayPointer(value_vector);
  double* result = N_VGetArrayPointer(slope_vector);
  result[0] = value[1];
  result[1] = -gravity;
  return 0;
}

int height(double, N_Vector value_vector, double* result, void*) {
  result[0] = N_VGetArrayPointer(value_vector)[0];
  return 0;
}

struct FreeCvode {
  void operator()(void* memory) const { CVodeFree(&memory); }
};

// Each bounce begins a new integration: the solution is not smooth there.
void cvode_by_hand(benchmark::State& state) {
  const double tolerance = std::pow(10.0, -static_cast<double>(state.range(0)));
  double speed = 0.0;
  long events = 0;
  for ([[maybe_unused]] auto iteration : state) {
    events = 0;
    const Context context;
    const Vector value(N_VNew_Serial(2, context));
    double* const x = N_VGetArrayPointer(value.get());
    x[0] = 1.0;
    x[1] = 0.0;
    const NonlinearSolver solver(SUNNonlinSol_FixedPoint(value.get(), 0, context));
    const std::unique_ptr<void, FreeCvode> cvode(CVodeCreate(CV_ADAMS, context));
    SALTUS_CHECK(CVodeInit(cvode.get(), slope, 0.0, value.get()) == CV_SUCCESS);
    SALTUS_CHECK(CVodeSStolerances(cvode.get(), tolerance, tolerance) == CV_SUCCESS);
    SALTUS_CHECK(CVodeSetNonlinearSolver(cvode.get(), solver.get()) == CV_SUCCESS);
    SALTUS_CHECK(CVodeRootInit(cvode.get(), 1, height) == CV_SUCCESS);
    SALTUS_CHECK(CVodeSetMaxNumSteps(cvode.get(), 100'000'000) == CV_SUCCESS);
    SALTUS_CHECK(CVodeSetStopTime(cvode.get(), stop_time) == CV_SUCCESS);
    double reached = 0.0;
    for (;;) {
      const int outcome = CVode(cvode.get(), stop_time, value.get(), &reached, CV_NORMAL);
      SALTUS_CHECK(outcome >= 0);
      if (outcome != CV_ROOT_RETURN) break;
      ++events;
      x[0] = std::fmax(x[0], 1e-14);  // on the upper side, or the same root is found again
      x[1] = std::fabs(x[1]);
      SALTUS_CHECK(CVodeReInit(cvode.get(), reached, value.get()) == CV_SUCCESS);
    }
    speed = x[1];
  }
  report(state, speed, static_cast<double>(events));
  state.SetLabel(SALTUS_SUNDIALS_ORIGIN);
}
BENCHMARK(cvode_by_hand)->Arg(6)->Arg(9)->Arg(12)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace saltus::peers
