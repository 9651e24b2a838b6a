#include "saltus/runtime/simulate/search_log.h"

#include <algorithm>

namespace saltus {

namespace {

// The sides that were assumed and on which the motion is not.
std::vector<Contradiction> contradictions_of(RunState& run, Attempt& attempt) {
  std::vector<Contradiction> found;
  for (const Conflict& conflict : attempt.verdict().conflicts) {
    if (conflict.kind != Conflict::Kind::side || run.held.holds(conflict.surface)) return {};
    ComponentRun& component = run.component_of_surface(conflict.surface);
    const std::uint32_t position = component.position_of(conflict.surface);
    ComponentChange& change = attempt.change(run.held.component_of(conflict.surface));
    const bool is_by_impulse = component.side_of_impulse(position, change) != Side::zero;
    found.push_back({.surface = conflict.surface,
                     .assumed = run.discrete.side(conflict.surface.index()),
                     .found = conflict.wanted,
                     .value = component.function_value(position),
                     .is_zero = conflict.is_at_surface,
                     .is_by_impulse = is_by_impulse});
  }
  return found;
}

}  // namespace

TriedMode not_entered(const SimulationEnd& failure) {
  return {.mode = failure.mode, .failure = failure.reason, .reset_fault = failure.reset_fault};
}

void SearchLog::add(TriedMode tried) {
  ++count_;
  const bool is_known = std::any_of(nearest_.begin(), nearest_.end(), [&](const TriedMode& known) {
    return known.mode == tried.mode;
  });
  if (!is_known && !is_full()) nearest_.push_back(std::move(tried));
}

void SearchLog::add(RunState& run, Attempt& attempt) {
  const AttemptVerdict& verdict = attempt.verdict();
  if (is_full() || attempt.configuration().holds_more()) return count();
  if (verdict.failure) return add(not_entered(*verdict.failure));
  std::vector<Contradiction> contradictions = contradictions_of(run, attempt);
  if (contradictions.empty()) return count();
  add({.mode = run.guard_values(verdict.component), .contradictions = std::move(contradictions)});
}

void SearchLog::tell(SimulationEnd& end) const {
  end.tried = nearest_;
  end.tried_count = count_;
}

SimulationEnd SearchLog::end_at(double time) const {
  SimulationEnd end{.reason = EndReason::events_unsettled, .time = time};
  end.cause = is_cut_off_ ? UnsettledCause::too_many_candidates : UnsettledCause::no_mode;
  tell(end);
  return end;
}

}  // namespace saltus
