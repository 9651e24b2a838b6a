#include "saltus/runtime/simulate/simulate.h"

#include "saltus/runtime/simulate/run_loop.h"

namespace saltus {

RunResult simulate(const RunSetting& setting) { return RunLoop(setting).run(); }

}  // namespace saltus
