#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <limits>
#include <numbers>

#include "benchmarks/peers/pendulum_run.h"
#include "benchmarks/peers/sundials_handles.h"

namespace saltus::peers {
namespace {

enum Unknown : sunindextype { angle, speed, count };  // the angle is 0 where the rod hangs down

int slope(double, N_Vector value_vector, N_Vector slope_vector, void*) {
  const double* value = N_VGetArrayPointer(value_vector);
  double* result = N_VGetArrayPointer(slope_vector);
  result[angle] = value[speed];
  result[speed] = -gravity * std::sin(value[angle]);
  return 0;
}

struct FreeCvode {
  void operator()(void* memory) const { CVodeFree(&memory); }
};

}  // namespace

PendulumRun run_cvode_on_minimal_coordinates(double tolerance) {
  const Context context;
  const Vector value(N_VNew_Serial(count, context));
  double* const end = N_VGetArrayPointer(value.get());
  end[angle] = std::numbers::pi / 2.0;
  end[speed] = 0.0;

  const NonlinearSolver solver(SUNNonlinSol_FixedPoint(value.get(), 0, context));
  const std::unique_ptr<void, FreeCvode> cvode(CVodeCreate(CV_ADAMS, context));
  SALTUS_CHECK(CVodeInit(cvode.get(), slope, 0.0, value.get()) == CV_SUCCESS);
  SALTUS_CHECK(CVodeSStolerances(cvode.get(), tolerance, tolerance) == CV_SUCCESS);
  SALTUS_CHECK(CVodeSetNonlinearSolver(cvode.get(), solver.get()) == CV_SUCCESS);
  SALTUS_CHECK(CVodeSetMaxNumSteps(cvode.get(), 100'000'000) == CV_SUCCESS);
  SALTUS_CHECK(CVodeSetStopTime(cvode.get(), stop_time) == CV_SUCCESS);
  SALTUS_CHECK(CVodeSetErrFile(cvode.get(), nullptr) == CV_SUCCESS);

  double reached = 0.0;
  const int outcome = CVode(cvode.get(), stop_time, value.get(), &reached, CV_NORMAL);
  PendulumRun run{.error = std::numeric_limits<double>::infinity(), .steps = 0};
  CVodeGetNumSteps(cvode.get(), &run.steps);
  if (outcome >= 0) {
    const double sine = std::sin(end[angle]);
    const double cosine = std::cos(end[angle]);
    run.error = error_after_100_periods(sine, -cosine, cosine * end[speed], sine * end[speed]);
  }
  return run;
}

}  // namespace saltus::peers
