#include "saltus/runtime/taylor/held_branches.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace saltus {

namespace {

// How often the place of a kink is corrected by the value of the switching function there.
constexpr int kMostRefinements = 4;
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

std::optional<ExpansionFailure> HeldBranches::go_beyond_kink(const StepRequest& request,
                                                             double& step,
                                                             std::span<double> state) {
  const double unit = series_.segment().unit();
  double further = request.smallest;
  for (int i = 0; i < kMostRefinements; ++i) {
    const auto distance = kinks_.distance(series_.point().observed(), step / unit);
    if (!distance || (distance->value < 0.0 && i > 0)) return std::nullopt;
    const double move = -distance->value * unit / distance->slope;
    if (!std::isfinite(move) || std::fabs(move) > tolerances::kink_correction * std::fabs(step)) {
      return std::nullopt;
    }
    step += move + request.direction * further;
    further *= 2.0;
    if (auto failure = series_.evaluate(step, state)) return failure;
  }
  return std::nullopt;
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
