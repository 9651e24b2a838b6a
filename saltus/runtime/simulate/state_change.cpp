#include "saltus/runtime/simulate/state_change.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "saltus/runtime/simulate/explain_failure.h"
#include "saltus/runtime/simulate/start.h"

namespace saltus {

double StateChange::accuracy() const {
  return std::min(tolerances::left_limit_accuracy * options_.tolerance,
                  tolerances::largest_inaccuracy);
}

StateChange::LeftValues StateChange::left_values(const LeftLimit& left, const ExecutableMode& after,
                                                 double time) const {
  LeftValues values;
  const ExecutableMode& before = left.mode()->compiled->executable;
  const std::span<const double> recent = left.mode()->integrator->scale();
  const std::vector<double>& at_left = left.values();
  const double remaining = std::fabs(options_.stop_time - time);
  const double time_accuracy = tolerances::same_time * std::max(std::fabs(time), remaining);
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    const StateSlot& from = left.mode()->integrator->slot(unknown);
    const int offset = after.unknowns[unknown].offset;
    values.facts.push_back(std::min(before.unknowns[unknown].offset, offset));
    for (int k = 0; k <= offset; ++k) {
      const bool is_known = k < static_cast<int>(from.count);
      const std::uint32_t entry = from.first + static_cast<std::uint32_t>(k);
      values.left.push_back(is_known ? at_left[entry] : k < offset ? left.value(unknown, k) : 0.0);
      // The present value, not what it has been: that is what must not jump unnoticed.
      values.scale.push_back(is_known ? std::fabs(at_left[entry]) : 0.0);
      values.size.push_back(is_known ? recent[entry] : 0.0);
      // After a very short step its size there says little: the instant is rounded, too.
      const bool has_rate = k + 1 < static_cast<int>(from.count);
      values.noise.push_back(
          std::max(is_known ? rounding_of_state(recent[entry]) : 0.0,
                   has_rate ? time_accuracy * std::fabs(at_left[entry + 1]) : 0.0));
    }
  }
  // Multipliers have no past.
  for (std::size_t unknown = component_.variables.size(); unknown < after.unknowns.size();
       ++unknown) {
    const auto size = static_cast<std::size_t>(after.unknowns[unknown].offset) + 1;
    values.facts.push_back(0);
    values.left.insert(values.left.end(), size, 0.5);
    values.scale.insert(values.scale.end(), size, 1.0);
    values.noise.insert(values.noise.end(), size, 0.0);
    values.size.insert(values.size.end(), size, 1.0);
  }
  return values;
}

std::optional<SimulationEnd> StateChange::reset(const LeftLimit& left, VisitedMode& next,
                                                const Instant& time, std::vector<double>& state,
                                                ComponentChange& change) const {
  const ExecutableMode& after = next.compiled->executable;
  if (!next.resetter) next.resetter = std::make_unique<Resetter>(after);
  const LeftValues values = left_values(left, after, time.value());
  auto found = next.resetter->reset(
      {.mode = after,
       .time = time.value(),
       .known = discrete_.known(),
       .left = values.left,
       .facts = values.facts,
       .tolerance = std::min(options_.tolerance,
                             tolerances::largest_inaccuracy / tolerances::left_limit_accuracy),
       .scale = values.scale,
       .noise = values.noise,
       .as_written = next.compiled->as_written ? &*next.compiled->as_written : nullptr,
       .interruption = &interruption_});
  if (!found) return explain(found.error(), after, time.value());
  ResetResult& result = found.value();
  change.method = result.method;
  change.iterations = result.iterations;
  change.ticks = result.ticks;
  change.has_infinite_state = result.has_infinite_state;
  take_impulses(std::move(result.impulses), next, change);
  take_jumps(values, result.state, next, change);
  take_open_states(result, next, state, change);
  for (const std::uint32_t equation : result.path_dependent) {
    change.path_dependent.push_back(after.equations[equation].equation.index());
  }
  state = std::move(result.state);
  return std::nullopt;
}

void StateChange::take_impulses(std::vector<Impulse> impulses, const VisitedMode& next,
                                ComponentChange& change) const {
  const std::size_t first_multiplier = component_.variables.size();
  for (const Impulse& impulse : impulses) {
    const std::size_t i = impulse.unknown - first_multiplier;
    if (impulse.unknown < first_multiplier || i >= next.compiled->sliding.size()) continue;
    change.dragged_by.push_back(next.compiled->sliding[i].surface);
  }
  std::erase_if(impulses,
                [&](const Impulse& impulse) { return impulse.unknown >= first_multiplier; });
  change.impulses = std::move(impulses);
}

// What the tolerance of the left limits explains is no jump.
void StateChange::take_jumps(const LeftValues& values, std::span<const double> right,
                             const VisitedMode& next, ComponentChange& change) const {
  const std::vector<ExecutableUnknown>& unknowns = next.compiled->executable.unknowns;
  std::size_t first = 0;
  for (std::uint32_t unknown = 0; unknown < unknowns.size(); ++unknown) {
    const StateSlot& slot = next.integrator->slot(unknown);
    const int count = std::min(values.facts[unknown], static_cast<int>(slot.count));
    for (int k = 0; k < count; ++k) {
      const std::size_t entry = first + static_cast<std::size_t>(k);
      const double before = values.left[entry],
                   after = right[slot.first + static_cast<std::size_t>(k)];
      const double size = std::max({std::fabs(before), std::fabs(after), values.size[entry]});
      const double allowed = std::max(accuracy() * size, values.noise[entry]);
      if (std::fabs(after - before) > allowed) change.jumps.push_back({unknown, k, after - before});
    }
    first += static_cast<std::size_t>(unknowns[unknown].offset) + 1;
  }
}

// What jumped has been determined after all.
void StateChange::take_open_states(const ResetResult& result, const VisitedMode& next,
                                   std::span<const double> left, ComponentChange& change) const {
  for (const OpenState& open : result.from_left_limit) {
    const StateSlot& slot = next.integrator->slot(open.unknown);
    if (open.order + 1 >= static_cast<int>(slot.count)) continue;
    const std::uint32_t entry = slot.first + static_cast<std::uint32_t>(open.order);
    const double left_value = left[entry], right_value = result.state[entry];
    const double size = std::max(std::fabs(left_value), std::fabs(right_value));
    const double allowed = tolerances::left_limit_accuracy * options_.tolerance * size;
    if (std::fabs(right_value - left_value) <= allowed) change.from_left_limit.push_back(open);
  }
}

namespace {

SimulationEnd failed_reinit(const Reinit& reinit, ReinitFault fault, SimulationEnd end) {
  end.reason = EndReason::reinit_failed;
  end.reinit_fault = fault;
  end.action = reinit.action;
  end.variables = {reinit.variable};
  end.orders = {reinit.order};
  end.values = {reinit.value};
  return end;
}

}  // namespace

std::optional<SimulationEnd> StateChange::reinit(const std::vector<Reinit>& reinits,
                                                 const VisitedMode& next, double time,
                                                 std::vector<double>& state) const {
  std::vector<std::size_t> fixed;
  for (const Reinit& reinit : reinits) {
    const auto unknown =
        static_cast<std::uint32_t>(std::lower_bound(component_.variables.begin(),
                                                    component_.variables.end(), reinit.variable) -
                                   component_.variables.begin());
    const StateSlot& slot = next.integrator->slot(unknown);
    const bool is_state = reinit.order + 1 < static_cast<int>(slot.count);
    if (!is_state || !std::isfinite(reinit.value)) {
      return failed_reinit(reinit, is_state ? ReinitFault::not_finite : ReinitFault::no_state,
                           {.time = time});
    }
    fixed.push_back(slot.first + static_cast<std::size_t>(reinit.order));
    state[fixed.back()] = reinit.value;
  }
  if (!next.has_constraints) return std::nullopt;
  auto found = find_consistent_state(next.compiled->executable, time, state, fixed,
                                     discrete_.known(), &interruption_);
  if (!found) {
    if (found.error().reason == EndReason::interrupted) return found.error();
    return failed_reinit(reinits.front(), ReinitFault::contradicts, found.error());
  }
  state = std::move(found.value());
  return std::nullopt;
}

}  // namespace saltus
