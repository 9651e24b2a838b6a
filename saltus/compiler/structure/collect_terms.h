#pragma once

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/expr/evaluate.h"

namespace saltus {

// The sum `root` with one term for each value that occurs in it, and none for those whose factors
// cancel up to rounding. `numbers` knows the values of parameters.
ExprId collect_terms(ExprPool& pool, Evaluator& numbers, ExprId root);

}  // namespace saltus
