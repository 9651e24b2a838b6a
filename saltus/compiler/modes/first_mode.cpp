#include "saltus/compiler/modes/first_mode.h"

#include "saltus/compiler/modes/values_at_start.h"

namespace saltus {

std::optional<Mode> find_first_mode(const FlatSystem& system, Diagnostics&) {
  return ValuesAtStart(system, system.experiment.start_time.value_or(0.0)).mode();
}

}  // namespace saltus
