#include <algorithm>
#include <cmath>

#include "saltus/runtime/simulate/component_run.h"

// The first point of a component.

namespace saltus {

std::optional<SimulationEnd> ComponentRun::find_start(double time, StartReport& report) {
  return modes_.decide_values_if_singular([&] { return start_in_mode(time, report); });
}

std::optional<SimulationEnd> ComponentRun::start_in_mode(double time, StartReport& report) {
  SimulationEnd singular{.reason = EndReason::mode_singular, .time = time};
  VisitedMode* const mode = modes_.find(sliding_);
  if (mode == nullptr) return singular;
  std::shared_ptr<const CompiledMode> with_initial_equations;
  const ExecutableMode* executable = &mode->compiled->executable;
  if (component_.has_initial_equations) {
    with_initial_equations = modes_.compile_start();
    if (!with_initial_equations) return singular;
    executable = &with_initial_equations->executable;
  }
  auto start = find_consistent_start(*executable, time, starts_, discrete_.known(), &interruption_);
  if (!start && begins_after_other_mode(*mode, time, start.error())) return std::nullopt;
  if (!start) return start.error();
  report = start.value().report;
  mode_ = mode;
  if (auto failure = begin_in(*mode, Instant(time), start.value().state)) return failure;
  return check_fixed_starts(time);
}

// At the boundary of a guard its equations may have no value yet, as sin(x)/x for x > 0 at x = 0.
// The start of the mode on the other side, if it was found, is then the point from which it begins.
bool ComponentRun::begins_after_other_mode(VisitedMode& next, double time,
                                           const SimulationEnd& failure) {
  if (failure.reason != EndReason::value_not_finite || left_.mode() == nullptr) return false;
  if (left_.mode() == &next || next.has_constraints) return false;
  if (component_.has_initial_equations) return false;
  std::vector<OpenState> open;
  return left_.find_state_of(next, state_, open) && !begin_in(next, Instant(time), state_);
}

std::optional<SimulationEnd> ComponentRun::start_from_left_limits(double time,
                                                                  ComponentChange& change) {
  mode_ = modes_.find(sliding_);
  if (mode_ == nullptr) return SimulationEnd{.reason = EndReason::mode_singular, .time = time};
  point_.assign(mode_->integrator->state_size(), 0.0);
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    point_[mode_->integrator->slot(unknown).first] = starts_[unknown].value.value_or(0.0);
  }
  point_time_ = Instant(time);
  keep_left_limit();
  return this->change(point_time_, {}, change);
}

// What the author has fixed is what the run begins with; anything else is a conflict with the
// equations, however the consistent point was found.
std::optional<SimulationEnd> ComponentRun::check_fixed_starts(double time) const {
  double largest = 0.0;
  for (std::uint32_t u = 0; u < starts_.size(); ++u) {
    largest = std::max(largest, std::fabs(value(u, 0)));
  }
  for (std::uint32_t u = 0; u < starts_.size(); ++u) {
    if (!starts_[u].fixed || !starts_[u].value) continue;
    const double found = value(u, 0), wanted = *starts_[u].value;
    const double size = std::max(std::fabs(found), std::fabs(wanted));
    if (std::fabs(found - wanted) <=
        std::max(tolerances::fixed_start * size, tolerances::start_noise * largest))
      continue;
    SimulationEnd end{.reason = EndReason::start_conflict, .time = time};
    end.fixed = end.variables = {component_.variables[u]};
    end.values = {found};
    const ExecutableMode& mode = executable();
    for (const std::uint32_t equation : mode.blocks[mode.unknowns[u].block].equations) {
      end.blamed.push_back({.index = mode.equations[equation].equation.index()});
    }
    return end;
  }
  return std::nullopt;
}

}  // namespace saltus
