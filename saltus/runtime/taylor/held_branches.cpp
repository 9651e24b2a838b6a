#include "saltus/runtime/taylor/held_branches.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace saltus {

namespace {

// How often the place of a kink is corrected by the value of the switching function there.
constexpr int kMostRefinements = 4;
// A point goes so many times as far beyond a kink as it was meant to, and is there.
constexpr double kNearlyThere = 4.0;
// So many branches may be left at one instant; beyond, no branch keeps the solution.
constexpr int kMostKinksHere = 20;

}  // namespace

HeldBranches::HeldBranches(const ExecutableMode& mode, const Tolerances& tolerances,
                           PresentSeries& series, StepAcceptance& acceptance)
    : mode_(mode),
      tolerances_(tolerances),
      series_(series),
      acceptance_(acceptance),
      kinks_(mode),
      moved_(series.expansion().state_size(), 0.0) {}

// Where a step has ended at a kink, the branches beyond it are known; rounding may have put the
// point on the other side.
void HeldBranches::begin(const Instant& time) {
  const bool is_beyond_kink =
      std::exchange(is_beyond_kink_, false) && time.minus(series_.instant()) == 0.0;
  kinks_here_ = 0;
  if (!is_beyond_kink) release();
}

// Where the solution begins at a kink, the branch is the one that it goes to (semantics 4, ties).
// Each is tried once: if both lead to the other one, the step will say so.
std::optional<ExpansionFailure> HeldBranches::choose(std::span<double> state) {
  if (is_empty()) return std::nullopt;
  Expansion& expansion = series_.expansion();
  for (std::size_t tries = 0; tries <= mode_.kinks.size(); ++tries) {
    expansion.observe(series_.observed_degree());
    kinks_.look(expansion, series_.observed_degree());
    if (!kinks_.find_at_once(tolerances::branch_noise, series_.direction(),
                             acceptance_.sweep(expansion))) {
      break;
    }
    kinks_.hold_beyond(expansion);
    std::ranges::copy(series_.state(), state.begin());
    if (const auto failure = series_.expand(series_.time(), state, series_.first_order())) {
      return failure;
    }
  }
  return std::nullopt;
}

void HeldBranches::hold() {
  if (is_empty()) return;
  series_.expansion().hold_branches();
  series_.point().hold_branches(series_.expansion().branches());
  look();
}

void HeldBranches::look() {
  // Where there are event functions they were observed, and switching functions with them.
  if (mode_.surfaces.empty()) series_.expansion().observe(series_.function_degree());
  kinks_.look(series_.expansion(), series_.function_degree());
}

double HeldBranches::limit(double length) const {
  const double unit = series_.segment().unit();
  for (std::size_t i = 0; i < kinks_.function_count(); ++i) {
    if (!kinks_.is_watched(i) || kinks_.is_root_on_its_way(i)) continue;
    const double s = series_.functions().limit_by_tail(kinks_.series(i), series_.function_degree(),
                                                       kinks_.magnitude(i), length / unit);
    length = std::min(length, s * unit);
  }
  return length;
}

// Where the function has a zero of high order its polynomial knows the place badly, and the value
// does not.
std::optional<ExpansionFailure> HeldBranches::go_beyond_kink(const StepRequest& request,
                                                             double& step,
                                                             std::span<double> state) {
  is_kink_ahead_ = false;
  cause_.reset();
  const Place place = follow_slope(request, step, state);
  if (place == Place::failed) return cause_;
  const auto distance =
      kinks_.distance(series_.point().observed(), step / series_.segment().unit());
  const bool is_near = std::fabs(step) <= tolerances::at_kink * request.smallest;
  if (place == Place::found || !distance || is_near) return std::nullopt;
  const double rounding =
      kinks_.rounding_of_distance(acceptance_.sweep(series_.point().observed()));
  is_kink_ahead_ = distance->value > rounding;
  if (distance->value < -rounding) return bisect_kink(request, step, state);
  return std::nullopt;
}

// Newton's iteration, with the slope of the polynomial.
HeldBranches::Place HeldBranches::follow_slope(const StepRequest& request, double& step,
                                               std::span<double> state) {
  const double unit = series_.segment().unit();
  double further = request.smallest;
  for (int i = 0; i < kMostRefinements; ++i) {
    const auto distance = kinks_.distance(series_.point().observed(), step / unit);
    if (!distance) return Place::found;
    const double beyond = std::fabs(distance->slope) * further / unit;
    if (i > 0 && distance->value < 0.0 && -distance->value <= kNearlyThere * beyond) {
      return Place::found;
    }
    const double move = -distance->value * unit / distance->slope;
    if (!std::isfinite(move) || std::fabs(move) > tolerances::kink_correction * std::fabs(step)) {
      return Place::open;
    }
    const double last = step;
    step += move + request.direction * further;
    further *= 2.0;
    cause_ = series_.evaluate(step, state);
    if (!cause_) continue;
    // Beyond its end a branch may have no value, as that of exp(-1/u) where u < 0.
    step = last;
    cause_ = series_.evaluate(step, state);
    return cause_ ? Place::failed : Place::found;
  }
  return Place::open;
}

// Between the begin, where the branch is right, and a point where it is not.
std::optional<ExpansionFailure> HeldBranches::bisect_kink(const StepRequest& request, double& step,
                                                          std::span<double> state) {
  const double unit = series_.segment().unit();
  double before = 0.0, after = step;
  while (std::fabs(after - before) > request.smallest) {
    const double middle = 0.5 * (before + after);
    if (const auto failure = series_.evaluate(middle, state)) return failure;
    const auto distance = kinks_.distance(series_.point().observed(), middle / unit);
    (distance->value < 0.0 ? after : before) = middle;
  }
  if (std::fabs(after) > tolerances::at_kink * request.smallest) step = after;
  return series_.evaluate(step, state);
}

bool HeldBranches::note_kink(bool moves_on) {
  kinks_here_ = moves_on ? 0 : kinks_here_ + 1;
  return kinks_here_ <= kMostKinksHere;
}

bool HeldBranches::cross_kink(bool moves_on, std::span<double> state) {
  kinks_.cross(series_.expansion(), moves_on);
  return kinks_.end_roots(series_.point().observed(), !moves_on, series_.expansion(), state);
}

void HeldBranches::hold_roots_at_zero(double soon) {
  kinks_.hold_roots_at_zero(series_.expansion(), soon / series_.time_scale());
  series_.point().release_branches();
}

void HeldBranches::put_on_kink(std::span<double> state) {
  kinks_.put_found_on_zero(series_.point().observed(), series_.control().metric(), state);
}

bool HeldBranches::put_on_near_kinks(double soon) {
  return kinks_.put_near_on_zero(series_.expansion(), series_.direction(),
                                 soon / series_.time_scale(), series_.control().metric(),
                                 series_.state());
}

void HeldBranches::put_on_roots(std::span<const SurfaceCrossing> crossings, double soon) {
  if (is_empty()) return;
  const double accuracy = tolerances::root_accuracy(tolerances_.relative);
  const std::span<const double> metric = series_.control().metric();
  SegmentPoint& point = series_.point();
  if (!kinks_.put_on_roots(point.observed(), crossings, {accuracy, soon}, metric,
                           series_.state())) {
    return;
  }
  std::ranges::copy(series_.state(), moved_.begin());
  if (point.move_onto_equations(series_.time(), metric, moved_)) return;
  std::ranges::copy(moved_, series_.state().begin());
}

void HeldBranches::evaluate_on_roots(std::span<const SurfaceCrossing> crossings, double soon) {
  std::ranges::copy(series_.state(), moved_.begin());
  const std::span<const double> metric = series_.control().metric();
  if (series_.point().move_onto_equations(series_.time(), metric, moved_)) return;
  std::ranges::copy(moved_, series_.state().begin());
  put_on_roots(crossings, soon);
}

}  // namespace saltus
