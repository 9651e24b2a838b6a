#include "saltus/runtime/simulate/component_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "saltus/runtime/numeric/dense_lu.h"

namespace saltus {

namespace {

// Left limits are known to the accuracy of the solution, in units of the tolerance; but no
// tolerance makes a jump of this part of a value look like none.
constexpr double kAccuracy = 100.0;
constexpr double kLargestInaccuracy = 1e-6;
// Left limits that the new mode's constraints move no farther than this, relative to their size,
// are its right limits: anything more is a reset, so that what it conserves is conserved at
// every tolerance.
constexpr double kConsistent = 1e4 * std::numeric_limits<double>::epsilon();
// Rounding of a state, relative to its size over the last step.
constexpr double kStateNoise = 64.0;
// A fixed start value that the run does not begin with, relative to itself; smaller differences
// than rounding of the largest value do not count.
constexpr double kFixedStart = 1e-6;
constexpr double kStartNoise = 1e-10;
// How far a series that does not exist is begun beside its point, relative to the time: a few
// steps of the smallest length.
constexpr double kBeside = 2e-14;
constexpr double kSameDerivative = 1e-2;
// A derivative that tends to a limit like t^q changes by 8^-q times as much where it is eight times
// as near; q = 1/6.
constexpr double kConverging = 0.7;
// What changes by so many times its size over the run, at this speed, has a pole.
constexpr double kPole = 1e9;
// And at most: Euler's method has an error of the second order, here below the tolerance.
constexpr double kFarthestBeside = 1e-2;  // in units of the square root of the tolerance
// Blocks up to this size are explained by the combination that cancels.
constexpr std::size_t kLargestExplained = 200;

double rounding_of(double size) {
  return kStateNoise * std::numeric_limits<double>::epsilon() * size;
}

bool has_constraints(const ExecutableMode& mode) {
  return std::any_of(mode.equations.begin(), mode.equations.end(),
                     [](const ExecutableEquation& equation) { return equation.offset > 0; });
}

// Which rows depend on leading values: what is not fixed by the past.
std::vector<bool> rows_beyond_state(const ExecutableMode& mode) {
  std::vector<bool> beyond(mode.row_count, false);
  const auto own_offset = [&](std::uint32_t unknown) {
    return mode.unknowns[unknown].offset - mode.blocks[mode.unknowns[unknown].block].lead;
  };
  for (std::uint32_t unknown = 0; unknown < mode.unknowns.size(); ++unknown) {
    beyond[unknown] = own_offset(unknown) == 0;
  }
  for (const Instruction& instruction : mode.instructions) {
    bool is_beyond = false;
    if (instruction.op == SeriesOp::derivative) {
      is_beyond = differentiation_of(instruction) >= own_offset(instruction.a);
    } else {
      for_each_operand(mode, instruction,
                       [&](std::uint32_t row) { is_beyond = is_beyond || beyond[row]; });
    }
    for_each_result(instruction, [&](std::uint32_t row) { beyond[row] = is_beyond; });
  }
  return beyond;
}

// A derivative beyond the leading ones, from a series about the point.
double derivative_beyond_state(const VisitedMode& mode, std::vector<double> state, double time,
                               const KnownValues& known, std::uint32_t unknown, int order) {
  Expansion expansion(mode.compiled->executable, order, known);
  if (expansion.expand(time, 1.0, state, mode.integrator->scale(), order)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double factorial = 1.0;
  for (int k = 2; k <= order; ++k) factorial *= k;
  return factorial * expansion.series(unknown)[static_cast<std::size_t>(order)];
}

// Ends that a zero or one among the discrete values may have caused, which the equations of the
// mode do not know.
bool may_be_caused_by_values(const SimulationEnd& end) {
  return end.reason == EndReason::singular_jacobian || end.reason == EndReason::reset_failed ||
         end.reason == EndReason::start_not_found || end.reason == EndReason::start_conflict;
}

auto find_held(const std::vector<HeldSurface>& held, SurfaceId surface) {
  return std::find_if(held.begin(), held.end(),
                      [&](const HeldSurface& own) { return own.surface == surface; });
}

}  // namespace

ComponentRun::ComponentRun(const ExecutableComponent& component, std::uint32_t index,
                           ModeSource& source, DiscreteState& discrete,
                           const SimulationOptions& options, std::vector<UnknownStart> starts)
    : component_(component),
      index_(index),
      source_(source),
      discrete_(discrete),
      options_(options),
      starts_(std::move(starts)) {
  for (const UnknownStart& start : starts_) nominal_.push_back(start.nominal);
}

// One letter per guard; guards that slide have one per corner instead.
void ComponentRun::find_key() {
  key_.clear();
  for (const std::uint32_t guard : component_.guards) key_ += discrete_.guard(guard) ? '1' : '0';
  for (const SlidingCluster& cluster : sliding_) {
    key_ += '|';
    for (const SurfaceId surface : cluster.surfaces) key_ += std::to_string(surface.index()) + ',';
    for (const Reaction& reaction : cluster.reactions) {
      key_ += std::to_string(reaction.variable.index()) + ':' + std::to_string(reaction.share);
    }
    for (const FixedShare& fixed : cluster.fixed) {
      key_ += 'f' + std::to_string(fixed.surface.index()) + ':' + std::to_string(fixed.share);
    }
    if (cluster.binary) {
      key_ += 'z' + std::to_string(cluster.binary->variable.index()) + '=' +
              std::to_string(cluster.binary->value);
    }
    for (const SlidingGuard& guard : cluster.guards) {
      const auto position = static_cast<std::size_t>(
          std::find(component_.guards.begin(), component_.guards.end(), guard.guard) -
          component_.guards.begin());
      if (position == component_.guards.size()) continue;
      key_[position] = '*';
      for (const std::uint8_t value : guard.values) key_ += value != 0 ? '1' : '0';
    }
  }
}

// Other values than 0 and 1 remove no term, and there is no end of them.
void ComponentRun::find_decided() {
  decided_.clear();
  if (!decides_values_) return;
  for (const VariableId variable : component_.read_values) {
    const double value = discrete_.known().value[variable.index()];
    if (value == 0.0 || value == 1.0) decided_.push_back({variable, value});
  }
}

// A discrete value in an equation is a number like others to the analysis of a mode. A zero
// may remove the derivative that the equation was to determine, and then the values are part of
// the mode: `attempt` is made anew, and from now on that is how modes of this component are found.
template <typename Attempt>
std::optional<SimulationEnd> ComponentRun::decide_values_if_singular(const Attempt& attempt) {
  std::optional<SimulationEnd> failure = attempt();
  if (!failure || decides_values_ || !may_be_caused_by_values(*failure)) return failure;
  decides_values_ = true;
  find_decided();
  if (!decided_.empty() && !attempt()) return std::nullopt;
  decides_values_ = false;
  return failure;
}

// The mode that the guards select, compiled if this is its first visit.
VisitedMode* ComponentRun::find_mode(bool at_start) {
  find_key();
  const std::size_t mode_length = key_.size();
  find_decided();
  for (const DecidedValue& known : decided_) {
    key_ += '|' + std::to_string(known.variable.index()) + (known.value != 0.0 ? "=1" : "=0");
  }
  const auto found = modes_.find(key_);
  if (found != modes_.end()) return found->second.get();
  auto visited = std::make_shared<VisitedMode>();
  visited->compiled = sliding_.empty()
                          ? source_.compile(index_, discrete_.guards(), decided_, at_start)
                          : source_.compile_sliding(index_, discrete_.guards(), sliding_);
  if (!visited->compiled) return nullptr;
  visited->name = key_.substr(0, mode_length);
  const ExecutableMode& mode = visited->compiled->executable;
  std::vector<double> nominal = nominal_;
  nominal.resize(mode.unknowns.size(), 1.0);  // multipliers
  visited->integrator = std::make_unique<TaylorIntegrator>(
      mode, Tolerances(options_.tolerance, options_.absolute_tolerance), std::move(nominal),
      discrete_.known());
  if (options_.stop_time < options_.start_time) visited->integrator->set_backward();
  visited->integrator->set_longest_step(std::fabs(options_.stop_time - options_.start_time));
  visited->has_constraints = has_constraints(mode);
  if (!mode.surfaces.empty()) {
    const std::vector<bool> beyond = rows_beyond_state(mode);
    for (const ExecutableSurface& surface : mode.surfaces) {
      visited->reads_state_only.push_back(!beyond[surface.row]);
    }
  }
  visited_.push_back(visited.get());
  return modes_.emplace(key_, std::move(visited)).first->second.get();
}

std::optional<SimulationEnd> ComponentRun::find_start(double time, StartReport& report) {
  return decide_values_if_singular([&] { return start_in_mode(time, report); });
}

std::optional<SimulationEnd> ComponentRun::start_in_mode(double time, StartReport& report) {
  SimulationEnd singular{.reason = EndReason::mode_singular, .time = time};
  VisitedMode* const mode = find_mode(false);
  if (mode == nullptr) return singular;
  std::shared_ptr<const CompiledMode> with_initial_equations;
  const ExecutableMode* executable = &mode->compiled->executable;
  if (component_.has_initial_equations) {
    with_initial_equations = source_.compile(index_, discrete_.guards(), decided_, true);
    if (!with_initial_equations) return singular;
    executable = &with_initial_equations->executable;
  }
  auto start = find_consistent_start(*executable, time, starts_, discrete_.known());
  if (!start && begins_after_other_mode(*mode, time, start.error())) return std::nullopt;
  if (!start) return start.error();
  report = start.value().report;
  mode_ = mode;
  if (auto failure = begin_in(*mode, Instant(time), start.value().state)) return failure;
  return check_fixed_starts(time);
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
    if (std::fabs(found - wanted) <= std::max(kFixedStart * size, kStartNoise * largest)) continue;
    SimulationEnd end{.reason = EndReason::start_conflict, .time = time};
    end.fixed = end.variables = {component_.variables[u]};
    const ExecutableMode& mode = executable();
    for (const std::uint32_t equation : mode.blocks[mode.unknowns[u].block].equations) {
      end.blamed.push_back({.index = mode.equations[equation].equation.index()});
    }
    return end;
  }
  return std::nullopt;
}

// At the boundary of a guard its equations may have no value yet, as sin(x)/x for x > 0 at x = 0.
// The start of the mode on the other side, if it was found, is then the point from which it begins.
bool ComponentRun::begins_after_other_mode(VisitedMode& next, double time,
                                           const SimulationEnd& failure) {
  if (failure.reason != EndReason::value_not_finite || left_mode_ == nullptr) return false;
  if (left_mode_ == &next || next.has_constraints || component_.has_initial_equations) return false;
  ComponentChange ignored;
  return take_left_limits(next, ignored) && !begin_in(next, Instant(time), state_);
}

std::optional<SimulationEnd> ComponentRun::begin_in(VisitedMode& next, const Instant& time,
                                                    std::span<const double> state) {
  find_scales_in_layout_of(next);
  if (left_mode_ != nullptr && left_mode_ != &next) {
    next.integrator->set_time_scale(left_mode_->integrator->time_scale());
    next.integrator->keep_surface_scales(*left_mode_->integrator);
  }
  has_stepped_ = false;
  beside_ = 0.0;
  auto failure = next.integrator->begin(time, state, scales_);
  if (failure && failure->fault == ExpansionFault::value_not_finite &&
      begin_beside(next, time, state)) {
    failure.reset();
  }
  if (failure) {
    mode_ = &next;
    return explain(*failure, time.value(), next.integrator->expansion());
  }
  mode_ = &next;
  point_.assign(next.integrator->state().begin(), next.integrator->state().end());
  point_time_ = time;
  return std::nullopt;
}

std::optional<SimulationEnd> ComponentRun::start_from_left_limits(double time) {
  mode_ = find_mode(false);
  if (mode_ == nullptr) return SimulationEnd{.reason = EndReason::mode_singular, .time = time};
  point_.assign(mode_->integrator->state_size(), 0.0);
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    point_[mode_->integrator->slot(unknown).first] = starts_[unknown].value.value_or(0.0);
  }
  point_time_ = Instant(time);
  keep_left_limit();
  ComponentChange ignored;
  return change(point_time_, {}, ignored);
}

std::optional<SimulationEnd> ComponentRun::evaluate_at(const Instant& time) {
  TaylorIntegrator& integrator = *mode_->integrator;
  point_.resize(integrator.state_size());
  point_time_ = time;
  const double direction = options_.stop_time < options_.start_time ? -1.0 : 1.0;
  if (beside_ > 0.0 && time.minus(beside_time_) * direction <= 0.0) {
    point_ = beside_state_;
    return std::nullopt;
  }
  if (time.minus(integrator.instant()) == 0.0) {
    std::copy(integrator.state().begin(), integrator.state().end(), point_.begin());
    return std::nullopt;
  }
  if (const auto failure = integrator.evaluate(time, point_)) {
    return explain(*failure, time.value(), integrator.point());
  }
  return std::nullopt;
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

void ComponentRun::keep_left_limit() {
  left_mode_ = mode_;
  left_sliding_ = sliding_;
  left_ = point_;
  left_time_ = point_time_;
}

void ComponentRun::return_to_left_limit() {
  mode_ = left_mode_;
  sliding_ = left_sliding_;
  point_ = left_;
}

double ComponentRun::left_value(std::uint32_t unknown, int order) const {
  const StateSlot& slot = left_mode_->integrator->slot(unknown);
  if (order >= static_cast<int>(slot.count)) return left_derivative(unknown, order);
  return left_[slot.first + static_cast<std::uint32_t>(order)] + 0.0;  // no negative zeros
}

double ComponentRun::left_derivative(std::uint32_t unknown, int order) const {
  const DiscreteState::ValuesBeforePass before(discrete_, component_.read_values);
  return derivative_beyond_state(*left_mode_, left_, left_time_.value(), discrete_.known(), unknown,
                                 order);
}

// The left limits as a state of `next`, in state_. False if new states are missing in
// the past and nothing but it could determine them.
bool ComponentRun::take_left_limits(const VisitedMode& next, ComponentChange& change) {
  bool has_all_facts = true;
  state_.assign(next.integrator->state_size(), 0.0);
  for (std::size_t i = 0; i < next.compiled->sliding.size(); ++i) {
    const auto unknown = static_cast<std::uint32_t>(component_.variables.size() + i);
    state_[next.integrator->slot(unknown).first] = 0.5;
  }
  // Copies of the leading values, corner by corner.
  const std::size_t size = component_.variables.size();
  const std::size_t first_copy = size + next.compiled->sliding.size();
  for (std::size_t i = first_copy; i < next.compiled->executable.unknowns.size(); ++i) {
    const StateSlot& from =
        left_mode_->integrator->slot(static_cast<std::uint32_t>((i - first_copy) % size));
    state_[next.integrator->slot(static_cast<std::uint32_t>(i)).first] =
        left_[from.first + from.count - 1];
  }
  const ExecutableMode& before = left_mode_->compiled->executable;
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    const StateSlot& from = left_mode_->integrator->slot(unknown);
    const StateSlot& to = next.integrator->slot(unknown);
    const auto facts = static_cast<std::uint32_t>(before.unknowns[unknown].offset);
    for (std::uint32_t k = 0; k < to.count; ++k) {
      const bool is_state = k + 1 < to.count;
      if (k < from.count) {
        state_[to.first + k] = left_[from.first + k];
      } else if (is_state) {
        state_[to.first + k] = left_derivative(unknown, static_cast<int>(k));
      }
      if (!is_state || k < facts) continue;
      has_all_facts = false;
      change.from_left_limit.push_back({unknown, static_cast<int>(k)});
    }
  }
  return has_all_facts;
}

// Whether the constraints have moved a state, relative to its present value. On a surface that
// holds the motion a state may be zero: its size over the last step counts there.
bool ComponentRun::keeps_states(const VisitedMode& next, double allowed) const {
  const bool slides = !next.compiled->sliding.empty();
  if (slides && next.integrator->expansion().largest_projection() <= allowed) return true;
  const std::span<const double> right = next.integrator->state();
  const std::span<const double> scale = next.integrator->scale();
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    const StateSlot& slot = next.integrator->slot(unknown);
    for (std::uint32_t i = slot.first; i + 1 < slot.first + slot.count; ++i) {
      const double moved = std::fabs(right[i] - state_[i]);
      const double size = std::max(std::fabs(state_[i]), std::fabs(right[i]));
      const double noise = rounding_of(scale[i]);
      if (moved <= (slides ? allowed * scale[i] : std::max(allowed * size, noise))) continue;
      if (moved > noise_of_left(unknown, static_cast<int>(i - slot.first))) return false;
    }
  }
  return true;
}

// Whether what the past has fixed went on without a jump. What is state did so if it was
// not moved; values that others differentiate must be looked at as well.
bool ComponentRun::continues_left_limits(const VisitedMode& next, double allowed) const {
  if (!keeps_states(next, allowed)) return false;
  const ExecutableMode& before = left_mode_->compiled->executable;
  const ExecutableMode& after = next.compiled->executable;
  const std::span<const double> right = next.integrator->state();
  const std::span<const double> scale = next.integrator->scale();
  const std::span<const double> left_scale = left_mode_->integrator->scale();
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    const int facts = std::min(before.unknowns[unknown].offset, after.unknowns[unknown].offset);
    const StateSlot& from = left_mode_->integrator->slot(unknown);
    const StateSlot& to = next.integrator->slot(unknown);
    for (int k = static_cast<int>(to.count) - 1; k < facts; ++k) {
      const double left_value = k < static_cast<int>(from.count)
                                    ? left_[from.first + static_cast<std::uint32_t>(k)]
                                    : left_derivative(unknown, k);
      const bool is_leading = k + 1 == static_cast<int>(to.count);
      const std::uint32_t entry = to.first + static_cast<std::uint32_t>(k);
      const double right_value =
          is_leading ? right[entry] : next.integrator->derivative(unknown, k);
      const bool is_known = k < static_cast<int>(from.count);
      const double size =
          std::max({std::fabs(left_value), std::fabs(right_value), is_leading ? scale[entry] : 0.0,
                    is_known ? left_scale[from.first + static_cast<std::uint32_t>(k)] : 0.0});
      const double moved = std::fabs(right_value - left_value);
      if (moved > allowed * size && moved > noise_of_left(unknown, k)) return false;
    }
  }
  return true;
}

// What rounding may have done to a left limit where the terms of its derivative cancel.
double ComponentRun::noise_of_left(std::uint32_t unknown, int order) const {
  TaylorIntegrator& integrator = *left_mode_->integrator;
  const bool is_below = order + 2 == static_cast<int>(integrator.slot(unknown).count);
  return is_below ? integrator.noise_below_leading(unknown) : 0.0;
}

void ComponentRun::find_scales_in_layout_of(const VisitedMode& next) {
  std::vector<double>& scales = scales_;
  scales.clear();
  if (left_mode_ == nullptr || left_mode_ == &next) return;
  scales.assign(next.integrator->state_size(), 0.0);
  const std::span<const double> known = left_mode_->integrator->scale();
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    const StateSlot& from = left_mode_->integrator->slot(unknown);
    const StateSlot& to = next.integrator->slot(unknown);
    for (std::uint32_t k = 0; k < std::min(from.count, to.count); ++k) {
      scales[to.first + k] = known[from.first + k];
    }
  }
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
  return decide_values_if_singular([&] { return change_mode(time, reinits, change); });
}

std::optional<SimulationEnd> ComponentRun::change_mode(const Instant& time,
                                                       const std::vector<Reinit>& reinits,
                                                       ComponentChange& change) {
  change = ComponentChange();
  VisitedMode* const next = find_mode(false);
  if (next == nullptr)
    return SimulationEnd{.reason = EndReason::mode_singular, .time = time.value()};
  change.is_mode_change = next->name != left_mode_->name;
  const bool has_all_facts = take_left_limits(*next, change);
  // Without constraints nothing can jump, and with consistent left limits nothing does.
  // Where equations were combined, those that were written are asked.
  const bool is_combined = next->compiled->as_written.has_value();
  if (next->has_constraints || is_combined) {
    const double accuracy = std::min(kAccuracy * options_.tolerance, kLargestInaccuracy);
    const bool can_begin = has_all_facts && !begin_in(*next, time, state_);
    // Onto a surface that holds the motion it comes by a crossing, as accurate as the solution; no
    // reset conserves anything there.
    const bool is_continuous =
        !is_combined && can_begin &&
        continues_left_limits(*next, next->compiled->sliding.empty() ? kConsistent : accuracy);
    if (is_continuous && reinits.empty()) return std::nullopt;
    if (!is_continuous) {
      const bool is_accurate = can_begin && continues_left_limits(*next, accuracy);
      const std::vector<OpenState> open = std::exchange(change.from_left_limit, {});
      if (auto failure = reset(*next, time, change)) {
        if (!is_accurate) return failure;
        change.from_left_limit = open;
      }
    }
  }
  if (!reinits.empty()) {
    if (auto failure = apply(reinits, *next, time.value(), state_)) return failure;
  }
  return begin_in(*next, time, state_);
}

// The right limits of `next`, in state_, by a reset run.
std::optional<SimulationEnd> ComponentRun::reset(VisitedMode& next, const Instant& time,
                                                 ComponentChange& change) {
  const ExecutableMode& after = next.compiled->executable;
  if (!next.resetter) next.resetter = std::make_unique<Resetter>(after);
  const ExecutableMode& before = left_mode_->compiled->executable;
  const std::span<const double> recent = left_mode_->integrator->scale();
  const double remaining = std::fabs(options_.stop_time - time.value());
  const double time_accuracy = tolerances::same_time * std::max(std::fabs(time.value()), remaining);
  std::vector<double> left, scale, noise;
  std::vector<int> facts;
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    const StateSlot& from = left_mode_->integrator->slot(unknown);
    const int offset = after.unknowns[unknown].offset;
    facts.push_back(std::min(before.unknowns[unknown].offset, offset));
    for (int k = 0; k <= offset; ++k) {
      const bool is_known = k < static_cast<int>(from.count);
      const std::uint32_t entry = from.first + static_cast<std::uint32_t>(k);
      left.push_back(is_known ? left_[entry] : k < offset ? left_derivative(unknown, k) : 0.0);
      // The present value, not what it has been: that is what must not jump unnoticed.
      scale.push_back(is_known ? std::fabs(left_[entry]) : 0.0);
      // After a very short step its size there says little: the instant is rounded, too.
      const bool has_rate = k + 1 < static_cast<int>(from.count);
      noise.push_back(std::max(is_known ? rounding_of(recent[entry]) : 0.0,
                               has_rate ? time_accuracy * std::fabs(left_[entry + 1]) : 0.0));
    }
  }
  // Multipliers have no past.
  for (std::size_t unknown = component_.variables.size(); unknown < after.unknowns.size();
       ++unknown) {
    const auto size = static_cast<std::size_t>(after.unknowns[unknown].offset) + 1;
    facts.push_back(0);
    left.insert(left.end(), size, 0.5);
    scale.insert(scale.end(), size, 1.0);
    noise.insert(noise.end(), size, 0.0);
  }
  auto found = next.resetter->reset(
      {.mode = after,
       .time = time.value(),
       .known = discrete_.known(),
       .left = left,
       .facts = facts,
       .tolerance = std::min(options_.tolerance, kLargestInaccuracy / kAccuracy),
       .scale = scale,
       .noise = noise,
       .as_written = next.compiled->as_written ? &*next.compiled->as_written : nullptr});
  if (!found) return explain(found.error(), next, time.value());
  ResetResult& result = found.value();
  change.method = result.method;
  change.iterations = result.iterations;
  change.ticks = result.ticks;
  change.has_infinite_state = result.has_infinite_state;
  change.impulses = std::move(result.impulses);
  const std::size_t first_multiplier = component_.variables.size();
  for (const Impulse& impulse : change.impulses) {
    const std::size_t i = impulse.unknown - first_multiplier;
    if (impulse.unknown < first_multiplier || i >= next.compiled->sliding.size()) continue;
    change.dragged_by.push_back(next.compiled->sliding[i].surface);
  }
  std::erase_if(change.impulses,
                [&](const Impulse& impulse) { return impulse.unknown >= first_multiplier; });
  // What jumped has been determined after all.
  for (const OpenState& open : result.from_left_limit) {
    const StateSlot& slot = next.integrator->slot(open.unknown);
    if (open.order + 1 >= static_cast<int>(slot.count)) continue;
    const std::uint32_t entry = slot.first + static_cast<std::uint32_t>(open.order);
    const double left_value = state_[entry], right_value = result.state[entry];
    const double size = std::max(std::fabs(left_value), std::fabs(right_value));
    if (std::fabs(right_value - left_value) <= kAccuracy * options_.tolerance * size) {
      change.from_left_limit.push_back(open);
    }
  }
  for (const std::uint32_t equation : result.path_dependent) {
    change.path_dependent.push_back(after.equations[equation].equation.index());
  }
  state_ = std::move(result.state);
  return std::nullopt;
}

// `reinit` wins over left limits and resets; the constraints move the rest.
std::optional<SimulationEnd> ComponentRun::apply(const std::vector<Reinit>& reinits,
                                                 const VisitedMode& next, double time,
                                                 std::vector<double>& state) {
  std::vector<std::size_t> fixed;
  for (const Reinit& reinit : reinits) {
    const auto unknown =
        static_cast<std::uint32_t>(std::lower_bound(component_.variables.begin(),
                                                    component_.variables.end(), reinit.variable) -
                                   component_.variables.begin());
    const StateSlot& slot = next.integrator->slot(unknown);
    if (reinit.order + 1 >= static_cast<int>(slot.count) || !std::isfinite(reinit.value)) {
      return SimulationEnd{.reason = EndReason::reinit_failed,
                           .time = time,
                           .variables = {reinit.variable},
                           .action = reinit.action};
    }
    fixed.push_back(slot.first + static_cast<std::size_t>(reinit.order));
    state[fixed.back()] = reinit.value;
  }
  if (!next.has_constraints) return std::nullopt;
  auto found =
      find_consistent_state(next.compiled->executable, time, state, fixed, discrete_.known());
  if (!found) {
    SimulationEnd end = found.error();
    end.reason = EndReason::reinit_failed;
    end.action = reinits.front().action;
    return end;
  }
  state = std::move(found.value());
  return std::nullopt;
}

Side ComponentRun::side_of_impulse(std::uint32_t position, const ComponentChange& change) const {
  if (change.impulses.empty()) return Side::zero;
  mode_->integrator->observe();
  int order = 0;
  for (const Impulse& impulse : change.impulses) order = std::max(order, impulse.order);
  for (; order > 0; --order) {
    std::vector<double> weights(component_.variables.size(), 0.0);
    for (const Impulse& impulse : change.impulses) {
      if (impulse.order >= order) {
        weights[impulse.unknown] = impulse.weights[static_cast<std::size_t>(order) - 1];
      }
    }
    const double weight = mode_->integrator->impulse_of(position, weights);
    if (weight != 0.0) return weight > 0.0 ? Side::positive : Side::negative;
  }
  return Side::zero;
}

// Where a root is zero the series does not exist, but the solution has a derivative and goes
// on. A short step of Euler's method leads to where the series exists: x = u t + O(t^(3/2))
// where x' = u - sqrt(x). It is as short as the place of the crossing is known.
bool ComponentRun::begin_beside(VisitedMode& next, Instant time, std::span<const double> state) {
  const double span = options_.stop_time - options_.start_time;
  const double size = std::max(std::fabs(time.value()), std::fabs(span));
  const double farthest = kFarthestBeside * std::sqrt(options_.tolerance);
  for (double length = kBeside; length <= farthest; length *= 8.0) {
    const double step = std::copysign(length * size, span);
    if (begin_after(next, time, state, step)) continue;
    const std::span<const double> now = next.integrator->state();
    const std::vector<double> near(now.begin(), now.end());
    if (begin_after(next, time, state, 64.0 * step)) return false;
    const std::vector<double> far(now.begin(), now.end());
    // It may be there only just: the series reaches as far as the root is away.
    if (begin_after(next, time, state, 8.0 * step)) return false;
    beside_ = 8.0 * std::fabs(step);
    beside_time_ = next.integrator->instant();
    beside_state_.assign(now.begin(), now.end());
    return has_derivative(next, near, far, size);
  }
  return false;
}

// Whether what is state has a derivative near the point, `near` and `far` on both sides of the
// present state, each eight times as far away: that of x' = sqrt(x) near 0 tends to its limit, its
// differences become smaller; that of x' = 1/x does not.
bool ComponentRun::has_derivative(const VisitedMode& next, std::span<const double> near,
                                  std::span<const double> far, double size) const {
  const std::span<const double> state = next.integrator->state();
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    const StateSlot& slot = next.integrator->slot(unknown);
    if (slot.count < 2) continue;
    const std::uint32_t leading = slot.first + slot.count - 1;
    const double speed = next.integrator->scale()[leading - 1] / size;
    const double change = std::fabs(state[leading] - near[leading]);
    const bool is_same = change <= kSameDerivative * (std::fabs(near[leading]) + speed);
    const bool converges = change <= kConverging * std::fabs(far[leading] - state[leading]);
    if (!is_same && !converges) return false;
  }
  return true;
}

// Begins `length` later, with the derivatives that the equations give there: those of a function
// of time may vanish at the point itself.
std::optional<ExpansionFailure> ComponentRun::begin_after(VisitedMode& next, const Instant& time,
                                                          std::span<const double> state,
                                                          double length) {
  TaylorIntegrator& integrator = *next.integrator;
  const Instant later = time.plus(length);
  const auto advanced = [&](std::span<const double> derivatives) {
    std::vector<double> after(derivatives.begin(), derivatives.end());
    for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
      const StateSlot& slot = integrator.slot(unknown);
      for (std::uint32_t i = slot.first + slot.count - 1; i-- > slot.first;) {
        after[i] = state[i] + length * derivatives[i + 1];
      }
    }
    return after;
  };
  const std::vector<double> first = advanced(state);
  std::vector<double> there = first;
  integrator.set_time_scale(std::exp2(std::floor(std::log2(std::fabs(length)))));
  const auto begin = [&](const std::vector<double>& after) -> std::optional<ExpansionFailure> {
    const auto failure = integrator.begin(later, after, scales_);
    if (failure || !integrator.is_at_root(std::fabs(length) / 4.0)) return failure;
    return ExpansionFailure{ExpansionFault::value_not_finite, 0};
  };
  // Where a root changes fast, the derivatives there may lead too far.
  if (!integrator.evaluate_state(later, there) && !begin(advanced(there))) return std::nullopt;
  return begin(first);
}

// At a pole there is no way through.
bool ComponentRun::is_derivative_finite() const {
  const std::span<const double> state = mode_->integrator->state();
  const double span = std::fabs(options_.stop_time - options_.start_time);
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    const StateSlot& slot = mode_->integrator->slot(unknown);
    if (slot.count < 2) continue;
    const std::uint32_t leading = slot.first + slot.count - 1;
    const double scale = mode_->integrator->scale()[leading - 1];
    if (!(std::fabs(state[leading]) * span <= kPole * scale)) return false;
  }
  return true;
}

bool ComponentRun::has_arrived() {
  if (!is_derivative_finite()) return false;
  for (std::size_t p = 0; p < held_.size(); ++p) {
    const std::vector<HeldSurface>& sliding = mode_->compiled->sliding;
    if (find_held(sliding, component_.surfaces[p]) != sliding.end()) held_[p] = Side::zero;
  }
  return mode_->integrator->has_arrived(held_);
}

// Beside a root steps are shorter than the way to it, and grow with that.
double ComponentRun::limit_beside(double limit) const {
  const double time = mode_->integrator->time();
  if (beside_ == 0.0 || std::fabs(limit - time) <= beside_ / 4.0) return limit;
  return time + std::copysign(beside_ / 4.0, limit - time);
}

StepOutcome ComponentRun::step(double limit) {
  held_.clear();
  const std::vector<HeldSurface>& sliding = mode_->compiled->sliding;
  for (const SurfaceId surface : component_.surfaces) {
    // A surface that slides watches λ(1 - λ); one on which others keep the motion is left where
    // its function is not zero any more.
    const bool slides = find_held(sliding, surface) != sliding.end();
    held_.push_back(slides                 ? Side::positive
                    : fixed_share(surface) ? Side::zero
                                           : discrete_.side(surface.index()));
  }
  TaylorIntegrator& integrator = *mode_->integrator;
  // What begins beside a point may begin beyond the end.
  const bool is_begin = !has_stepped_ && beside_ > 0.0;
  if (is_begin && std::fabs(limit - integrator.time()) <= beside_) return Advanced{limit};
  StepOutcome outcome = integrator.step(limit_beside(limit), held_);
  if (std::holds_alternative<StepFailed>(outcome) && (!has_stepped_ || !integrator.has_series())) {
    const std::vector<double> state(integrator.state().begin(), integrator.state().end());
    if (begin_beside(*mode_, integrator.instant(), state)) {
      outcome = integrator.step(limit_beside(limit), held_);
    }
  }
  has_stepped_ = true;
  beside_ *= 1.5;
  return outcome;
}

SimulationEnd ComponentRun::explain(const StepFailed& failed) const {
  if (failed.cause) return explain(*failed.cause, failed.time, mode_->integrator->expansion());
  SimulationEnd end{.reason = EndReason::step_too_small, .time = failed.time};
  if (failed.undefined_surface) {
    end.reason = EndReason::value_not_finite;
    end.surfaces = {executable().surfaces[*failed.undefined_surface].surface};
    return end;
  }
  const std::uint32_t limiting = mode_->integrator->limiting_unknown();
  if (limiting < component_.variables.size()) {
    end.variables = {executable().unknowns[limiting].variable};
  }
  return end;
}

SimulationEnd ComponentRun::explain(const ExpansionFailure& failure, double time,
                                    const Expansion& expansion) const {
  SimulationEnd end{.time = time};
  switch (failure.fault) {
    case ExpansionFault::singular_jacobian:
      end.reason = EndReason::singular_jacobian;
      break;
    case ExpansionFault::newton_diverged:
      end.reason = EndReason::newton_diverged;
      break;
    case ExpansionFault::value_not_finite:
      end.reason = EndReason::value_not_finite;
      break;
  }
  const ExecutableMode& mode = executable();
  const ExecutableBlock& block = mode.blocks[failure.block];
  for (const std::uint32_t equation : block.equations) {
    end.blamed.push_back({.index = mode.equations[equation].equation.index(),
                          .differentiated = mode.equations[equation].offset - block.lead});
  }
  for (const std::uint32_t unknown : block.unknowns) {
    end.variables.push_back(mode.unknowns[unknown].variable);
    end.orders.push_back(mode.unknowns[unknown].offset - block.lead);
  }
  const std::size_t size = block.equations.size();
  if (end.reason != EndReason::singular_jacobian || size > kLargestExplained) return end;
  const std::vector<double> jacobian = expansion.jacobian(failure.block);
  if (jacobian.empty()) return end;
  end.undetermined = null_vector(jacobian, size);
  end.cancelling = left_null_vector(jacobian, size);
  return end;
}

SimulationEnd ComponentRun::explain(const ResetFailure& failure, const VisitedMode& next,
                                    double time) const {
  SimulationEnd end{.reason = EndReason::reset_failed, .time = time};
  end.reset_fault = failure.fault;
  const ExecutableMode& mode = next.compiled->executable;
  const ExecutableBlock& block = mode.blocks[failure.block];
  for (const std::uint32_t equation : block.equations) {
    end.blamed.push_back({.index = mode.equations[equation].equation.index()});
  }
  for (const std::uint32_t unknown : block.unknowns) {
    end.variables.push_back(mode.unknowns[unknown].variable);
  }
  return end;
}

}  // namespace saltus
