#pragma once

#include "saltus/driver/compile.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// Ends of a run that the continuous equations of a mode cause: at the start, or within a step.
void explain_start_conflict(const CompiledModel& model, const SimulationEnd& end,
                            Diagnostics& diagnostics);
void explain_start_not_found(const CompiledModel& model, const SimulationEnd& end,
                             Diagnostics& diagnostics);
void explain_singular_block(const CompiledModel& model, const SimulationEnd& end,
                            Diagnostics& diagnostics);
void explain_divergence(const CompiledModel& model, const SimulationEnd& end,
                        Diagnostics& diagnostics);
void explain_non_finite_value(const CompiledModel& model, const SimulationEnd& end,
                              Diagnostics& diagnostics);
void explain_small_step(const CompiledModel& model, const SimulationEnd& end,
                        Diagnostics& diagnostics);

}  // namespace saltus
