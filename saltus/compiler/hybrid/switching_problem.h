#pragma once

#include <span>
#include <vector>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/executable/discrete_system.h"

namespace saltus {

// The sub-problems in which inequalities determine binary unknowns (S4, section 4): the
// blocks of the triangular form over the leading values x', y and the binary unknowns z, as
// far as they hold inequalities, in the order in which they are solved. `surfaces[i]`
// watches inequality i. One sub-problem with everything where there is no such form: the
// equations differ from mode to mode, or are of higher index.
std::vector<SubProblem> find_sub_problems(const FlatSystem& system, EquationKinds& kinds,
                                          std::span<const SurfaceId> surfaces);

}  // namespace saltus
