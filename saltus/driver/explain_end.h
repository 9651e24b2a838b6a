#pragma once

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// Says in the model's terms why a run ended early, and what of the start the
// author should know. Nothing for a run that reached its stop time as asked.
void explain_end(const FlatSystem& system, const Simulation& simulation, Diagnostics& diagnostics);

}  // namespace saltus
