#pragma once

#include "saltus/driver/compile.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// Ends of a run that its discrete part causes: assertions, `when` clauses, relations.
void explain_assertion(const CompiledModel& model, const SimulationEnd& end,
                       Diagnostics& diagnostics);
void explain_failed_reinit(const CompiledModel& model, const SimulationEnd& end,
                           Diagnostics& diagnostics);
void explain_non_finite_discrete(const CompiledModel& model, const SimulationEnd& end,
                                 Diagnostics& diagnostics);
void explain_fast_clock(const CompiledModel& model, const SimulationEnd& end,
                        Diagnostics& diagnostics);
void explain_undefined_relation(const CompiledModel& model, const SimulationEnd& end,
                                Diagnostics& diagnostics);

// Assertions with AssertionLevel.warning that failed.
void warn_of_assertions(const CompiledModel& model, const RunResult& simulation,
                        Diagnostics& diagnostics);

}  // namespace saltus
