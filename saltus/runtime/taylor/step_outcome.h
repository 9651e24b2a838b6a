#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "saltus/runtime/events/first_crossing.h"
#include "saltus/runtime/taylor/expansion.h"
#include "saltus/runtime/taylor/instant.h"

namespace saltus {

struct StepFailed {
  double time;  // the failure lies between here and one smallest step further
  std::optional<ExpansionFailure> cause = {};
  // An event function that is not a number, by its position in ExecutableMode::surfaces.
  std::optional<std::uint32_t> undefined_surface = {};
  // Neither of them: the step itself became too small.
};
struct Advanced {
  double time;
};
// An event function has left its side; crossings() has which.
struct Crossed {
  Instant time;
};
using StepOutcome = std::variant<Advanced, Crossed, StepFailed>;

struct SurfaceCrossing {
  std::uint32_t position;  // in ExecutableMode::surfaces
  Side after;
};

struct StepStatistics {
  std::uint64_t steps = 0, rejected_steps = 0, expansions = 0;
  double smallest_step = 0.0, largest_step = 0.0;
  double largest_error = 0.0;       // last terms of the series, in units of the tolerance
  double largest_projection = 0.0;  // in units of the tolerance
};

}  // namespace saltus
