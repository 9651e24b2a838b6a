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
      if (is_violated(component, p)) {
        add_conflict({.kind = Conflict::Kind::inequality, .surface = surfaces[p]}, component);
      }
    } else if (!has_reinit(component)) {
      check_side(component, p);
    }
  }
}

void Attempt::check_sides(std::uint32_t component) {
  const std::vector<SurfaceId>& surfaces = run_.components[component].component().surfaces;
  for (std::uint32_t p = 0; p < surfaces.size(); ++p) {
    if (run_.held.holds(surfaces[p]) || run_.watched(surfaces[p]).is_inequality) continue;
    check_side(component, p);
  }
}

// A function of the state alone, and the same one before and after.
bool Attempt::is_decided_by_past(std::uint32_t component, std::uint32_t position) {
  const ComponentRun& run = run_.components[component];
  if (!run.mode().reads_state_only[position]) return false;
  const bool is_other = run_.watched(run.component().surfaces[position]).reads_guard &&
                        changes_[component].is_mode_change;
  return !is_other;
}

bool Attempt::is_confirmed(SurfaceId surface) const {
  return std::find(confirmed_.begin(), confirmed_.end(), surface) != confirmed_.end();
}

std::vector<Conflict> Attempt::doubtful_crossings() {
  std::vector<Conflict> doubtful;
  for (const Conflict& conflict : verdict_.conflicts) {
    const bool may_be = conflict.kind == Conflict::Kind::side && conflict.is_at_surface &&
                        instant_.has_crossed(conflict.surface) && !is_confirmed(conflict.surface) &&
                        !can_hold(conflict.surface);
    if (may_be) doubtful.push_back(conflict);
  }
  return doubtful;
}

// A multiplier is bounded, so no impulse of it can have moved the state.
bool Attempt::is_dragged(std::uint32_t component, SurfaceId surface) const {
  const std::vector<SurfaceId>& dragged = changes_[component].dragged_by;
  return std::find(dragged.begin(), dragged.end(), surface) != dragged.end();
}

// Where equations are mixed, a share that stays 0 or 1 is no mixture: the motion is that of one
// side, and the relation must hold there.
bool Attempt::is_all_of_one_side(std::uint32_t component, std::uint32_t position) {
  ComponentRun& run = run_.components[component];
  return run.mode().compiled->mixes_equations && run.is_at_surface(position, false);
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
  // One that is all rounding, and clearly outside, is not determined by the surface.
  const double multiplier = run.multiplier(surface).value_or(0.0);
  const bool is_clearly_outside = !is_rest && share == nullptr &&
                                  multiplier * (1.0 - multiplier) < -tolerances::outside_of_share;
  const Side after = run.side_after(position, false);
  const bool stays_held =
      after == Side::positive || (after == Side::zero && !is_all_of_one_side(component, position));
  if (!is_clearly_outside && stays_held) return;
  const bool is_low = multiplier < 0.5;
  // Where motions are mixed, one whose share is zero or the whole is the motion of a side.
  const bool is_at_end =
      !run.mode().compiled->mixes_equations && run.is_at_surface(position, false);
  Conflict conflict{
      .kind = Conflict::Kind::multiplier, .surface = surface, .is_at_surface = is_at_end};
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

// The others do not keep the motion on it; or there are none, and with the whole share it is the
// motion of one side, which the relation does not allow.
void Attempt::check_fixed(std::uint32_t component, std::uint32_t position) {
  ComponentRun& run = run_.components[component];
  const SurfaceId surface = run.component().surfaces[position];
  const bool has_crossed = instant_.has_crossed(surface);
  const bool is_at_surface = run.is_at_surface(position, has_crossed);
  const Side wanted = run.side_after(position, false);
  const double share = run_.held.fixed_share(surface).value_or(0.5);
  const bool is_mixture = (share > 0.0 && share < 1.0) || run_.held.has_free_beside(surface);
  if (is_at_surface && wanted == Side::zero && is_mixture) return;
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

void Attempt::check_side(std::uint32_t component, std::uint32_t position) {
  ComponentRun& run = run_.components[component];
  const SurfaceId surface = run.component().surfaces[position];
  const bool has_left = run_.held.has_left(surface);
  const bool has_crossed = instant_.has_crossed(surface);
  const bool is_chosen = configuration_.at(surface) != nullptr;
  // The motion is the same before and after: the search for crossings has seen all functions, and
  // one that has not crossed is where it was, however near to zero.
  if (!is_altered_[component]) return;
  // What the past has fixed is decided; if the reset moves it, another micro-step follows.
  const bool is_past = is_decided_by_past(component, position) && !is_chosen;
  Side wanted = is_past ? Side::zero : run.side_of_impulse(position, changes_[component]);
  bool is_at_surface = false, is_doubtful = false;
  // An impulse decides before the values after it do: a diode that the impulse would
  // make conduct cannot have stayed off.
  if (wanted == Side::zero) {
    is_at_surface = run.is_at_surface(position, has_crossed);
    if (is_past && !is_at_surface) return;
    if (has_left && is_at_surface && has_left_well(component, position)) return;
    // Where the function vanishes, what comes next decides. If its crossing is remembered or
    // counted, it has taken place, unless it is no crossing in the mode that follows.
    const bool is_counted = is_at_surface && !is_chosen && !can_hold(surface);
    if (is_counted && (is_past || (has_crossed && is_confirmed(surface)))) return;
    is_doubtful = is_counted && has_crossed;
    wanted = run.side_after(position, has_crossed);
  }
  const Side side = run_.discrete.side(surface.index());
  if (wanted == side) return;
  if (wanted == Side::zero && !is_doubtful && is_same_when_zero(surface)) return;
  add_conflict({.kind = Conflict::Kind::side,
                .surface = surface,
                .wanted = wanted,
                .is_at_surface = is_at_surface},
               component);
}

Side Attempt::side_after(SurfaceId surface) {
  const std::uint32_t component = run_.held.component_of(surface);
  return side_after(component, run_.components[component].position_of(surface));
}

Side Attempt::side_after(std::uint32_t component, std::uint32_t position) {
  ComponentRun& run = run_.components[component];
  const SurfaceId surface = run.component().surfaces[position];
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
bool Attempt::is_violated(std::uint32_t component, std::uint32_t inequality) {
  const ComponentRun& run = run_.components[component];
  const SurfaceId surface = run.component().surfaces[inequality];
  if (run_.held.has_left(surface)) return false;
  // The search for the crossing has seen the function on both sides of it.
  const bool has_crossed = !is_altered_[component] && instant_.has_crossed(surface) &&
                           run_.discrete.side(surface.index()) == Side::positive;
  if (has_crossed) return true;
  const Side by_impulse = run.side_of_impulse(inequality, changes_[component]);
  return (by_impulse != Side::zero ? by_impulse : side_after(component, inequality)) ==
         Side::positive;
}

}  // namespace saltus
