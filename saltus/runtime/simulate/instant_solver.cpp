#include "saltus/runtime/simulate/instant_solver.h"

#include <algorithm>

#include "saltus/runtime/simulate/values_before_reinit.h"

namespace saltus {

namespace {

// A cascade that has not come to an end after so many micro-steps does not.
constexpr int kMostMicroSteps = 100'000;
// The last of them that a message shows.
constexpr std::size_t kShownOfCascade = 3;
// From here on a cascade is compared with its past.
constexpr int kUnremarkableMicroSteps = 1;

}  // namespace

InstantSolver::InstantSolver(RunState& run, PresentInstant& instant, ModeNumbers& modes,
                             RunListener& listener)
    : run_(run),
      instant_(instant),
      modes_(modes),
      listener_(listener),
      attempt_(run, instant),
      is_restarted_(run.components.size(), 0),
      is_set_(run.components.size(), 0) {}

void InstantSolver::begin(const InstantEvent& event) {
  event_ = &event;
  history_.clear();
  has_effect_ = false;
  mode_changes_ = 0;
  tried_in_vain_ = 0;
  in_vain_.reset();
  for (const std::uint32_t c : restarted_) is_restarted_[c] = is_set_[c] = 0;
  restarted_.clear();
  last_bounce_.clear();
  changed_thresholds_.clear();
}

std::optional<SimulationEnd> InstantSolver::solve(const InstantEvent& event) {
  begin(event);
  std::optional<SimulationEnd> end = take_crossings(event);
  int number = 0;
  // What the initial pass has fired comes before the next pass, in which clocks tick.
  if (!end && attempt_.has_taken_reinits()) {
    const std::vector<std::uint32_t> postponed = run_.discrete.postpone();
    end = micro_step(number++);
    run_.discrete.resume(postponed);
    take_literal_past();
  }
  tick(event);
  for (; !end && attempt_.has_work(); ++number) end = micro_step(number);
  if (!end) end = find_violation();
  if (end) attempt_.undo();
  instant_.forget_crossings();
  run_.held.forget_left();
  run_.held.forget_journal();
  run_.discrete.forget_journal();
  return end;
}

std::optional<SimulationEnd> InstantSolver::take_crossings(const InstantEvent& event) {
  for (const std::uint32_t c : event.components) {
    ComponentRun& run = run_.components[c];
    // The function of a branch has crossed; beyond it another branch may be active, in which the
    // function is elsewhere: max(0, x) is not negative.
    if (run.mode().integrator->has_branches()) {
      attempt_.alter(c);
    } else {
      attempt_.touch(c);
    }
    for (const SurfaceCrossing& crossing : run.mode().integrator->crossings()) {
      const SurfaceId surface = run.component().surfaces[crossing.position];
      instant_.note_crossing(surface);
      if (run_.held.holds(surface)) {
        leave(surface);
      } else {
        run_.discrete.set_side(surface.index(), crossing.after);
      }
    }
  }
  for (const SurfaceId surface : event.crossed) {
    if (run_.watched(surface).threshold) {
      run_.discrete.set_side(surface.index(), opposite(run_.discrete.side(surface.index())));
    } else {
      instant_.note_crossing(surface);
    }
  }
  return std::nullopt;
}

void InstantSolver::tick(const InstantEvent& event) {
  for (const std::uint32_t clock : event.clocks) run_.discrete.tick(clock);
}

// The multiplier has come to 0 or 1: the motion goes on at the side whose share is the whole;
// after a rest, at the one where the bounces were.
void InstantSolver::leave(SurfaceId surface) {
  const bool is_low = run_.component_of_surface(surface).multiplier(surface).value_or(0.0) < 0.5;
  Side side = is_low ? Side::negative : Side::positive;
  if (run_.held.rest_on(surface)) side = run_.discrete.side(surface.index());
  if (const BinaryShare* share = run_.held.share_at(surface)) {
    side = Side::negative;
    const double value = is_low ? 0.0 : 1.0;
    if (value != share->value) {
      attempt_.decide({.variable = share->variable.index(), .value = value});
    }
  }
  run_.held.let_go(surface);
  run_.held.mark_left(surface);
  run_.discrete.set_side(surface.index(), side);
  attempt_.alter(run_.held.component_of(surface));
}

SimulationEnd InstantSolver::unsettled(UnsettledCause cause) const {
  SimulationEnd end{.reason = EndReason::events_unsettled, .time = instant_.time().value()};
  end.cause = cause;
  end.surfaces = event_->crossed;
  return end;
}

std::optional<SimulationEnd> InstantSolver::micro_step(int number) {
  if (number > kMostMicroSteps) {
    SimulationEnd end = unsettled(UnsettledCause::too_many_micro_steps);
    end.cycle = history_.last_steps(kShownOfCascade);
    return end;
  }
  if (run_.interruption.poll()) return interrupted_at(instant_.time().value());
  if (auto end = refresh_stale_sides()) return end;
  // What an earlier change at this instant has led to is the past of this one.
  for (const std::uint32_t c : restarted_) run_.components[c].keep_left_limit();
  attempt_.begin();
  if (auto end = settle(number)) return end;
  look_for_repelling();
  look_for_undetermined_shares();
  auto end = check_outcome(attempt_.outcome());
  if (!end) end = check_new_states();
  // The end that the model chose belongs to the results.
  if (end && end->reason != EndReason::terminated) return end;
  accept(number);
  if (end) return end;
  const auto repeated = history_.repeated();
  return repeated && attempt_.has_work() ? leave_cycle(*repeated) : std::nullopt;
}

// A crossed inequality needs other binary unknowns: as they are, nothing has to be tried.
bool InstantSolver::is_only_inequality_crossed() const {
  const auto is_inequality = [&](SurfaceId surface) { return run_.watched(surface).is_inequality; };
  return event_->clocks.empty() && !event_->crossed.empty() &&
         std::all_of(event_->crossed.begin(), event_->crossed.end(), is_inequality) &&
         std::any_of(event_->crossed.begin(), event_->crossed.end(), [&](SurfaceId surface) {
           return run_.discrete.side(surface.index()) == Side::positive;
         });
}

// The configuration that the crossings have decided, or the nearest one that is consistent.
std::optional<SimulationEnd> InstantSolver::settle(int number) {
  valuations_ = 1;
  is_unique_ = true;
  if (number == 0 && is_only_inequality_crossed()) {
    std::vector<Conflict> conflicts;
    for (const SurfaceId surface : event_->crossed) {
      if (run_.discrete.side(surface.index()) != Side::positive) continue;
      conflicts.push_back({.kind = Conflict::Kind::inequality, .surface = surface});
    }
    attempt_.conclude(std::move(conflicts));
  } else if (attempt_.evaluate({}).is_consistent() || judge_crossings_again()) {
    return std::nullopt;
  }
  const AttemptVerdict first = attempt_.verdict();
  if (first.failure && first.failure->reason == EndReason::discrete_not_finite) {
    return first.failure;
  }
  SwitchingSearch search(run_, instant_, attempt_, expected_);
  const bool is_found = search.find();
  valuations_ = search.tried();
  is_unique_ = search.is_unique();
  if (is_found) return std::nullopt;
  in_vain_ = search.log();
  if (run_.interruption.is_requested()) return interrupted_at(instant_.time().value());
  return explain_unsettled(first);
}

// Relations that are remembered or counted, and that cross where a guard changes: they are judged
// in the mode that follows. Left where that says, some cross all the same, because their crossing
// itself has made the mode; those have taken place. True if nothing else is in conflict.
bool InstantSolver::judge_crossings_again() {
  std::vector<Conflict> doubtful = attempt_.doubtful_crossings();
  if (doubtful.empty()) return false;
  while (!doubtful.empty()) {
    Configuration configuration;
    for (const Conflict& conflict : doubtful) {
      configuration =
          configuration.with(SurfaceDecision{conflict.surface, choice_of(conflict.wanted)});
    }
    ++valuations_;
    const AttemptVerdict& verdict = attempt_.evaluate(configuration);
    const auto crosses = [&](const Conflict& conflict) {
      return verdict.failure ||
             std::any_of(verdict.conflicts.begin(), verdict.conflicts.end(),
                         [&](const Conflict& own) { return own.surface == conflict.surface; });
    };
    if (std::none_of(doubtful.begin(), doubtful.end(), crosses)) return verdict.is_consistent();
    for (const Conflict& conflict : doubtful) {
      if (crosses(conflict)) attempt_.confirm_crossing(conflict.surface);
    }
    std::erase_if(doubtful, crosses);
  }
  return attempt_.evaluate({}).is_consistent();
}

SimulationEnd InstantSolver::infeasible(SurfaceId violated) const {
  SimulationEnd end{.reason = EndReason::inequalities_infeasible, .time = instant_.time().value()};
  for (const SubProblem& problem : run_.system().sub_problems) {
    if (std::find(problem.inequalities.begin(), problem.inequalities.end(), violated) ==
        problem.inequalities.end()) {
      continue;
    }
    end.surfaces = problem.inequalities;
    for (const std::uint32_t binary : problem.binaries) {
      end.variables.emplace_back(binary);
      end.values.push_back(attempt_.present_value(binary));
    }
  }
  return end;
}

// No violated inequality is passed over, whatever the micro-steps have made of it.
std::optional<SimulationEnd> InstantSolver::find_violation() const {
  for (const std::uint32_t c : restarted_) {
    for (const SurfaceId surface : run_.components[c].component().surfaces) {
      if (!run_.watched(surface).is_inequality || run_.held.holds(surface)) continue;
      if (run_.discrete.side(surface.index()) == Side::positive) {
        return in_mode_of(run_, c, infeasible(surface));
      }
    }
  }
  return std::nullopt;
}

// No configuration is consistent. Memory (`broken = F > 20 or pre(broken)`) may keep what the
// crossing decided: another micro-step shows.
std::optional<SimulationEnd> InstantSolver::explain_unsettled(const AttemptVerdict& first) {
  std::vector<SurfaceId> violated;
  for (const Conflict& conflict : first.conflicts) {
    if (conflict.kind == Conflict::Kind::inequality) violated.push_back(conflict.surface);
  }
  if (!violated.empty()) {
    attempt_.undo();
    return infeasible(violated.front());
  }
  if (first.failure) {
    SimulationEnd end = *first.failure;
    in_vain_->tell(end);
    return end;
  }
  // Rounding may keep a cascade from coming back to the same point.
  if ((tried_in_vain_ += valuations_) > kMostCandidates) {
    return in_vain_->end_at(instant_.time().value());
  }
  attempt_.evaluate({});
  return attempt_.verdict().failure;
}

std::optional<SimulationEnd> InstantSolver::check_outcome(const PassOutcome& outcome) {
  const double time = instant_.time().value();
  for (const std::uint32_t assertion : outcome.warned_assertions) {
    listener_.warn({assertion, time, false});
  }
  for (const std::uint32_t action : outcome.warned_actions) listener_.warn({action, time, true});
  if (outcome.failed_assertion) {
    SimulationEnd end{.reason = EndReason::assertion_failed, .time = time};
    end.assertion = *outcome.failed_assertion;
    for (std::uint32_t guard = 0; guard < run_.system().guard_count; ++guard) {
      end.mode.push_back({guard, run_.discrete.guard(guard)});
    }
    return end;
  }
  if (outcome.failed_action) {
    SimulationEnd end{.reason = EndReason::assertion_failed, .time = time};
    end.is_when_assertion = true;
    end.action = *outcome.failed_action;
    return end;
  }
  if (outcome.terminated_by) {
    SimulationEnd end{.reason = EndReason::terminated, .time = time};
    end.action = *outcome.terminated_by;
    return end;
  }
  return std::nullopt;
}

// --strict: new states need a past or an equation.
std::optional<SimulationEnd> InstantSolver::check_new_states() {
  if (!run_.options.is_strict) return std::nullopt;
  for (const std::uint32_t c : attempt_.touched()) {
    for (const OpenState& open : attempt_.change(c).from_left_limit) {
      SimulationEnd end{.reason = EndReason::state_undetermined, .time = instant_.time().value()};
      end.variables = {run_.components[c].component().variables[open.unknown]};
      end.orders = {open.order};
      return in_mode_of(run_, c, std::move(end));
    }
  }
  return std::nullopt;
}

// Event functions that read `pre(v)` are on other sides as soon as it has changed, before
// the next pass reads them.
std::optional<SimulationEnd> InstantSolver::refresh_stale_sides() {
  for (const std::uint32_t s : stale_surfaces_) {
    const SurfaceId surface(s);
    if (run_.held.holds(surface)) continue;
    const std::uint32_t c = run_.held.component_of(surface);
    ComponentRun& run = instant_.component(c);
    run.keep_left_limit();
    ComponentChange ignored;
    if (auto failure = run.change(instant_.time(), {}, ignored)) {
      return in_mode_of(run_, c, std::move(*failure));
    }
    run_.discrete.set_side(s,
                           run.side_after(run.position_of(surface), instant_.has_crossed(surface)));
  }
  stale_surfaces_.clear();
  return std::nullopt;
}

void InstantSolver::accept(int number) {
  const PassOutcome& outcome = attempt_.outcome();
  const bool has_jumped = !attempt_.touched().empty();
  const std::size_t changed_values = outcome.changed_values.size();
  if (has_jumped) {
    ValuesBeforeReinit values(run_, instant_, attempt_);
    run_.discrete.refresh_fired(instant_.time().value(), values);
  }
  const RunListener::Effect effect =
      listener_.accepted({*event_, attempt_, valuations_, is_unique_});
  has_effect_ = has_effect_ || effect.has_effect;
  mode_changes_ += effect.mode_changes;
  if (number >= kUnremarkableMicroSteps) history_.add(run_, attempt_);
  for (const std::uint32_t guard : outcome.changed_guards) modes_.toggle(ModeItem::guard, guard);
  for (const auto& [binary, value] : attempt_.decided_binaries()) {
    modes_.toggle(ModeItem::binary, binary);
  }
  if (!attempt_.bounce().empty()) last_bounce_ = attempt_.bounce();
  const std::vector<std::uint32_t> undecided = update_sides();
  for (const std::uint32_t c : attempt_.touched()) {
    if (is_restarted_[c]) continue;
    is_restarted_[c] = 1;
    restarted_.push_back(c);
  }
  std::vector<std::uint32_t> by_impulse;
  for (const std::uint32_t c : attempt_.touched()) {
    if (attempt_.change(c).is_impulsive()) by_impulse.push_back(c);
  }
  attempt_.keep();
  for (const std::uint32_t c : undecided) attempt_.alter(c);
  for (const std::uint32_t c : by_impulse) look_at_inequalities_again(c);
  if (has_jumped) run_.discrete.continuous_values_changed();
  for (std::size_t i = changed_values; i < outcome.changed_values.size(); ++i) {
    attempt_.touch_readers_of_value(outcome.changed_values[i]);
  }
  for (const std::uint32_t variable : outcome.changed_values) note_thresholds_of(variable);
  changed_pre_.clear();
  run_.discrete.settle(instant_.time().value(), instant_, changed_pre_);
  for (const std::uint32_t variable : changed_pre_) touch_readers_of_pre(variable);
}

// What an impulse has decided need not hold after it.
void InstantSolver::look_at_inequalities_again(std::uint32_t component) {
  const std::vector<SurfaceId>& surfaces = run_.components[component].component().surfaces;
  for (std::uint32_t p = 0; p < surfaces.size(); ++p) {
    const bool is_open = run_.watched(surfaces[p]).is_inequality && !run_.held.holds(surfaces[p]) &&
                         !run_.held.has_left(surfaces[p]);
    if (!is_open || attempt_.side_after(component, p) != Side::positive) continue;
    attempt_.alter(component);
    return;
  }
}

void InstantSolver::note_thresholds_of(std::uint32_t variable) {
  const Readers& readers = run_.system().readers;
  for (const auto* surfaces :
       {&readers.surfaces_of_value[variable], &readers.surfaces_of_pre[variable]}) {
    for (const std::uint32_t s : *surfaces) {
      if (run_.watched(SurfaceId(s)).threshold) changed_thresholds_.push_back(s);
    }
  }
}

void InstantSolver::touch_readers_of_pre(std::uint32_t variable) {
  const Readers& readers = run_.system().readers;
  for (const std::uint32_t c : readers.components_of_pre[variable]) attempt_.alter(c);
  for (const std::uint32_t s : readers.surfaces_of_pre[variable]) {
    const WatchedSurface& watched = run_.watched(SurfaceId(s));
    if (!watched.component) continue;
    attempt_.alter(*watched.component);
    stale_surfaces_.push_back(s);
  }
}

// Event functions of what was changed: the sides immediately after this instant. Lists components
// with functions that are left to the next micro-step.
std::vector<std::uint32_t> InstantSolver::update_sides() {
  std::vector<std::uint32_t> undecided;
  for (const std::uint32_t c : attempt_.touched()) {
    // The search for crossings has seen the functions on both sides of this instant.
    if (!attempt_.is_altered(c)) continue;
    // Where a `reinit` has sent a function counts in the passes that follow it, too.
    if (attempt_.has_reinit(c)) is_set_[c] = 1;
    const ComponentRun& run = run_.components[c];
    const std::vector<SurfaceId>& surfaces = run.component().surfaces;
    for (std::uint32_t p = 0; p < surfaces.size(); ++p) {
      const SurfaceId surface = surfaces[p];
      if (run_.held.holds(surface) || run_.held.has_left(surface)) continue;
      const bool is_set = is_set_[c] != 0 && !run_.watched(surface).is_inequality;
      if (is_set && attempt_.has_reinit(c) && is_left_to_next_mode(c, p)) {
        if (attempt_.side_after(c, p) != run_.discrete.side(surface.index())) {
          undecided.push_back(c);
        }
        continue;
      }
      run_.discrete.set_side(surface.index(), is_set ? run.mode().integrator->sides().after_jump(
                                                           p, instant_.has_crossed(surface))
                                                     : attempt_.side_after(c, p));
    }
  }
  return undecided;
}

// A reinit may change guards in the next pass, and with them what the function is.
bool InstantSolver::is_left_to_next_mode(std::uint32_t component, std::uint32_t position) {
  const ComponentRun& run = run_.components[component];
  const SurfaceId surface = run.component().surfaces[position];
  const bool is_same_function =
      run.mode().reads_state_only[position] && !run_.watched(surface).reads_guard;
  return !is_same_function && !attempt_.can_hold(surface);
}

std::optional<SimulationEnd> InstantSolver::take_over_start(const PassOutcome& outcome) {
  attempt_.take_reinits(outcome);
  if (auto end = check_outcome(outcome)) return end;
  for (const std::uint32_t variable : outcome.changed_values) note_thresholds_of(variable);
  changed_pre_.clear();
  run_.discrete.settle(instant_.time().value(), instant_, changed_pre_);
  for (const std::uint32_t variable : changed_pre_) touch_readers_of_pre(variable);
  return std::nullopt;
}

void InstantSolver::begin_after(DiscreteState::Literal start) {
  literal_start_ = std::move(start);
  if (!attempt_.has_taken_reinits()) take_literal_past();
}

void InstantSolver::take_literal_past() {
  if (!literal_start_) return;
  const auto changes =
      run_.discrete.begin_after(*literal_start_, instant_.time().value(), instant_);
  literal_start_.reset();
  for (const std::uint32_t variable : changes.value) {
    attempt_.touch_readers_of_value(variable);
    note_thresholds_of(variable);
  }
  for (const std::uint32_t variable : changes.pre) touch_readers_of_pre(variable);
}

}  // namespace saltus
