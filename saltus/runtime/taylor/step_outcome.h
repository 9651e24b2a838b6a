#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "saltus/runtime/events/first_crossing.h"
#include "saltus/runtime/numeric/tolerances.h"
#include "saltus/runtime/taylor/expansion.h"
#include "saltus/runtime/taylor/instant.h"

namespace saltus {

// What a step is asked for.
struct StepRequest {
  double limit;      // no step goes beyond
  double remaining;  // to the limit, with its sign
  double direction;
  double smallest;             // no step is shorter
  std::span<const Side> held;  // the sides of the event functions, one per surface of the mode
};

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

  // A step was taken, with this defect at its end.
  void note_step(double step, double defect) {
    const double length = std::fabs(step);
    ++steps;
    smallest_step = steps == 1 ? length : std::min(smallest_step, length);
    largest_step = std::max(largest_step, length);
    // A larger one was accepted as rounding, and is no error of the step.
    if (defect <= tolerances::largest_defect) largest_error = std::max(largest_error, defect);
  }
};

}  // namespace saltus
