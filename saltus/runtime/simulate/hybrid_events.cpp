#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/runtime/simulate/hybrid_run.h"

// What happens at one instant: passes, resets, and the valuations that have to be tried.

namespace saltus {

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// Changes at one instant.
constexpr int kMostMicroSteps = 500;
// Of inequalities and sliding in turn, in one change.
constexpr int kMostRounds = 10;
// From here on a cascade is compared with its past, log or no log.
constexpr int kUnremarkableMicroSteps = 10;
// Valuations are searched among this many sides of surfaces, and the one that is found
// is compared with so many others.
constexpr std::size_t kMostOptions = 12;
constexpr int kMostCompared = 16;
// Events are one event when their times differ by no more than rounding.
constexpr double kSimultaneous = 16.0 * kEpsilon;

}  // namespace

// After an attempt that was undone: the next valuation, set. False when all were tried.
bool HybridRun::try_another(ValuationSearch& search) {
  for (const auto& [surface, side] : inconsistent_) {
    search.add_wish(surface, discrete_.side(surface), side);
  }
  if (search.next()) {
    set_flips(search);
    return true;
  }
  // All event functions of the component at fault that its mode decides may have to differ.
  const ComponentRun& run = components_[failed_component_];
  for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
    if (search.option_count() >= kMostOptions) break;
    if (has_begun_ && run.mode().reads_state_only[p]) continue;
    const std::uint32_t surface = run.component().surfaces[p].index();
    if (model_.discrete.surfaces[surface].is_inequality) continue;
    search.add_option(surface, discrete_.side(surface));
  }
  if (!search.next()) return false;
  set_flips(search);
  return true;
}

void HybridRun::set_flips(const ValuationSearch& search) {
  flips_ = search.flips();
  for (const auto& [surface, side] : flips_) discrete_.set_side(surface, side);
}

// Not where the crossing or the mode before has put it: the mode that is tried must agree.
bool HybridRun::is_flipped(std::uint32_t surface) const {
  return std::any_of(flips_.begin(), flips_.end(),
                     [&](const Flip& flip) { return flip.first == surface; });
}

// Everything that happens at the time of the first entry.
void HybridRun::collect_event(Instantaneous& event) {
  const double time = agenda_.first()->time;
  const double together =
      kSimultaneous *
      std::max(std::fabs(time), std::fabs(options_.stop_time - options_.start_time));
  bool is_exact = false;
  bool has_time = false;
  while (const Agenda::Entry* entry = agenda_.first()) {
    if ((entry->time - time) * direction_ > together) break;
    if (entry->kind == Agenda::Kind::segment_end) break;
    if (entry->kind == Agenda::Kind::crossing) {
      event.components.push_back(entry->item);
      if (!has_time) event.time = components_[entry->item].mode().integrator->instant();
      has_time = true;
    } else {
      if (!is_exact) event.time = Instant(entry->time);
      is_exact = has_time = true;
      if (entry->kind == Agenda::Kind::clock) {
        event.clocks.push_back(entry->item - static_cast<std::uint32_t>(components_.size()));
      } else {
        event.crossed.push_back(
            SurfaceId(entry->item - static_cast<std::uint32_t>(components_.size() +
                                                               model_.discrete.clocks.size())));
      }
    }
    agenda_.pop();
  }
}

bool HybridRun::work_through(Instantaneous& event) {
  now_ = event.time;
  ++instant_number_;
  result_.end.time = now_.value();
  has_effect_ = false;
  described_ = 0;
  mode_changes_ = 0;
  history_.clear();
  last_bounce_.clear();
  changed_in_instant_.clear();
  restarted_.clear();
  for (const std::uint32_t c : event.components) {
    ComponentRun& run = components_[c];
    // The integrator stands at the crossing; that point is the left limit.
    if (auto failure = run.evaluate_at(run.mode().integrator->instant())) {
      return fail_in(c, std::move(*failure));
    }
    run.keep_left_limit();
    evaluated_at_[c] = instant_number_;
    touch(c);
    for (const SurfaceCrossing& crossing : run.mode().integrator->crossings()) {
      const SurfaceId surface = run.component().surfaces[crossing.position];
      event.crossed.push_back(surface);
      has_crossed_[surface.index()] = 1;
      if (held_.holds(surface)) {
        const Side side = side_to_leave_to(surface);
        stop_sliding(surface, side);
        discrete_.set_side(surface.index(), side);
      } else {
        discrete_.set_side(surface.index(), crossing.after);
      }
    }
  }
  for (const SurfaceId surface : event.crossed) {
    if (model_.discrete.surfaces[surface.index()].threshold) {
      discrete_.set_side(surface.index(), opposite(discrete_.side(surface.index())));
    }
  }
  for (const std::uint32_t clock : event.clocks) {
    discrete_.tick(clock);
    ++clock_ticks_[clock];
    schedule_clock(clock);
  }
  std::vector<double> left;
  if (options_.with_event_rows) {
    left.resize(columns_.size());
    fill_row(left);
  }
  bool is_going_on = true;
  for (int number = 0; is_going_on && (discrete_.is_due() || !touched_.empty()); ++number) {
    is_going_on = micro_step(event, number);
  }
  for (const SurfaceId surface : event.crossed) has_crossed_[surface.index()] = 0;
  held_.reconsider_left();
  if (has_effect_) {
    ++result_.statistics.events;
    if (mode_changes_ > 1) ++result_.statistics.cascades;
    if (mode_changes_ > 0) mode_number();
    if (options_.with_event_rows) write_event_rows(left);
  }
  discrete_.forget_journal();
  for (const std::uint32_t c : restarted_) {
    is_restarted_[c] = 0;
    if (is_going_on && has_begun_steps_ && !take_step(c)) return false;
  }
  return is_going_on;
}

void HybridRun::touch(std::uint32_t component) {
  if (is_touched_[component]) return;
  is_touched_[component] = 1;
  touched_.push_back(component);
}

// More than a crossing: something that the component reads has changed.
void HybridRun::alter(std::uint32_t component) {
  is_altered_[component] = 1;
  touch(component);
}

void HybridRun::touch_readers_of_value(std::uint32_t variable) {
  const Readers& readers = model_.discrete.readers;
  for (const std::uint32_t c : readers.components_of_value[variable]) alter(c);
  for (const std::uint32_t s : readers.surfaces_of_value[variable]) {
    if (model_.discrete.surfaces[s].component) alter(*model_.discrete.surfaces[s].component);
  }
}

void HybridRun::touch_readers_of_pre(std::uint32_t variable) {
  const Readers& readers = model_.discrete.readers;
  for (const std::uint32_t c : readers.components_of_pre[variable]) alter(c);
  for (const std::uint32_t s : readers.surfaces_of_pre[variable]) {
    if (model_.discrete.surfaces[s].component) {
      alter(*model_.discrete.surfaces[s].component);
      stale_surfaces_.push_back(s);
    } else {
      schedule_threshold(s);
    }
  }
}

// Components that read what the pass has changed.
void HybridRun::touch_readers() {
  const Readers& readers = model_.discrete.readers;
  for (const std::uint32_t guard : outcome_->changed_guards) {
    for (const std::uint32_t c : readers.components_of_guard[guard]) alter(c);
  }
  for (const std::uint32_t variable : outcome_->changed_values) touch_readers_of_value(variable);
}

void HybridRun::collect_reinits() {
  bool is_bounce = false;
  for (const std::uint32_t index : outcome_->fired) {
    const WhenActionCode& action = model_.discrete.actions[index];
    if (action.kind != WhenActionKind::reinit) continue;
    const std::uint32_t component = component_of_[action.target];
    if (!is_bounce) last_bounce_.clear();
    is_bounce = true;
    end_rest_of(VariableId(action.target));
    reinits_[component].push_back({.action = index,
                                   .variable = VariableId(action.target),
                                   .order = action.order,
                                   .value = discrete_.evaluate(action.value, now_.value(), *this)});
    last_bounce_.push_back({VariableId(action.target), action.order,
                            reinits_[component].back().value - value(action.target, action.order)});
    alter(component);
  }
}

// One pass of the discrete part, and the change of every component that it touches.
bool HybridRun::micro_step(const Instantaneous& event, int number) {
  if (number > kMostMicroSteps) {
    SimulationEnd end{.reason = EndReason::events_unsettled, .time = now_.value()};
    for (const SurfaceId surface : event.crossed) end.surfaces.push_back(surface);
    return fail(std::move(end));
  }
  if (!refresh_stale_sides()) return false;
  // What an earlier change at this instant has led to is the past of this one.
  for (const std::uint32_t c : restarted_) components_[c].keep_left_limit();
  const std::size_t mark = discrete_.mark();
  remember_touched();
  valuations_ = 1;
  is_unique_ = true;
  flips_.clear();
  forced_.clear();
  for (const auto& [binary, value] : decided_) discrete_.assign(binary, value);
  is_tried_ = false;
  // A crossed inequality needs other binary unknowns: as they are, nothing has to be tried.
  const bool is_to_switch = number == 0 && has_crossed_inequality(event);
  if (!is_to_switch && !try_valuation() && !slide_where_contested(mark) &&
      !search_valuation(mark)) {
    return false;
  }
  if (!settle(mark)) return false;
  look_for_repelling(mark);
  if (!check_outcome()) {
    // The end that the model chose belongs to the results.
    if (result_.end.reason == EndReason::terminated) accept(event, number);
    return false;
  }
  accept(event, number);
  return !repeats();
}

// What slides changes the motion that the inequalities are about, and the other way round.
bool HybridRun::settle(std::size_t mark) {
  for (int round = 0; round < kMostRounds; ++round) {
    const std::uint64_t held_before = held_.key();
    if (!settle_inequalities(mark) || !settle_sliding(mark)) return false;
    if (held_.key() == held_before) return true;
  }
  return settle_inequalities(mark);
}

// The first valuation does not agree with itself: another one, other values of the binary
// unknowns, or what memory makes of it.
bool HybridRun::search_valuation(std::size_t mark) {
  if (find_valuation(mark)) return true;
  auto failure = std::move(failure_);
  const std::uint32_t failed_component = failed_component_;
  if (switch_to_enter(mark)) return true;
  if (failure) return fail_in(failed_component, std::move(*failure));
  undo_valuation(mark);
  // No valuation agrees with itself now, but memory (`broken = F > 20 or pre(broken)`)
  // may hold what the crossing decided: another micro-step tells.
  try_valuation();
  return !failure_ || fail_in(failed_component_, std::move(*failure_));
}

// The nearest valuation that agrees with itself, and whether another one as near does as
// well. False when there is none; then everything is undone.
bool HybridRun::find_valuation(std::size_t mark) {
  ValuationSearch search(ValuationSearch::Order::nearest_first);
  // What the first attempt touched has to agree in every other one too, also where the
  // valuation is the one before and nothing seems to change.
  remember_touched();
  do {
    undo_valuation(mark);
    if (!try_another(search)) return false;
  } while (!try_valuation());
  const std::vector<Flip> found = search.flips();
  bool has_moved = false;
  for (int compared = 0; is_unique_ && compared < kMostCompared; ++compared) {
    if (!search.next_as_near()) break;
    undo_valuation(mark);
    set_flips(search);
    has_moved = true;
    is_unique_ = !try_valuation();
    search.return_to(found);
  }
  valuations_ += search.attempts() - 1;
  if (!has_moved) return true;
  undo_valuation(mark);
  set_flips(search);
  return try_valuation();
}

// Event functions that read `pre(v)` are on other sides as soon as it has changed, before
// the next pass reads them.
bool HybridRun::refresh_stale_sides() {
  for (const std::uint32_t s : stale_surfaces_) {
    if (held_.holds(SurfaceId(s))) continue;
    const std::uint32_t c = *model_.discrete.surfaces[s].component;
    ComponentRun& run = component_at_instant(c);
    run.keep_left_limit();
    ComponentChange ignored;
    if (auto failure = run.change(now_, {}, ignored)) return fail_in(c, std::move(*failure));
    discrete_.set_side(s, run.side_after(run.position_of(SurfaceId(s)), has_crossed_[s] != 0));
  }
  stale_surfaces_.clear();
  return true;
}

// What an attempt finds touched, and every other one after it.
void HybridRun::remember_touched() {
  touched_before_.clear();
  for (const std::uint32_t c : touched_) touched_before_.emplace_back(c, is_altered_[c]);
}

void HybridRun::undo_valuation(std::size_t mark) {
  discrete_.undo_to(mark);
  flips_.clear();
  for (const std::uint32_t c : touched_) {
    if (evaluated_at_[c] == instant_number_) components_[c].return_to_left_limit();
    is_touched_[c] = is_altered_[c] = 0;
    reinits_[c].clear();
  }
  touched_.clear();
  for (const auto& [c, is_altered] : touched_before_) {
    touch(c);
    is_altered_[c] = is_altered;
  }
  for (const auto& [surface, side] : forced_) discrete_.set_side(surface.index(), side);
  for (const auto& [binary, value] : decided_) discrete_.assign(binary, value);
}

// Runs the pass and changes the components it touches. False when a mode cannot be
// entered or decides its own guards otherwise; then everything has to be undone.
bool HybridRun::try_valuation() {
  is_tried_ = true;
  failure_.reset();
  inconsistent_.clear();
  outcome_ = &discrete_.run_pass(now_.value(), *this);
  touch_readers();
  collect_reinits();
  std::sort(touched_.begin(), touched_.end());
  for (const std::uint32_t c : touched_) {
    ComponentRun& run = components_[c];
    if (auto failure = find_left_limit(c)) {
      failure_ = std::move(failure);
      failed_component_ = c;
      return false;
    }
    run.keep_left_limit();
    if (!find_sliding(c)) {
      failed_component_ = c;
      inconsistent_.clear();
      return false;
    }
    if (auto failure = run.change(now_, reinits_[c], changes_[c])) {
      failure_ = std::move(failure);
      failure_->mode = guard_values(c);
      failed_component_ = c;
      return false;
    }
    for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
      const std::uint32_t surface = run.component().surfaces[p].index();
      if (held_.holds(SurfaceId(surface))) continue;
      if (run.mode().reads_state_only[p] && !is_flipped(surface)) continue;
      if (model_.discrete.surfaces[surface].is_inequality) continue;
      if (has_crossed_[surface] && !is_altered_[c]) continue;
      Side side = run.side_after(p, has_crossed_[surface] != 0);
      // An impulse decides before the values after it do: a diode that the impulse would
      // make conduct cannot have stayed off.
      const Side by_impulse = run.side_of_impulse(p, changes_[c]);
      if (by_impulse != Side::zero) side = by_impulse;
      if (side == discrete_.side(surface)) continue;
      inconsistent_.emplace_back(surface, side);
      failed_component_ = c;
    }
  }
  return inconsistent_.empty();
}

bool HybridRun::check_outcome() {
  for (const std::uint32_t assertion : outcome_->warned_assertions) {
    const bool is_known = std::any_of(
        result_.warnings.begin(), result_.warnings.end(), [&](const AssertionWarning& known) {
          return known.assertion == assertion && !known.is_when_assertion;
        });
    if (!is_known) result_.warnings.push_back({assertion, now_.value()});
  }
  for (const std::uint32_t action : outcome_->warned_actions) {
    const bool is_known = std::any_of(result_.warnings.begin(), result_.warnings.end(),
                                      [&](const AssertionWarning& known) {
                                        return known.assertion == action && known.is_when_assertion;
                                      });
    if (!is_known) result_.warnings.push_back({action, now_.value(), true});
  }
  if (outcome_->failed_assertion) {
    SimulationEnd end{.reason = EndReason::assertion_failed, .time = now_.value()};
    end.assertion = *outcome_->failed_assertion;
    for (std::uint32_t guard = 0; guard < model_.discrete.guard_count; ++guard) {
      end.mode.push_back({guard, discrete_.guard(guard)});
    }
    return fail(std::move(end));
  }
  if (outcome_->failed_action) {
    SimulationEnd end{.reason = EndReason::assertion_failed, .time = now_.value()};
    end.is_when_assertion = true;
    end.action = *outcome_->failed_action;
    return fail(std::move(end));
  }
  if (outcome_->terminated_by) {
    SimulationEnd end{.reason = EndReason::terminated, .time = now_.value()};
    end.action = *outcome_->terminated_by;
    return fail(std::move(end));
  }
  if (!options_.is_strict) return true;
  for (const std::uint32_t c : touched_) {
    for (const OpenState& open : changes_[c].from_left_limit) {
      SimulationEnd end{.reason = EndReason::state_undetermined, .time = now_.value()};
      end.variables = {components_[c].component().variables[open.unknown]};
      end.orders = {open.order};
      return fail_in(c, std::move(end));
    }
  }
  return true;
}

void HybridRun::accept(const Instantaneous& event, int number) {
  const bool has_jumped = !touched_.empty();
  const std::size_t changed_values = outcome_->changed_values.size();
  const bool is_refreshed = has_jumped && discrete_.refresh_fired(now_.value(), *this);
  if (options_.with_event_log || options_.on_event || number >= kUnremarkableMicroSteps) {
    describe(event);
  } else {
    count_changes();
  }
  add_multiplier_columns();
  for (const std::uint32_t guard : outcome_->changed_guards) {
    mode_key_ ^= mode_key_of(ModeItem::guard, guard);
  }
  for (const auto& [binary, value] : decided_) mode_key_ ^= mode_key_of(ModeItem::binary, binary);
  decided_.clear();
  update_sides();
  for (const std::uint32_t c : touched_) {
    is_touched_[c] = is_altered_[c] = 0;
    reinits_[c].clear();
    if (is_restarted_[c]) continue;
    is_restarted_[c] = 1;
    restarted_.push_back(c);
  }
  touched_.clear();
  if (has_jumped) discrete_.continuous_values_changed();
  if (is_refreshed) {
    for (std::size_t i = changed_values; i < outcome_->changed_values.size(); ++i) {
      touch_readers_of_value(outcome_->changed_values[i]);
    }
  }
  for (const std::uint32_t variable : outcome_->changed_values) {
    for (const std::uint32_t s : model_.discrete.readers.surfaces_of_value[variable]) {
      if (model_.discrete.surfaces[s].threshold) schedule_threshold(s);
    }
  }
  changed_pre_.clear();
  discrete_.settle(changed_pre_);
  for (const std::uint32_t variable : changed_pre_) touch_readers_of_pre(variable);
}

// Event functions of what was changed: the sides immediately after this instant.
void HybridRun::update_sides() {
  for (const std::uint32_t c : touched_) {
    ComponentRun& run = components_[c];
    for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
      const std::uint32_t surface = run.component().surfaces[p].index();
      // The search for the crossing has seen the function on both sides of it.
      if (has_crossed_[surface] && !is_altered_[c]) continue;
      if (held_.holds(run.component().surfaces[p])) continue;
      if (held_.has_left(run.component().surfaces[p])) continue;
      const bool has_crossed = has_crossed_[surface] != 0;
      discrete_.set_side(surface, model_.discrete.surfaces[surface].is_inequality
                                      ? side_of_candidate(run, p, has_crossed)
                                      : run.side_after(p, has_crossed));
    }
  }
}

}  // namespace saltus
