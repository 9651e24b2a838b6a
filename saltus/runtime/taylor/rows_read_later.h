#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/executable/executable_mode.h"

namespace saltus {

// Per block: of ExecutableBlock::through, the positions of those whose rows somebody reads after
// the solve. The others, as those of the residuals, are of use up to the solve only. None of an
// assignment.
std::vector<std::vector<std::uint32_t>> find_rows_read_later(
    const ExecutableMode& mode, std::span<const std::uint32_t> instruction_of_row);

}  // namespace saltus
