#pragma once

#include <optional>
#include <variant>

#include "saltus/foundation/base/result.h"
#include "saltus/runtime/reset/point_evaluator.h"
#include "saltus/runtime/reset/reset_plan.h"
#include "saltus/runtime/reset/run_outcome.h"

namespace saltus {

// Why a run in series of K coefficients gave no answer.
struct SeriesFailure {
  ResetFailure failure;
  bool is_too_short = false;   // a longer one may
  bool has_no_series = false;  // none will
};

// A run in Laurent series, first short ones, then longer ones.
class SeriesRun {
 public:
  SeriesRun(const ExecutableMode& mode, const ResetPlan& plan);
  ~SeriesRun();

  Result<RunOutcome, SeriesFailure> run(const ResetProblem& problem, const FirstInstant& first,
                                        PointEvaluator& point);

 private:
  struct Runs;
  const ExecutableMode& mode_;
  const ResetPlan& plan_;
  std::unique_ptr<Runs> runs_;
};

}  // namespace saltus
