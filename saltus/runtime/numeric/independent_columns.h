#pragma once

#include <span>
#include <vector>

#include "saltus/runtime/numeric/start_problem.h"

namespace saltus {

// Columns of the current Jacobian that are independent on `rows`, as many as its
// rank there. An earlier class is used up before a later one is asked; within a
// class the column with the largest independent part comes first.
std::vector<Column> independent_columns(const StartProblem& problem, std::span<const Row> rows,
                                        std::span<const std::vector<Column>> classes);

}  // namespace saltus
