#pragma once

#include <optional>

#include "saltus/runtime/reset/reset.h"
#include "saltus/runtime/reset/reset_plan.h"

namespace saltus {

// The reset of a linear mode by projection on its finite deflating subspace (docs/theory/
// projection.md), which needs no regular system Jacobian. The equations are those of `written`;
// right limits are in the layout of the mode of `plan`. Nothing if the mode is not linear, its
// pencil singular, or a left limit missing.
std::optional<ResetResult> reset_by_projection(const ResetProblem& problem,
                                               const ExecutableMode& written,
                                               const ResetPlan& plan);

}  // namespace saltus
