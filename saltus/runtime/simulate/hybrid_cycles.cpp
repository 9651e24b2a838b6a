#include <algorithm>

#include "saltus/runtime/simulate/hybrid_run.h"

// Changes of an instant that come again: several surfaces hold the motion together, or it
// would go on for ever.

namespace saltus {

// The surfaces whose sides differ in the micro-steps from `first` on.
std::vector<SurfaceId> HybridRun::surfaces_of_cycle(std::size_t first) const {
  std::vector<SurfaceId> surfaces;
  std::size_t entry = 0;
  for (const std::uint32_t c : history_[first].components) {
    for (const SurfaceId surface : model_.components[c].surfaces) {
      for (std::size_t k = first + 1; k < history_.size(); ++k) {
        if (history_[k].components != history_[first].components) return {};
        if (history_[k].sides[entry] == history_[first].sides[entry]) continue;
        surfaces.push_back(surface);
        break;
      }
      ++entry;
    }
  }
  return surfaces;
}

// Several surfaces at once, between whose sides the modes of this instant go round.
bool HybridRun::slide_along_cycle(const std::vector<SurfaceId>& surfaces) {
  if (surfaces.empty()) return false;
  const std::size_t mark = discrete_.mark();
  remember_touched();
  forced_.clear();
  for (const SurfaceId surface : surfaces) {
    ComponentRun& run = components_[held_.component_of(surface)];
    const bool has_crossed = has_crossed_[surface.index()] != 0;
    const bool can_slide = !held_.holds(surface) &&
                           run.is_at_surface(run.position_of(surface), has_crossed) &&
                           held_.guards_of(surface);
    if (!can_slide) return false;
  }
  for (const SurfaceId surface : surfaces) {
    held_.hold(surface);
    alter(held_.component_of(surface));
  }
  remember_touched();
  bool is_inside = try_valuation();
  for (const std::uint32_t c : touched_) is_inside = is_inside && are_multipliers_inside(c);
  if (is_inside) {
    history_.clear();
    accept(event_, described_);
    return true;
  }
  undo_valuation(mark);
  for (const SurfaceId surface : surfaces) held_.let_go(surface);
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
