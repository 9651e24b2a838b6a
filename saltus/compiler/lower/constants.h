#pragma once

#include "saltus/executable/executable_mode.h"

namespace saltus {

// Marks what does not change between events: inputs with a constant value, binary unknowns,
// discrete variables, and what is made of them. Its series ends at coefficient 0, and a
// product with it costs one multiplication per coefficient instead of a sum over all of them.
void mark_constants(ExecutableMode& mode);

}  // namespace saltus
