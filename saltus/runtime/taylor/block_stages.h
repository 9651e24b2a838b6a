#pragma once

#include <cstdint>
#include <optional>

#include "saltus/runtime/taylor/expansion_work.h"

namespace saltus {

enum class ExpansionFault : std::uint8_t { singular_jacobian, newton_diverged, value_not_finite };

// A stage of one block. Its local stage k is that of the whole plus the lead of the block; the
// coefficients of earlier stages, and of earlier blocks at this stage, are known
// (docs/theory/taylor.md, (1)).

// Any k.
std::optional<ExpansionFault> solve_block(ExpansionWork& work, std::uint32_t block, int stage);

// k < 0: the constraints of this stage, fewer than their unknowns, hold at the point nearest to
// the prediction.
std::optional<ExpansionFault> project_block(ExpansionWork& work, std::uint32_t block,
                                            int local_stage);

// k = 0: the leading values, by Newton's iteration from their seeds; one step is exact when the
// block is quasilinear. Leaves the factors of its Jacobian to the stages that follow.
std::optional<ExpansionFault> solve_leading_values(ExpansionWork& work, std::uint32_t block);

// k > 0: linear, with the Jacobian of stage 0.
std::optional<ExpansionFault> solve_higher_stage(ExpansionWork& work, std::uint32_t block,
                                                 int local_stage);

}  // namespace saltus
