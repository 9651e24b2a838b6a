#pragma once

#include <cstdint>
#include <vector>

#include "saltus/executable/executable_mode.h"

namespace saltus {

// Rows at whose zeros an operation goes over to another branch: no series reaches across. A kink
// ends a step without being an event; nothing discrete reads it. The first operand of atan2(a, b)
// is one, since a = 0, b < 0 is a branch cut.
std::vector<std::uint32_t> find_kinks(const ExecutableMode& mode);

}  // namespace saltus
