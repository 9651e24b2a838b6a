#include "saltus/runtime/simulate/component_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "saltus/foundation/base/memento.h"
#include "saltus/runtime/simulate/explain_failure.h"

namespace saltus {

namespace {

std::vector<double> nominal_of(const std::vector<UnknownStart>& starts) {
  std::vector<double> nominal;
  for (const UnknownStart& start : starts) nominal.push_back(start.nominal);
  return nominal;
}

auto find_held(const std::vector<HeldSurface>& held, SurfaceId surface) {
  return std::find_if(held.begin(), held.end(),
                      [&](const HeldSurface& own) { return own.surface == surface; });
}

}  // namespace

ComponentRun::ComponentRun(const ExecutableComponent& component, std::uint32_t index,
                           ModeSource& source, DiscreteState& discrete,
                           const SimulationOptions& options, Interruption& interruption,
                           ModeMemory& memory, std::vector<UnknownStart> starts)
    : component_(component),
      discrete_(discrete),
      options_(options),
      interruption_(interruption),
      starts_(std::move(starts)),
      modes_(component, index, source, discrete, options, interruption, memory,
             nominal_of(starts_)),
      left_(component, discrete),
      branch_point_(component, options) {}

std::optional<SimulationEnd> ComponentRun::begin_in(VisitedMode& next, const Instant& time,
                                                    std::span<const double> state) {
  left_.find_scales_in_layout_of(next, scales_);
  if (left_.mode() != nullptr && left_.mode() != &next) {
    next.integrator->set_time_scale(left_.mode()->integrator->time_scale());
    next.integrator->keep_surface_scales(*left_.mode()->integrator);
  }
  mode_ = &next;
  has_stepped_ = false;
  branch_point_.forget();
  const auto failure = next.integrator->begin(time, state, scales_);
  const bool may_begin_beside = failure && failure->fault == ExpansionFault::value_not_finite;
  if (failure && !(may_begin_beside && branch_point_.begin_beside(next, time, state, scales_))) {
    return saltus::explain(*failure, executable(), time.value(), next.integrator->expansion());
  }
  point_.assign(next.integrator->state().begin(), next.integrator->state().end());
  point_time_ = time;
  began_at_ = time.value();
  return std::nullopt;
}

std::optional<SimulationEnd> ComponentRun::evaluate_at(const Instant& time) {
  TaylorIntegrator& integrator = *mode_->integrator;
  point_.resize(integrator.state_size());
  point_time_ = time;
  const double direction = options_.stop_time < options_.start_time ? -1.0 : 1.0;
  if (branch_point_.is_before_begin(time, direction)) {
    point_ = branch_point_.first_state();
    return std::nullopt;
  }
  if (time.minus(integrator.instant()) == 0.0) {
    std::copy(integrator.state().begin(), integrator.state().end(), point_.begin());
    return std::nullopt;
  }
  auto failure = integrator.evaluate(time, point_);
  const bool is_at_end = failure && failure->fault == ExpansionFault::value_not_finite;
  if (is_at_end && evaluate_before(time, direction)) return std::nullopt;
  if (failure && is_end_of_series(time)) {
    std::copy(integrator.state().begin(), integrator.state().end(), point_.begin());
    return std::nullopt;
  }
  if (is_at_end) failure = integrator.evaluate(time, point_);
  if (!failure) return std::nullopt;
  return saltus::explain(*failure, executable(), time.value(), integrator.point());
}

// An event ends a mode at a time that is rounded. Where the mode has no value there, as exp(-1/u)
// at u = -1e-17, the last one before it is the left limit. False if there is none so near.
bool ComponentRun::evaluate_before(const Instant& time, double direction) {
  const double remaining = std::fabs(options_.stop_time - time.value());
  const double smallest = tolerances::smallest_step * std::max(std::fabs(time.value()), remaining);
  for (double back = 1.0; back <= tolerances::before_end; back *= 2.0) {
    const Instant before = time.plus(-direction * back * smallest);
    if (!mode_->integrator->evaluate(before, point_)) return true;
  }
  return false;
}

// A mode may have no value at the event that ends it, as u*log(u) at u = 0 has none, but a limit:
// the last point, as near to the event as time can be told.
bool ComponentRun::is_end_of_series(const Instant& time) const {
  const double span = std::fabs(options_.stop_time - options_.start_time);
  const double resolution = tolerances::same_event * std::max(std::fabs(time.value()), span);
  const double distance = std::fabs(time.minus(mode_->integrator->instant()));
  return has_stepped_ && distance <= tolerances::near_failure * resolution &&
         is_derivative_finite(*mode_, component_.variables.size(), span);
}

double ComponentRun::value(std::uint32_t unknown, int order) const {
  const StateSlot& slot = mode_->integrator->slot(unknown);
  if (order < static_cast<int>(slot.count)) {
    return point_[slot.first + static_cast<std::uint32_t>(order)] + 0.0;  // no negative zeros
  }
  return derivative_beyond_state(*mode_, point_, point_time_.value(), discrete_.known(), unknown,
                                 order);
}

std::optional<double> ComponentRun::fixed_share(SurfaceId surface) const {
  for (const FixedShare& fixed : mode_->compiled->fixed) {
    if (fixed.surface == surface) return fixed.share;
  }
  return std::nullopt;
}

std::optional<double> ComponentRun::multiplier(SurfaceId surface) const {
  const std::vector<HeldSurface>& surfaces = mode_->compiled->sliding;
  const auto found = find_held(surfaces, surface);
  if (found == surfaces.end()) return fixed_share(surface);
  return value(static_cast<std::uint32_t>(component_.variables.size()) +
                   static_cast<std::uint32_t>(found - surfaces.begin()),
               0);
}

double ComponentRun::function_value(std::uint32_t position) {
  const bool is_beside = branch_point_.distance() > 0.0;
  return is_beside ? std::numeric_limits<double>::quiet_NaN()
                   : mode_->integrator->sides().value(position);
}

void ComponentRun::keep_left_limit() { left_.set(*mode_, sliding_, point_, point_time_); }

void ComponentRun::return_to_left_limit() {
  mode_ = left_.mode();
  sliding_ = left_.sliding();
  point_ = left_.values();
}

double ComponentRun::scale(std::uint32_t unknown) const {
  return mode_->integrator->scale()[mode_->integrator->slot(unknown).first];
}

std::optional<SimulationEnd> ComponentRun::change(const Instant& time,
                                                  const std::vector<Reinit>& reinits,
                                                  ComponentChange& change) {
  for (const VariableId variable : component_.pre_variables) {
    const auto unknown = static_cast<std::uint32_t>(
        std::lower_bound(component_.variables.begin(), component_.variables.end(), variable) -
        component_.variables.begin());
    discrete_.set_pre(variable.index(), left_limit(unknown));
  }
  return modes_.decide_values_if_singular([&] { return change_mode(time, reinits, change); });
}

std::optional<SimulationEnd> ComponentRun::change_mode(const Instant& time,
                                                       const std::vector<Reinit>& reinits,
                                                       ComponentChange& change) {
  change = ComponentChange();
  VisitedMode* const next = modes_.find(sliding_);
  if (next == nullptr) {
    return SimulationEnd{.reason = EndReason::mode_singular, .time = time.value()};
  }
  change.is_mode_change = next->name != left_.mode()->name;
  const bool has_all_facts = left_.find_state_of(*next, state_, change.from_left_limit);
  // Without constraints nothing can jump. Where equations were combined, those that were written
  // are asked.
  if (next->has_constraints || next->compiled->as_written) {
    const bool can_begin = has_all_facts && !begin_in(*next, time, state_);
    if (can_begin && is_continuous(*next)) {
      if (reinits.empty()) return std::nullopt;
    } else if (auto failure = reset(*next, time, can_begin, change)) {
      return failure;
    }
  }
  if (!reinits.empty()) {
    const StateChange state_change(component_, discrete_, options_, interruption_);
    if (auto failure = state_change.reinit(reinits, *next, time.value(), state_)) return failure;
  }
  return begin_in(*next, time, state_);
}

// With consistent left limits nothing jumps. Onto a surface that holds the motion it comes by a
// crossing, as accurate as the solution; no reset conserves anything there.
bool ComponentRun::is_continuous(const VisitedMode& next) const {
  const bool slides = !next.compiled->sliding.empty();
  const StateChange state_change(component_, discrete_, options_, interruption_);
  const double allowed = slides ? state_change.accuracy() : tolerances::consistent;
  return !next.compiled->as_written && left_.is_continued(next, state_, allowed);
}

// Left limits that are consistent as accurately as they are known need no reset to succeed.
std::optional<SimulationEnd> ComponentRun::reset(VisitedMode& next, const Instant& time,
                                                 bool can_begin, ComponentChange& change) {
  const StateChange state_change(component_, discrete_, options_, interruption_);
  const bool is_accurate = can_begin && left_.is_continued(next, state_, state_change.accuracy());
  const std::vector<OpenState> open = std::exchange(change.from_left_limit, {});
  auto failure = state_change.reset(left_, next, time, state_, change);
  if (!failure || !is_accurate) return failure;
  change.from_left_limit = open;
  return std::nullopt;
}

Side ComponentRun::side_of_impulse(std::uint32_t position, ComponentChange& change) const {
  if (!change.is_impulsive()) return Side::zero;
  if (change.sides_of_impulses.empty()) find_sides_of_impulses(change);
  return change.sides_of_impulses[position];
}

// Of x^(q) the factor of the (order-1)-th derivative of Dirac's delta is the weight of x for
// `order - q`, if q is less, and otherwise the jump of x^(q-order).
std::vector<InfiniteRow> ComponentRun::infinite_rows(const ComponentChange& change,
                                                     int order) const {
  std::vector<InfiniteRow> rows;
  const auto add = [&](std::uint32_t row, std::uint32_t unknown, int derivative) {
    for (const Impulse& impulse : change.impulses) {
      const int own = order - derivative;
      if (impulse.unknown != unknown || own < 1 || own > impulse.order) continue;
      rows.push_back({row, impulse.weights[static_cast<std::size_t>(own) - 1]});
    }
    for (const StateJump& jump : change.jumps) {
      if (jump.unknown == unknown && jump.order == derivative - order) {
        rows.push_back({row, jump.size});
      }
    }
  };
  for (const Impulse& impulse : change.impulses) add(impulse.unknown, impulse.unknown, 0);
  for (const Instruction& instruction : executable().instructions) {
    if (instruction.op != SeriesOp::derivative) continue;
    add(instruction.row, instruction.a, static_cast<int>(instruction.constant));
  }
  return rows;
}

// The highest order with which a function contains impulses decides.
void ComponentRun::find_sides_of_impulses(ComponentChange& change) const {
  int order = 1;
  for (const Impulse& impulse : change.impulses) order = std::max(order, impulse.order);
  for (const Instruction& instruction : executable().instructions) {
    if (instruction.op != SeriesOp::derivative) continue;
    const auto derivative = static_cast<int>(instruction.constant);
    for (const Impulse& impulse : change.impulses) {
      if (impulse.unknown == instruction.a) order = std::max(order, impulse.order + derivative);
    }
    for (const StateJump& jump : change.jumps) {
      if (jump.unknown == instruction.a) order = std::max(order, derivative - jump.order);
    }
  }
  mode_->integrator->observe();
  change.sides_of_impulses.assign(component_.surfaces.size(), Side::zero);
  ImpulseSweep sweep(executable());
  for (; order > 0; --order) {
    const std::vector<InfiniteRow> rows = infinite_rows(change, order);
    if (rows.empty()) continue;
    sweep.run(mode_->integrator->expansion(), mode_->integrator->scale(), rows);
    for (std::size_t p = 0; p < executable().surfaces.size(); ++p) {
      Side& side = change.sides_of_impulses[p];
      const double leading = sweep.leading_of(executable().surfaces[p].row);
      if (side == Side::zero && leading != 0.0) side = side_of(leading);
    }
  }
}

// Surfaces along which the motion cannot be continued hold it no longer: x + v*abs(v)/2 = 0 ends at
// v = 0, where it says nothing of v'.
bool ComponentRun::has_arrived(const StepFailed& failed) {
  const double span = std::fabs(options_.stop_time - options_.start_time);
  if (!is_derivative_finite(*mode_, component_.variables.size(), span)) return false;
  std::vector<std::uint32_t> leaving;
  const std::vector<HeldSurface>& sliding = mode_->compiled->sliding;
  const bool has_values =
      !failed.undefined_surface &&
      !(failed.cause && failed.cause->fault == ExpansionFault::value_not_finite);
  for (std::uint32_t p = 0; p < held_.size(); ++p) {
    const auto held = find_held(sliding, component_.surfaces[p]);
    if (held == sliding.end()) continue;
    held_[p] = Side::zero;
    if (has_values && !held->is_rest) leaving.push_back(p);
  }
  return mode_->integrator->has_arrived(failed, options_.stop_time, held_, leaving);
}

// A surface that slides watches λ(1 - λ); one on which others keep the motion is left where its
// function is not zero any more.
void ComponentRun::find_watched_sides() {
  held_.clear();
  const std::vector<HeldSurface>& sliding = mode_->compiled->sliding;
  for (const SurfaceId surface : component_.surfaces) {
    const bool slides = find_held(sliding, surface) != sliding.end();
    held_.push_back(slides                 ? Side::positive
                    : fixed_share(surface) ? Side::zero
                                           : discrete_.side(surface.index()));
  }
}

StepOutcome ComponentRun::step(double limit) {
  find_watched_sides();
  TaylorIntegrator& integrator = *mode_->integrator;
  // What begins beside a point may begin beyond the end.
  const bool is_begin = !has_stepped_ && branch_point_.distance() > 0.0;
  if (is_begin && std::fabs(limit - integrator.time()) <= branch_point_.distance()) {
    return Advanced{limit};
  }
  StepOutcome outcome = integrator.step(branch_point_.step_limit(integrator.time(), limit), held_);
  const bool has_failed = std::holds_alternative<StepFailed>(outcome);
  if (has_failed && interruption_.is_requested()) return outcome;
  if (has_failed && (!has_stepped_ || !integrator.has_series())) {
    const std::vector<double> state(integrator.state().begin(), integrator.state().end());
    const Memento<TaylorIntegrator> before(integrator);
    if (branch_point_.begin_beside(*mode_, integrator.instant(), state, scales_)) {
      outcome = integrator.step(branch_point_.step_limit(integrator.time(), limit), held_);
    } else {
      before.restore(integrator);
      integrator.rebind();
    }
  }
  has_stepped_ = true;
  branch_point_.grow();
  return outcome;
}

SimulationEnd ComponentRun::explain(const StepFailed& failed) const {
  SimulationEnd end =
      saltus::explain(failed, executable(), component_.variables.size(), *mode_->integrator);
  end.has_not_begun = failed.time == began_at_;
  return end;
}

}  // namespace saltus
