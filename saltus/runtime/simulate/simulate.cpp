#include "saltus/runtime/simulate/simulate.h"

#include "saltus/runtime/simulate/run_loop.h"

namespace saltus {

RunResult simulate(const RunSetting& setting) {
  RunLoop loop(setting);
  loop.start();
  loop.advance_to(setting.options.stop_time);
  return loop.finish();
}

}  // namespace saltus
