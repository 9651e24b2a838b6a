#include "saltus/runtime/simulate/accumulation.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace saltus {

Accumulation::Accumulation(RunState& run, PresentInstant& instant, InstantSolver& solver,
                           RunListener& listener)
    : run_(run),
      instant_(instant),
      solver_(solver),
      listener_(listener),
      watch_(run.system().surfaces.size()),
      bounces_(run.components.size()) {}

bool Accumulation::is_accumulating(SurfaceId surface) const {
  const auto limit = watch_.accumulation(surface.index());
  return limit && std::fabs(*limit - instant_.time().value()) <=
                      tolerances::accumulated * std::fabs(elapsed());
}

SimulationEnd Accumulation::end_at(double time, SurfaceId surface) const {
  return {.reason = EndReason::zeno,
          .time = time,
          .could_not_go_on = run_.options.continues_after_zeno,
          .surfaces = {surface}};
}

void Accumulation::note_bounce(const InstantEvent& event) {
  const std::vector<Reaction>& reactions = solver_.last_bounce();
  // One that is lost in rounding says nothing of the law.
  if (std::ranges::all_of(reactions, [](const Reaction& one) { return one.share == 0.0; })) return;
  bouncing_.clear();
  for (const Reaction& reaction : reactions) {
    const std::uint32_t c = run_.component_of[reaction.variable.index()];
    if (std::ranges::find(bouncing_, c) == bouncing_.end()) bouncing_.push_back(c);
  }
  for (const std::uint32_t c : bouncing_) {
    Bounce& bounce = bounces_[c];
    bounce.time = instant_.time().value();
    bounce.crossed = event.crossed;
    bounce.components = bouncing_;
    bounce.reactions.clear();
    std::ranges::copy_if(reactions, std::back_inserter(bounce.reactions), [&](const Reaction& one) {
      return run_.component_of[one.variable.index()] == c;
    });
  }
}

bool Accumulation::comes_to_rest(std::uint32_t component) const {
  const std::vector<SurfaceId>& surfaces = run_.model.components[component].surfaces;
  return std::ranges::any_of(surfaces, [&](SurfaceId surface) {
    return is_accumulating(surface) || run_.held.rest_on(surface) != nullptr;
  });
}

// What the bounces between the last events of these surfaces have changed, as reactions at rest:
// none if there were no bounces. Nothing if they act on what does not come to rest here.
std::optional<std::vector<Reaction>> Accumulation::reactions_of_bounce(
    std::uint32_t component, const std::vector<SurfaceId>& surfaces) const {
  const Bounce& bounce = bounces_[component];
  const bool is_present = std::ranges::any_of(surfaces, [&](SurfaceId surface) {
    return run_.direction * (bounce.time - watch_.last_cycle(surface.index())) >= 0.0;
  });
  if (!is_present) return std::vector<Reaction>();
  for (const std::uint32_t other : bounce.components) {
    if (other != component && !comes_to_rest(other)) return std::nullopt;
  }
  std::vector<Reaction> reactions = bounce.reactions;
  double largest = 0.0;
  for (const Reaction& reaction : reactions) {
    largest = std::max(largest, std::fabs(reaction.share));
  }
  if (largest == 0.0) return std::vector<Reaction>();
  for (Reaction& reaction : reactions) reaction.share /= largest;
  return reactions;
}

// True if the surfaces can hold the component from here on; then they do. With `others` at the mean
// of their sides: what vanishes with them, such as abs(x') with x.
bool Accumulation::hold(const std::vector<SurfaceId>& surfaces,
                        const std::vector<SurfaceId>& others, double limit) {
  const std::uint32_t component = run_.held.component_of(surfaces.front());
  const auto reactions = reactions_of_bounce(component, surfaces);
  if (!reactions || (!reactions->empty() && surfaces.size() > 1)) return false;
  for (const SurfaceId surface : surfaces) {
    if (run_.held.holds(surface)) return false;
    if (reactions->empty() && run_.held.guards_of(surface) == nullptr) return false;
  }
  const std::size_t held_mark = run_.held.mark(), discrete_mark = run_.discrete.mark();
  for (const SurfaceId surface : surfaces) {
    if (reactions->empty()) {
      run_.held.hold(surface);
    } else {
      run_.held.hold_at_rest(surface, *reactions);
    }
  }
  for (const SurfaceId surface : others) {
    const bool can_hold = !run_.held.holds(surface) && run_.held.guards_of(surface) != nullptr;
    if (can_hold) run_.held.hold_at_share(surface, 0.5);
  }
  run_.components[component].keep_left_limit();
  if (is_possible(component, limit)) return true;
  run_.held.undo_to(held_mark);
  run_.discrete.undo_to(discrete_mark);
  return false;
}

// In the limit other functions may vanish with those that are held: x and x' of a spiral
// that ends in the origin. What their relations say for zero counts then.
bool Accumulation::is_possible(std::uint32_t component, double limit) {
  Attempt& attempt = solver_.attempt();
  instant_.set_accumulated(true);
  attempt.alter(component);
  attempt.begin();
  Configuration zeros;
  const AttemptVerdict& first = attempt.evaluate({});
  for (const Conflict& conflict : first.conflicts) {
    if (conflict.kind != Conflict::Kind::side || conflict.wanted != Side::zero) continue;
    zeros = zeros.with(SurfaceDecision{conflict.surface, Choice::zero});
  }
  bool is_consistent = first.is_consistent();
  if (!is_consistent && !zeros.surfaces.empty()) {
    is_consistent = attempt.evaluate(zeros).is_consistent();
  }
  is_consistent = is_consistent && is_near(component, limit);
  attempt.undo();
  instant_.set_accumulated(false);
  if (!is_consistent) return false;
  for (const SurfaceDecision& decision : zeros.surfaces) {
    run_.discrete.set_side(decision.surface.index(), Side::zero);
  }
  return true;
}

// Whether the motion has moved no farther than it would have come until the limit.
bool Accumulation::is_near(std::uint32_t component, double limit) const {
  const ComponentRun& run = run_.components[component];
  const double way = tolerances::way_to_limit * std::fabs(limit - instant_.time().value());
  for (std::uint32_t u = 0; u < run.component().variables.size(); ++u) {
    const StateSlot& slot = run.mode().integrator->slot(u);
    for (int k = 0; k + 1 < static_cast<int>(slot.count); ++k) {
      const double moved = std::fabs(run.value(u, k) - run.left_value(u, k));
      const double noise = run_.options.tolerance * run.scale(u);
      if (moved > std::max(way * std::fabs(run.left_value(u, k + 1)), k == 0 ? noise : 0.0)) {
        return false;
      }
    }
  }
  return true;
}

// First those where the bounces were: their events decide when the others happen.
std::vector<SurfaceId> Accumulation::accumulating_with(SurfaceId surface) const {
  const std::uint32_t component = *run_.watched(surface).component;
  std::vector<SurfaceId> all = {surface};
  for (const SurfaceId other : run_.model.components[component].surfaces) {
    if (other != surface && is_accumulating(other)) all.push_back(other);
  }
  const std::vector<SurfaceId>& crossed = bounces_[component].crossed;
  std::ranges::stable_partition(
      all, [&](SurfaceId one) { return std::ranges::find(crossed, one) != crossed.end(); });
  return all;
}

// From where events accumulate the motion goes on along surfaces of theirs: at rest if they
// are bounces, sliding if they change the mode. False where neither is possible.
bool Accumulation::go_on_after(SurfaceId surface, double limit) {
  if (!run_.watched(surface).component) return false;
  const std::vector<SurfaceId> all = accumulating_with(surface);
  struct Candidate {
    std::vector<SurfaceId> held, others;
  };
  std::vector<Candidate> candidates;
  for (const SurfaceId one : all) candidates.push_back({{one}, {}});
  if (all.size() > 1) {
    candidates.push_back({all, {}});
    for (const SurfaceId one : all) {
      candidates.push_back({{one}, all});
      std::erase(candidates.back().others, one);
    }
  }
  for (const Candidate& candidate : candidates) {
    if (!hold(candidate.held, candidate.others, limit)) continue;
    // The rest of what accumulates passes within rounding: it is left out.
    const InstantEvent event{.time = instant_.time(), .crossed = candidate.held};
    for (const SurfaceId other : all) watch_.forget(other.index());
    std::erase_if(at_limit_, [&](const auto& waiting) {
      return std::ranges::find(all, waiting.first) != all.end();
    });
    for (const SurfaceId held : candidate.held) {
      listener_.remark(SurfaceRemarkKind::continues_after_zeno, held);
    }
    instant_.set_accumulated(true);
    return !solver_.solve(event);
  }
  return false;
}

std::optional<SimulationEnd> Accumulation::explain(const InstantEvent& event, SimulationEnd end) {
  if (end.reason != EndReason::events_unsettled) return end;
  note_bounce(event);
  const auto accumulating =
      std::find_if(event.crossed.begin(), event.crossed.end(),
                   [&](SurfaceId surface) { return is_accumulating(surface); });
  if (accumulating == event.crossed.end()) return end;
  return end_or_go_on(*accumulating, *watch_.accumulation(accumulating->index()));
}

std::optional<SimulationEnd> Accumulation::explain(std::uint32_t component, SimulationEnd end) {
  instant_.move_to(Instant(end.time));
  const double near = tolerances::lost_near_limit * std::fabs(elapsed());
  for (const SurfaceId surface : run_.components[component].component().surfaces) {
    const auto limit = watch_.accumulation(surface.index());
    if (limit && std::fabs(*limit - end.time) <= near) return end_or_go_on(surface, *limit);
  }
  return end;
}

std::optional<SimulationEnd> Accumulation::end_or_go_on(SurfaceId surface, double limit) {
  if (run_.options.continues_after_zeno && go_on_after(surface, limit)) return std::nullopt;
  return end_at(limit, surface);
}

std::optional<SimulationEnd> Accumulation::note(const InstantEvent& event) {
  note_bounce(event);
  const double time = instant_.time().value();
  if (watch_.is_crowded(time, elapsed()) && !event.crossed.empty()) {
    SimulationEnd end{.reason = EndReason::zeno, .time = time};
    end.surfaces = {event.crossed.front()};
    return end;
  }
  at_limit_.clear();
  for (const SurfaceId surface : event.crossed) {
    const auto limit = watch_.note(surface.index(), time, elapsed());
    if (limit) at_limit_.emplace_back(surface, *limit);
  }
  return std::nullopt;
}

std::optional<SimulationEnd> Accumulation::leave_limit() {
  const auto [surface, limit] = at_limit_.back();
  at_limit_.pop_back();
  return end_or_go_on(surface, limit);
}

}  // namespace saltus
