#pragma once

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// Keeps the guards and hidden variables that something depends on, numbered in the order
// of their first use; each comes after those in its own condition or operand. The numbers
// then depend on the system alone, not on how it was written.
void renumber_by_first_use(FlatSystem& system);

}  // namespace saltus
