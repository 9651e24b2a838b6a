#pragma once

#include <cstdint>

#include "saltus/runtime/taylor/expansion_work.h"

namespace saltus {

// Computes the rows of a block's system Jacobian that take part in a stage, at coefficient 0. False
// if an entry is not finite.
[[nodiscard]] bool fill_jacobian(ExpansionWork& work, std::uint32_t block, int local_stage);

// Carries the change of the unknowns' top coefficients (in `tangent`) to every value that depends
// on them: exact for coefficients m >= 1, and for values in which the unknowns are linear.
void correct_all(ExpansionWork& work, std::uint32_t block, int stage);
// The same, to those only that somebody reads after the solve.
void correct_what_is_read_later(ExpansionWork& work, std::uint32_t block, int stage);

}  // namespace saltus
