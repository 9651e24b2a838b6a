#include "saltus/runtime/simulate/simulate.h"

#include "saltus/runtime/simulate/run_loop.h"

namespace saltus {

Simulation simulate(const ExecutableModel& model, ModeSource& source, const StartGuess& guess,
                    const std::vector<OutputColumn>& columns, const SimulationOptions& options) {
  return RunLoop(model, source, guess, columns, options).run();
}

}  // namespace saltus
