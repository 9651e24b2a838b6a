#include <algorithm>
#include <cmath>
#include <utility>

#include "saltus/runtime/taylor/taylor_integrator.h"

// The zero of a root, sqrt(a) where a leaves zero or comes to it: the solution has a derivative
// there, but no series. On a short step the solution on which the root stays zero, which has one,
// predicts it, and what the root adds is the trapezoidal rule of what it changes at the end
// (docs/theory/branches.md).
namespace saltus {

namespace {

constexpr double kFirstPart = 0.1;     // of the step that the prediction allows, at most
constexpr double kShrink = 0.25;       // from one attempt to the next
constexpr double kErrorOfRule = 0.25;  // of the trapezoidal rule, for t^q with q >= 0
constexpr int kMostStepsHere = 60;
constexpr int kMostBisections = 60;

}  // namespace

// The series of the solution on which roots that are zero stay zero.
bool TaylorIntegrator::expand_on_zero_roots() {
  trial_ = state_;
  if ((cause_ = expand_at(time(), order_))) return false;
  is_expanded_ = true;
  keep_segment();
  observe();
  if (segment_.watched_count() == 0) expansion_.observe(surface_degree_);
  kinks_.look(expansion_, surface_degree_);
  return true;
}

// How far the series of the prediction, of the event functions and of what the roots are taken of
// reach, and no other branch is left; nothing if there is no prediction. Branches that are left
// here, as that of `a > 0` where the root of a is zero, are on their other side already.
std::optional<double> TaylorIntegrator::predict_over_root(const Attempts& attempts) {
  const double soon = tolerances::at_root * attempts.smallest;
  kinks_.hold_roots_at_zero(expansion_, soon / time_scale_);
  point_.release_branches();
  for (std::size_t tries = 0; tries <= mode_.kinks.size(); ++tries) {
    if (!expand_on_zero_roots()) return std::nullopt;
    const double unit = segment_.unit();
    double length = std::min(control_.choose(segment_), std::fabs(attempts.remaining));
    if (std::isnan(length)) return std::nullopt;
    length = limit_by_kinks(functions_.limit(segment_, length / unit) * unit);
    const auto kink = kinks_.find(length / unit, attempts.direction);
    if (!kink) return length;
    if (*kink * unit > soon) return *kink * unit;
    kinks_.hold_beyond(expansion_);
  }
  return std::nullopt;
}

// Whether event functions that are zero with the roots are about to leave their side.
bool TaylorIntegrator::leaves_with_roots(double longest, double soon, std::span<const Side> held) {
  location_.clear();
  const double reach = longest / segment_.unit();
  for (std::uint32_t i = 0; i < held.size(); ++i) {
    const double size = std::max(functions_.magnitude(i), functions_.recent_magnitude(i));
    if (!functions_.has_series(i)) continue;
    const double value = std::fabs(segment_.function(i)[0]);
    const double way = std::fabs(segment_.function_derivative(i, 1)) * soon;
    if (!(value <= std::max(tolerances::arrived * size, way))) continue;
    const Side after = functions_.side_of_leaving(
        segment_, i, EventFunctions::Accuracy::of_rounding, is_backward_, reach);
    if (after == Side::zero || after == held[i]) continue;
    location_.add({i, after});
    functions_.note_location(i, segment_.function(i)[0], segment_.function_derivative(i, 1), 0.0);
  }
  if (location_.crossings().empty()) return false;
  put_state_on_roots();
  is_expanded_ = is_kept_ = false;
  return true;
}

// By how much the leading values at the end differ from the prediction, in units of the tolerance.
// trial_ becomes the state there.
std::optional<double> TaylorIntegrator::try_over_root(double step) {
  segment_.predict(step, within_);
  converges_ = true;
  added_.assign(within_.size(), 0.0);
  if (!evaluate_over_root(0.5 * step, step)) return std::nullopt;
  const double halfway = acceptance_.defect(point_.expansion(), kErrorOfRule * std::fabs(step));
  if (!evaluate_over_root(step, step)) return std::nullopt;
  control_.measure(segment_, step, state_, trial_);
  const double found =
      std::max(halfway, acceptance_.defect(point_.expansion(), kErrorOfRule * std::fabs(step)));
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& entries = slot(unknown);
    if (entries.count < 2) continue;
    const std::uint32_t leading = entries.first + entries.count - 1;
    const double change = trial_[leading] - within_[leading];
    added_[leading - 1] = 0.5 * step * change;
    converges_ =
        converges_ &&
        (std::fabs(change) <= tolerances::converging_over_root * std::fabs(change_[leading]) ||
         std::fabs(change) <= tolerances::same_derivative * std::fabs(within_[leading]));
    change_[leading] = change;
  }
  if (!evaluate_over_root(step, step)) return std::nullopt;
  return found;
}

// trial_ becomes the state within a step of length `whole`.
bool TaylorIntegrator::evaluate_over_root(double step, double whole) {
  segment_.predict(step, trial_);
  for (std::size_t i = 0; i < trial_.size(); ++i) trial_[i] += step / whole * added_[i];
  // What is below zero is so, however little beside the accuracy of the solution.
  point_.expansion().set_accuracy(tolerances::branch_noise);
  cause_ = point_.move_onto_equations(time_.plus(step).value(), control_.metric(), trial_);
  point_.expansion().set_accuracy(tolerances::root_accuracy(tolerances_.relative));
  return !cause_;
}

// Event functions that are not a number at the point that was evaluated last.
std::optional<std::uint32_t> TaylorIntegrator::find_undefined_there() {
  for (std::uint32_t i = 0; i < mode_.surfaces.size(); ++i) {
    if (!functions_.is_ignored(i) && std::isnan(point_.function(i))) return i;
  }
  return std::nullopt;
}

// Where an event function has changed its side, by bisection: the step is short.
std::optional<double> TaylorIntegrator::find_over_root(double step, std::span<const Side> held) {
  location_.clear();
  for (std::uint32_t i = 0; i < held.size() && location_.crossings().empty(); ++i) {
    const double value = point_.function(i);
    if (std::isnan(value) || functions_.is_ignored(i)) continue;
    if (std::fabs(value) <= functions_.rounding(i) || side_of(value) == held[i]) continue;
    location_.add({i, side_of(value)});
  }
  if (location_.crossings().empty()) return std::nullopt;
  const SurfaceCrossing crossing = location_.crossings().front();
  double before = 0.0, after = step;
  for (int k = 0; k < kMostBisections; ++k) {
    const double middle = 0.5 * (before + after);
    if (!evaluate_over_root(middle, step)) break;
    (side_of(point_.function(crossing.position)) == crossing.after ? after : before) = middle;
  }
  return evaluate_over_root(after, step) ? std::optional(after) : std::nullopt;
}

// The end of such a step, at trial_.
StepOutcome TaylorIntegrator::end_over_root(const Instant& next, bool is_crossing) {
  const double way = next.minus(time_);
  functions_.note_step(segment_);
  last_root_ = std::exchange(time_, next);
  if (is_crossing) put_on_roots();
  state_ = trial_;
  is_expanded_ = is_kept_ = false;
  if (is_crossing) {
    for (const auto& [i, after] : location_.crossings()) {
      functions_.note_location(i, point_.function(i), segment_.function_slope(i, way), 0.0);
    }
    return Crossed{time_};
  }
  time_scale_ = std::exp2(std::round(std::log2(std::fabs(way))));
  expansion_.release_branches();
  completion_failure_ = expand_at(time(), order_);
  is_expanded_ = true;
  if (!completion_failure_) state_ = trial_;
  return Advanced{time()};
}

StepOutcome TaylorIntegrator::step_over_root(double limit, const Attempts& attempts,
                                             std::span<const Side> held) {
  const double shortest = tolerances::shortest_over_root * attempts.smallest;
  const double rest = std::fabs(attempts.remaining);
  cause_.reset();
  std::optional<std::uint32_t> undefined;
  const auto fail = [&] {
    is_complete_ = is_expanded_ = true;
    completion_failure_ = cause_.value_or(ExpansionFailure{ExpansionFault::value_not_finite, 0});
    return undefined ? StepFailed{.time = time(), .undefined_surface = undefined}
                     : StepFailed{.time = time(), .cause = completion_failure_};
  };
  const auto longest = predict_over_root(attempts);
  if (longest && leaves_with_roots(*longest, tolerances::at_root * attempts.smallest, held)) {
    return Crossed{time_};
  }
  if (++roots_here_ > kMostStepsHere || !longest) return fail();
  double length = *longest < rest ? kFirstPart * *longest : rest;
  change_.assign(state_.size(), 0.0);
  for (;; length *= kShrink) {
    if (length < std::min(shortest, rest)) return fail();
    const double step = length == rest ? attempts.remaining : attempts.direction * length;
    const auto found = try_over_root(step);
    const bool is_shortest = kShrink * length < shortest;
    if (!found || !(*found <= 1.0 || (is_shortest && converges_))) continue;
    if ((undefined = find_undefined_there())) continue;
    const auto crossing = find_over_root(step, held);
    if (!location_.crossings().empty() && !crossing) continue;
    note_step(crossing.value_or(step), *found);
    if (crossing) return end_over_root(time_.plus(*crossing), true);
    return end_over_root(length == rest ? Instant(limit) : time_.plus(step), false);
  }
}

}  // namespace saltus
