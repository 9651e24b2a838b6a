#pragma once

#include "saltus/foundation/base/result.h"
#include "saltus/runtime/reset/point_evaluator.h"
#include "saltus/runtime/reset/reset_plan.h"
#include "saltus/runtime/reset/run_outcome.h"

namespace saltus {

// Reads the reset off a run: right limits, impulses, path dependence. Fails if a right limit
// is infinite or misses an equation. `point` is overwritten.
Result<ResetResult, ResetFailure> find_right_limit(const ResetProblem& problem,
                                                   const ResetPlan& plan, const FirstInstant& first,
                                                   const RunOutcome& outcome,
                                                   PointEvaluator& point);

}  // namespace saltus
