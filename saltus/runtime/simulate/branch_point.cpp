#include "saltus/runtime/simulate/branch_point.h"

#include <algorithm>
#include <cmath>

namespace saltus {

// A short step of Euler's method leads to where the series exists: x = u t + O(t^(3/2)) where
// x' = u - sqrt(x). It is as short as the place of the crossing is known.
bool BranchPoint::begin_beside(VisitedMode& next, Instant time, std::span<const double> state,
                               std::span<const double> scales) {
  const double span = options_.stop_time - options_.start_time;
  const double size = std::max(std::fabs(time.value()), std::fabs(span));
  const double farthest = tolerances::farthest_beside * std::sqrt(options_.tolerance);
  for (double length = tolerances::nearest_beside; length <= farthest; length *= 8.0) {
    const double step = std::copysign(length * size, span);
    if (begin_after(next, time, state, scales, step)) continue;
    const std::span<const double> now = next.integrator->state();
    const std::vector<double> near(now.begin(), now.end());
    if (begin_after(next, time, state, scales, 64.0 * step)) return false;
    const std::vector<double> far(now.begin(), now.end());
    // It may be there only just: the series reaches as far as the root is away.
    if (begin_after(next, time, state, scales, 8.0 * step)) return false;
    if (!has_derivative(next, near, far, size)) return false;
    distance_ = 8.0 * std::fabs(step);
    time_ = next.integrator->instant();
    state_.assign(now.begin(), now.end());
    return true;
  }
  return false;
}

// Whether what is state has a derivative near the point, `near` and `far` on both sides of the
// present state, each eight times as far away: that of x' = sqrt(x) near 0 tends to its limit, its
// differences become smaller; that of x' = 1/x does not.
bool BranchPoint::has_derivative(const VisitedMode& next, std::span<const double> near,
                                 std::span<const double> far, double size) const {
  const std::span<const double> state = next.integrator->state();
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    const StateSlot& slot = next.integrator->slot(unknown);
    if (slot.count < 2) continue;
    const std::uint32_t leading = slot.first + slot.count - 1;
    const double speed = next.integrator->scale()[leading - 1] / size;
    const double change = std::fabs(state[leading] - near[leading]);
    const bool is_same = change <= tolerances::same_derivative * (std::fabs(near[leading]) + speed);
    const bool converges =
        change <= tolerances::converging_derivative * std::fabs(far[leading] - state[leading]);
    if (!is_same && !converges) return false;
  }
  return true;
}

// Begins `length` later, with the derivatives that the equations give there: those of a function
// of time may vanish at the point itself.
std::optional<ExpansionFailure> BranchPoint::begin_after(VisitedMode& next, const Instant& time,
                                                         std::span<const double> state,
                                                         std::span<const double> scales,
                                                         double length) const {
  TaylorIntegrator& integrator = *next.integrator;
  const Instant later = time.plus(length);
  const auto advanced = [&](std::span<const double> derivatives) {
    std::vector<double> after(derivatives.begin(), derivatives.end());
    for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
      const StateSlot& slot = integrator.slot(unknown);
      for (std::uint32_t i = slot.first + slot.count - 1; i-- > slot.first;) {
        after[i] = state[i] + length * derivatives[i + 1];
      }
    }
    return after;
  };
  const std::vector<double> first = advanced(state);
  std::vector<double> there = first;
  integrator.set_time_scale(std::exp2(std::floor(std::log2(std::fabs(length)))));
  const auto begin = [&](const std::vector<double>& after) -> std::optional<ExpansionFailure> {
    const auto failure = integrator.begin(later, after, scales);
    if (failure || !integrator.is_at_root(std::fabs(length) / 4.0)) return failure;
    return ExpansionFailure{ExpansionFault::value_not_finite, 0};
  };
  // Where a root changes fast, the derivatives there may lead too far.
  if (!integrator.evaluate_state(later, there) && !begin(advanced(there))) return std::nullopt;
  return begin(first);
}

double BranchPoint::step_limit(double time, double limit) const {
  if (distance_ == 0.0 || std::fabs(limit - time) <= distance_ / 4.0) return limit;
  return time + std::copysign(distance_ / 4.0, limit - time);
}

bool is_derivative_finite(const VisitedMode& mode, std::size_t variable_count, double span) {
  const std::span<const double> state = mode.integrator->state();
  for (std::uint32_t unknown = 0; unknown < variable_count; ++unknown) {
    const StateSlot& slot = mode.integrator->slot(unknown);
    if (slot.count < 2) continue;
    const std::uint32_t leading = slot.first + slot.count - 1;
    const double scale = mode.integrator->scale()[leading - 1];
    if (!(std::fabs(state[leading]) * span <= tolerances::pole * scale)) return false;
  }
  return true;
}

}  // namespace saltus
