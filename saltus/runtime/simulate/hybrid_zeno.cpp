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

// What the last bounce has changed, as reactions at rest; nothing if it acts elsewhere too.
std::optional<std::vector<Reaction>> HybridRun::reactions_of_bounce(std::uint32_t component) const {
  std::vector<Reaction> reactions;
  double largest = 0.0;
  for (const Reaction& reaction : last_bounce_) {
    if (component_of_[reaction.variable.index()] != component) return std::nullopt;
    largest = std::max(largest, std::fabs(reaction.share));
  }
  if (largest == 0.0) return reactions;
  reactions = last_bounce_;
  for (Reaction& reaction : reactions) reaction.share /= largest;
  return reactions;
}

// True if the surfaces can hold the component from here on; then they do.
bool HybridRun::hold_after_zeno(const std::vector<SurfaceId>& surfaces) {
  const std::uint32_t component = held_.component_of(surfaces.front());
  auto reactions = reactions_of_bounce(component);
  if (!reactions || (!reactions->empty() && surfaces.size() > 1)) return false;
  for (const SurfaceId surface : surfaces) {
    if (held_.holds(surface)) return false;
    if (reactions->empty() && held_.guards_of(surface) == nullptr) return false;
  }
  for (const SurfaceId surface : surfaces) {
    if (reactions->empty()) {
      held_.hold(surface);
    } else {
      held_.hold_at_rest(surface, *reactions);
    }
  }
  components_[component].keep_left_limit();
  const std::size_t mark = discrete_.mark();
  remember_touched();
  forced_.clear();
  decided_.clear();
  alter(component);
  const bool is_possible = try_valuation_at_limit(mark) && are_multipliers_inside(component);
  if (!is_possible) forced_.clear();
  undo_valuation(mark);  // but for what is forced
  if (is_possible) return true;
  for (const SurfaceId surface : surfaces) held_.let_go(surface);
  return false;
}

// In the limit other functions may vanish with those that are held: x and x' of a spiral
// that ends in the origin. What their relations say for zero counts then.
bool HybridRun::try_valuation_at_limit(std::size_t mark) {
  if (try_valuation()) return true;
  if (failure_) return false;
  for (const auto& [surface, side] : inconsistent_) {
    if (side == Side::zero) forced_.emplace_back(SurfaceId(surface), side);
  }
  if (forced_.empty()) return false;
  const std::uint32_t component = failed_component_;
  undo_valuation(mark);
  alter(component);
  return try_valuation();
}

// From where events accumulate the motion goes on along surfaces of theirs: at rest if they
// are bounces, sliding if they change the mode. False where neither is possible.
bool HybridRun::go_on_after_zeno(SurfaceId surface) {
  const auto component = model_.discrete.surfaces[surface.index()].component;
  if (!component) return false;
  std::vector<SurfaceId> all = {surface};
  for (const SurfaceId other : model_.components[*component].surfaces) {
    if (other != surface && is_accumulating(other)) all.push_back(other);
  }
  std::vector<std::vector<SurfaceId>> candidates;
  for (const SurfaceId one : all) candidates.push_back({one});
  if (all.size() > 1) candidates.push_back(all);
  for (const std::vector<SurfaceId>& candidate : candidates) {
    if (!hold_after_zeno(candidate)) continue;
    // The rest of what accumulates passes within rounding: it is left out.
    Instantaneous event{.time = now_, .components = {}, .crossed = candidate, .clocks = {}};
    for (const SurfaceId other : all) zeno_.forget(other.index());
    alter(*component);
    for (const SurfaceId held : candidate) {
      remark(SurfaceRemarkKind::continues_after_zeno, held);
    }
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
