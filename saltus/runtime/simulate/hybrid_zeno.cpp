#include <algorithm>
#include <cmath>

#include "saltus/runtime/simulate/hybrid_run.h"

// Events that accumulate, and how the motion goes on from their limit.

namespace saltus {

namespace {

// So near to where events tend, relative to the time elapsed, they have accumulated.
constexpr double kAccumulated = 1e-4;

}  // namespace

bool HybridRun::is_accumulating(SurfaceId surface) const {
  const auto limit = zeno_.accumulation(surface.index());
  const double elapsed = now_.value() - options_.start_time;
  return limit && std::fabs(*limit - now_.value()) <= kAccumulated * std::fabs(elapsed);
}

// True if the surface can hold the component from here on; then it does.
bool HybridRun::hold_after_zeno(SurfaceId surface) {
  if (held_.holds(surface)) return false;
  const std::uint32_t component = held_.component_of(surface);
  double largest = 0.0;
  for (const Reaction& reaction : last_bounce_) {
    if (component_of_[reaction.variable.index()] != component) return false;
    largest = std::max(largest, std::fabs(reaction.share));
  }
  if (largest > 0.0) {
    std::vector<Reaction> reactions = last_bounce_;
    for (Reaction& reaction : reactions) reaction.share /= largest;
    held_.hold_at_rest(surface, std::move(reactions));
  } else if (held_.guards_of(surface)) {
    held_.hold(surface);
  } else {
    return false;
  }
  components_[component].keep_left_limit();
  const std::size_t mark = discrete_.mark();
  remember_touched();
  forced_.clear();
  decided_.clear();
  alter(component);
  const bool is_possible = try_valuation() && are_multipliers_inside(component);
  undo_valuation(mark);
  if (!is_possible) held_.let_go(surface);
  return is_possible;
}

// From where events accumulate the motion goes on along a surface of theirs: at rest if they
// are bounces, sliding if they change the mode. False where neither is possible.
bool HybridRun::go_on_after_zeno(SurfaceId surface) {
  const auto component = model_.discrete.surfaces[surface.index()].component;
  if (!component) return false;
  std::vector<SurfaceId> candidates = {surface};
  for (const SurfaceId other : model_.components[*component].surfaces) {
    if (other != surface && is_accumulating(other)) candidates.push_back(other);
  }
  for (const SurfaceId candidate : candidates) {
    if (!hold_after_zeno(candidate)) continue;
    // The rest of what accumulates passes within rounding: it is left out.
    Instantaneous event{.time = now_, .components = {}, .crossed = {candidate}, .clocks = {}};
    for (const SurfaceId other : candidates) zeno_.forget(other.index());
    alter(*component);
    remark(SurfaceRemarkKind::continues_after_zeno, candidate);
    return work_through(event);
  }
  return false;
}

// Near an accumulation point the changes of an instant cannot be told apart and do not
// settle: the accumulation is what the author should hear of. True if the run can go on.
bool HybridRun::is_zeno_to_go_on(const Instantaneous& event) {
  if (result_.end.reason != EndReason::events_unsettled) return false;
  const auto accumulating =
      std::find_if(event.crossed.begin(), event.crossed.end(),
                   [&](SurfaceId surface) { return is_accumulating(surface); });
  if (accumulating == event.crossed.end()) return false;
  const double limit = *zeno_.accumulation(accumulating->index());
  for (const std::uint32_t c : touched_) is_touched_[c] = is_altered_[c] = 0;
  touched_.clear();
  if (options_.continues_after_zeno && go_on_after_zeno(*accumulating)) return true;
  result_.end = SimulationEnd{.reason = EndReason::zeno,
                              .time = limit,
                              .could_not_go_on = options_.continues_after_zeno,
                              .surfaces = {*accumulating}};
  return false;
}

bool HybridRun::watch_for_zeno(const Instantaneous& event) {
  if (!has_effect_) return true;
  const double elapsed = now_.value() - options_.start_time;
  if (zeno_.is_crowded(now_.value(), elapsed) && !event.crossed.empty()) {
    SimulationEnd end{.reason = EndReason::zeno, .time = now_.value()};
    end.surfaces = {event.crossed.front()};
    return fail(std::move(end));
  }
  for (const SurfaceId surface : event.crossed) {
    const auto limit = zeno_.note(surface.index(), now_.value(), elapsed);
    if (!limit) continue;
    if (options_.continues_after_zeno && go_on_after_zeno(surface)) return true;
    SimulationEnd end{.reason = EndReason::zeno,
                      .time = *limit,
                      .could_not_go_on = options_.continues_after_zeno,
                      .surfaces = {surface}};
    return fail(std::move(end));
  }
  return true;
}

}  // namespace saltus
