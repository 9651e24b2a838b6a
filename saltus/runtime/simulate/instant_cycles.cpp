#include <algorithm>

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
  SimulationEnd end = unsettled();
  end.surfaces.clear();  // the modes say what contradicts what
  end.cycle = history_.modes_since(first);
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
    const auto goes_on_at = [&](Choice choice) {
      return attempt_.evaluate(found.with(SurfaceDecision{surface, choice})).is_consistent();
    };
    if (goes_on_at(Choice::negative) && goes_on_at(Choice::positive)) {
      listener_.remark(SurfaceRemarkKind::repelling, surface);
    }
  }
  attempt_.evaluate(found);
}

}  // namespace saltus
