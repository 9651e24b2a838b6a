#pragma once

#include <cstdint>

#include "saltus/runtime/numeric/block_newton.h"

namespace saltus {

// Follows H(x, s) = F(x) - (1 - s) F(x0) = 0 of one block from the current point,
// s = 0, to s = 1, by arc length, so that s may turn back on the way
// (theory/start.md, 5). False when the curve is lost; then x is as it was.
[[nodiscard]] bool follow_homotopy(std::uint32_t block, const StartPlan& plan,
                                   StartProblem& problem, BlockNewton& newton);

}  // namespace saltus
