#pragma once

#include "saltus/executable/executable_mode.h"

namespace saltus {

// Marks products in which one factor does not change between events: inputs with a constant
// value, binary unknowns, discrete variables, and what is made of them. Such a product costs
// one multiplication per coefficient instead of a sum over all of them.
void mark_constant_factors(ExecutableMode& mode);

}  // namespace saltus
