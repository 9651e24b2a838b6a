#pragma once

#include <string>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/executable/discrete_system.h"

namespace saltus {

// How binary unknowns are searched for: `6 binary unknowns in 3 sub-problems: 12 candidates
// instead of 64`. Empty for a model without any.
std::string switching_text(const DiscreteSystem& discrete);

// One line per sub-problem, with its unknowns.
std::string sub_problems_text(const FlatSystem& system, const DiscreteSystem& discrete);

}  // namespace saltus
