#pragma once

#include "saltus/runtime/numeric/block_newton.h"

namespace saltus {

// From a point on F(x) = 0, moves along F(x) = 0 to the nearest one, that is, to a
// local minimum of sum ((x - start)/scale)^2 over guessed unknowns (theory/start.md, 4).
void approach_guesses(const StartPlan& plan, StartProblem& problem, BlockNewton& newton);

}  // namespace saltus
