#pragma once

#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/runtime/simulate/options.h"
#include "saltus/runtime/simulate/outcome.h"
#include "saltus/runtime/simulate/start.h"

namespace saltus {

// A column of the results: an unknown's derivative of some order, or a constant.
struct OutputColumn {
  TrajectoryColumn column;
  bool is_constant = false;
  std::uint32_t unknown = 0;
  int order = 0;
  double constant = 0.0;
};

// Start, then step by step to the stop time, a row of results wherever one is
// due. Whatever happens, what was computed until then is returned.
Simulation simulate(const ExecutableMode& mode, const std::vector<UnknownStart>& starts,
                    const std::vector<OutputColumn>& columns, const SimulationOptions& options);

}  // namespace saltus
