#include "saltus/runtime/simulate/micro_step_log.h"

#include <algorithm>
#include <cmath>

#include "saltus/runtime/simulate/instant_solver.h"

namespace saltus {

namespace {

// Of another component; those that both have are listed once.
void add_guards(const std::vector<GuardValue>& guards, std::vector<GuardValue>& to) {
  const auto known = static_cast<std::ptrdiff_t>(to.size());
  for (const GuardValue& guard : guards) {
    const auto end = to.begin() + known;
    if (std::find(to.begin(), end, guard) == end) to.push_back(guard);
  }
}

// Without those that have no value of their own while the component slides.
std::vector<GuardValue> guard_values_beside(const RunState& run, std::uint32_t component,
                                            const Sliding& sliding) {
  std::vector<GuardValue> values = run.guard_values(component);
  for (const SlidingCluster& cluster : sliding) {
    for (const SlidingGuard& guard : cluster.guards) {
      std::erase_if(values, [&](const GuardValue& value) { return value.guard == guard.guard; });
    }
  }
  return values;
}

void add_held(const CompiledMode& mode, std::vector<HeldSurface>& to) {
  to.insert(to.end(), mode.sliding.begin(), mode.sliding.end());
  for (const FixedShare& fixed : mode.fixed) to.push_back({fixed.surface, false});
}

}  // namespace

RunListener::Effect MicroStepLog::add(const RunListener::AcceptedStep& accepted) {
  if (is_empty(accepted.attempt)) return {};
  // What the sinks want does not change in the course of a run.
  if (!is_read_) is_read_ = run_.options.with_event_log && sink_.wants_events();
  const bool is_read = *is_read_;
  if (!is_read && !may_be_remarkable(accepted)) return count(accepted.attempt);
  MicroStep step = describe(accepted);
  RunListener::Effect effect;
  for (const std::uint32_t c : accepted.attempt.touched()) {
    effect.mode_changes += accepted.attempt.change(c).is_mode_change ? 1 : 0;
  }
  if (!step.switched.empty() && !step.is_mode_change) {
    step.is_mode_change = true;
    ++effect.mode_changes;
  }
  run_.statistics.mode_changes += static_cast<std::uint64_t>(effect.mode_changes);
  effect.has_effect = step.is_mode_change || !step.jumps.empty() || !step.impulses.empty() ||
                      !step.fired.empty() || has_counted(accepted.attempt);
  if (!effect.has_effect) return effect;
  ++described_;
  ++run_.statistics.micro_steps;
  keep_if_remarkable(step);
  if (is_read) sink_.add_event(step);
  return effect;
}

// The last micro-step of an instant finds that nothing is left to do.
bool MicroStepLog::is_empty(const Attempt& attempt) {
  return attempt.touched().empty() && attempt.outcome().fired.empty() &&
         attempt.outcome().changed_values.empty() && !attempt.has_decisions();
}

// Whether a step of `floor` and its like was counted, however small it is beside what it is part
// of.
bool MicroStepLog::has_counted(const Attempt& attempt) const {
  const std::vector<std::uint32_t>& changed = attempt.outcome().changed_values;
  const KnownValues& known = run_.discrete.known();
  return std::any_of(changed.begin(), changed.end(), [&](std::uint32_t variable) {
    return run_.system().is_hidden[variable] && known.pre[variable] != known.value[variable];
  });
}

bool MicroStepLog::may_be_remarkable(const RunListener::AcceptedStep& accepted) const {
  const std::vector<std::uint32_t>& touched = accepted.attempt.touched();
  return (!accepted.is_unique && !has_several_valuations_) ||
         std::any_of(touched.begin(), touched.end(), [&](std::uint32_t c) {
           return !accepted.attempt.change(c).path_dependent.empty();
         });
}

// The effect that add() finds, where nobody reads what the step did.
RunListener::Effect MicroStepLog::count(Attempt& attempt) {
  RunListener::Effect effect;
  bool has_jumped = false, has_switched = false;
  for (const std::uint32_t c : attempt.touched()) {
    const ComponentChange& change = attempt.change(c);
    const ComponentRun& run = run_.components[c];
    if (change.method) ++run_.statistics.resets;
    effect.mode_changes += change.is_mode_change ? 1 : 0;
    has_jumped = has_jumped || !change.impulses.empty();
    for (std::uint32_t u = 0; !has_jumped && u < run.component().variables.size(); ++u) {
      has_jumped = jumps(run, u);
    }
  }
  const KnownValues& known = run_.discrete.known();
  for (const std::uint32_t variable : attempt.outcome().changed_values) {
    if (known.pre[variable] == known.value[variable]) continue;
    has_jumped = true;
    has_switched = has_switched || (run_.system().is_binary[variable] != 0 &&
                                    run_.system().is_hidden[variable] == 0);
  }
  if (has_switched && effect.mode_changes == 0) effect.mode_changes = 1;
  run_.statistics.mode_changes += static_cast<std::uint64_t>(effect.mode_changes);
  effect.has_effect = effect.mode_changes > 0 || has_jumped || !attempt.outcome().fired.empty();
  if (effect.has_effect) ++described_;
  if (effect.has_effect) ++run_.statistics.micro_steps;
  return effect;
}

MicroStep MicroStepLog::describe(const RunListener::AcceptedStep& accepted) {
  MicroStep step;
  step.time = accepted.event.time.value();
  step.number = described_;
  if (described_ == 0) {
    step.crossed = accepted.event.crossed;
    step.clocks = accepted.event.clocks;
  }
  step.valuations = accepted.valuations;
  step.is_unique = accepted.is_unique;
  step.fired = accepted.attempt.outcome().fired;
  for (const std::uint32_t c : accepted.attempt.touched()) {
    describe_component(c, accepted.attempt, step);
  }
  describe_discrete(accepted.attempt, step);
  return step;
}

void MicroStepLog::describe_modes(std::uint32_t component, Attempt& attempt, MicroStep& step) {
  const ComponentRun& run = run_.components[component];
  step.is_mode_change = true;
  add_guards(guard_values_beside(run_, component, run.sliding()), step.to);
  std::vector<GuardValue> left = guard_values_beside(run_, component, run.left_sliding());
  const std::vector<std::uint32_t>& switched = attempt.outcome().changed_guards;
  for (GuardValue& from : left) {
    if (std::find(switched.begin(), switched.end(), from.guard) != switched.end()) {
      from.value = !from.value;
    }
  }
  add_guards(left, step.from);
  add_held(run.left_mode(), step.sliding_from);
  add_held(*run.mode().compiled, step.sliding_to);
}

void MicroStepLog::describe_jumps(std::uint32_t component, MicroStep& step) {
  const ComponentRun& run = run_.components[component];
  const std::vector<VariableId>& variables = run.component().variables;
  for (std::uint32_t u = 0; u < variables.size(); ++u) {
    if (jumps(run, u)) step.jumps.push_back({variables[u], run.left_limit(u), run.value(u, 0)});
  }
}

bool MicroStepLog::jumps(const ComponentRun& run, std::uint32_t unknown) const {
  const double left = run.left_limit(unknown), right = run.value(unknown, 0);
  if (left == right) return false;
  const double size = std::max({std::fabs(left), std::fabs(right), run.scale(unknown)});
  const double allowed =
      std::min(tolerances::jump * run_.options.tolerance, tolerances::clear_jump);
  return std::fabs(right - left) > allowed * size;
}

void MicroStepLog::describe_component(std::uint32_t component, Attempt& attempt, MicroStep& step) {
  const ComponentRun& run = run_.components[component];
  ComponentChange& change = attempt.change(component);
  if (change.is_mode_change) describe_modes(component, attempt, step);
  if (change.method) ++run_.statistics.resets;
  step.method = change.method ? change.method : step.method;
  step.iterations += change.iterations;
  step.ticks = std::max(step.ticks, change.ticks);
  const CompiledMode& before = run.left_mode();
  const CompiledMode& after = *run.mode().compiled;
  step.index_before = std::max(step.index_before, before.index);
  step.index_after = std::max(step.index_after, after.index);
  step.freedom_before += before.degrees_of_freedom;
  step.freedom_after += after.degrees_of_freedom;
  describe_jumps(component, step);
  const std::vector<VariableId>& variables = run.component().variables;
  for (const Impulse& impulse : change.impulses) {
    step.impulses.push_back({variables[impulse.unknown], impulse.order, impulse.weights});
  }
  for (const OpenState& open : change.from_left_limit) {
    step.from_left_limit.push_back({variables[open.unknown], open.order});
  }
  step.path_dependent.insert(step.path_dependent.end(), change.path_dependent.begin(),
                             change.path_dependent.end());
}

void MicroStepLog::describe_discrete(Attempt& attempt, MicroStep& step) {
  const std::vector<std::uint32_t>& changed = attempt.outcome().changed_values;
  const KnownValues& known = run_.discrete.known();
  for (auto variable = changed.begin(); variable != changed.end(); ++variable) {
    const bool is_again = std::find(changed.begin(), variable, *variable) != variable;
    if (is_again || run_.system().is_hidden[*variable]) continue;
    const MicroStep::Jump jump{VariableId(*variable), known.pre[*variable], known.value[*variable]};
    if (jump.left == jump.right) continue;  // set and set back
    (run_.system().is_binary[*variable] ? step.switched : step.jumps).push_back(jump);
  }
}

void MicroStepLog::keep_if_remarkable(const MicroStep& step) {
  bool is_remarkable = !step.is_unique && !has_several_valuations_;
  has_several_valuations_ = has_several_valuations_ || is_remarkable;
  for (const std::uint32_t equation : step.path_dependent) {
    is_remarkable = path_dependent_.insert(equation).second || is_remarkable;
  }
  if (is_remarkable) remarkable_.push_back(step);
}

}  // namespace saltus
