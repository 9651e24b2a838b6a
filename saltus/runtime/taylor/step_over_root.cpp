#include "saltus/runtime/taylor/step_over_root.h"

#include <algorithm>
#include <cmath>

#include "saltus/runtime/taylor/crossings_by_value.h"

namespace saltus {

namespace {

constexpr double kFirstPart = 0.1;     // of the step that the prediction allows, at most
constexpr double kShrink = 0.25;       // from one attempt to the next
constexpr double kErrorOfRule = 0.25;  // of the trapezoidal rule, for t^q with q >= 0
constexpr int kMostStepsHere = 60;
// Of the search for what the roots add where they feed back.
constexpr int kMostSweeps = 8;
constexpr int kMostBisections = 60;
constexpr double kFarthest = 1024.0;  // in units of what they would add without it

}  // namespace

StepOverRoot::StepOverRoot(const ExecutableMode& mode, const Tolerances& tolerances,
                           PresentSeries& series, StepAcceptance& acceptance,
                           HeldBranches& branches, EventLocation& location,
                           StepStatistics& statistics)
    : mode_(mode),
      tolerances_(tolerances),
      series_(series),
      acceptance_(acceptance),
      branches_(branches),
      location_(location),
      statistics_(statistics),
      predicted_(series.expansion().state_size(), 0.0),
      implied_(series.expansion().state_size(), 0.0),
      origin_(series.expansion().state_size(), 0.0),
      direction_(series.expansion().state_size(), 0.0),
      reached_(series.expansion().state_size(), 0.0) {}

double StepOverRoot::limit(double length) const {
  if (!last_root_) return length;
  return std::min(length,
                  tolerances::reach_from_root * std::fabs(series_.instant().minus(*last_root_)));
}

StepOutcome StepOverRoot::step(const StepRequest& request) {
  cause_.reset();
  const auto longest = predict(request);
  if (longest && leaves_with_roots(request, *longest)) return Crossed{series_.instant()};
  if (++steps_here_ > kMostStepsHere || !longest) return fail();
  change_.assign(reached_.size(), 0.0);
  const double shortest = tolerances::shortest_over_root * request.smallest;
  const double rest = std::fabs(request.remaining);
  std::optional<std::uint32_t> undefined;
  double length = *longest < rest ? kFirstPart * *longest : rest;
  for (; length >= std::min(shortest, rest); length *= kShrink) {
    const double step = length == rest ? request.remaining : request.direction * length;
    const auto found = try_step(step);
    const bool is_shortest = kShrink * length < shortest;
    if (!found || !(found->defect <= 1.0 || (is_shortest && found->converges))) continue;
    if (!is_shortest && !acceptance_.are_functions_met(step, series_.point().observed())) continue;
    if ((undefined = find_undefined())) continue;
    const auto crossing = find_crossing(step, request.held);
    if (!location_.crossings().empty() && !crossing) continue;
    statistics_.note_step(crossing.value_or(step), found->defect);
    if (crossing) {
      return end_at_crossing(*crossing, tolerances::at_root * request.smallest);
    }
    return end_at(length == rest ? Instant(request.limit) : series_.instant().plus(step));
  }
  return fail(undefined);
}

// How far the series of the prediction, of the event functions and of what the roots are taken of
// reach, and no other branch is left; nothing if there is no prediction. Branches that are left
// here, as that of `a > 0` where the root of a is zero, or before the shortest step, are on their
// other side already.
std::optional<double> StepOverRoot::predict(const StepRequest& request) {
  const double soon = tolerances::at_root * request.smallest;
  const double here = tolerances::shortest_over_root * request.smallest / kFirstPart;
  branches_.hold_roots_at_zero(soon);
  const Segment& segment = series_.segment();
  for (std::size_t tries = 0; tries <= mode_.kinks.size(); ++tries) {
    if (!expand_on_zero_roots()) return std::nullopt;
    const double unit = segment.unit();
    double length = std::min(series_.control().choose(segment), std::fabs(request.remaining));
    if (std::isnan(length)) return std::nullopt;
    length = branches_.limit(series_.functions().limit(segment, length / unit) * unit);
    const auto kink = branches_.find(length, request.direction, tries > 0 ? here : 0.0);
    if (!kink) return length;
    if (*kink > here) return kink;
    branches_.hold_beyond();
  }
  return std::nullopt;
}

// The series of the solution on which roots that are zero stay zero.
bool StepOverRoot::expand_on_zero_roots() {
  std::ranges::copy(series_.state(), reached_.begin());
  cause_ = series_.expand(series_.time(), reached_, series_.order());
  if (cause_) return false;
  series_.keep();
  branches_.look();
  return true;
}

// Whether event functions that are zero with the roots are about to leave their side.
bool StepOverRoot::leaves_with_roots(const StepRequest& request, double longest) {
  const Segment& segment = series_.segment();
  EventFunctions& functions = series_.functions();
  const double reach = longest / segment.unit();
  const double soon = tolerances::at_root * request.smallest;
  location_.clear();
  for (std::uint32_t i = 0; i < request.held.size(); ++i) {
    if (!functions.has_series(i)) continue;
    const double value = segment.function(i)[0];
    const double slope = segment.function_derivative(i, 1);
    const double zero = std::max(tolerances::arrived * functions.size(i), std::fabs(slope) * soon);
    if (!(std::fabs(value) <= zero)) continue;
    const Side after = functions.side_of_leaving(segment, i, EventFunctions::Accuracy::of_rounding,
                                                 series_.is_backward(), reach);
    if (after == Side::zero || after == request.held[i]) continue;
    location_.add({i, after});
    functions.note_location(i, value, slope, 0.0);
  }
  if (location_.crossings().empty()) return false;
  branches_.evaluate_on_roots(location_.crossings(), soon);
  series_.forget();
  return true;
}

// Calls `visit` with the position of each leading value of what is state.
template <class Visit>
void StepOverRoot::for_each_state(Visit visit) const {
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& entries = series_.expansion().slot(unknown);
    if (entries.count >= 2) visit(entries.first + entries.count - 1);
  }
}

// By how much the leading values at the end differ from the prediction. reached_ becomes the state
// there.
std::optional<StepOverRoot::Attempt> StepOverRoot::try_step(double step) {
  const Expansion& there = series_.point().expansion();
  const double weight = kErrorOfRule * std::fabs(step);
  series_.segment().predict(step, predicted_);
  added_.assign(predicted_.size(), 0.0);
  if (!evaluate(0.5 * step, step)) return std::nullopt;
  const double halfway = acceptance_.defect(there, weight);
  if (!evaluate(step, step)) return std::nullopt;
  series_.control().measure(series_.segment(), step, series_.state(), reached_);
  const double defect = std::max(halfway, acceptance_.defect(there, weight));
  find_changes(step);
  if (!feed_back(step)) return std::nullopt;
  return Attempt{defect, note_changes()};
}

// What the roots change at the point that was evaluated last, the end, and what the trapezoidal
// rule of it adds there.
void StepOverRoot::find_changes(double step) {
  for_each_state([&](std::uint32_t leading) {
    implied_[leading - 1] = 0.5 * step * (reached_[leading] - predicted_[leading]);
  });
  added_ = implied_;
}

// The largest difference between what was added and what the end implies, as a part of it.
double StepOverRoot::lack(double step) {
  double largest = 0.0;
  for_each_state([&](std::uint32_t leading) {
    const std::uint32_t i = leading - 1;
    implied_[i] = 0.5 * step * (reached_[leading] - predicted_[leading]);
    if (implied_[i] == added_[i]) return;
    const double size = std::max(std::fabs(implied_[i]), std::fabs(added_[i]));
    largest = std::max(largest, std::fabs(implied_[i] - added_[i]) / size);
  });
  return largest;
}

// Where a root acts on its own operand, h' = f - k sqrt(h), what it changes at the end depends on
// what is added there, and without that the end may have no value. Looks for a point that is as
// good as the rule is, along the direction in which it is missed. The last point is that one.
bool StepOverRoot::feed_back(double step) {
  bool has_value = evaluate(step, step);
  direction_ = added_;  // from the prediction
  std::ranges::fill(origin_, 0.0);
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    if (has_value && lack(step) <= kErrorOfRule) return true;
    if (sweep > 0) {
      origin_ = added_;
      for (std::size_t i = 0; i < added_.size(); ++i) direction_[i] = implied_[i] - added_[i];
    }
    if (!search_along_direction(step)) return false;
    has_value = true;
  }
  return lack(step) <= kErrorOfRule;
}

// How far the end implies to go on, of the whole direction, beyond `share` of it.
std::optional<double> StepOverRoot::overshoot(double step, double share) {
  for (std::size_t i = 0; i < added_.size(); ++i) added_[i] = origin_[i] + share * direction_[i];
  if (!evaluate(step, step)) return std::nullopt;
  lack(step);
  double sum = 0.0;
  int count = 0;
  for (std::size_t i = 0; i < added_.size(); ++i) {
    if (direction_[i] == 0.0) continue;
    sum += (implied_[i] - added_[i]) / direction_[i];
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

// Where going on and going back meet: by bisection, since a root has no slope at zero. Where there
// is no value it is too far.
bool StepOverRoot::search_along_direction(double step) {
  const auto goes_on = [&](double share) {
    const auto beyond = overshoot(step, share);
    return beyond && *beyond > 0.0;
  };
  double low = 0.0, high = 1.0;
  while (goes_on(high)) {
    low = high;
    if ((high *= 2.0) > kFarthest) return false;
  }
  for (int i = 0; i < kMostBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (goes_on(middle) ? low : high) = middle;
    if (high - low <= tolerances::same_derivative * high) break;
  }
  return overshoot(step, low).has_value();
}

// Whether the changes become smaller from one attempt to the next, or are small.
bool StepOverRoot::note_changes() {
  bool converges = true;
  for_each_state([&](std::uint32_t leading) {
    const double change = reached_[leading] - predicted_[leading];
    const double size = std::fabs(change);
    converges =
        converges && (size <= tolerances::converging_over_root * std::fabs(change_[leading]) ||
                      size <= tolerances::same_derivative * std::fabs(predicted_[leading]));
    change_[leading] = change;
  });
  return converges;
}

// reached_ becomes the state within a step of length `whole`.
bool StepOverRoot::evaluate(double step, double whole) {
  SegmentPoint& point = series_.point();
  series_.segment().predict(step, reached_);
  for (std::size_t i = 0; i < reached_.size(); ++i) reached_[i] += step / whole * added_[i];
  // What is below zero is so, however little beside the accuracy of the solution.
  point.expansion().set_accuracy(tolerances::branch_noise);
  cause_ = point.move_onto_equations(series_.instant().plus(step).value(),
                                     series_.control().metric(), reached_);
  point.expansion().set_accuracy(tolerances::root_accuracy(tolerances_.relative));
  return !cause_;
}

// Event functions that are not a number at the point that was evaluated last.
std::optional<std::uint32_t> StepOverRoot::find_undefined() {
  for (std::uint32_t i = 0; i < mode_.surfaces.size(); ++i) {
    if (!series_.functions().is_ignored(i) && std::isnan(series_.point().function(i))) return i;
  }
  return std::nullopt;
}

// Where an event function has changed its side, by bisection: the step is short. One that is zero
// at the end, and stays so with the roots, has left its side where it came to zero.
std::optional<double> StepOverRoot::find_crossing(double step, std::span<const Side> held) {
  EventFunctions& functions = series_.functions();
  SegmentPoint& point = series_.point();
  location_.clear();
  std::optional<double> zero;
  for (std::uint32_t i = 0; i < held.size() && location_.crossings().empty(); ++i) {
    const double value = point.function(i);
    if (std::isnan(value) || functions.is_ignored(i)) continue;
    if (std::fabs(value) > functions.rounding(i)) {
      if (side_of(value) != held[i]) location_.add({i, side_of(value)});
    } else if (held[i] != Side::zero && has_come_to_rest(i, step)) {
      location_.add({i, opposite(held[i])});
      zero = rounding_at_rest(i);
    }
  }
  if (location_.crossings().empty()) return std::nullopt;
  const double at = bisect_crossing(
      location_.crossings().front(), step, point,
      [&](double middle) { return evaluate(middle, step); }, zero);
  return evaluate(at, step) ? std::optional(at) : std::nullopt;
}

// Rounding has no bound beside the zero of a root: then it is zero exactly.
double StepOverRoot::rounding_at_rest(std::uint32_t function) {
  const double rounding = series_.functions().rounding(function);
  return std::isfinite(rounding) ? rounding : 0.0;
}

bool StepOverRoot::has_come_to_rest(std::uint32_t function, double step) {
  const Segment& segment = series_.segment();
  return std::fabs(series_.point().function(function)) <= rounding_at_rest(function) &&
         series_.functions().rests(segment, function, std::fabs(step) / segment.unit());
}

StepOutcome StepOverRoot::end_at_crossing(double step, double soon) {
  const Instant begin = series_.instant();
  last_root_ = begin;
  series_.move_to(begin.plus(step), reached_);
  branches_.put_on_roots(location_.crossings(), soon);
  const double way = series_.instant().minus(begin);
  for (const auto& [i, after] : location_.crossings()) {
    const double slope = series_.segment().function_slope(i, way);
    series_.functions().note_location(i, series_.point().function(i), slope, 0.0);
  }
  series_.forget();
  return Crossed{series_.instant()};
}

StepOutcome StepOverRoot::end_at(const Instant& next) {
  last_root_ = series_.instant();
  series_.move_to(next, reached_);
  series_.set_time_scale(power_of_two_near(std::fabs(next.minus(*last_root_))));
  branches_.release();
  series_.continue_from(reached_);
  return Advanced{series_.time()};
}

// There is no series here, and no step that leads to where there is one.
StepOutcome StepOverRoot::fail(std::optional<std::uint32_t> undefined_surface) {
  series_.fail(cause_.value_or(ExpansionFailure{ExpansionFault::value_not_finite, 0}));
  if (undefined_surface) {
    return StepFailed{.time = series_.time(), .undefined_surface = undefined_surface};
  }
  return StepFailed{.time = series_.time(), .cause = series_.failure()};
}

}  // namespace saltus
