#include "saltus/runtime/simulate/hybrid_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus {

namespace {

// Whichever comes first: steps of a large model may take long.
constexpr std::uint64_t kStepsBetweenProgress = 64;
constexpr auto kTimeBetweenProgress = std::chrono::milliseconds(20);
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// Changes at one instant.
constexpr int kMostMicroSteps = 500;
// From here on a cascade is compared with its past, log or no log.
constexpr int kUnremarkableMicroSteps = 10;
// Valuations are searched among this many sides of surfaces, and the one that is found
// is compared with so many others.
constexpr std::size_t kMostOptions = 12;
constexpr int kMostCompared = 16;
// Events are one event when their times differ by no more than rounding.
constexpr double kSimultaneous = 16.0 * kEpsilon;
// So near to where events tend, relative to the time elapsed, they have accumulated.
constexpr double kAccumulated = 1e-4;
// A variable has jumped if it moved by more than this, in units of the tolerance.
constexpr double kJump = 100.0;

// One number per guard; a mode is the exclusive or of those that hold.
std::uint64_t guard_key(std::uint32_t guard) {
  std::uint64_t key = (guard + 1) * 0x9E3779B97F4A7C15ull;
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9ull;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBull;
  return key ^ (key >> 31);
}

Side opposite(Side side) { return side == Side::positive ? Side::negative : Side::positive; }

}  // namespace

HybridRun::HybridRun(const ExecutableModel& model, ModeSource& source, const StartGuess& guess,
                     const std::vector<OutputColumn>& columns, const SimulationOptions& options)
    : model_(model),
      guess_(guess),
      columns_(columns),
      options_(options),
      direction_(options.stop_time >= options.start_time ? 1.0 : -1.0),
      discrete_(model.discrete, guess.starts.size()),
      component_of_(guess.starts.size(), 0),
      unknown_of_(guess.starts.size(), 0),
      agenda_(direction_, model.components.size() + model.discrete.clocks.size() +
                              model.discrete.surfaces.size()),
      output_times_(options),
      zeno_(model.discrete.surfaces.size()),
      evaluated_at_(model.components.size(), 0),
      is_touched_(model.components.size(), 0),
      is_altered_(model.components.size(), 0),
      is_restarted_(model.components.size(), 0),
      has_crossed_(model.discrete.surfaces.size(), 0),
      changes_(model.components.size()),
      reinits_(model.components.size()),
      clock_ticks_(model.discrete.clocks.size(), 0) {
  for (std::uint32_t c = 0; c < model.components.size(); ++c) {
    const ExecutableComponent& component = model.components[c];
    std::vector<UnknownStart> starts;
    for (std::uint32_t u = 0; u < component.variables.size(); ++u) {
      const std::uint32_t variable = component.variables[u].index();
      component_of_[variable] = c;
      unknown_of_[variable] = u;
      starts.push_back(guess.starts[variable]);
    }
    components_.emplace_back(component, c, source, discrete_, options, std::move(starts));
  }
  std::vector<TrajectoryColumn> names;
  for (const OutputColumn& column : columns) names.push_back(column.column);
  result_.trajectory = Trajectory(std::move(names));
}

Simulation HybridRun::run() {
  result_.end.time = options_.start_time;
  if (start()) advance_to_stop();
  collect_statistics();
  return std::move(result_);
}

// ---------------------------------------------------------------- start

bool HybridRun::start() {
  now_ = Instant(options_.start_time);
  instant_number_ = 1;
  for (std::uint32_t s = 0; s < model_.discrete.surfaces.size(); ++s) {
    if (!model_.discrete.surfaces[s].threshold) discrete_.set_side(s, guess_.sides[s]);
  }
  discrete_.begin_start();
  for (std::uint32_t s = 0; s < model_.discrete.surfaces.size(); ++s) {
    if (model_.discrete.surfaces[s].threshold) schedule_threshold(s);
  }
  if (!find_start_modes()) return false;
  // Discrete values that were found from start values, before the consistent point was known.
  discrete_.continuous_values_changed();
  const std::size_t changed_values = outcome_->changed_values.size();
  discrete_.refresh_fired(now_.value(), *this);
  for (std::size_t i = changed_values; i < outcome_->changed_values.size(); ++i) {
    touch_readers_of_value(outcome_->changed_values[i]);
  }
  for (std::uint32_t g = 0; g < model_.discrete.guard_count; ++g) {
    if (discrete_.guard(g)) mode_key_ ^= guard_key(g);
  }
  mode_number();
  // What the start set in motion: `when initial()`, reinit, values that differ from their pre.
  Instantaneous event{.time = now_, .components = {}, .crossed = {}, .clocks = {}};
  collect_reinits();
  for (std::uint32_t c = 0; c < components_.size(); ++c) {
    if (!reinits_[c].empty()) touch(c);
  }
  if (!check_outcome()) return false;
  changed_pre_.clear();
  discrete_.settle(changed_pre_);
  for (const std::uint32_t variable : changed_pre_) touch_readers_of_pre(variable);
  discrete_.end_start();
  for (std::uint32_t k = 0; k < model_.discrete.clocks.size(); ++k) schedule_clock(k);
  const Agenda::Entry* first = agenda_.first();
  const bool is_event = first != nullptr && first->time == options_.start_time;
  if (is_event) collect_event(event);
  if ((is_event || discrete_.is_due() || !touched_.empty()) && !work_through(event)) return false;
  discrete_.forget_journal();
  if (output_times_.is_per_step() && !write_row(options_.start_time)) return false;
  for (std::uint32_t c = 0; c < components_.size(); ++c) {
    if (!take_step(c)) return false;
  }
  return true;
}

// Guards depend on values that depend on the mode (semantics 7): a mode is assumed, its
// consistent point found, and the guards evaluated there, until they agree.
bool HybridRun::find_start_modes() {
  const std::size_t mark = discrete_.mark();
  ValuationSearch search(ValuationSearch::Order::wishes_first);
  std::vector<std::vector<GuardValue>> tried_modes;
  for (;;) {
    has_begun_ = false;
    outcome_ = &discrete_.run_pass(options_.start_time, *this);
    failure_.reset();
    inconsistent_.clear();
    const bool is_found = start_components(inconsistent_);
    has_begun_ = is_found;
    if (is_found && inconsistent_.empty()) break;
    const bool has_surfaces = std::any_of(model_.components.begin(), model_.components.end(),
                                          [](const auto& c) { return !c.surfaces.empty(); });
    tried_modes.push_back(guard_values(failed_component_));
    discrete_.undo_to(mark);
    has_begun_ = false;
    if (!has_surfaces || !try_another(search)) {
      if (!failure_) {
        failure_ =
            SimulationEnd{.reason = EndReason::events_unsettled, .time = options_.start_time};
        for (const auto& [surface, side] : inconsistent_) {
          failure_->surfaces.push_back(SurfaceId(surface));
        }
      }
      std::sort(tried_modes.begin(), tried_modes.end(), [](const auto& a, const auto& b) {
        return std::lexicographical_compare(
            a.begin(), a.end(), b.begin(), b.end(),
            [](const GuardValue& l, const GuardValue& r) { return l.value < r.value; });
      });
      tried_modes.erase(std::unique(tried_modes.begin(), tried_modes.end()), tried_modes.end());
      if (tried_modes.size() > 1) failure_->cycle = std::move(tried_modes);
      return fail_in(failed_component_, std::move(*failure_));
    }
  }
  return true;
}

bool HybridRun::start_components(std::vector<std::pair<std::uint32_t, Side>>& inconsistent) {
  result_.start = StartReport();
  for (std::uint32_t c = 0; c < components_.size(); ++c) {
    StartReport report;
    ComponentRun& run = components_[c];
    auto failure = options_.start_from_left_limits ? run.start_from_left_limits(options_.start_time)
                                                   : run.find_start(options_.start_time, report);
    evaluated_at_[c] = instant_number_;
    if (failure) {
      failure_ = std::move(failure);
      failure_->mode = guard_values(c);
      failed_component_ = c;
      return false;
    }
    run.keep_left_limit();
    result_.start.iterations += report.iterations;
    result_.start.used_homotopy |= report.used_homotopy;
    result_.start.largest_residual =
        std::max(result_.start.largest_residual, report.largest_residual);
    result_.start.moved.insert(result_.start.moved.end(), report.moved.begin(), report.moved.end());
    result_.start.defaulted.insert(result_.start.defaulted.end(), report.defaulted.begin(),
                                   report.defaulted.end());
    for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
      const std::uint32_t surface = run.component().surfaces[p].index();
      const Side side = run.side_after(p, false);
      if (side == discrete_.side(surface)) continue;
      inconsistent.emplace_back(surface, side);
      failed_component_ = c;
    }
  }
  return true;
}

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
    search.add_option(surface, discrete_.side(surface));
  }
  if (!search.next()) return false;
  set_flips(search);
  return true;
}

void HybridRun::set_flips(const ValuationSearch& search) {
  for (const auto& [surface, side] : search.flips()) discrete_.set_side(surface, side);
}

// ---------------------------------------------------------------- steps

void HybridRun::advance_to_stop() {
  has_begun_steps_ = true;
  while (const Agenda::Entry* next = agenda_.first()) {
    const double time = next->time;
    if (next->kind == Agenda::Kind::segment_end) {
      const std::uint32_t component = next->item;
      agenda_.pop();
      if (!write_rows(time, false)) return;
      if (output_times_.is_per_step() && !write_row(time)) return;
      result_.end.time = time;
      if (time == options_.stop_time) continue;
      if (!take_step(component) || !report_progress()) return;
      continue;
    }
    if (is_beyond_stop(time)) break;
    if (!write_rows(time, false)) return;
    event_.clear();
    collect_event(event_);
    if (!work_through(event_)) return prefer_zeno(event_);
    if (!watch_for_zeno(event_) || !report_progress()) return;
  }
  finish();
}

void HybridRun::finish() {
  now_ = Instant(options_.stop_time);
  ++instant_number_;
  if (!model_.discrete.readers.of_terminal.empty()) {
    discrete_.begin_terminal();
    Instantaneous event{.time = now_, .components = {}, .crossed = {}, .clocks = {}};
    if (!work_through(event)) return;
  }
  if (!write_rows(options_.stop_time, true)) return;
  result_.end.reason = EndReason::reached_stop_time;
  result_.end.time = options_.stop_time;
}

bool HybridRun::take_step(std::uint32_t component) {
  if (++steps_ > options_.max_steps) {
    return fail({.reason = EndReason::too_many_steps,
                 .time = components_[component].mode().integrator->time()});
  }
  ComponentRun& run = components_[component];
  const StepOutcome outcome = run.step(options_.stop_time);
  if (const auto* failed = std::get_if<StepFailed>(&outcome)) {
    if (!write_rows(failed->time, true)) return false;
    return fail_in(component, run.explain(*failed));
  }
  if (const auto* crossed = std::get_if<Crossed>(&outcome)) {
    agenda_.set(component, crossed->time.value(), Agenda::Kind::crossing);
  } else {
    agenda_.set(component, std::get<Advanced>(outcome).time, Agenda::Kind::segment_end);
  }
  return true;
}

void HybridRun::schedule_clock(std::uint32_t clock) {
  const Clock& description = model_.discrete.clocks[clock];
  if (direction_ < 0.0) return;
  std::uint64_t& ticks = clock_ticks_[clock];
  const auto time_of = [&](std::uint64_t n) {
    return description.start + static_cast<double>(n) * description.interval;
  };
  if (ticks == 0 && description.start < options_.start_time) {
    const double passed = (options_.start_time - description.start) / description.interval;
    ticks = static_cast<std::uint64_t>(std::max(0.0, std::floor(passed) - 1.0));
    while (time_of(ticks) < options_.start_time) ++ticks;
  }
  if (!is_beyond_stop(time_of(ticks))) {
    agenda_.set(clock_item(clock), time_of(ticks), Agenda::Kind::clock);
  }
}

// g = sense*(time - threshold): its side now, and when it will change.
void HybridRun::schedule_threshold(std::uint32_t surface) {
  const TimeThreshold& threshold = *model_.discrete.surfaces[surface].threshold;
  const double time = discrete_.evaluate(threshold.threshold, now_.value(), *this);
  agenda_.remove(surface_item(surface));
  const double ahead = -now_.minus(time) * direction_;
  const bool is_ahead = ahead > 0.0;
  const double sense = threshold.sense * direction_;
  discrete_.set_side(surface, (sense > 0.0) == is_ahead ? Side::negative : Side::positive);
  if (is_ahead && !is_beyond_stop(time)) {
    agenda_.set(surface_item(surface), time, Agenda::Kind::threshold);
  }
}

bool HybridRun::report_progress() {
  if (!options_.on_progress) return true;
  const auto now = std::chrono::steady_clock::now();
  const bool is_due =
      steps_ % kStepsBetweenProgress == 0 || now - last_progress_ >= kTimeBetweenProgress;
  if (!is_due) return true;
  last_progress_ = now;
  if (options_.on_progress(result_.end.time)) return true;
  return fail({.reason = EndReason::interrupted, .time = result_.end.time});
}

// ---------------------------------------------------------------- events

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
      discrete_.set_side(surface.index(), crossing.after);
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
  for (const std::uint32_t index : outcome_->fired) {
    const WhenActionCode& action = model_.discrete.actions[index];
    if (action.kind != WhenActionKind::reinit) continue;
    const std::uint32_t component = component_of_[action.target];
    reinits_[component].push_back({.action = index,
                                   .variable = VariableId(action.target),
                                   .order = action.order,
                                   .value = discrete_.evaluate(action.value, now_.value(), *this)});
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
  touched_before_ = touched_;
  valuations_ = 1;
  is_unique_ = true;
  if (!try_valuation() && !search_valuation(mark)) return false;
  if (!check_outcome()) {
    // The end that the model chose belongs to the results.
    if (result_.end.reason == EndReason::terminated) accept(event, number);
    return false;
  }
  accept(event, number);
  return !repeats();
}

// The first valuation does not agree with itself: the nearest one that does, and whether
// another one as near does as well.
bool HybridRun::search_valuation(std::size_t mark) {
  ValuationSearch search(ValuationSearch::Order::nearest_first);
  // What the first attempt touched has to agree in every other one too, also where the
  // valuation is the one before and nothing seems to change.
  touched_before_ = touched_;
  do {
    undo_valuation(mark);
    if (!try_another(search)) {
      if (failure_) return fail_in(failed_component_, std::move(*failure_));
      // No valuation agrees with itself now, but memory (`broken = F > 20 or pre(broken)`)
      // may hold what the crossing decided: another micro-step tells.
      try_valuation();
      return !failure_ || fail_in(failed_component_, std::move(*failure_));
    }
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
  valuations_ = search.attempts();
  if (!has_moved) return true;
  undo_valuation(mark);
  set_flips(search);
  return try_valuation();
}

// Event functions that read `pre(v)` are on other sides as soon as it has changed, before
// the next pass reads them.
bool HybridRun::refresh_stale_sides() {
  for (const std::uint32_t s : stale_surfaces_) {
    const std::uint32_t c = *model_.discrete.surfaces[s].component;
    ComponentRun& run = component_at_instant(c);
    run.keep_left_limit();
    ComponentChange ignored;
    if (auto failure = run.change(now_, {}, ignored)) return fail_in(c, std::move(*failure));
    const std::vector<SurfaceId>& surfaces = run.component().surfaces;
    const auto position = static_cast<std::uint32_t>(
        std::find(surfaces.begin(), surfaces.end(), SurfaceId(s)) - surfaces.begin());
    discrete_.set_side(s, run.side_after(position, false));
  }
  stale_surfaces_.clear();
  return true;
}

void HybridRun::undo_valuation(std::size_t mark) {
  discrete_.undo_to(mark);
  for (const std::uint32_t c : touched_) {
    if (evaluated_at_[c] == instant_number_) components_[c].return_to_left_limit();
    is_touched_[c] = 0;
    reinits_[c].clear();
  }
  touched_.clear();
  for (const std::uint32_t c : touched_before_) touch(c);
}

// Runs the pass and changes the components it touches. False when a mode cannot be
// entered or decides its own guards otherwise; then everything has to be undone.
bool HybridRun::try_valuation() {
  failure_.reset();
  inconsistent_.clear();
  outcome_ = &discrete_.run_pass(now_.value(), *this);
  touch_readers();
  collect_reinits();
  std::sort(touched_.begin(), touched_.end());
  for (const std::uint32_t c : touched_) {
    ComponentRun& run = components_[c];
    if (evaluated_at_[c] != instant_number_) {
      if (auto failure = run.evaluate_at(now_)) {
        failure_ = std::move(failure);
        failed_component_ = c;
        return false;
      }
      evaluated_at_[c] = instant_number_;
    }
    run.keep_left_limit();
    if (auto failure = run.change(now_, reinits_[c], changes_[c])) {
      failure_ = std::move(failure);
      failure_->mode = guard_values(c);
      failed_component_ = c;
      return false;
    }
    for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
      if (run.mode().reads_state_only[p]) continue;
      const std::uint32_t surface = run.component().surfaces[p].index();
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
  for (const std::uint32_t guard : outcome_->changed_guards) mode_key_ ^= guard_key(guard);
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
      discrete_.set_side(surface, run.side_after(p, has_crossed_[surface] != 0));
    }
  }
}

std::vector<GuardValue> HybridRun::guard_values(std::uint32_t component) const {
  std::vector<GuardValue> values;
  for (const std::uint32_t guard : model_.components[component].guards) {
    values.push_back({guard, discrete_.guard(guard)});
  }
  return values;
}

// What describe() counts, for runs in which nobody reads the log.
void HybridRun::count_changes() {
  bool has_effect = !outcome_->fired.empty() || !outcome_->changed_values.empty();
  for (const std::uint32_t c : touched_) {
    if (changes_[c].method) ++result_.statistics.resets;
    if (!changes_[c].is_mode_change) continue;
    has_effect = true;
    ++mode_changes_;
    ++result_.statistics.mode_changes;
  }
  if (!has_effect) return;
  has_effect_ = true;
  ++result_.statistics.micro_steps;
}

// Writes the micro-step down, if it did anything that shows.
void HybridRun::describe(const Instantaneous& event) {
  MicroStep step;
  step.time = now_.value();
  step.number = described_;
  if (described_ == 0) {
    step.crossed = event.crossed;
    step.clocks = event.clocks;
  }
  step.valuations = valuations_;
  step.is_unique = is_unique_;
  step.fired = outcome_->fired;
  Settled settled;
  for (const std::uint32_t c : touched_) {
    ComponentRun& run = components_[c];
    ComponentChange& change = changes_[c];
    if (change.is_mode_change) {
      step.is_mode_change = true;
      ++mode_changes_;
      ++result_.statistics.mode_changes;
      for (const GuardValue& to : guard_values(c)) {
        const bool has_changed =
            std::find(outcome_->changed_guards.begin(), outcome_->changed_guards.end(), to.guard) !=
            outcome_->changed_guards.end();
        if (std::find(step.to.begin(), step.to.end(), to) != step.to.end()) continue;
        step.to.push_back(to);
        step.from.push_back({to.guard, has_changed ? !to.value : to.value});
      }
    }
    if (change.method) ++result_.statistics.resets;
    step.method = change.method ? change.method : step.method;
    step.iterations += change.iterations;
    step.ticks = std::max(step.ticks, change.ticks);
    const CompiledMode& before = run.left_mode();
    const CompiledMode& after = *run.mode().compiled;
    step.index_before = std::max(step.index_before, before.index);
    step.index_after = std::max(step.index_after, after.index);
    step.freedom_before += before.degrees_of_freedom;
    step.freedom_after += after.degrees_of_freedom;
    const std::vector<VariableId>& variables = run.component().variables;
    for (std::uint32_t u = 0; u < variables.size(); ++u) {
      const double left = run.left_limit(u), right = run.value(u, 0);
      const double size = std::max({std::fabs(left), std::fabs(right), run.scale(u)});
      if (std::fabs(right - left) > kJump * options_.tolerance * size) {
        step.jumps.push_back({variables[u], left, right});
      }
    }
    for (Impulse& impulse : change.impulses) {
      step.impulses.push_back(
          {variables[impulse.unknown], impulse.order, std::move(impulse.weights)});
    }
    for (const OpenState& open : change.from_left_limit) {
      step.from_left_limit.push_back({variables[open.unknown], open.order});
    }
    step.path_dependent.insert(step.path_dependent.end(), change.path_dependent.begin(),
                               change.path_dependent.end());
    settled.components.push_back(c);
    settled.modes.push_back(&run.mode());
    settled.points.emplace_back(run.point().begin(), run.point().end());
  }
  const std::vector<std::uint32_t>& changed = outcome_->changed_values;
  for (auto variable = changed.begin(); variable != changed.end(); ++variable) {
    const bool is_again = std::find(changed.begin(), variable, *variable) != variable;
    if (is_again || model_.discrete.is_hidden[*variable]) continue;
    step.jumps.push_back({VariableId(*variable), discrete_.known().pre[*variable],
                          discrete_.known().value[*variable]});
  }
  const bool has_effect =
      step.is_mode_change || !step.jumps.empty() || !step.impulses.empty() || !step.fired.empty();
  if (!has_effect) return;
  has_effect_ = true;
  ++described_;
  ++result_.statistics.micro_steps;
  settled.to = step.to;
  for (const std::uint32_t variable : outcome_->changed_values) {
    if (std::find(changed_in_instant_.begin(), changed_in_instant_.end(), variable) ==
        changed_in_instant_.end()) {
      changed_in_instant_.push_back(variable);
    }
  }
  for (const std::uint32_t variable : changed_in_instant_) {
    settled.values.push_back(discrete_.known().value[variable]);
  }
  history_.push_back(std::move(settled));
  if (options_.on_event) options_.on_event(step);
  if (!options_.with_event_log) return;
  if (result_.events.size() < options_.most_logged_events) {
    result_.events.push_back(std::move(step));
  } else {
    result_.events.back() = std::move(step);
  }
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
    SimulationEnd end{.reason = EndReason::events_unsettled, .time = now_.value()};
    for (std::size_t k = i; k < history_.size(); ++k) end.cycle.push_back(history_[k].to);
    fail(std::move(end));
    return true;
  }
  return false;
}

// Near an accumulation point the changes of an instant cannot be told apart and do not
// settle: the accumulation is what the author should hear of.
void HybridRun::prefer_zeno(const Instantaneous& event) {
  if (result_.end.reason != EndReason::events_unsettled) return;
  const double elapsed = now_.value() - options_.start_time;
  for (const SurfaceId surface : event.crossed) {
    const auto limit = zeno_.accumulation(surface.index());
    if (!limit || std::fabs(*limit - now_.value()) > kAccumulated * std::fabs(elapsed)) continue;
    result_.end = SimulationEnd{.reason = EndReason::zeno, .time = *limit};
    result_.end.surfaces = {surface};
    return;
  }
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
    SimulationEnd end{.reason = EndReason::zeno, .time = *limit};
    end.surfaces = {surface};
    return fail(std::move(end));
  }
  return true;
}

// ---------------------------------------------------------------- values and rows

ComponentRun& HybridRun::component_at_instant(std::uint32_t component) {
  ComponentRun& run = components_[component];
  if (evaluated_at_[component] != instant_number_) {
    if (run.evaluate_at(now_)) return run;  // the failure shows when it is changed, or in a row
    run.keep_left_limit();
    evaluated_at_[component] = instant_number_;
  }
  return run;
}

double HybridRun::value(std::uint32_t variable, int order) {
  if (!has_begun_) {
    return order == 0 ? guess_.starts[variable].value.value_or(0.0) : 0.0;
  }
  return component_at_instant(component_of_[variable]).value(unknown_of_[variable], order);
}

double HybridRun::left_limit(std::uint32_t variable) {
  if (!has_begun_) return value(variable, 0);
  return component_at_instant(component_of_[variable]).left_limit(unknown_of_[variable]);
}

bool HybridRun::write_rows(double until, bool is_inclusive) {
  while (const std::optional<double> due = output_times_.next(until)) {
    if (!is_inclusive && *due == until) return true;
    if (!write_row(*due)) return false;
    output_times_.advance();
  }
  return true;
}

bool HybridRun::write_row(double time) {
  now_ = Instant(time);
  ++instant_number_;
  for (std::uint32_t c = 0; c < components_.size(); ++c) {
    if (auto failure = components_[c].evaluate_at(now_)) return fail_in(c, std::move(*failure));
    evaluated_at_[c] = instant_number_;
  }
  fill_row(result_.trajectory.add_row(time));
  result_.end.time = time;
  return true;
}

void HybridRun::fill_row(std::span<double> row) {
  for (std::size_t i = 0; i < columns_.size(); ++i) row[i] = column_value(columns_[i]);
}

double HybridRun::column_value(const OutputColumn& column) {
  switch (column.source) {
    case ColumnSource::continuous:
      return component_at_instant(column.component).value(column.unknown, column.order);
    case ColumnSource::discrete:
      return discrete_.known().value[column.variable];
    case ColumnSource::mode:
      break;
  }
  return mode_number();
}

void HybridRun::write_event_rows(const std::vector<double>& left) {
  const std::span<double> before = result_.trajectory.add_row(now_.value());
  std::copy(left.begin(), left.end(), before.begin());
  fill_row(result_.trajectory.add_row(now_.value()));
  // A row that is due now has been written.
  if (const auto due = output_times_.next(now_.value())) {
    if (*due == now_.value()) output_times_.advance();
  }
}

// Modes are numbered from 1 in the order in which they are visited.
std::uint32_t HybridRun::mode_number() {
  const auto number = static_cast<std::uint32_t>(mode_numbers_.size() + 1);
  return mode_numbers_.try_emplace(mode_key_, number).first->second;
}

bool HybridRun::fail(SimulationEnd end) {
  result_.end = std::move(end);
  return false;
}

bool HybridRun::fail_in(std::uint32_t component, SimulationEnd end) {
  if (end.mode.empty()) end.mode = guard_values(component);
  return fail(std::move(end));
}

void HybridRun::collect_statistics() {
  Statistics& total = result_.statistics;
  total.components = components_.size();
  total.modes = mode_numbers_.size();
  for (const ComponentRun& run : components_) {
    total.component_modes += run.visited().size();
    for (const VisitedMode* mode : run.visited()) {
      const TaylorIntegrator& integrator = *mode->integrator;
      const StepStatistics& own = integrator.statistics();
      const bool is_first = total.steps == 0;
      total.steps += own.steps;
      total.rejected_steps += own.rejected_steps;
      total.order = std::max(total.order, integrator.order());
      if (own.steps > 0) {
        total.smallest_step =
            is_first ? own.smallest_step : std::min(total.smallest_step, own.smallest_step);
      }
      total.largest_step = std::max(total.largest_step, own.largest_step);
      total.largest_error = std::max(total.largest_error, own.largest_error);
      total.largest_projection = std::max(total.largest_projection, own.largest_projection);
      total.expansions += own.expansions;
      total.factorizations += integrator.factorizations();
      total.newton_iterations += integrator.newton_iterations();
    }
  }
}

}  // namespace saltus
