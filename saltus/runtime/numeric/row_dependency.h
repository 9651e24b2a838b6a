#pragma once

#include <vector>

#include "saltus/runtime/numeric/start_plan.h"
#include "saltus/runtime/numeric/start_problem.h"

namespace saltus {

// The solved rows whose combination gives the Jacobian of `row`, a row that no
// block solves: with `row` they are the ones that contradict each other. The most
// influential first; empty when the rows before it are singular.
std::vector<Row> rows_behind(Row row, const StartPlan& plan, const StartProblem& problem);

}  // namespace saltus
