#include "saltus/runtime/simulate/visited_modes.h"

#include <algorithm>
#include <cmath>

namespace saltus {

namespace {

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

}  // namespace

namespace {

// The numbers that a step adds to.
void add_steps(const Statistics& own, Statistics& total) {
  if (own.steps > 0) {
    total.smallest_step =
        total.steps == 0 ? own.smallest_step : std::min(total.smallest_step, own.smallest_step);
  }
  total.component_modes += own.component_modes;
  total.steps += own.steps;
  total.rejected_steps += own.rejected_steps;
  total.order = std::max(total.order, own.order);
  total.largest_step = std::max(total.largest_step, own.largest_step);
  total.largest_error = std::max(total.largest_error, own.largest_error);
  total.largest_projection = std::max(total.largest_projection, own.largest_projection);
  total.expansions += own.expansions;
  total.factorizations += own.factorizations;
  total.newton_iterations += own.newton_iterations;
}

Statistics statistics_of(const TaylorIntegrator& integrator) {
  const StepStatistics& steps = integrator.statistics();
  Statistics own;
  own.component_modes = 1;
  own.steps = steps.steps;
  own.rejected_steps = steps.rejected_steps;
  own.order = integrator.order();
  own.smallest_step = steps.smallest_step;
  own.largest_step = steps.largest_step;
  own.largest_error = steps.largest_error;
  own.largest_projection = steps.largest_projection;
  own.expansions = steps.expansions;
  own.factorizations = integrator.factorizations();
  own.newton_iterations = integrator.newton_iterations();
  return own;
}

// An integrator has about so many numbers per row and coefficient: series, their partial results,
// the same for the point, polynomials of the segment.
constexpr std::size_t kNumbersPerCoefficient = 8;

std::size_t bytes_of(const VisitedMode& mode) {
  const auto coefficients = static_cast<std::size_t>(mode.integrator->order()) + 1;
  return footprint(*mode.compiled) + kNumbersPerCoefficient * sizeof(double) * coefficients *
                                         mode.compiled->executable.row_count;
}

}  // namespace

void VisitedModes::add_to(Statistics& total) const {
  add_steps(released_, total);
  for (const VisitedMode* mode : visited_) add_steps(statistics_of(*mode->integrator), total);
}

void VisitedModes::release(std::uint64_t use, const VisitedMode* present, const VisitedMode* left) {
  const auto is_old = [&](const VisitedMode* mode) {
    return mode->last_use < use && mode != present && mode != left;
  };
  for (const VisitedMode* mode : visited_) {
    if (!is_old(mode)) continue;
    add_steps(statistics_of(*mode->integrator), released_);
    memory_.remove(mode->bytes);
  }
  std::erase_if(visited_, is_old);
  std::erase_if(modes_, [&](const auto& entry) { return is_old(entry.second.get()); });
}

bool may_be_caused_by_values(const SimulationEnd& end) {
  return end.reason == EndReason::singular_jacobian || end.reason == EndReason::reset_failed ||
         end.reason == EndReason::start_not_found || end.reason == EndReason::start_conflict;
}

VisitedModes::VisitedModes(const ExecutableComponent& component, std::uint32_t index,
                           ModeSource& source, DiscreteState& discrete,
                           const SimulationOptions& options, Interruption& interruption,
                           ModeMemory& memory, std::vector<double> nominal)
    : component_(component),
      index_(index),
      source_(source),
      discrete_(discrete),
      options_(options),
      interruption_(interruption),
      memory_(memory),
      nominal_(std::move(nominal)) {}

// One letter per guard; guards that slide have one per corner instead.
void VisitedModes::find_key(const Sliding& sliding) {
  key_.clear();
  for (const std::uint32_t guard : component_.guards) key_ += discrete_.guard(guard) ? '1' : '0';
  for (const SlidingCluster& cluster : sliding) {
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
void VisitedModes::find_decided() {
  decided_.clear();
  if (!decides_values_) return;
  for (const VariableId variable : component_.read_values) {
    const double value = discrete_.known().value[variable.index()];
    if (value == 0.0 || value == 1.0) decided_.push_back({variable, value});
  }
}

VisitedMode* VisitedModes::find(const Sliding& sliding) {
  find_key(sliding);
  const std::size_t mode_length = key_.size();
  find_decided();
  for (const DecidedValue& known : decided_) {
    key_ += '|' + std::to_string(known.variable.index()) + (known.value != 0.0 ? "=1" : "=0");
  }
  const auto found = modes_.find(key_);
  if (found != modes_.end()) {
    found->second->last_use = memory_.next_use();
    return found->second.get();
  }
  auto compiled = sliding.empty() ? source_.compile(index_, discrete_.guards(), decided_, false)
                                  : source_.compile_sliding(index_, discrete_.guards(), sliding);
  if (!compiled) return nullptr;
  std::shared_ptr<VisitedMode> visited = visit(std::move(compiled));
  visited->name = key_.substr(0, mode_length);
  visited->bytes = bytes_of(*visited);
  visited->last_use = memory_.next_use();
  memory_.add(visited->bytes);
  visited_.push_back(visited.get());
  return modes_.emplace(key_, std::move(visited)).first->second.get();
}

std::shared_ptr<VisitedMode> VisitedModes::visit(
    std::shared_ptr<const PlannedMode> compiled) const {
  auto visited = std::make_shared<VisitedMode>();
  visited->compiled = std::move(compiled);
  const ExecutableMode& mode = visited->compiled->executable;
  std::vector<double> nominal = nominal_;
  nominal.resize(mode.unknowns.size(), 1.0);  // multipliers
  visited->integrator = std::make_unique<TaylorIntegrator>(
      mode, visited->compiled->expansion,
      Tolerances(options_.tolerance, options_.absolute_tolerance), std::move(nominal),
      discrete_.known());
  if (options_.stop_time < options_.start_time) visited->integrator->set_backward();
  visited->integrator->set_interruption(&interruption_);
  visited->integrator->set_longest_step(std::fabs(options_.stop_time - options_.start_time));
  visited->has_constraints = has_constraints(mode);
  if (!mode.surfaces.empty()) {
    const std::vector<bool> beyond = rows_beyond_state(mode);
    for (const ExecutableSurface& surface : mode.surfaces) {
      visited->reads_state_only.push_back(!beyond[surface.row]);
    }
  }
  return visited;
}

std::shared_ptr<const CompiledMode> VisitedModes::compile_start() const {
  return source_.compile(index_, discrete_.guards(), decided_, true);
}

}  // namespace saltus
