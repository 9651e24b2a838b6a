#pragma once

#include <span>
#include <vector>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/executable/discrete_system.h"

namespace saltus {

// The sub-problems in which inequalities determine binary unknowns (S4, section 4): the
// blocks of the triangular form over the leading values x', y and the binary unknowns z, as
// far as they hold inequalities, in the order in which they are solved. `surfaces[i]`
// watches inequality i. Parts of the model that share no variable are looked at one by one; a
// part without such a form (its equations differ from mode to mode, or are of higher index, be
// it for some values of z only) is one sub-problem.
std::vector<SubProblem> find_sub_problems(FlatSystem& system, EquationKinds& kinds,
                                          std::span<const SurfaceId> surfaces);

}  // namespace saltus
