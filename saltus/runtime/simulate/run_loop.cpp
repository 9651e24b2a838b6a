#include "saltus/runtime/simulate/run_loop.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace saltus {

namespace {

// Steps of a large model may take long: then time decides.
constexpr std::uint64_t kStepsBetweenProgress = 64;

}  // namespace

RunLoop::RunLoop(const RunSetting& setting)
    : setting_(setting),
      guess_(setting.guess),
      sink_(setting.sink),
      run_(setting.model, setting.source, setting.guess, setting.options),
      instant_(run_),
      log_(run_, setting.sink),
      solver_(run_, instant_, modes_, *this),
      accumulation_(run_, instant_, solver_, *this),
      rows_(run_, instant_, modes_, setting.columns, setting.sink),
      agenda_(run_.direction,
              run_.components.size() + run_.system().clocks.size() + run_.system().surfaces.size()),
      now_(setting.options.start_time),
      reached_(setting.options.start_time),
      clock_ticks_(run_.system().clocks.size(), 0) {
  if (run_.options.on_progress) {
    run_.interruption = Interruption([this] { return !run_.options.on_progress(reached_); });
  }
}

// What was left unfinished when memory was used up is given up with the run.
template <class Work>
RunLoop::End RunLoop::within_memory(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return SimulationEnd{.reason = EndReason::out_of_memory, .time = reached_};
  }
}

void RunLoop::start() {
  rows_.begin();
  const Inputs inputs = std::exchange(inputs_, {});
  for (const auto& [input, value] : inputs) run_.discrete.set_start(input, value);
  end_ = or_interrupted(within_memory([&] { return find_start(); }));
  if (end_) end_->begins_from_left_limits = begins_from_left_limits(*end_, inputs);
  has_begun_steps_ = true;
}

RunResult RunLoop::finish() {
  if (!end_) end_ = SimulationEnd{.reason = EndReason::stopped, .time = now_};
  const RunResult result{.end = *end_,
                         .start = start_report_,
                         .statistics = collect_statistics(),
                         .warnings = warnings_,
                         .remarks = remarks_,
                         .remarkable = log_.remarkable()};
  sink_.end(result);
  return result;
}

void RunLoop::advance_to(double limit) { advance(limit, false); }

void RunLoop::advance_to_event() { advance(run_.options.stop_time, true); }

void RunLoop::advance(double limit, bool stops_at_events) {
  if (!end_) end_ = apply_inputs();
  const std::uint64_t events = run_.statistics.events;
  const auto is_due = [&] {
    const Agenda::Entry* next = agenda_.first();
    if (next == nullptr) return false;
    // A step that goes just beyond a kink at the stop time is the last one.
    const bool is_last_segment = next->kind == Agenda::Kind::segment_end &&
                                 is_beyond_stop(next->time) &&
                                 !is_beyond(run_.options.stop_time, limit);
    return is_last_segment || (!is_beyond_stop(next->time) && !is_beyond(next->time, limit));
  };
  while (!end_ && is_due()) {
    end_ = or_interrupted(within_memory([&] { return process_next(); }));
    if (stops_at_events && run_.statistics.events > events) return;
  }
  if (end_) {
    now_ = end_->time;
  } else if (is_beyond(run_.options.stop_time, limit)) {
    end_ = within_memory([&] { return rows_.write_until(limit, true); });
    if (is_beyond(limit, now_)) now_ = limit;
  } else {
    end_ = within_memory([&] { return finish_at_stop(); });
    now_ = end_->time;
  }
}

RunLoop::End RunLoop::process_next() {
  const Agenda::Entry next = *agenda_.first();
  if (is_beyond(next.time, now_) && !is_beyond_stop(next.time)) now_ = next.time;
  End end;
  if (next.kind == Agenda::Kind::segment_end) {
    agenda_.pop();
    end = end_segment(next.item, next.time);
  } else if (next.kind == Agenda::Kind::failure) {
    end = end_at_failure(next.item);
  } else {
    end = rows_.write_until(next.time, false);
    if (!end) end = solve_event();
  }
  if (run_.mode_memory.is_exceeded()) release_modes();
  return end ? end : report_progress();
}

void RunLoop::set_input(VariableId input, double value) {
  std::erase_if(inputs_, [&](const auto& earlier) { return earlier.first == input.index(); });
  inputs_.emplace_back(input.index(), value);
}

// Components that read another value begin anew, as after any change of a discrete variable.
RunLoop::End RunLoop::apply_inputs() {
  const KnownValues& known = run_.discrete.known();
  for (const auto& [input, value] : std::exchange(inputs_, {})) {
    if (known.value[input] != value) solver_.attempt().set_input(input, value);
  }
  if (!solver_.attempt().has_work()) return std::nullopt;
  if (End end = rows_.write_until(now_, true)) return end;
  InstantEvent event{.time = Instant(now_)};
  return work_through(event);
}

double RunLoop::value(VariableId variable, int order) {
  if (!end_) end_ = apply_inputs();
  if (run_.system().is_discrete[variable.index()]) {
    return order == 0 ? run_.discrete.known().value[variable.index()] : 0.0;
  }
  const std::uint32_t component = run_.component_of[variable.index()];
  ComponentRun& run = run_.components[component];
  if (instant_.time().value() != now_) instant_.move_to(Instant(now_));
  if (!instant_.is_evaluated(component)) {
    if (run.evaluate_at(instant_.time())) return std::numeric_limits<double>::quiet_NaN();
    instant_.note_left_limit(component);
  }
  return run.value(run_.unknown_of[variable.index()], order);
}

RunLoop::End RunLoop::end_segment(std::uint32_t component, double end_time) {
  const double time = is_beyond_stop(end_time) ? run_.options.stop_time : end_time;
  if (End end = rows_.write_until(time, false)) return end;
  if (rows_.is_per_step()) {
    if (End end = rows_.write(time)) return end;
  }
  reached_ = time;
  return time == run_.options.stop_time ? std::nullopt : take_step(component);
}

RunLoop::End RunLoop::finish_at_stop() {
  instant_.move_to(Instant(run_.options.stop_time));
  if (!run_.system().readers.of_terminal.empty()) {
    run_.discrete.begin_terminal();
    InstantEvent event{.time = Instant(run_.options.stop_time)};
    if (End end = work_through(event)) return end;
  }
  if (End end = rows_.write_until(run_.options.stop_time, true)) return end;
  return SimulationEnd{.reason = EndReason::reached_stop_time, .time = run_.options.stop_time};
}

// Whether the run comes to its end in any time: steps may be short for a while, as in a transient,
// but so many of them would have gone through it.
bool RunLoop::leads_on() {
  if (steps_ < pace_.next_look) return true;
  const bool is_first = pace_.next_look == 0 || !std::isfinite(span());
  const double way = std::fabs(now_ - pace_.time);
  pace_ = {.next_look = steps_ + tolerances::steps_of_pace * run_.components.size(), .time = now_};
  return is_first || way > tolerances::slowest_pace * span();
}

// The steps of the whole run at the pace of the latest ones, looked at now and then.
double RunLoop::forecast_of_steps() {
  if (steps_ < forecast_.next_look) return 0.0;
  const bool is_first = forecast_.next_look == 0 || !std::isfinite(span());
  const double way = std::fabs(now_ - forecast_.time);
  forecast_ = {.next_look = steps_ + tolerances::steps_of_forecast, .time = now_};
  return is_first ? 0.0 : tolerances::steps_of_forecast * span() / way;
}

RunLoop::End RunLoop::take_step(std::uint32_t component) {
  ComponentRun& run = run_.components[component];
  const double most_steps = static_cast<double>(run_.options.max_steps);
  const double forecast = forecast_of_steps();
  const bool is_hopeless =
      static_cast<double>(steps_) > tolerances::part_before_forecast * most_steps &&
      forecast > tolerances::hopeless_forecast * most_steps;
  if (++steps_ > run_.options.max_steps || is_hopeless) {
    return SimulationEnd{.reason = EndReason::too_many_steps,
                         .time = run.mode().integrator->time()};
  }
  if (!leads_on()) {
    SimulationEnd end = run.explain({.time = run.mode().integrator->time()});
    end.is_too_slow = true;
    return in_mode_of(run_, component, std::move(end));
  }
  if (TaylorIntegrator& integrator = *run.mode().integrator; integrator.needs_horizon()) {
    integrator.set_horizon(agenda_.first_event_time(run_.options.stop_time));
  }
  StepOutcome outcome = run.step(run_.options.stop_time);
  while (ignores_undefined(component, outcome)) outcome = run.step(run_.options.stop_time);
  if (const auto* failed = std::get_if<StepFailed>(&outcome)) {
    if (run_.interruption.is_requested()) return interrupted_at(failed->time);
    SimulationEnd end = in_mode_of(run_, component, run.explain(*failed));
    if (arrives(component, *failed)) {
      stalled_ = std::move(end);
      return std::nullopt;
    }
    fail_later(component, std::move(end));
    return std::nullopt;
  }
  if (const auto* crossed = std::get_if<Crossed>(&outcome)) {
    agenda_.set(component, crossed->time.value(), Agenda::Kind::crossing);
  } else {
    agenda_.set(component, std::get<Advanced>(outcome).time, Agenda::Kind::segment_end);
  }
  return std::nullopt;
}

// Other components may have an event here, at which this one goes on in another mode:
// `sqrt(abs(f))` comes to the end of its branch where f, a function of time, has an event.
void RunLoop::fail_later(std::uint32_t component, SimulationEnd end) {
  const double latest = end.time + run_.direction * tolerances::near_failure * resolution(end.time);
  agenda_.set(component, latest, Agenda::Kind::failure);
  failed_.insert_or_assign(component, std::move(end));
}

RunLoop::End RunLoop::end_at_failure(std::uint32_t component) {
  const SimulationEnd failure = failed_.at(component);
  if (End end = rows_.write_until(failure.time, true)) return end;
  if (End end = accumulation_.explain(component, in_mode_of(run_, component, failure))) return end;
  agenda_.remove(component);
  return begin_anew();
}

// Events that are no farther apart are one.
double RunLoop::resolution(double time) const {
  return tolerances::same_event * std::max(std::fabs(time), span());
}

// A relation that is neither true nor false matters only if a guard depends on it now: that of
// `x > 0 and sqrt(x) > 1` does not while x < 0.
bool RunLoop::ignores_undefined(std::uint32_t component, const StepOutcome& outcome) {
  const auto* failed = std::get_if<StepFailed>(&outcome);
  if (failed == nullptr || !failed->undefined_surface) return false;
  ComponentRun& run = run_.components[component];
  const SurfaceId surface = run.component().surfaces[*failed->undefined_surface];
  const auto* guards = run_.held.guards_of(surface);
  if (guards == nullptr) return false;
  const auto guards_at = [&](Side side) {
    const std::pair<SurfaceId, Side> there(surface, side);
    return run_.discrete.probe({&there, 1}, *guards, failed->time, instant_);
  };
  if (guards_at(Side::negative) != guards_at(Side::positive)) return false;
  run.mode().integrator->ignore(*failed->undefined_surface);
  return true;
}

// A step that failed has ended at a surface: its crossing is the next event. Where that comes
// again and again, nothing was gained.
bool RunLoop::arrives(std::uint32_t component, const StepFailed& failed) {
  constexpr int most_arrivals = 10;
  const double span = std::fabs(run_.options.stop_time - run_.options.start_time);
  const double time = failed.time;
  const bool is_again = std::fabs(time - last_arrival_) <= tolerances::same_arrival * span;
  arrivals_ = is_again ? arrivals_ + 1 : 0;
  last_arrival_ = time;
  if (arrivals_ > most_arrivals || !run_.components[component].has_arrived(failed)) return false;
  agenda_.set(component, time, Agenda::Kind::crossing);
  return true;
}

bool RunLoop::ticks_within_run(const Clock& clock) const {
  return run_.direction > 0.0 && !is_beyond_stop(at_ends_of_run(clock.start));
}

// Ticks are farther apart than rounding: see check_clocks.
void RunLoop::schedule_clock(std::uint32_t clock) {
  const Clock& description = run_.system().clocks[clock];
  if (!ticks_within_run(description)) return;
  std::uint64_t& ticks = clock_ticks_[clock];
  const auto time_of = [&](std::uint64_t n) {
    return description.start + static_cast<double>(n) * description.interval;
  };
  const double start_time = run_.options.start_time;
  if (ticks == 0 && description.start < start_time) {
    const double passed = (start_time - description.start) / description.interval;
    ticks = static_cast<std::uint64_t>(std::max(0.0, std::floor(passed) - 1.0));
    while (at_ends_of_run(time_of(ticks)) < start_time) ++ticks;
  }
  const double time = at_ends_of_run(time_of(ticks));
  if (!is_beyond_stop(time)) agenda_.set(clock_item(clock), time, Agenda::Kind::clock);
}

// The start and the end of the run are events, too: a tick no farther from them than events that
// are one is there, as 3*0.1 where the run ends at 0.3.
double RunLoop::at_ends_of_run(double tick) const {
  for (const double end : {run_.options.start_time, run_.options.stop_time}) {
    if (std::fabs(tick - end) <= resolution(end)) return end;
  }
  return tick;
}

void RunLoop::schedule_threshold(std::uint32_t surface) {
  const double now = instant_.time().value();
  const double time = run_.discrete.threshold_of(surface, now, instant_);
  agenda_.remove(surface_item(surface));
  const bool is_ahead = (time - now) * run_.direction > 0.0;
  if (is_ahead && !is_beyond_stop(time)) {
    agenda_.set(surface_item(surface), time, Agenda::Kind::threshold);
  }
}

// Everything that happens at the time of the first entry.
InstantEvent& RunLoop::collect_event() {
  InstantEvent& event = event_;
  event.components.clear();
  event.crossed.clear();
  event.clocks.clear();
  const double time = agenda_.first()->time;
  const double together = resolution(time);
  bool is_exact = false, has_time = false;
  while (const Agenda::Entry* entry = agenda_.first()) {
    if ((entry->time - time) * run_.direction > together) break;
    if (entry->kind == Agenda::Kind::segment_end || entry->kind == Agenda::Kind::failure) break;
    if (entry->kind == Agenda::Kind::crossing) {
      event.components.push_back(entry->item);
      if (!has_time) event.time = run_.components[entry->item].mode().integrator->instant();
      has_time = true;
    } else {
      if (!is_exact) event.time = Instant(entry->time);
      is_exact = has_time = true;
      if (entry->kind == Agenda::Kind::clock) {
        event.clocks.push_back(entry->item - clock_item(0));
      } else {
        event.crossed.push_back(SurfaceId(entry->item - surface_item(0)));
      }
    }
    agenda_.pop();
  }
  return event;
}

RunLoop::End RunLoop::solve_event() {
  InstantEvent& event = collect_event();
  const End stalled = std::exchange(stalled_, std::nullopt);
  End end = work_through(event);
  if (end) {
    end = accumulation_.explain(event, std::move(*end));
    if (end) return stalled ? stalled : end;
    if (End failure = begin_anew()) return failure;
  }
  if (!solver_.has_effect()) return std::nullopt;
  if (End crowded = accumulation_.note(event)) return crowded;
  while (accumulation_.has_reached_limit()) {
    if (End failure = accumulation_.leave_limit()) return failure;
    if (End failure = begin_anew()) return failure;
  }
  return std::nullopt;
}

// The integrators of components at a crossing stand there; these points are their left limits.
RunLoop::End RunLoop::note_left_limits(InstantEvent& event) {
  for (const std::uint32_t c : event.components) {
    ComponentRun& run = run_.components[c];
    if (End failure = run.evaluate_at(run.mode().integrator->instant())) {
      return in_mode_of(run_, c, std::move(*failure));
    }
    run.keep_left_limit();
    instant_.note_left_limit(c);
    for (const SurfaceCrossing& crossing : run.mode().integrator->crossings()) {
      event.crossed.push_back(run.component().surfaces[crossing.position]);
    }
  }
  return std::nullopt;
}

RunLoop::End RunLoop::work_through(InstantEvent& event) {
  instant_.move_to(event.time);
  reached_ = event.time.value();
  log_.begin_instant();
  if (End failure = note_left_limits(event)) return failure;
  if (run_.options.with_event_rows) rows_.keep_left();
  for (const std::uint32_t clock : event.clocks) {
    ++clock_ticks_[clock];
    schedule_clock(clock);
  }
  End end = solver_.solve(event);
  if (solver_.has_effect()) {
    ++run_.statistics.events;
    if (solver_.mode_changes() > 1) ++run_.statistics.cascades;
    if (solver_.mode_changes() > 0) modes_.number(run_.held.key());
    if (run_.options.with_event_rows) rows_.write_event();
  }
  return end ? end : begin_anew();
}

// What the instant has changed takes its next steps.
RunLoop::End RunLoop::begin_anew() {
  for (const std::uint32_t surface : solver_.changed_thresholds()) schedule_threshold(surface);
  if (!has_begun_steps_) return std::nullopt;
  for (const std::uint32_t c : solver_.restarted()) {
    if (End end = take_step(c)) return end;
  }
  return std::nullopt;
}

RunListener::Effect RunLoop::accepted(const AcceptedStep& step) {
  const std::vector<std::uint32_t>& touched = step.attempt.touched();
  const Effect effect = log_.add(step);
  for (const std::uint32_t c : touched) {
    const CompiledMode& mode = *run_.components[c].mode().compiled;
    if (!mode.mixes_equations) continue;
    for (const SurfaceId surface : run_.held.of(c)) {
      remark(SurfaceRemarkKind::mixes_equations, surface);
    }
  }
  return effect;
}

bool RunLoop::knows(SurfaceRemarkKind kind, SurfaceId surface) const {
  return std::any_of(remarks_.begin(), remarks_.end(), [&](const SurfaceRemark& known) {
    return known.kind == kind && known.surface == surface;
  });
}

void RunLoop::remark(SurfaceRemarkKind kind, SurfaceId surface) {
  if (!knows(kind, surface)) remarks_.push_back({kind, surface, instant_.time().value()});
}

void RunLoop::warn(const AssertionWarning& warning) {
  const bool is_known =
      std::any_of(warnings_.begin(), warnings_.end(), [&](const AssertionWarning& known) {
        return known.assertion == warning.assertion &&
               known.is_when_assertion == warning.is_when_assertion;
      });
  if (!is_known) warnings_.push_back(warning);
}

// Whatever was left unfinished because of an interruption is no failure of its own.
RunLoop::End RunLoop::or_interrupted(End end) const {
  const bool is_cut_off = end && end->reason != EndReason::terminated;
  return is_cut_off && run_.interruption.is_requested() ? interrupted_at(end->time) : end;
}

RunLoop::End RunLoop::report_progress() {
  Interruption& interruption = run_.interruption;
  const bool is_requested =
      steps_ % kStepsBetweenProgress == 0 ? interruption.ask() : interruption.poll();
  return is_requested ? End(interrupted_at(reached_)) : std::nullopt;
}

// The modes that were not used for longest, until there is room again.
void RunLoop::release_modes() {
  std::vector<std::pair<std::uint64_t, std::size_t>> uses;  // and bytes
  for (const ComponentRun& run : run_.components) {
    for (const VisitedMode* mode : run.visited()) uses.emplace_back(mode->last_use, mode->bytes);
  }
  std::sort(uses.rbegin(), uses.rend());
  std::size_t kept = 0;
  std::uint64_t oldest = uses.front().first;
  for (const auto& [use, bytes] : uses) {
    kept += bytes;
    if (kept > run_.mode_memory.rest()) break;
    oldest = use;
  }
  for (ComponentRun& run : run_.components) run.release_modes(oldest);
  run_.mode_memory.note_released();
}

Statistics RunLoop::collect_statistics() const {
  Statistics total = run_.statistics;
  total.components = run_.components.size();
  total.modes = modes_.count();
  for (const ComponentRun& run : run_.components) run.add_to(total);
  return total;
}

}  // namespace saltus
