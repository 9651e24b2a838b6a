#include <algorithm>

#include "saltus/runtime/simulate/attempt.h"

// Whether the motion that an attempt leads to is the one that it assumes (semantics 4, ties).

namespace saltus {

bool Attempt::can_hold(SurfaceId surface) {
  if (run_.watched(surface).is_inequality) return false;
  const auto* guards = run_.held.guards_of(surface);
  return guards != nullptr && !guards->empty();
}

bool Attempt::is_zero_like_a_side(SurfaceId surface) {
  const auto* guards = run_.held.guards_of(surface);
  if (guards == nullptr) return true;
  const auto guards_at = [&](Side side) {
    const std::pair<SurfaceId, Side> there(surface, side);
    return run_.discrete.probe({&there, 1}, *guards, instant_.time().value(), instant_);
  };
  const auto zero = guards_at(Side::zero);
  return zero == guards_at(Side::negative) || zero == guards_at(Side::positive);
}

// A motion that stays on the surface by itself belongs to the side it has come to if the
// relations say so: `x >= 0`, not `x > 0`.
bool Attempt::is_same_when_zero(SurfaceId surface) {
  const auto* guards = run_.held.guards_of(surface);
  if (guards == nullptr) return true;
  const std::pair<SurfaceId, Side> zero(surface, Side::zero);
  const auto values = run_.discrete.probe({&zero, 1}, *guards, instant_.time().value(), instant_);
  for (std::size_t i = 0; i < guards->size(); ++i) {
    if (run_.discrete.guard((*guards)[i]) != (values[i] != 0)) return false;
  }
  return true;
}

void Attempt::add_conflict(Conflict conflict, std::uint32_t component) {
  verdict_.conflicts.push_back(std::move(conflict));
  verdict_.component = component;
}

void Attempt::check_all(ComponentRun::Accuracy accuracy) {
  accuracy_ = accuracy;
  verdict_.conflicts.clear();
  verdict_.is_sharp = accuracy == ComponentRun::Accuracy::of_rounding;
  for (const std::uint32_t c : touched_) check(c);
}

void Attempt::check(std::uint32_t component) {
  const std::vector<SurfaceId>& surfaces = run_.components[component].component().surfaces;
  for (std::uint32_t p = 0; p < surfaces.size(); ++p) {
    if (run_.held.holds(surfaces[p])) {
      run_.held.fixed_share(surfaces[p]) ? check_fixed(component, p) : check_held(component, p);
    } else if (run_.watched(surfaces[p]).is_inequality) {
      if (is_violated(surfaces[p])) {
        add_conflict({.kind = Conflict::Kind::inequality, .surface = surfaces[p]}, component);
      }
    } else {
      check_side(component, p);
    }
  }
}

// A multiplier is bounded, so no impulse of it can have moved the state.
bool Attempt::is_dragged(std::uint32_t component, SurfaceId surface) const {
  const std::vector<SurfaceId>& dragged = changes_[component].dragged_by;
  return std::find(dragged.begin(), dragged.end(), surface) != dragged.end();
}

void Attempt::check_held(std::uint32_t component, std::uint32_t position) {
  ComponentRun& run = run_.components[component];
  const SurfaceId surface = run.component().surfaces[position];
  const BinaryShare* const share = run_.held.share_at(surface);
  const bool is_rest = run_.held.rest_on(surface) != nullptr;
  if (!is_rest && !instant_.is_accumulated() && is_dragged(component, surface)) {
    add_conflict({.kind = Conflict::Kind::drag, .surface = surface}, component);
    return;
  }
  if (run.side_after(position, false) != Side::negative) return;
  const bool is_low = run.multiplier(surface).value_or(0.0) < 0.5;
  Conflict conflict{.kind = Conflict::Kind::multiplier, .surface = surface};
  if (is_rest) {
    conflict.wanted = run_.discrete.side(surface.index());
  } else if (share != nullptr) {
    conflict.wanted = Side::negative;
    const double value = is_low ? 0.0 : 1.0;
    if (value != share->value) {
      conflict.binary = BinaryDecision{.variable = share->variable.index(), .value = value};
    }
  } else {
    conflict.wanted = is_low ? Side::negative : Side::positive;
  }
  add_conflict(conflict, component);
}

// The others do not keep the motion on it.
void Attempt::check_fixed(std::uint32_t component, std::uint32_t position) {
  ComponentRun& run = run_.components[component];
  const SurfaceId surface = run.component().surfaces[position];
  const bool has_crossed = instant_.has_crossed(surface);
  const bool is_at_surface = run.is_at_surface(position, has_crossed);
  const Side wanted = run.side_after(position, false);
  if (is_at_surface && wanted == Side::zero) return;
  add_conflict({.kind = Conflict::Kind::side,
                .surface = surface,
                .wanted = wanted,
                .is_at_surface = is_at_surface},
               component);
}

// The motion leaves along the surface, as accurately as the multiplier's end is located: it must
// not lead to the other side, nor stay there because other surfaces hold it.
bool Attempt::has_left_well(std::uint32_t component, std::uint32_t position) {
  ComponentRun& run = run_.components[component];
  const Side side = run_.discrete.side(run.component().surfaces[position].index());
  const Side found = run.side_after(position, false, ComponentRun::Accuracy::of_solution);
  if (found != Side::zero) return found == side;
  return run_.held.of(component).empty() || run.side_after(position, false) != Side::zero;
}

// Where what was on one side of an event function is beyond it another function, as abs(x) is at
// x = 0, the crossing of the first is no crossing: abs(x) >= 0 holds for ever. After a `reinit` the
// motion is another one, and what has crossed has crossed.
bool Attempt::is_other_function(std::uint32_t component) const {
  return reinits_[component].empty() &&
         (changes_[component].is_mode_change ||
          run_.components[component].mode().integrator->has_branches());
}

void Attempt::check_side(std::uint32_t component, std::uint32_t position) {
  ComponentRun& run = run_.components[component];
  const SurfaceId surface = run.component().surfaces[position];
  const bool has_left = run_.held.has_left(surface);
  const bool has_crossed = instant_.has_crossed(surface);
  const bool is_chosen = configuration_.at(surface) != nullptr;
  // The search for the crossing has seen the function on both sides of it.
  if (has_crossed && !is_altered_[component]) return;
  // What the past has fixed is decided; if the reset moves it, another micro-step follows.
  const bool is_past = run.mode().reads_state_only[position] && !is_chosen;
  Side wanted = is_past ? Side::zero : run.side_of_impulse(position, changes_[component]);
  bool is_at_surface = false;
  // An impulse decides before the values after it do: a diode that the impulse would
  // make conduct cannot have stayed off.
  if (wanted == Side::zero) {
    is_at_surface = run.is_at_surface(position, has_crossed);
    if (is_past && !is_at_surface) return;
    if (has_left && is_at_surface && has_left_well(component, position)) return;
    // Where the function vanishes, what comes next decides. If its crossing is remembered or
    // counted, it has taken place.
    const bool has_taken_place = is_past || (has_crossed && !is_other_function(component));
    if (is_at_surface && has_taken_place && !is_chosen && !can_hold(surface)) return;
    wanted = run.side_after(position, has_crossed);
  }
  const Side side = run_.discrete.side(surface.index());
  if (wanted == side) return;
  if (wanted == Side::zero && is_same_when_zero(surface)) return;
  add_conflict({.kind = Conflict::Kind::side,
                .surface = surface,
                .wanted = wanted,
                .is_at_surface = is_at_surface},
               component);
}

Side Attempt::side_after(SurfaceId surface) {
  ComponentRun& run = run_.component_of_surface(surface);
  const std::uint32_t position = run.position_of(surface);
  const bool has_crossed = instant_.has_crossed(surface);
  return run_.watched(surface).is_inequality
             ? side_of_inequality(run, position, has_crossed, accuracy_)
             : run.side_after(position, has_crossed);
}

Side side_of_inequality(ComponentRun& run, std::uint32_t position, bool has_crossed,
                        ComponentRun::Accuracy accuracy) {
  if (has_crossed && !run.is_at_surface(position, false)) {
    const Side side = run.side_after(position, false);
    if (side == Side::negative) return side;
  }
  return run.side_after(position, has_crossed, accuracy);
}

// Whether the motion immediately after this instant violates the inequality g <= 0. An impulse
// across it violates it, whatever the values after it are: a diode cannot block while its
// inductor's current is forced to zero.
bool Attempt::is_violated(SurfaceId inequality) {
  if (run_.held.holds(inequality) || run_.held.has_left(inequality)) return false;
  const std::uint32_t component = run_.held.component_of(inequality);
  ComponentRun& run = run_.components[component];
  // The search for the crossing has seen the function on both sides of it.
  const bool has_crossed = instant_.has_crossed(inequality) && !is_altered_[component] &&
                           run_.discrete.side(inequality.index()) == Side::positive;
  if (has_crossed) return true;
  const Side by_impulse = run.side_of_impulse(run.position_of(inequality), changes_[component]);
  return (by_impulse != Side::zero ? by_impulse : side_after(inequality)) == Side::positive;
}

}  // namespace saltus
