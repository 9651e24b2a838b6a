#include "saltus/runtime/taylor/taylor_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "saltus/foundation/base/check.h"

namespace saltus {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// From one event to the next the time scale shrinks by no more than this.
constexpr double kSmallestShrink = 1e-3;
// Terms of the series that are computed before it is known whether a step is taken from here.
constexpr int kFirstLook = 2;
// How often the place of a crossing is corrected by the value of the event function there.
constexpr int kMostRefinements = 4;
constexpr int kMostBisections = 60;
// So many branches may be left at one instant; beyond, no branch keeps the solution.
constexpr int kMostKinksHere = 20;

// Work per step grows like p^2 in theory, and like a constant plus p in practice: dispatch and the
// start of a step weigh as much as the sums. The step grows like tolerance^(1/p). Measured on
// mechanisms, the product is least near this order, and flat around it.
int order_for(double tolerance) {
  const double order = 8.0 - 0.7 * std::log(tolerance);
  return std::clamp(static_cast<int>(std::ceil(order)), 8, 40);
}

double power_of_two_near(double value) { return std::exp2(std::round(std::log2(value))); }

}  // namespace

TaylorIntegrator::TaylorIntegrator(const ExecutableMode& mode, const Tolerances& tolerances,
                                   std::vector<double> nominal, const KnownValues& known)
    : mode_(mode),
      tolerances_(tolerances),
      order_(order_for(tolerances.relative)),
      first_look_(std::min(order_, kFirstLook + mode.initial_extra_order)),
      surface_degree_(order_ - mode.initial_extra_order),
      expansion_(mode, order_, known),
      point_(mode, known),
      segment_(mode, expansion_),
      control_(mode, expansion_, tolerances, std::move(nominal), order_),
      functions_(mode, expansion_, tolerances),
      location_(mode),
      acceptance_(mode, tolerances, segment_, control_, functions_, point_, surface_degree_),
      kinks_(mode),
      state_(expansion_.state_size(), 0.0),
      trial_(expansion_.state_size(), 0.0),
      within_(expansion_.state_size(), 0.0) {
  const double accuracy = tolerances::root_accuracy(tolerances.relative);
  expansion_.watch_roots();
  expansion_.set_accuracy(accuracy);
  point_.expansion().set_accuracy(accuracy);
}

std::optional<ExpansionFailure> TaylorIntegrator::begin(const Instant& time,
                                                        std::span<const double> state,
                                                        std::span<const double> scale) {
  // Where a step has ended at a kink, the branches beyond it are known; rounding may have put the
  // point on the other side.
  const bool is_beyond_kink = std::exchange(is_beyond_kink_, false) && time.minus(time_) == 0.0;
  time_ = time;
  functions_.forget_ignored();
  std::copy(state.begin(), state.end(), state_.begin());
  control_.begin(state_, scale, time_scale_);
  trial_ = state_;
  is_expanded_ = false;
  kinks_here_ = 0;
  last_root_.reset();
  if (!is_beyond_kink) expansion_.release_branches();
  if (const auto failure = expand_at(time.value(), first_look_)) return failure;
  if (!is_time_scale_known_) {
    const auto found = control_.time_scale(expansion_, acceptance_.rounding(expansion_));
    const double longest = longest_step_ > 0.0 ? power_of_two_near(longest_step_) : 1.0;
    set_time_scale(std::min(found.value_or(1.0) * time_scale_, longest));
    if (const auto failure = expand_at(time.value(), first_look_)) return failure;
  }
  if (const auto failure = choose_branches()) return failure;
  state_ = trial_;
  control_.begin(state_, {}, time_scale_);
  is_expanded_ = true;
  return std::nullopt;
}

std::optional<ExpansionFailure> TaylorIntegrator::expand_at(double time, int order) {
  ++statistics_.expansions;
  is_observed_ = is_kept_ = false;
  is_complete_ = order == order_;
  completion_failure_.reset();
  return expansion_.expand(time, time_scale_, trial_, control_.metric(), order);
}

// The rest of the series about time_. False if it cannot be had.
bool TaylorIntegrator::complete() {
  if (is_complete_) return !completion_failure_;
  is_complete_ = true;
  is_observed_ = is_kept_ = false;
  completion_failure_ = expansion_.extend(order_);
  return !completion_failure_;
}

void TaylorIntegrator::keep_segment() {
  if (is_expanded_ && is_kept_) return;
  is_expanded_ = is_kept_ = true;
  segment_.take_unknowns(expansion_, time_, time_scale_, is_complete_ ? order_ : first_look_);
}

// Event functions about time_.
void TaylorIntegrator::observe() {
  if (is_observed_ || segment_.watched_count() == 0) return;
  is_observed_ = true;
  const int degree = observed_degree();
  expansion_.observe(degree);
  segment_.take_functions(expansion_, time_scale_, degree);
  functions_.look(segment_, control_.sizes(), degree);
  if (!functions_.are_all_finite()) expansion_.clear_observed();
}

double TaylorIntegrator::derivative(std::uint32_t unknown, int order) {
  if (order > first_look_) complete();
  double value = expansion_.series(unknown)[static_cast<std::size_t>(order)];
  for (int i = 1; i <= order; ++i) value *= i / time_scale_;
  return value;
}

StepOutcome TaylorIntegrator::step(double limit, std::span<const Side> held) {
  const double remaining = -time_.minus(limit);
  if (remaining == 0.0) return Advanced{time()};
  SALTUS_CHECK(is_expanded_);
  SALTUS_CHECK(held.size() == mode_.surfaces.size());
  if (!complete()) return StepFailed{.time = time(), .cause = completion_failure_};
  keep_segment();
  observe();
  hold_branches();
  if (const auto undefined = find_undefined()) {
    return StepFailed{.time = time(), .undefined_surface = undefined};
  }
  const double size = std::fabs(remaining);
  Attempts attempts{
      .remaining = remaining,
      .direction = remaining > 0.0 ? 1.0 : -1.0,
      .smallest = tolerances::smallest_step * std::max(std::fabs(time()), size),
      .length = control_.choose(segment_),
      .last_defect = kInfinity,
  };
  if (std::isnan(attempts.length) || is_at_root(tolerances::at_root * attempts.smallest)) {
    return step_over_root(limit, attempts, held);
  }
  roots_here_ = 0;
  control_.begin_step();
  const double unit = segment_.unit();
  attempts.length = functions_.limit(segment_, std::min(attempts.length, size) / unit) * unit;
  attempts.length = limit_by_kinks(attempts.length);
  // No series reaches farther than to the root that the solution comes from.
  if (last_root_) {
    attempts.length = std::min(attempts.length,
                               tolerances::reach_from_root * std::fabs(time_.minus(*last_root_)));
  }
  if (!functions_.have_series()) {
    attempts.length = std::min(attempts.length,
                               std::max(tolerances::beside_singularity * attempts.length,
                                        tolerances::least_beside_singularity * attempts.smallest));
  }
  for (;;) {
    if (is_interrupted(interruption_)) return StepFailed{.time = time()};
    const bool is_last = attempts.length >= size * (1.0 - tolerances::rest_of_way);
    double step = is_last ? remaining : attempts.direction * attempts.length;
    auto found = location_.find(segment_, functions_, std::fabs(step), attempts.direction, held);
    if (found) step = attempts.direction * found->at;
    if (!functions_.have_series()) {
      if (const auto at = find_directly(step, held)) {
        step = attempts.direction * *at;
        found = EventLocation::Found{*at, true};
      }
    }
    const auto kink = kinks_.find(std::fabs(step) / unit, attempts.direction);
    const bool ends_at_kink = kink && !(found && *kink * unit >= found->at);
    if (ends_at_kink) step = attempts.direction * *kink * unit;
    if (!is_last && !found && !kink && attempts.length < attempts.smallest) {
      return StepFailed{.time = time(), .cause = attempts.cause};
    }
    segment_.predict(step, trial_);
    control_.measure(segment_, step, state_, trial_);
    if (!is_good_within(attempts, step)) {
      reject(attempts, step);
    } else if (ends_at_kink) {
      if (const auto outcome = cross_kink(attempts, step, held)) return *outcome;
    } else if (found && found->is_event) {
      if (end_at_crossing(attempts, step)) return Crossed{time_};
    } else if (advance(attempts, step, is_last && !found ? Instant(limit) : time_.plus(step))) {
      return Advanced{time()};
    }
  }
}

void TaylorIntegrator::reject(Attempts& attempts, double step) {
  ++statistics_.rejected_steps;
  attempts.length = 0.5 * std::fabs(step);
}

// Where the solution begins at a kink, the branch is the one that it goes to (semantics 4, ties).
// Each is tried once: if both lead to the other one, the step will say so.
std::optional<ExpansionFailure> TaylorIntegrator::choose_branches() {
  if (kinks_.is_empty()) return std::nullopt;
  for (std::size_t tries = 0; tries <= mode_.kinks.size(); ++tries) {
    expansion_.observe(observed_degree());
    kinks_.look(expansion_, observed_degree());
    if (!kinks_.find_at_once(tolerances::branch_noise, is_backward_ ? -1.0 : 1.0,
                             acceptance_.sweep(expansion_))) {
      break;
    }
    kinks_.hold_beyond(expansion_);
    trial_ = state_;
    if (const auto failure = expand_at(time(), first_look_)) return failure;
  }
  return std::nullopt;
}

// trial_, the point of an event, whose values are those of point_.
void TaylorIntegrator::put_on_roots() {
  if (kinks_.is_empty()) return;
  const double accuracy = tolerances::root_accuracy(tolerances_.relative);
  if (!kinks_.put_on_roots(point_.observed(), crossings(), accuracy, control_.metric(), trial_))
    return;
  const std::vector<double> before = trial_;
  if (point_.move_onto_equations(time(), control_.metric(), trial_)) trial_ = before;
}

// The same for the state, at an event that the series has led to.
void TaylorIntegrator::put_state_on_roots() {
  trial_ = state_;
  if (point_.move_onto_equations(time(), control_.metric(), trial_)) return;
  put_on_roots();
  state_ = trial_;
}

// From here on the branches that the series takes count for the whole step.
void TaylorIntegrator::hold_branches() {
  if (kinks_.is_empty()) return;
  expansion_.hold_branches();
  point_.hold_branches(expansion_.branches());
  if (mode_.surfaces.empty()) expansion_.observe(surface_degree_);
  kinks_.look(expansion_, surface_degree_);
}

double TaylorIntegrator::limit_by_kinks(double length) const {
  const double unit = segment_.unit();
  for (std::size_t i = 0; i < kinks_.function_count(); ++i) {
    if (!kinks_.is_watched(i) || kinks_.is_root_on_its_way(i)) continue;
    const double s = functions_.limit_by_tail(kinks_.series(i), surface_degree_,
                                              kinks_.magnitude(i), length / unit);
    length = std::min(length, s * unit);
  }
  return length;
}

// A step that ends at a kink: the series begins again on the other branch. If there is none, the
// next step will say so. Nothing if the step has to be shorter.
std::optional<StepOutcome> TaylorIntegrator::cross_kink(Attempts& attempts, double step,
                                                        std::span<const Side> held) {
  attempts.cause = evaluate_point(step, trial_);
  // Going beyond the kink is no motion of the solution.
  const bool moves_on = std::fabs(step) > tolerances::at_kink * attempts.smallest;
  if (!attempts.cause) attempts.cause = go_beyond_kink(attempts, step);
  const double found =
      attempts.cause ? kInfinity : acceptance_.defect(point_.expansion(), std::fabs(step) / order_);
  if (!acceptance_.accepts(found) || !acceptance_.are_functions_met(step, point_.observed())) {
    reject(attempts, step);
    return std::nullopt;
  }
  kinks_here_ = moves_on ? 0 : kinks_here_ + 1;
  if (kinks_here_ > kMostKinksHere) return StepFailed{.time = time()};
  functions_.note_step(segment_);
  time_ = time_.plus(step);
  state_ = trial_;
  time_scale_ = power_of_two_near(std::max(std::fabs(step), kSmallestShrink * time_scale_));
  note_step(step, found);
  kinks_.cross(expansion_, moves_on);
  const bool is_root = kinks_.end_roots(point_.observed(), !moves_on, expansion_, trial_);
  completion_failure_ = expand_at(time(), order_);
  is_expanded_ = true;
  if (completion_failure_) return Advanced{time()};
  state_ = trial_;
  if (!has_jumped(held, is_root)) return Advanced{time()};
  put_state_on_roots();
  is_expanded_ = is_kept_ = false;
  is_beyond_kink_ = true;
  return Crossed{time_};
}

// The polynomial of a switching function is cut off, its value at a point is not: the step goes to
// where the value has left its side, by no more than time resolves.
std::optional<ExpansionFailure> TaylorIntegrator::go_beyond_kink(const Attempts& attempts,
                                                                 double& step) {
  double further = attempts.smallest;
  for (int i = 0; i < kMostRefinements; ++i) {
    const auto distance = kinks_.distance(point_.observed(), step / segment_.unit());
    if (!distance || (distance->value < 0.0 && i > 0)) return std::nullopt;
    const double move = -distance->value * segment_.unit() / distance->slope;
    if (!std::isfinite(move) || std::fabs(move) > tolerances::kink_correction * std::fabs(step))
      return std::nullopt;
    step += move + attempts.direction * further;
    further *= 2.0;
    if (auto failure = evaluate_point(step, trial_)) return failure;
  }
  return std::nullopt;
}

// Whether a branch has taken event functions to their other side at once. A root that has come to
// zero stays there: an event function that is zero with it is crossed, though it only touches.
bool TaylorIntegrator::has_jumped(std::span<const Side> held, bool is_root) {
  location_.clear();
  observe();
  for (std::uint32_t i = 0; i < held.size(); ++i) {
    const double value = segment_.function(i)[0];
    if (held[i] == Side::zero || std::isnan(value)) continue;
    const double size = std::max(functions_.magnitude(i), functions_.recent_magnitude(i));
    const bool is_touched = is_root && std::fabs(value) <= tolerances::arrived * size;
    const bool is_zero = functions_.is_zero(segment_, i, false);
    if (is_touched || (!is_zero && side_of(value) != held[i])) {
      location_.add({i, opposite(held[i])});
    }
  }
  return !location_.crossings().empty();
}

// The left limit of an event: the point is enough, the series about it is not needed.
bool TaylorIntegrator::end_at_crossing(Attempts& attempts, double step) {
  attempts.cause = evaluate_point(step, trial_);
  if (!attempts.cause) refine_crossing(step, attempts.length);
  const double found =
      attempts.cause ? kInfinity : acceptance_.defect(point_.expansion(), std::fabs(step) / order_);
  if (!acceptance_.accepts(found) || !acceptance_.are_functions_met(step, point_.observed()) ||
      !is_located(step)) {
    reject(attempts, step);
    return false;
  }
  const double accuracy =
      tolerances::same_time * std::max(std::fabs(time()), std::fabs(attempts.remaining));
  functions_.note_step(segment_);
  for (const SurfaceCrossing& crossing : location_.crossings()) {
    const std::uint32_t i = crossing.position;
    functions_.note_location(i, point_.function(i), segment_.function_slope(i, step), accuracy);
  }
  time_ = time_.plus(step);
  put_on_roots();
  state_ = trial_;
  is_expanded_ = is_kept_ = false;
  // Two crossings may be very near: the scale follows with caution.
  time_scale_ = power_of_two_near(std::max(std::fabs(step), kSmallestShrink * time_scale_));
  note_step(step, found);
  return true;
}

// The polynomial of an event function is cut off, its value at a point is not: the crossing is
// moved to where the value is zero, or on the other side, as far as rounding goes.
void TaylorIntegrator::refine_crossing(double& step, double longest) {
  const std::uint32_t first = location_.crossings().front().position;
  for (int i = 0; i < kMostRefinements && functions_.has_series(first); ++i) {
    const double value = point_.function(first);
    const double slope = segment_.function_slope(first, step);
    const double move = -value / slope;
    if (std::fabs(value) <= functions_.one_rounding(first) || !std::isfinite(move)) return;
    const double refined = step + move;
    if (refined * step <= 0.0 || std::fabs(refined) > longest) return;
    // Beyond the crossing there may be no value, as that of sqrt(-g).
    if (evaluate_point(refined, within_) ||
        !(std::fabs(point_.function(first)) < std::fabs(value))) {
      evaluate_point(step, trial_);
      return;
    }
    step = refined;
    trial_ = within_;
  }
}

// Where the value at the crossing is not zero, and cannot be made so, the polynomial has crossed
// and the function perhaps has not: one that touches zero, say. A shorter step is more accurate,
// the shortest ones are as accurate as rounding.
bool TaylorIntegrator::is_located(double step) {
  const std::uint32_t first = location_.crossings().front().position;
  if (std::fabs(step) <= tolerances::exact_step * segment_.unit() || !functions_.has_series(first))
    return true;
  return std::fabs(point_.function(first)) <= functions_.rounding(first);
}

// A step to a point from which the next one begins.
bool TaylorIntegrator::advance(Attempts& attempts, double step, const Instant& next) {
  // The next expansion is scaled by this step: coefficients stay of one size.
  const double previous_scale = time_scale_;
  time_scale_ = power_of_two_near(
      std::clamp(std::fabs(step), tolerances::smallest_unit, tolerances::largest_unit));
  attempts.cause = expand_at(next.value(), order_);
  double found = kInfinity;
  if (!attempts.cause) found = acceptance_.defect(expansion_, std::fabs(step) / order_);
  acceptance_.compare(found, attempts.last_defect);
  if (acceptance_.accepts(found)) {
    functions_.note_step(segment_);
    time_ = next;
    state_ = trial_;
    note_step(step, found);
    statistics_.largest_projection = std::max(
        statistics_.largest_projection, expansion_.largest_projection() / tolerances_.relative);
    return true;
  }
  time_scale_ = previous_scale;
  attempts.last_defect = found;
  if (!attempts.is_representative) return_to_begin();
  reject(attempts, step);
  return false;
}

// The attempt has replaced the series about the begin, which has something to say on the next one.
void TaylorIntegrator::return_to_begin() {
  trial_ = state_;
  if (expand_at(time(), order_)) return;
  if (segment_.watched_count() > 0) expansion_.observe(surface_degree_);
  is_kept_ = is_observed_ = true;
}

// Where the series cannot speak for the whole step the equations do, at points within it.
bool TaylorIntegrator::is_good_within(Attempts& attempts, double step) {
  if (step == 0.0 || attempts.is_representative) return true;
  const StepAcceptance::Within within = acceptance_.judge_within(expansion_, kinks_, step);
  attempts.is_representative = within == StepAcceptance::Within::spoken_for;
  if (acceptance_.failure_within()) attempts.cause = acceptance_.failure_within();
  return within != StepAcceptance::Within::bad;
}

void TaylorIntegrator::note_step(double step, double found) {
  ++statistics_.steps;
  const double size = std::fabs(step);
  statistics_.smallest_step =
      statistics_.steps == 1 ? size : std::min(statistics_.smallest_step, size);
  statistics_.largest_step = std::max(statistics_.largest_step, size);
  // A larger one was accepted as rounding, and is no error of the step.
  if (found <= tolerances::largest_defect) {
    statistics_.largest_error = std::max(statistics_.largest_error, found);
  }
}

bool TaylorIntegrator::has_arrived(std::span<const Side> held) {
  location_.clear();
  for (std::uint32_t i = 0; i < held.size(); ++i) {
    if (held[i] == Side::zero) continue;
    const double size = std::max(functions_.magnitude(i), functions_.recent_magnitude(i));
    if (!(std::fabs(segment_.function(i)[0]) <= tolerances::arrived * size)) continue;
    location_.add({i, opposite(held[i])});
  }
  is_expanded_ = is_kept_ = false;
  return !location_.crossings().empty();
}

bool TaylorIntegrator::is_at_surface(std::uint32_t surface, bool has_crossed) {
  observe();
  return functions_.is_zero(segment_, surface, has_crossed);
}

Side TaylorIntegrator::side_after(std::uint32_t surface, bool has_crossed, Accuracy accuracy) {
  const bool is_zero = is_at_surface(surface, has_crossed);
  const double value = segment_.function(surface)[0];
  // The next step says that it is not a number.
  if (functions_.vanishes(surface) || std::isnan(value)) return Side::zero;
  if (!is_zero) return side_of(value);
  if (functions_.has_series(surface)) {
    const auto found = functions_.side_of_leaving(segment_, surface, accuracy, is_backward_);
    if (found) return *found;
  }
  if (!complete()) return Side::zero;
  keep_segment();
  observe();
  if (!functions_.has_series(surface)) return side_beside(surface);
  const double length = control_.choose(segment_) / segment_.unit();
  return functions_.side_of_leaving(segment_, surface, accuracy, is_backward_, length);
}

Side TaylorIntegrator::side_after_jump(std::uint32_t surface, bool has_crossed) {
  if (!is_at_surface(surface, has_crossed) || !functions_.has_series(surface) || !complete()) {
    return side_after(surface, has_crossed);
  }
  keep_segment();
  observe();
  const double length = control_.choose(segment_) / segment_.unit();
  return functions_.side_of_first_term(segment_, surface, is_backward_, length);
}

// An event function without a series, as sqrt(x) at 0: the side on which it is shortly after.
Side TaylorIntegrator::side_beside(std::uint32_t surface) {
  const double length = control_.choose(segment_);
  const double step =
      tolerances::beside_singularity * (std::isfinite(length) ? length : time_scale_);
  if (evaluate_point(is_backward_ ? -step : step, within_)) return Side::zero;
  const double value = point_.function(surface);
  return std::isnan(value) || value == 0.0 ? Side::zero : side_of(value);
}

// Event functions that are not a number: nothing can be decided by them.
std::optional<std::uint32_t> TaylorIntegrator::find_undefined() const {
  for (std::uint32_t i = 0; i < mode_.surfaces.size(); ++i) {
    if (std::isnan(segment_.function(i)[0]) && !functions_.is_ignored(i)) return i;
  }
  return std::nullopt;
}

// For functions without a series: the first change of side as their values tell, by bisection;
// the step is short.
std::optional<double> TaylorIntegrator::find_directly(double step, std::span<const Side> held) {
  if (evaluate_point(step, within_)) return std::nullopt;
  std::optional<SurfaceCrossing> crossing;
  for (std::uint32_t i = 0; i < mode_.surfaces.size() && !crossing; ++i) {
    const double value = point_.function(i);
    if (functions_.has_series(i) || std::fabs(value) <= functions_.rounding(i)) continue;
    if (!std::isnan(value) && side_of(value) != held[i]) crossing = {i, side_of(value)};
  }
  if (!crossing) return std::nullopt;
  double before = 0.0, after = step;
  for (int k = 0; k < kMostBisections; ++k) {
    const double middle = 0.5 * (before + after);
    if (evaluate_point(middle, within_)) break;
    (side_of(point_.function(crossing->position)) == crossing->after ? after : before) = middle;
  }
  location_.clear();
  location_.add(*crossing);
  return std::fabs(after);
}

std::optional<ExpansionFailure> TaylorIntegrator::evaluate_point(double step,
                                                                 std::span<double> state) {
  return point_.evaluate(segment_, step, control_.metric(), state);
}

std::optional<ExpansionFailure> TaylorIntegrator::evaluate(double time, std::span<double> state) {
  if (time != this->time()) {
    return point_.evaluate(segment_, -segment_.begin().minus(time), time, control_.metric(), state);
  }
  std::copy(state_.begin(), state_.end(), state.begin());
  return point_.move_onto_equations(time, control_.metric(), state);
}

std::optional<ExpansionFailure> TaylorIntegrator::evaluate(const Instant& time,
                                                           std::span<double> state) {
  return point_.evaluate(segment_, time.minus(segment_.begin()), time.value(), control_.metric(),
                         state);
}

}  // namespace saltus
