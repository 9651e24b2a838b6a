#include <algorithm>

#include "saltus/runtime/simulate/hybrid_run.h"

// Changes of an instant that come again: several surfaces hold the motion together, or it
// would go on for ever.

namespace saltus {

namespace {

// n surfaces can be held, or left to either side, in 3^n ways.
constexpr std::size_t kMostOfACycle = 4;

using Choice = std::vector<std::pair<SurfaceId, std::optional<Side>>>;

// All but those that hold none of the surfaces; the most held first.
std::vector<Choice> choices_of(const std::vector<SurfaceId>& surfaces) {
  const std::optional<Side> states[] = {std::nullopt, Side::negative, Side::positive};
  std::vector<Choice> choices = {{}};
  for (const SurfaceId surface : surfaces) {
    std::vector<Choice> longer;
    for (const Choice& choice : choices) {
      for (const std::optional<Side>& state : states) {
        longer.push_back(choice);
        longer.back().emplace_back(surface, state);
      }
    }
    choices = std::move(longer);
  }
  const auto held = [](const Choice& choice) {
    return std::count_if(choice.begin(), choice.end(),
                         [](const auto& each) { return !each.second.has_value(); });
  };
  std::stable_sort(choices.begin(), choices.end(),
                   [&](const Choice& a, const Choice& b) { return held(a) > held(b); });
  std::erase_if(choices, [&](const Choice& choice) { return held(choice) == 0; });
  return choices;
}

}  // namespace

// The surfaces whose sides differ in the micro-steps from `first` on, or that hold the motion in
// some of them only.
std::vector<SurfaceId> HybridRun::surfaces_of_cycle(std::size_t first) const {
  std::vector<SurfaceId> surfaces;
  std::size_t entry = 0;
  for (std::size_t i = 0; i < history_[first].components.size(); ++i) {
    for (const SurfaceId surface : model_.components[history_[first].components[i]].surfaces) {
      const auto is_held = [&](const Settled& settled) {
        const std::vector<HeldSurface>& held = settled.modes[i]->compiled->sliding;
        return std::find(held.begin(), held.end(), HeldSurface{surface, false}) != held.end();
      };
      for (std::size_t k = first + 1; k < history_.size(); ++k) {
        if (history_[k].components != history_[first].components) return {};
        if (history_[k].sides[entry] == history_[first].sides[entry] &&
            is_held(history_[k]) == is_held(history_[first])) {
          continue;
        }
        surfaces.push_back(surface);
        break;
      }
      ++entry;
    }
  }
  return surfaces;
}

// Whether the motion may be held at, or be let off, every one of these surfaces.
bool HybridRun::can_choose_among(const std::vector<SurfaceId>& surfaces) {
  return std::all_of(surfaces.begin(), surfaces.end(), [&](SurfaceId surface) {
    ComponentRun& run = components_[held_.component_of(surface)];
    const bool has_crossed = has_crossed_[surface.index()] != 0;
    const bool is_there =
        held_.holds(surface) || run.is_at_surface(run.position_of(surface), has_crossed);
    return is_there && !held_.rest_on(surface) && !held_.share_at(surface) &&
           held_.guards_of(surface);
  });
}

// With some of the surfaces held and the others left to these sides: the valuation agrees with
// itself, nothing leads back, and the multipliers are shares.
bool HybridRun::goes_on_with(const std::vector<std::pair<SurfaceId, std::optional<Side>>>& choice,
                             std::size_t mark) {
  undo_valuation(mark);
  for (const auto& [surface, side] : choice) {
    if (held_.holds(surface) && side) held_.let_go(surface);
    if (!held_.holds(surface) && !side) held_.hold(surface);
    if (side) discrete_.set_side(surface.index(), *side);
    alter(held_.component_of(surface));
  }
  if (!try_valuation()) return false;
  for (const auto& [surface, side] : choice) {
    const std::uint32_t component = held_.component_of(surface);
    if (!side && !are_multipliers_inside(component)) return false;
    if (side && is_leading_back(component, components_[component].position_of(surface))) {
      return false;
    }
  }
  return true;
}

// Between the sides of these surfaces the modes of this instant go round: the motion is held by
// some of them, by as many as can be.
bool HybridRun::slide_along_cycle(const std::vector<SurfaceId>& surfaces) {
  if (surfaces.empty() || surfaces.size() > kMostOfACycle || !can_choose_among(surfaces)) {
    return false;
  }
  const std::size_t mark = discrete_.mark();
  forced_.clear();
  for (const SurfaceId surface : surfaces) alter(held_.component_of(surface));
  remember_touched();
  std::vector<bool> was_held;
  for (const SurfaceId surface : surfaces) was_held.push_back(held_.holds(surface));
  for (const auto& choice : choices_of(surfaces)) {
    if (!goes_on_with(choice, mark)) continue;
    history_.clear();
    accept(event_, described_);
    return true;
  }
  undo_valuation(mark);
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    if (held_.holds(surfaces[i]) && !was_held[i]) held_.let_go(surfaces[i]);
    if (!held_.holds(surfaces[i]) && was_held[i]) held_.hold(surfaces[i]);
  }
  return false;
}

// The same modes at the same point twice in one instant: it would go on for ever.
bool HybridRun::repeats() {
  if (history_.size() < 2) return false;
  const Settled& last = history_.back();
  for (std::size_t i = history_.size() - 1; i-- > 0;) {
    const Settled& earlier = history_[i];
    if (earlier.components != last.components || earlier.modes != last.modes ||
        earlier.points != last.points || earlier.values != last.values ||
        !(discrete_.is_due() || !touched_.empty())) {
      continue;
    }
    if (slide_along_cycle(surfaces_of_cycle(i))) return false;
    SimulationEnd end{.reason = EndReason::events_unsettled, .time = now_.value()};
    for (std::size_t k = i; k < history_.size(); ++k) end.cycle.push_back(history_[k].to);
    fail(std::move(end));
    return true;
  }
  return false;
}

}  // namespace saltus
