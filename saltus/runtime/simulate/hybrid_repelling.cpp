#include <algorithm>

#include "saltus/runtime/simulate/hybrid_run.h"

// Surfaces from which both sides lead away: the motion could go on at either.

namespace saltus {

void HybridRun::remark(SurfaceRemarkKind kind, SurfaceId surface) {
  const bool is_known = std::any_of(
      result_.remarks.begin(), result_.remarks.end(),
      [&](const SurfaceRemark& known) { return known.kind == kind && known.surface == surface; });
  if (!is_known) result_.remarks.push_back({kind, surface, now_.value()});
}

// Whether the motion that begins on this side of a surface, on which the component stands,
// stays on that side.
bool HybridRun::goes_on_at(SurfaceId surface, Side side, std::size_t mark) {
  const std::uint32_t component = held_.component_of(surface);
  undo_valuation(mark);
  discrete_.set_side(surface.index(), side);
  alter(component);
  ComponentRun& run = components_[component];
  return can_be_tried(surface) && run.side_after(run.position_of(surface), false) == side;
}

// A motion along a surface from which, since something else has changed, both sides lead
// away.
void HybridRun::look_for_repelling(std::size_t mark) {
  std::vector<SurfaceId> suspects;
  for (const std::uint32_t c : touched_) {
    const std::vector<HeldSurface>& before = components_[c].left_mode().sliding;
    for (const SurfaceId surface : held_.of(c)) {
      if (held_.share_at(surface)) continue;
      const bool has_slid =
          std::find(before.begin(), before.end(), HeldSurface{surface, false}) != before.end();
      if (has_slid && is_altered_[c]) suspects.push_back(surface);
    }
  }
  for (const SurfaceId surface : suspects) {
    held_.let_go(surface);
    const bool is_repelling =
        goes_on_at(surface, Side::negative, mark) && goes_on_at(surface, Side::positive, mark);
    held_.hold(surface);
    if (is_repelling) remark(SurfaceRemarkKind::repelling, surface);
  }
  if (suspects.empty()) return;
  undo_valuation(mark);
  for (const SurfaceId surface : suspects) {
    alter(held_.component_of(surface));
  }
  try_valuation();
}

// The start lies on a surface, and could go on at another side just as well.
void HybridRun::look_for_repelling_at_start() {
  const std::size_t mark = discrete_.mark();
  for (const ComponentRun& run : components_) {
    for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
      const SurfaceId surface = run.component().surfaces[p];
      const Side side = discrete_.side(surface.index());
      if (model_.discrete.surfaces[surface.index()].is_inequality) continue;
      if (!run.mode().integrator->is_at_surface(p, false)) continue;
      const auto* guards = held_.guards_of(surface);
      if (!guards || guards->empty()) continue;
      remember_touched();
      forced_.clear();
      if (side == Side::zero) {
        if (goes_on_at(surface, Side::positive, mark) ||
            goes_on_at(surface, Side::negative, mark)) {
          remark(SurfaceRemarkKind::stays_as_written, surface);
        }
      } else if (goes_on_at(surface, opposite(side), mark)) {
        remark(SurfaceRemarkKind::repelling, surface);
      }
      undo_valuation(mark);
    }
  }
}

}  // namespace saltus
