#include <algorithm>
#include <cmath>

#include "saltus/runtime/simulate/hybrid_run.h"

// What is written down of an instant.

namespace saltus {

namespace {

// A variable has jumped if it moved by more than this, in units of the tolerance.
constexpr double kJump = 100.0;

}  // namespace

std::vector<GuardValue> HybridRun::guard_values(std::uint32_t component) const {
  std::vector<GuardValue> values;
  for (const std::uint32_t guard : model_.components[component].guards) {
    values.push_back({guard, discrete_.guard(guard)});
  }
  return values;
}

// Without those that have no value of their own while the component slides.
std::vector<GuardValue> HybridRun::guard_values_beside(std::uint32_t component,
                                                       const Sliding& sliding) const {
  std::vector<GuardValue> values = guard_values(component);
  for (const SlidingCluster& cluster : sliding) {
    for (const SlidingGuard& guard : cluster.guards) {
      std::erase_if(values, [&](const GuardValue& value) { return value.guard == guard.guard; });
    }
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
  if (!decided_.empty() && mode_changes_ == 0) {
    ++mode_changes_;
    ++result_.statistics.mode_changes;
  }
  if (!has_effect) return;
  has_effect_ = true;
  ++result_.statistics.micro_steps;
}

// Of another component; those that both have are listed once.
void HybridRun::add_guards(const std::vector<GuardValue>& guards, std::vector<GuardValue>& to) {
  const auto known = static_cast<std::ptrdiff_t>(to.size());
  for (const GuardValue& guard : guards) {
    const auto end = to.begin() + known;
    if (std::find(to.begin(), end, guard) == end) to.push_back(guard);
  }
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
  std::vector<std::uint32_t> switched = outcome_->changed_guards;
  std::sort(switched.begin(), switched.end());
  const auto has_changed = [&](std::uint32_t guard) {
    return std::binary_search(switched.begin(), switched.end(), guard);
  };
  for (const std::uint32_t c : touched_) {
    ComponentRun& run = components_[c];
    ComponentChange& change = changes_[c];
    if (change.is_mode_change) {
      step.is_mode_change = true;
      ++mode_changes_;
      ++result_.statistics.mode_changes;
      add_guards(guard_values_beside(c, run.sliding()), step.to);
      std::vector<GuardValue> left = guard_values_beside(c, run.left_sliding());
      for (GuardValue& from : left) {
        if (has_changed(from.guard)) from.value = !from.value;
      }
      add_guards(left, step.from);
      const std::vector<HeldSurface>& before = run.left_mode().sliding;
      const std::vector<HeldSurface>& after = run.mode().compiled->sliding;
      step.sliding_from.insert(step.sliding_from.end(), before.begin(), before.end());
      step.sliding_to.insert(step.sliding_to.end(), after.begin(), after.end());
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
    for (const SurfaceId surface : run.component().surfaces) {
      settled.sides.push_back(discrete_.side(surface.index()));
    }
  }
  const std::vector<std::uint32_t>& changed = outcome_->changed_values;
  for (auto variable = changed.begin(); variable != changed.end(); ++variable) {
    const bool is_again = std::find(changed.begin(), variable, *variable) != variable;
    if (is_again || model_.discrete.is_hidden[*variable]) continue;
    const MicroStep::Jump jump{VariableId(*variable), discrete_.known().pre[*variable],
                               discrete_.known().value[*variable]};
    if (jump.left == jump.right) continue;  // set and set back
    (model_.discrete.is_binary[*variable] ? step.switched : step.jumps).push_back(jump);
  }
  if (!step.switched.empty() && !step.is_mode_change) {
    step.is_mode_change = true;
    ++mode_changes_;
    ++result_.statistics.mode_changes;
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

}  // namespace saltus
