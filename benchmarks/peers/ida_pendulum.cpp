#include <ida/ida.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <limits>

#include "benchmarks/peers/pendulum_run.h"
#include "benchmarks/peers/sundials_handles.h"

namespace saltus::peers {
namespace {

enum Unknown : sunindextype { x, y, vx, vy, lambda, count };

int residual(double, N_Vector value_vector, N_Vector slope_vector, N_Vector residual_vector,
             void*) {
  const double* value = N_VGetArrayPointer(value_vector);
  const double* slope = N_VGetArrayPointer(slope_vector);
  double* r = N_VGetArrayPointer(residual_vector);
  r[x] = slope[x] - value[vx];
  r[y] = slope[y] - value[vy];
  r[vx] = slope[vx] + value[lambda] * value[x];
  r[vy] = slope[vy] + value[lambda] * value[y] + gravity;
  r[lambda] = value[vx] * value[vx] + value[vy] * value[vy] -
              value[lambda] * (value[x] * value[x] + value[y] * value[y]) - gravity * value[y];
  return 0;
}

// d residual/d value + alpha d residual/d slope
int jacobian(double, double alpha, N_Vector value_vector, N_Vector, N_Vector, SUNMatrix matrix,
             void*, N_Vector, N_Vector, N_Vector) {
  const double* value = N_VGetArrayPointer(value_vector);
  const auto entry = [matrix](sunindextype row, sunindextype column) -> double& {
    return SM_ELEMENT_D(matrix, row, column);
  };
  for (const Unknown differential : {x, y, vx, vy}) entry(differential, differential) = alpha;
  entry(x, vx) = -1.0;
  entry(y, vy) = -1.0;
  entry(vx, x) = value[lambda];
  entry(vx, lambda) = value[x];
  entry(vy, y) = value[lambda];
  entry(vy, lambda) = value[y];
  entry(lambda, x) = -2.0 * value[lambda] * value[x];
  entry(lambda, y) = -2.0 * value[lambda] * value[y] - gravity;
  entry(lambda, vx) = 2.0 * value[vx];
  entry(lambda, vy) = 2.0 * value[vy];
  entry(lambda, lambda) = -(value[x] * value[x] + value[y] * value[y]);
  return 0;
}

struct FreeIda {
  void operator()(void* memory) const { IDAFree(&memory); }
};

}  // namespace

PendulumRun run_ida_on_index_1(double tolerance) {
  const Context context;
  const Vector value(N_VNew_Serial(count, context));
  const Vector slope(N_VNew_Serial(count, context));
  N_VConst(0.0, value.get());
  N_VConst(0.0, slope.get());
  double* const end = N_VGetArrayPointer(value.get());
  end[x] = 1.0;
  N_VGetArrayPointer(slope.get())[vy] = -gravity;

  const Matrix matrix(SUNDenseMatrix(count, count, context));
  const LinearSolver solver(SUNLinSol_Dense(value.get(), matrix.get(), context));
  const std::unique_ptr<void, FreeIda> ida(IDACreate(context));
  SALTUS_CHECK(IDAInit(ida.get(), residual, 0.0, value.get(), slope.get()) == IDA_SUCCESS);
  SALTUS_CHECK(IDASStolerances(ida.get(), tolerance, tolerance) == IDA_SUCCESS);
  SALTUS_CHECK(IDASetLinearSolver(ida.get(), solver.get(), matrix.get()) == IDA_SUCCESS);
  SALTUS_CHECK(IDASetJacFn(ida.get(), jacobian) == IDA_SUCCESS);
  SALTUS_CHECK(IDASetMaxNumSteps(ida.get(), 100'000'000) == IDA_SUCCESS);
  SALTUS_CHECK(IDASetStopTime(ida.get(), stop_time) == IDA_SUCCESS);
  SALTUS_CHECK(IDASetErrFile(ida.get(), nullptr) == IDA_SUCCESS);

  double reached = 0.0;
  const int outcome =
      IDASolve(ida.get(), stop_time, &reached, value.get(), slope.get(), IDA_NORMAL);
  PendulumRun run{.error = std::numeric_limits<double>::infinity(), .steps = 0};
  IDAGetNumSteps(ida.get(), &run.steps);
  if (outcome >= 0) run.error = error_after_100_periods(end[x], end[y], end[vx], end[vy]);
  return run;
}

}  // namespace saltus::peers
