#pragma once

#include <optional>

#include "apps/saltus/commands.h"
#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/options.h"

namespace saltus {

// What the command line says, otherwise the model's annotation(experiment(…)), otherwise 0 to 1
// with a tolerance of 1e-8 and 500 intervals. Nothing and a diagnostic when these do not fit
// together.
std::optional<SimulationOptions> make_simulation_options(const SimulateCommand& command,
                                                         const Experiment& experiment,
                                                         Diagnostics& diagnostics);

}  // namespace saltus
