#pragma once

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// Marks the binary unknowns of the system, and says so unless there are as many
// inequalities as binary unknowns in every mode (S4).
void find_binary_unknowns(FlatSystem& system, Diagnostics& diagnostics);

}  // namespace saltus
