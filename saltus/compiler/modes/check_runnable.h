#pragma once

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// Reports what a run cannot do without: a value for every input.
bool check_runnable(const FlatSystem& system, Diagnostics& diagnostics);

}  // namespace saltus
