#include <algorithm>
#include <cmath>
#include <utility>

#include "saltus/runtime/simulate/run_loop.h"

// The start of a run, and what it sets in motion.

namespace saltus {

// What is known or guessed before anything is solved. Numbers that count steps have no past.
void RunLoop::take_guess() {
  const double time = run_.options.start_time;
  StartPoint point = guess_.find_point(time, run_.discrete.known().value);
  const DiscreteSystem& system = run_.system();
  for (std::uint32_t v = 0; v < system.is_hidden.size(); ++v) {
    if (system.is_hidden[v]) run_.discrete.set_start(v, point.values[v]);
  }
  instant_.set_guess(std::move(point.values));
  for (std::uint32_t s = 0; s < system.surfaces.size(); ++s) {
    if (!system.surfaces[s].threshold) run_.discrete.set_side(s, point.sides[s]);
  }
}

// Ticks of a clock that are no farther apart than what is one event would never come to an end. A
// tick is computed as start + n*interval: what rounding leaves of that counts, too.
RunLoop::End RunLoop::check_clocks() const {
  const auto& clocks = run_.system().clocks;
  const double farthest =
      std::max(std::fabs(run_.options.start_time), std::fabs(run_.options.stop_time));
  for (std::uint32_t k = 0; k < clocks.size(); ++k) {
    if (!ticks_within_run(clocks[k])) continue;
    const double largest = std::max(farthest, std::fabs(clocks[k].start));
    if (clocks[k].interval > resolution(largest)) continue;
    return SimulationEnd{
        .reason = EndReason::clock_too_fast, .time = run_.options.start_time, .clock = k};
  }
  return std::nullopt;
}

RunLoop::End RunLoop::find_start() {
  if (End failure = check_clocks()) return failure;
  instant_.move_to(Instant(run_.options.start_time));
  take_guess();
  run_.discrete.begin_start();
  const DiscreteSystem& system = run_.system();
  for (std::uint32_t s = 0; s < system.surfaces.size(); ++s) {
    if (!system.surfaces[s].threshold) continue;
    run_.discrete.find_threshold_side(s, run_.options.start_time, instant_);
  }
  StartModes modes(run_, instant_);
  End end = modes.find();
  start_report_ = modes.report();
  has_infinite_start_ = modes.has_infinite_state();
  if (end) return end;
  InstantEvent event{.time = instant_.time()};
  if (End failure = begin_start_event(modes, event)) return failure;
  if (!event.clocks.empty() || solver_.attempt().has_work()) {
    if (End failure = work_through(event)) return failure;
  }
  run_.discrete.forget_journal();
  run_.held.forget_journal();
  if (rows_.is_per_step()) {
    if (End failure = rows_.write(run_.options.start_time)) return failure;
  }
  for (std::uint32_t c = 0; c < run_.components.size(); ++c) {
    if (End failure = take_step(c)) return failure;
  }
  return std::nullopt;
}

// Start values that contradict the equations may be those of a machine in motion: of a clutch that
// closes at the start, of a body on its way into the floor. Then they are left limits, unless a
// position would have to jump.
bool RunLoop::begins_from_left_limits(const SimulationEnd& failure, const Inputs& inputs) const {
  const bool is_conflict = failure.reason == EndReason::start_conflict ||
                           std::ranges::any_of(failure.tried, [](const TriedMode& tried) {
                             return tried.failure == EndReason::start_conflict;
                           });
  // Initial equations are no values to begin with.
  const bool is_initial = std::ranges::any_of(
      failure.blamed, [](const BlamedEquation& blamed) { return blamed.is_initial; });
  if (run_.options.start_from_left_limits || !is_conflict || is_initial) return false;
  SimulationOptions options = run_.options;
  options.start_from_left_limits = true;
  SinkList nowhere;
  RunLoop other({.model = setting_.model,
                 .source = setting_.source,
                 .guess = setting_.guess,
                 .columns = setting_.columns,
                 .options = options,
                 .sink = nowhere});
  other.inputs_ = inputs;
  other.start();
  return !other.end_ && !other.has_infinite_start_;
}

namespace {

// Numbers that count steps (`floor`, `mod`) have no past at the start: they begin with the side to
// which the motion goes.
bool counts_steps_only(const DiscreteSystem& system, std::uint32_t surface) {
  const auto& readers = system.readers.of_surface[surface];
  return !readers.empty() && std::all_of(readers.begin(), readers.end(), [&](std::uint32_t n) {
    const DiscreteNode& node = system.nodes[n];
    return node.kind == NodeKind::equation && system.is_hidden[node.target];
  });
}

}  // namespace

// Surfaces that are zero at the start, and that the motion leaves at once.
std::vector<std::pair<SurfaceId, Side>> RunLoop::find_zeros_at_start() {
  std::vector<std::pair<SurfaceId, Side>> zeros;
  for (ComponentRun& component : run_.components) {
    for (std::uint32_t p = 0; p < component.component().surfaces.size(); ++p) {
      const SurfaceId surface = component.component().surfaces[p];
      if (run_.discrete.side(surface.index()) == Side::zero) continue;
      if (counts_steps_only(run_.system(), surface.index())) continue;
      if (component.is_at_surface(p, false)) zeros.emplace_back(surface, Side::zero);
    }
  }
  for (std::uint32_t s = 0; s < run_.system().surfaces.size(); ++s) {
    if (run_.system().surfaces[s].threshold &&
        run_.discrete.threshold_of(s, run_.options.start_time, instant_) ==
            run_.options.start_time) {
      zeros.emplace_back(SurfaceId(s), Side::zero);
    }
  }
  return zeros;
}

// Relations that are zero at the start are decided by what follows. At the start itself they are
// what is written, and that is the past of the first event: all that asks what has become true
// (`when`, `edge`, `change`, `pre`) finds the same.
RunLoop::End RunLoop::settle_start(const PassOutcome& outcome) {
  std::optional<DiscreteState::Literal> literal;
  if (!run_.system().nodes.empty()) {
    const auto zeros = find_zeros_at_start();
    if (!zeros.empty()) {
      literal = run_.discrete.find_literal_start(zeros, run_.options.start_time, instant_);
    }
  }
  if (End end = solver_.take_over_start(outcome)) return end;
  run_.discrete.end_start();
  if (literal) solver_.begin_after(std::move(*literal));
  return std::nullopt;
}

// What the start sets in motion: `when initial()`, reinit, values that differ from their pre,
// clocks that tick at the start, inequalities that do not hold.
RunLoop::End RunLoop::begin_start_event(const StartModes& modes, InstantEvent& event) {
  Attempt& attempt = solver_.attempt();
  const PassOutcome& outcome = modes.outcome();
  // Discrete values that the point keeps changing: the event iteration goes on with them.
  for (const std::uint32_t variable : outcome.changed_values) {
    attempt.touch_readers_of_value(variable);
  }
  for (const std::uint32_t guard : outcome.changed_guards) {
    for (const std::uint32_t c : run_.system().readers.components_of_guard[guard]) attempt.alter(c);
  }
  for (std::uint32_t g = 0; g < run_.system().guard_count; ++g) {
    if (run_.discrete.guard(g)) modes_.toggle(ModeItem::guard, g);
  }
  modes_.number(run_.held.key());
  if (End end = settle_start(outcome)) return end;
  for (std::uint32_t s = 0; s < run_.system().surfaces.size(); ++s) {
    if (run_.system().surfaces[s].threshold) schedule_threshold(s);
  }
  for (std::uint32_t k = 0; k < run_.system().clocks.size(); ++k) schedule_clock(k);
  const Agenda::Entry* first = agenda_.first();
  if (first != nullptr && first->time == run_.options.start_time) event = collect_event();
  if (!attempt.has_work() && modes.postponed().empty()) {
    look_for_repelling_at_start(run_, attempt, *this);
  }
  // Binary unknowns whose start values violate an inequality are switched at once.
  for (std::uint32_t s = 0; s < run_.system().surfaces.size(); ++s) {
    const WatchedSurface& watched = run_.system().surfaces[s];
    if (!watched.is_inequality || run_.discrete.side(s) != Side::positive) continue;
    event.crossed.push_back(SurfaceId(s));
    attempt.alter(*watched.component);
  }
  for (const auto& [surface, side] : modes.postponed()) {
    event.crossed.emplace_back(surface);
    run_.discrete.set_side(surface, side);
    attempt.alter(run_.held.component_of(SurfaceId(surface)));
  }
  for (const SurfaceId surface : modes.contested()) {
    event.crossed.push_back(surface);
    attempt.alter(run_.held.component_of(surface));
  }
  return std::nullopt;
}

}  // namespace saltus
