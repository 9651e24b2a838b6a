#pragma once

#include "saltus/driver/compile.h"
#include "saltus/driver/tried_modes.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

struct ExplainContext {
  const Diagnostics& faults;  // what was wrong with the last mode that could not be compiled
  ModeReasons reasons = {};   // more about a mode that cannot be entered; may be empty
};

// Says in the model's terms why a run ended early, and what of the start the
// author should know. Nothing for a run that reached its stop time as asked.
void explain_end(const CompiledModel& model, const ExplainContext& context, const RunResult& result,
                 Diagnostics& diagnostics);

}  // namespace saltus
