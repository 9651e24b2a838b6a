#pragma once

#include <vector>

#include "saltus/driver/compile.h"

namespace saltus {

// The columns of the results, known before a run begins: variables in the order of their
// declarations, then derivatives if asked for, then the mode if there can be several, then the
// multiplier of every surface that can hold the motion (docs/theory/sliding.md).
std::vector<OutputColumn> output_columns(const CompiledModel& model,
                                         const SimulationOptions& options);

}  // namespace saltus
