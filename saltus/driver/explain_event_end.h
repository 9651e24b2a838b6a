#pragma once

#include "saltus/driver/compile.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// Ends of a run at an instant whose events do not lead to one mode, or accumulate.
void explain_unsettled(const CompiledModel& model, const SimulationEnd& end,
                       Diagnostics& diagnostics);
void explain_infeasible(const CompiledModel& model, const SimulationEnd& end,
                        Diagnostics& diagnostics);
void explain_zeno(const CompiledModel& model, const SimulationEnd& end, Diagnostics& diagnostics);

}  // namespace saltus
