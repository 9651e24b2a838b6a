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

}  // namespace

TaylorIntegrator::TaylorIntegrator(const ExecutableMode& mode, const ExpansionPlan& plan,
                                   const Tolerances& tolerances, std::vector<double> nominal,
                                   const KnownValues& known)
    : series_(mode, plan, tolerances, std::move(nominal), known),
      acceptance_(mode, tolerances, series_.segment(), series_.control(), series_.functions(),
                  series_.point(), series_.function_degree()),
      branches_(mode, tolerances, series_, acceptance_),
      location_(mode),
      by_value_(mode, series_, location_),
      over_root_(mode, tolerances, series_, acceptance_, branches_, location_, statistics_),
      sides_(mode, series_, branches_),
      tolerances_(tolerances),
      reached_(series_.state().size(), 0.0) {}

std::optional<ExpansionFailure> TaylorIntegrator::begin(const Instant& time,
                                                        std::span<const double> state,
                                                        std::span<const double> scale) {
  branches_.begin(time);
  over_root_.begin();
  series_.begin(time, state, scale);
  std::ranges::copy(series_.state(), reached_.begin());
  if (const auto failure = expand_first_terms()) return failure;
  if (const auto failure = branches_.choose(reached_)) return failure;
  series_.accept_begin(reached_);
  return std::nullopt;
}

// The first series of a run finds the unit of time in which it should have been expanded.
std::optional<ExpansionFailure> TaylorIntegrator::expand_first_terms() {
  if (const auto failure = series_.expand(time(), reached_, series_.first_order())) return failure;
  if (is_time_scale_known_) return std::nullopt;
  const auto found = series_.control().time_scale(expansion(), acceptance_.rounding(expansion()));
  const double longest = longest_step_ > 0.0 ? power_of_two_near(longest_step_) : 1.0;
  set_time_scale(std::min(found.value_or(1.0) * time_scale(), longest));
  return series_.expand(time(), reached_, series_.first_order());
}

// A step is tried with the length that the series allows, and a shorter one as long as the
// equations do not agree with where it leads.
StepOutcome TaylorIntegrator::step(double limit, std::span<const Side> held) {
  const StepRequest request = request_to(limit, held);
  if (request.remaining == 0.0) return Advanced{time()};
  SALTUS_CHECK(series_.is_expanded());
  SALTUS_CHECK(held.size() == segment().watched_count());
  if (!series_.complete()) return StepFailed{.time = time(), .cause = series_.failure()};
  series_.keep();
  branches_.hold();
  if (const auto undefined = sides_.find_undefined()) {
    return StepFailed{.time = time(), .undefined_surface = undefined};
  }
  const double length = choose_length();
  if (std::isnan(length) || is_at_root(tolerances::at_root * request.smallest)) {
    if (const auto crossed = arrive_at_roots(request)) return *crossed;
    return over_root_.step(request);
  }
  over_root_.end_sequence();
  series_.control().begin_step();
  Step step{.request = request, .longest = limit_length(request, length)};
  for (;;) {
    if (is_interrupted(interruption_)) return StepFailed{.time = time()};
    if (step.longest < std::min(request.smallest, std::fabs(request.remaining))) {
      return StepFailed{.time = time(), .cause = step.cause};
    }
    const Attempt attempt = choose_end(step);
    if (const auto outcome = try_attempt(step, attempt)) return *outcome;
  }
}

// Roots come to zero as powers do of which no series knows the zero: h^p, p < 1, where h' = -h^p.
// As near to it as time can be told they are there, and event functions that vanish with them
// cross.
std::optional<StepOutcome> TaylorIntegrator::arrive_at_roots(const StepRequest& request) {
  const double soon = tolerances::at_root * request.smallest;
  std::ranges::copy(state(), reached_.begin());
  if (!branches_.put_arriving_on_zero(soon, reached_)) return std::nullopt;
  branches_.release();
  if (!series_.continue_from(reached_)) {
    return StepFailed{.time = time(), .cause = series_.failure()};
  }
  series_.keep();
  branches_.hold();
  if (!by_value_.take_jumped(request.held, true)) return std::nullopt;
  branches_.evaluate_on_roots(crossings(), soon);
  series_.forget();
  return Crossed{instant()};
}

StepRequest TaylorIntegrator::request_to(double limit, std::span<const Side> held) const {
  const double remaining = -instant().minus(limit);
  return {
      .limit = limit,
      .remaining = remaining,
      .direction = remaining > 0.0 ? 1.0 : -1.0,
      .smallest = tolerances::smallest_step * std::max(std::fabs(time()), std::fabs(remaining)),
      .held = held,
  };
}

// What rounding has made of a value that is zero, or whose derivative cancels, asks for no shorter
// step.
double TaylorIntegrator::choose_length() {
  StepControl& control = series_.control();
  const double length = control.choose(segment());
  if (std::isnan(length) || !control.may_be_limited_by_rounding(segment(), length)) return length;
  return control.choose_beside(segment(), length, acceptance_.rounding(expansion()));
}

// As far as the event functions and switching functions are accurate, too.
double TaylorIntegrator::limit_length(const StepRequest& request, double length) const {
  const EventFunctions& functions = series_.functions();
  const double unit = segment().unit();
  length = std::min(length, std::fabs(request.remaining));
  length = branches_.limit(functions.limit(segment(), length / unit) * unit);
  length = over_root_.limit(length);
  if (!functions.have_series()) {
    const double least = tolerances::least_beside_singularity * request.smallest;
    length = std::min(length, std::max(tolerances::beside_singularity * length, least));
  }
  return length;
}

// The next attempt: to the first of what ends a step.
TaylorIntegrator::Attempt TaylorIntegrator::choose_end(const Step& step) {
  const auto& [limit, remaining, direction, smallest, held] = step.request;
  const bool is_last = step.longest >= std::fabs(remaining) * (1.0 - tolerances::rest_of_way);
  double length = is_last ? remaining : direction * step.longest;
  const auto crossing = find_crossing(step, length);
  if (crossing) length = direction * crossing->at;
  const auto kink = branches_.find(std::fabs(length), direction);
  if (kink && !(crossing && *kink >= crossing->at))
    return {.step = direction * *kink, .end = End::kink};
  if (crossing) {
    return {.step = length, .end = crossing->is_event ? End::crossing : End::near_touch};
  }
  return {.step = length, .end = is_last ? End::limit : End::accuracy};
}

// By the polynomials and, where a function has none, by its values.
std::optional<EventLocation::Found> TaylorIntegrator::find_crossing(const Step& step,
                                                                    double length) {
  const auto& [limit, remaining, direction, smallest, held] = step.request;
  EventFunctions& functions = series_.functions();
  const auto found = location_.find(segment(), functions, std::fabs(length), direction, held);
  if (functions.have_series()) return found;
  if (const auto at = by_value_.find(found ? direction * found->at : length, held)) {
    return EventLocation::Found{*at, true};
  }
  return found;
}

// Nothing if the step has to be shorter.
std::optional<StepOutcome> TaylorIntegrator::try_attempt(Step& step, Attempt attempt) {
  segment().predict(attempt.step, reached_);
  series_.control().measure(segment(), attempt.step, state(), reached_);
  if (is_good_within(step, attempt.step)) {
    if (const auto outcome = end_step(step, attempt)) return outcome;
  }
  ++statistics_.rejected_steps;
  step.longest = 0.5 * std::fabs(attempt.step);
  return std::nullopt;
}

std::optional<StepOutcome> TaylorIntegrator::end_step(Step& step, Attempt& attempt) {
  switch (attempt.end) {
    case End::kink:
      return end_at_kink(step, attempt);
    case End::crossing:
      return end_at_crossing(step, attempt);
    case End::limit:
    case End::accuracy:
    case End::near_touch:
      break;
  }
  return end_between(step, attempt);
}

// Where the series cannot speak for the whole step the equations do, at points within it.
bool TaylorIntegrator::is_good_within(Step& step, double length) {
  if (length == 0.0 || step.is_representative) return true;
  const StepAcceptance::Within within =
      acceptance_.judge_within(expansion(), branches_.kinks(), length);
  step.is_representative = within == StepAcceptance::Within::spoken_for;
  if (acceptance_.failure_within()) step.cause = acceptance_.failure_within();
  return within != StepAcceptance::Within::bad;
}

// The defect of the point evaluated at the end of an attempt; nothing if it cannot be accepted.
std::optional<double> TaylorIntegrator::accept_point(const Step& step, double length) {
  if (step.cause) return std::nullopt;
  const double defect = acceptance_.defect(point(), std::fabs(length) / order());
  if (!acceptance_.accepts(defect)) return std::nullopt;
  if (!acceptance_.are_functions_met(length, series_.point().observed())) return std::nullopt;
  return defect;
}

// The end of a branch is known as accurately as time. Rounding may have put the point beyond it,
// where there is no value, as that of exp(-1/u) at u = -1e-17; and where an event ends a mode its
// equations may be singular, as those of a motion along x + v*abs(v)/2 = 0 at v = 0. Then the last
// point before it counts. False if there is one.
bool TaylorIntegrator::evaluate_end(Step& step, Attempt& attempt) {
  step.cause = series_.evaluate(attempt.step, reached_);
  if (!step.cause) return true;
  attempt.is_singular = step.cause->fault != ExpansionFault::value_not_finite;
  const auto& [limit, remaining, direction, smallest, held] = step.request;
  const double found = attempt.step;
  for (double back = 1.0; step.cause && back <= tolerances::before_end; back *= 2.0) {
    if (std::fabs(found) <= back * smallest) return true;
    attempt.step = found - direction * back * smallest;
    step.cause = series_.evaluate(attempt.step, reached_);
  }
  return step.cause.has_value();
}

// A step that ends at a kink: the series begins again on the other branch. If there is none, the
// next step will say so.
std::optional<StepOutcome> TaylorIntegrator::end_at_kink(Step& step, Attempt& attempt) {
  // Going beyond the kink is no motion of the solution.
  const bool moves_on = std::fabs(attempt.step) > tolerances::at_kink * step.request.smallest;
  const bool is_at_end = evaluate_end(step, attempt);
  if (is_at_end && !step.cause) {
    step.cause = branches_.go_beyond_kink(step.request, attempt.step, reached_);
    if (!step.cause && branches_.is_kink_ahead()) {
      attempt.end = End::near_touch;
      return end_between(step, attempt);
    }
  }
  const auto defect = accept_point(step, attempt.step);
  if (!defect) return std::nullopt;
  if (attempt.is_singular) branches_.put_on_kink(reached_);
  if (!branches_.note_kink(moves_on)) return StepFailed{.time = time()};
  series_.move_to(instant().plus(attempt.step), reached_);
  expect_step_after_event(attempt.step);
  statistics_.note_step(attempt.step, *defect);
  const bool is_root = branches_.cross_kink(moves_on, reached_);
  if (!series_.continue_from(reached_) || !by_value_.take_jumped(step.request.held, is_root)) {
    return Advanced{time()};
  }
  branches_.evaluate_on_roots(crossings(), tolerances::at_root * step.request.smallest);
  branches_.keep_beyond_kink();
  series_.forget();
  return Crossed{instant()};
}

// The left limit of an event: the point is enough, the series about it is not needed.
std::optional<StepOutcome> TaylorIntegrator::end_at_crossing(Step& step, Attempt& attempt) {
  const bool is_at_end = evaluate_end(step, attempt);
  if (is_at_end && !step.cause) by_value_.refine(attempt.step, step.longest, reached_);
  const auto defect = accept_point(step, attempt.step);
  if (!defect || !by_value_.is_located(attempt.step)) return std::nullopt;
  if (attempt.is_singular) by_value_.put_on_crossings(reached_);
  const double accuracy =
      tolerances::same_time * std::max(std::fabs(time()), std::fabs(step.request.remaining));
  series_.move_to(instant().plus(attempt.step), reached_);
  for (const SurfaceCrossing& crossing : crossings()) {
    const std::uint32_t i = crossing.position;
    series_.functions().note_location(i, series_.point().function(i),
                                      segment().function_slope(i, attempt.step), accuracy);
  }
  branches_.put_on_roots(crossings(), tolerances::at_root * step.request.smallest);
  series_.forget();
  // Two crossings may be very near: the scale follows with caution.
  expect_step_after_event(attempt.step);
  statistics_.note_step(attempt.step, *defect);
  return Crossed{instant()};
}

// A step to a point from which the next one begins.
std::optional<StepOutcome> TaylorIntegrator::end_between(Step& step, Attempt& attempt) {
  const Instant next =
      attempt.end == End::limit ? Instant(step.request.limit) : instant().plus(attempt.step);
  // The next expansion is scaled by this step: coefficients stay of one size.
  const double length = std::fabs(attempt.step);
  const double previous_scale = time_scale();
  series_.set_time_scale(
      power_of_two_near(std::clamp(length, tolerances::smallest_unit, tolerances::largest_unit)));
  step.cause = series_.expand(next.value(), reached_, order());
  if (!step.cause && !branches_.is_empty() && branches_.find_left(expansion(), attempt.step)) {
    series_.set_time_scale(previous_scale);
    series_.expand_again(reached_);
    attempt.end = End::kink;
    return end_at_kink(step, attempt);
  }
  const double defect = step.cause ? kInfinity : acceptance_.defect(expansion(), length / order());
  acceptance_.compare(defect, step.last_defect);
  if (!acceptance_.accepts(defect)) {
    series_.set_time_scale(previous_scale);
    step.last_defect = defect;
    // The series about the begin has something to say on the next attempt.
    if (!step.is_representative) series_.expand_again(reached_);
    return std::nullopt;
  }
  series_.move_to(next, reached_);
  statistics_.note_step(attempt.step, defect);
  statistics_.largest_projection = std::max(
      statistics_.largest_projection, expansion().largest_projection() / tolerances_.relative);
  return Advanced{time()};
}

void TaylorIntegrator::expect_step_after_event(double step) {
  series_.set_time_scale(
      power_of_two_near(std::max(std::fabs(step), kSmallestShrink * time_scale())));
}

bool TaylorIntegrator::has_arrived(const StepFailed& failed, double limit,
                                   std::span<const Side> held,
                                   std::span<const std::uint32_t> leaving) {
  by_value_.take_arrived(held);
  if (!failed.cause) {
    const double soon = tolerances::at_root * request_to(limit, held).smallest;
    by_value_.take_near(held, soon);
    if (!leaving.empty()) branches_.put_on_near_kinks(soon);
  }
  for (const std::uint32_t function : leaving) location_.add({function, Side::negative});
  series_.forget();
  return !crossings().empty();
}

std::optional<ExpansionFailure> TaylorIntegrator::evaluate(double time, std::span<double> state) {
  SegmentPoint& point = series_.point();
  if (time == this->time()) {
    std::ranges::copy(this->state(), state.begin());
    return point.move_onto_equations(time, scale(), state);
  }
  return point.evaluate(segment(), -segment().begin().minus(time), time, scale(), state);
}

std::optional<ExpansionFailure> TaylorIntegrator::evaluate(const Instant& time,
                                                           std::span<double> state) {
  return series_.point().evaluate(segment(), time.minus(segment().begin()), time.value(), scale(),
                                  state);
}

StepStatistics TaylorIntegrator::statistics() const {
  StepStatistics all = statistics_;
  all.expansions = series_.expansion_count();
  return all;
}

}  // namespace saltus
