#pragma once

#include "saltus/driver/compile.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// Says in the model's terms why a run ended early, and what of the start the
// author should know. Nothing for a run that reached its stop time as asked.
// `faults`: what was wrong with a mode that could not be entered.
void explain_end(const CompiledModel& model, const Diagnostics& faults, const RunResult& result,
                 Diagnostics& diagnostics);

}  // namespace saltus
