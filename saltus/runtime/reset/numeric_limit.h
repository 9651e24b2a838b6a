#pragma once

#include "saltus/foundation/base/result.h"
#include "saltus/runtime/reset/point_evaluator.h"
#include "saltus/runtime/reset/reset_plan.h"
#include "saltus/runtime/reset/run_outcome.h"

namespace saltus {

// The reset run in extended precision, with several small numbers in place of the
// infinitesimal, and the limit of what they give. A run that has no limit is not finite.
Result<RunOutcome, ResetFailure> run_numeric_limit(const ResetProblem& problem,
                                                   const ResetPlan& plan, const FirstInstant& first,
                                                   PointEvaluator& point);

}  // namespace saltus
