#pragma once

#include "saltus/driver/compile.h"
#include "saltus/driver/tried_modes.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// Ends of a run at a change of mode: the mode cannot be entered, or no reset leads into it.
// `faults`: what is wrong with the structure of the mode.
void explain_singular_mode(const CompiledModel& model, const SimulationEnd& end,
                           const Diagnostics& faults, Diagnostics& diagnostics);

// A substitution none of whose branches is active.
void explain_inactive_substitution(const CompiledModel& model, const FlatSubstitution& substitution,
                                   const SimulationEnd& end, Diagnostics& diagnostics);

void explain_failed_reset(const CompiledModel& model, const SimulationEnd& end,
                          Diagnostics& diagnostics);
void explain_undetermined_state(const CompiledModel& model, const SimulationEnd& end,
                                Diagnostics& diagnostics);

}  // namespace saltus
