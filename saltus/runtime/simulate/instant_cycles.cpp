#include <algorithm>
#include <array>
#include <cmath>

#include "saltus/runtime/simulate/instant_solver.h"

// Micro-steps that come again, and surfaces from which both sides lead away.

namespace saltus {

namespace {

// n surfaces can be held, or left to either side, in 3^n ways.
constexpr std::size_t kMostOfACycle = 4;

// All but those that hold none of the surfaces; the most held first.
std::vector<Configuration> configurations_of(const std::vector<SurfaceId>& surfaces) {
  std::vector<Configuration> configurations = {{}};
  for (const SurfaceId surface : surfaces) {
    std::vector<Configuration> longer;
    for (const Configuration& configuration : configurations) {
      for (const Choice choice : {Choice::held, Choice::negative, Choice::positive, Choice::zero}) {
        longer.push_back(configuration.with(SurfaceDecision{surface, choice}));
      }
    }
    configurations = std::move(longer);
  }
  const auto held = [](const Configuration& configuration) {
    return std::count_if(configuration.surfaces.begin(), configuration.surfaces.end(),
                         [](const auto& decision) { return decision.choice == Choice::held; });
  };
  std::stable_sort(
      configurations.begin(), configurations.end(),
      [&](const Configuration& a, const Configuration& b) { return held(a) > held(b); });
  std::erase_if(configurations,
                [&](const Configuration& configuration) { return held(configuration) == 0; });
  return configurations;
}

}  // namespace

// The same modes at the same point twice in one instant: it would go on for ever, unless the
// surfaces between whose sides they go round hold the motion together.
std::optional<SimulationEnd> InstantSolver::leave_cycle(std::size_t first) {
  if (hold_cycle(history_.surfaces_since(first, run_.model))) {
    history_.clear();
    return std::nullopt;
  }
  if (in_vain_ && history_.are_all_in_conflict(first)) {
    return in_vain_->end_at(instant_.time().value());
  }
  SimulationEnd end = unsettled(UnsettledCause::cycle);
  end.cycle = history_.steps_since(first);
  return end;
}

bool InstantSolver::hold_cycle(const std::vector<SurfaceId>& surfaces) {
  const auto can_hold = [&](SurfaceId surface) {
    ComponentRun& run = run_.component_of_surface(surface);
    const bool is_there =
        run_.held.holds(surface) ||
        run.is_at_surface(run.position_of(surface), instant_.has_crossed(surface));
    return is_there && attempt_.can_hold(surface) && !run_.held.rest_on(surface) &&
           !run_.held.share_at(surface);
  };
  if (surfaces.empty() || surfaces.size() > kMostOfACycle ||
      !std::all_of(surfaces.begin(), surfaces.end(), can_hold)) {
    return false;
  }
  for (const std::uint32_t c : restarted_) run_.components[c].keep_left_limit();
  attempt_.begin();
  for (const Configuration& configuration : configurations_of(surfaces)) {
    if (!attempt_.evaluate(configuration).is_consistent()) continue;
    accept(0);
    return true;
  }
  attempt_.undo();
  return false;
}

// A motion along a surface from which, since something else has changed, both sides lead
// away.
void InstantSolver::look_for_repelling() {
  std::vector<SurfaceId> suspects;
  for (const std::uint32_t c : attempt_.touched()) {
    const std::vector<HeldSurface>& before = run_.components[c].left_mode().sliding;
    for (const SurfaceId surface : run_.held.of(c)) {
      if (run_.held.share_at(surface)) continue;
      const bool has_slid =
          std::find(before.begin(), before.end(), HeldSurface{surface, false}) != before.end();
      if (has_slid && attempt_.is_altered(c)) suspects.push_back(surface);
    }
  }
  if (suspects.empty()) return;
  const Configuration found = attempt_.configuration();
  for (const SurfaceId surface : suspects) {
    // A side on which the motion stays on the surface does not lead away.
    const auto leads_away_at = [&](Choice choice) {
      return attempt_.evaluate(found.with(SurfaceDecision{surface, choice})).is_consistent() &&
             attempt_.side_after(surface) == side_of(choice);
    };
    if (leads_away_at(Choice::negative) && leads_away_at(Choice::positive)) {
      listener_.remark(SurfaceRemarkKind::repelling, surface);
    }
  }
  attempt_.evaluate(found);
}

// Surfaces on which others keep the motion have a share that was chosen. Whether it matters: with
// another choice the others have other shares, or with the whole of one side, as of ideal diodes
// that all conduct, something is not determined. A relation that bears nothing, as that of abs(v)
// at v = 0, changes nothing, and one whose share alone keeps the motion there has no other.
void InstantSolver::look_for_undetermined_shares() {
  std::vector<SurfaceId> suspects;
  for (const std::uint32_t c : attempt_.touched()) {
    for (const FixedShare& fixed : run_.components[c].mode().compiled->fixed) {
      if (!listener_.knows(SurfaceRemarkKind::share_undetermined, fixed.surface)) {
        suspects.push_back(fixed.surface);
      }
    }
  }
  if (suspects.empty()) return;
  const Configuration found = attempt_.configuration();
  for (const SurfaceId surface : suspects) {
    if (is_share_undetermined(found, surface)) {
      listener_.remark(SurfaceRemarkKind::share_undetermined, surface);
    }
  }
  attempt_.evaluate(found);
}

bool InstantSolver::is_share_undetermined(const Configuration& found, SurfaceId surface) {
  attempt_.evaluate(found);
  ComponentRun& run = run_.component_of_surface(surface);
  const auto shares = [&] {
    std::vector<double> all;
    for (const HeldSurface& held : run.mode().compiled->sliding) {
      all.push_back(run.multiplier(held.surface).value_or(0.0));
    }
    return all;
  };
  const std::vector<double> before = shares();
  const double chosen = run.fixed_share(surface).value_or(0.5);
  for (const Choice choice :
       {Choice::held_below_mean, Choice::held_above_mean, Choice::held_mean}) {
    if (share_of(choice) == chosen) continue;
    if (!attempt_.evaluate(found.with(SurfaceDecision{surface, choice})).is_consistent()) continue;
    const std::vector<double> after = shares();
    const bool is_same =
        std::equal(before.begin(), before.end(), after.begin(), after.end(),
                   [](double a, double b) { return std::fabs(a - b) <= tolerances::same_share; });
    if (!is_same) return true;
  }
  return std::ranges::any_of(std::array{Choice::held_low, Choice::held_high}, [&](Choice choice) {
    return attempt_.evaluate(found.with(SurfaceDecision{surface, choice})).failure.has_value();
  });
}

}  // namespace saltus
