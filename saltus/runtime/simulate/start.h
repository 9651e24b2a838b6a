#pragma once

#include <optional>
#include <span>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/executable/known_values.h"
#include "saltus/foundation/base/interruption.h"
#include "saltus/foundation/base/result.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// What the author said about the start of one unknown.
struct UnknownStart {
  std::optional<double> value;  // start attribute
  bool fixed = false;
  double nominal = 0.0;  // 0: not given
  int preference = 0;    // among values that nothing determines, higher is taken first
};

// A consistent point of a mode: x_j, x_j', …, as Expansion's state slots hold them.
struct ConsistentStart {
  std::vector<double> state;
  StartReport report;
};

// Finds the consistent point nearest to the start values (semantics 7): fixed
// starts and initial equations hold exactly, written starts of state variables
// move as little as possible, everything else follows from the equations.
Result<ConsistentStart, SimulationEnd> find_consistent_start(
    const ExecutableMode& mode, double time, const std::vector<UnknownStart>& starts,
    const KnownValues& known, Interruption* interruption = nullptr);

// The consistent point nearest to a state in which some entries, by position, are
// fixed: what `reinit` leaves of the others.
Result<std::vector<double>, SimulationEnd> find_consistent_state(
    const ExecutableMode& mode, double time, std::span<const double> state,
    const std::vector<std::size_t>& fixed, const KnownValues& known,
    Interruption* interruption = nullptr);

}  // namespace saltus
