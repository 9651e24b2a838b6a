#pragma once

#include "saltus/executable/executable_mode.h"
#include "saltus/runtime/reset/reset.h"
#include "saltus/runtime/simulate/outcome.h"
#include "saltus/runtime/taylor/taylor_integrator.h"

namespace saltus {

// What failed in a mode, with the equations and variables that take part, as an end of the run.
// The first `variable_count` unknowns are variables of the model, others multipliers.
SimulationEnd explain(const StepFailed& failed, const ExecutableMode& mode,
                      std::size_t variable_count, const TaylorIntegrator& integrator);
SimulationEnd explain(const ExpansionFailure& failure, const ExecutableMode& mode, double time,
                      const Expansion& expansion);
SimulationEnd explain(const ResetFailure& failure, const ExecutableMode& mode, double time);

}  // namespace saltus
