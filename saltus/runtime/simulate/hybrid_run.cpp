#include "saltus/runtime/simulate/hybrid_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

// The loop of a run: components step on their own, the agenda says what comes next.

namespace saltus {

namespace {

// Whichever comes first: steps of a large model may take long.
constexpr std::uint64_t kStepsBetweenProgress = 64;
constexpr auto kTimeBetweenProgress = std::chrono::milliseconds(20);

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
      held_(model.discrete, model.components.size()),
      has_column_(model.discrete.surfaces.size(), 0),
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
    auto stalled = std::exchange(stalled_, std::nullopt);
    if (!work_through(event_) && !is_zeno_to_go_on(event_)) {
      if (stalled) result_.end = std::move(*stalled);
      return;
    }
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
    SimulationEnd end = run.explain(*failed);
    if (arrives(component, failed->time)) {
      stalled_ = std::move(end);
      return true;
    }
    if (!write_rows(failed->time, true)) return false;
    return fail_in(component, std::move(end));
  }
  if (const auto* crossed = std::get_if<Crossed>(&outcome)) {
    agenda_.set(component, crossed->time.value(), Agenda::Kind::crossing);
  } else {
    agenda_.set(component, std::get<Advanced>(outcome).time, Agenda::Kind::segment_end);
  }
  return true;
}

// A step that failed has ended at a surface: its crossing is the next event. Where that comes
// again and again, nothing was gained.
bool HybridRun::arrives(std::uint32_t component, double time) {
  constexpr int most_arrivals = 10;
  const double span = std::fabs(options_.stop_time - options_.start_time);
  const bool is_again = std::fabs(time - last_arrival_) <= 1e-9 * span;
  arrivals_ = is_again ? arrivals_ + 1 : 0;
  last_arrival_ = time;
  if (arrivals_ > most_arrivals || !components_[component].has_arrived()) return false;
  agenda_.set(component, time, Agenda::Kind::crossing);
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
