#pragma once

#include "saltus/driver/compile.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// What the author should know of a run that went on: choices that the model leaves open.
void warn_of_run(const CompiledModel& model, const RunResult& simulation, Diagnostics& diagnostics);

}  // namespace saltus
