#include "saltus/runtime/simulate/start_modes.h"

#include <algorithm>
#include <cmath>

namespace saltus {

namespace {

// Groups are independent of those after them, and one round is enough; this is a bound all the
// same.
constexpr int kMostRounds = 20;

}  // namespace

std::optional<SimulationEnd> StartModes::find() {
  const double time = run_.options.start_time;
  const std::vector<StartGroup> groups = find_start_groups(run_.model, run_.component_of);
  run_.discrete.run_pass(time, instant_);
  for (int round = 0; round < kMostRounds; ++round) {
    if (auto end = find_groups(groups)) return end;
    // All of it once more on the point that was found: what a guess has led to does not count.
    run_.discrete.begin_start();
    outcome_ = &run_.discrete.run_pass(time, instant_);
    if (outcome_->non_finite_node) {
      return SimulationEnd{.reason = EndReason::discrete_not_finite,
                           .time = time,
                           .node = *outcome_->non_finite_node};
    }
    if (outcome_->changed_guards.empty() && outcome_->changed_values.empty()) break;
  }
  return std::nullopt;
}

std::optional<SimulationEnd> StartModes::find_groups(const std::vector<StartGroup>& groups) {
  found_ = {};
  for (const StartGroup& group : groups) {
    if (group.components.empty()) {
      run_.discrete.evaluate_again(group.nodes, run_.options.start_time, instant_);
      continue;
    }
    GroupStart start(run_, instant_, group, reports_);
    if (auto end = start.find()) return end;
    const GroupStart::Found& found = start.found();
    found_.contested.insert(found_.contested.end(), found.contested.begin(), found.contested.end());
    found_.has_infinite_state |= found.has_infinite_state;
    found_.postponed.insert(found_.postponed.end(), found.postponed.begin(), found.postponed.end());
  }
  return std::nullopt;
}

StartReport StartModes::report() const {
  StartReport sum;
  for (const StartReport& report : reports_) {
    sum.iterations += report.iterations;
    sum.used_homotopy |= report.used_homotopy;
    sum.largest_residual = std::max(sum.largest_residual, report.largest_residual);
    sum.moved.insert(sum.moved.end(), report.moved.begin(), report.moved.end());
    sum.defaulted.insert(sum.defaulted.end(), report.defaulted.begin(), report.defaulted.end());
  }
  return sum;
}

namespace {

// The values of a component and their first derivatives.
std::vector<double> motion_of(const ComponentRun& run) {
  std::vector<double> values;
  for (std::uint32_t u = 0; u < run.component().variables.size(); ++u) {
    for (const int order : {0, 1}) values.push_back(run.value(u, order));
  }
  return values;
}

bool is_same_motion(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](double x, double y) {
    return std::fabs(x - y) <= tolerance * std::max(std::fabs(x), std::fabs(y));
  });
}

}  // namespace

void look_for_repelling_at_start(RunState& run, Attempt& attempt, RunListener& listener) {
  attempt.begin();
  for (ComponentRun& component : run.components) {
    const std::vector<SurfaceId>& surfaces = component.component().surfaces;
    if (surfaces.empty() || run.interruption.poll()) continue;
    const auto goes_otherwise_at = [&](SurfaceId surface, Side side) {
      const Configuration configuration =
          Configuration().with(SurfaceDecision{surface, choice_of(side)});
      const bool goes_there =
          attempt.evaluate(configuration).is_consistent() && attempt.side_after(surface) == side;
      if (!goes_there) return false;
      const std::vector<double> otherwise = motion_of(component);
      attempt.undo();
      return !is_same_motion(motion_of(component), otherwise, run.options.tolerance);
    };
    for (std::uint32_t p = 0; p < surfaces.size(); ++p) {
      const Side side = run.discrete.side(surfaces[p].index());
      if (!attempt.can_hold(surfaces[p]) || !component.is_at_surface(p, false)) continue;
      if (side == Side::zero) {
        if (goes_otherwise_at(surfaces[p], Side::positive) ||
            goes_otherwise_at(surfaces[p], Side::negative)) {
          listener.remark(SurfaceRemarkKind::stays_as_written, surfaces[p]);
        }
      } else if (goes_otherwise_at(surfaces[p], opposite(side))) {
        listener.remark(SurfaceRemarkKind::repelling, surfaces[p]);
      }
      attempt.undo();
    }
  }
}

}  // namespace saltus
