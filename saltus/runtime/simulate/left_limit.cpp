#include "saltus/runtime/simulate/left_limit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus {

double derivative_beyond_state(const VisitedMode& mode, std::vector<double> state, double time,
                               const KnownValues& known, std::uint32_t unknown, int order) {
  Expansion expansion(mode.compiled->executable, mode.compiled->expansion, order, known);
  if (expansion.expand(time, 1.0, state, mode.integrator->scale(), order)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double factorial = 1.0;
  for (int k = 2; k <= order; ++k) factorial *= k;
  return factorial * expansion.series(unknown)[static_cast<std::size_t>(order)];
}

double rounding_of_state(double size) { return tolerances::state_noise * size; }

void LeftLimit::set(VisitedMode& mode, const Sliding& sliding, const std::vector<double>& values,
                    const Instant& time) {
  mode_ = &mode;
  sliding_ = sliding;
  values_ = values;
  time_ = time;
}

double LeftLimit::value(std::uint32_t unknown, int order) const {
  const StateSlot& slot = mode_->integrator->slot(unknown);
  if (order >= static_cast<int>(slot.count)) return derivative(unknown, order);
  return values_[slot.first + static_cast<std::uint32_t>(order)] + 0.0;  // no negative zeros
}

double LeftLimit::derivative(std::uint32_t unknown, int order) const {
  const DiscreteState::ValuesBeforePass before(discrete_, component_.read_values);
  return derivative_beyond_state(*mode_, values_, time_.value(), discrete_.known(), unknown, order);
}

// What rounding may have done to it where the terms of its derivative cancel.
double LeftLimit::noise(std::uint32_t unknown, int order) const {
  TaylorIntegrator& integrator = *mode_->integrator;
  const bool is_below = order + 2 == static_cast<int>(integrator.slot(unknown).count);
  return is_below ? integrator.noise_below_leading(unknown) : 0.0;
}

void LeftLimit::find_scales_in_layout_of(const VisitedMode& next,
                                         std::vector<double>& scales) const {
  scales.clear();
  if (mode_ == nullptr || mode_ == &next) return;
  scales.assign(next.integrator->state_size(), 0.0);
  const std::span<const double> known = mode_->integrator->scale();
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    const StateSlot& from = mode_->integrator->slot(unknown);
    const StateSlot& to = next.integrator->slot(unknown);
    for (std::uint32_t k = 0; k < std::min(from.count, to.count); ++k) {
      scales[to.first + k] = known[from.first + k];
    }
  }
}

bool LeftLimit::find_state_of(const VisitedMode& next, std::vector<double>& state,
                              std::vector<OpenState>& open) const {
  const std::size_t size = component_.variables.size();
  // In the same mode every state has a past; multipliers and copies begin anew.
  if (&next == mode_ && next.compiled->executable.unknowns.size() == size) {
    state = values_;
    return true;
  }
  bool has_all_facts = true;
  state.assign(next.integrator->state_size(), 0.0);
  const std::size_t first_copy = size + next.compiled->sliding.size();
  for (std::size_t i = size; i < first_copy; ++i) {  // multipliers
    state[next.integrator->slot(static_cast<std::uint32_t>(i)).first] = 0.5;
  }
  // Copies of the leading values, corner by corner.
  for (std::size_t i = first_copy; i < next.compiled->executable.unknowns.size(); ++i) {
    const StateSlot& from =
        mode_->integrator->slot(static_cast<std::uint32_t>((i - first_copy) % size));
    state[next.integrator->slot(static_cast<std::uint32_t>(i)).first] =
        values_[from.first + from.count - 1];
  }
  const ExecutableMode& before = mode_->compiled->executable;
  for (std::uint32_t unknown = 0; unknown < size; ++unknown) {
    const StateSlot& from = mode_->integrator->slot(unknown);
    const StateSlot& to = next.integrator->slot(unknown);
    const auto facts = static_cast<std::uint32_t>(before.unknowns[unknown].offset);
    for (std::uint32_t k = 0; k < to.count; ++k) {
      const bool is_state = k + 1 < to.count;
      if (k < from.count) {
        state[to.first + k] = values_[from.first + k];
      } else if (is_state) {
        state[to.first + k] = derivative(unknown, static_cast<int>(k));
      }
      if (!is_state || k < facts) continue;
      has_all_facts = false;
      open.push_back({unknown, static_cast<int>(k)});
    }
  }
  return has_all_facts;
}

// Whether the constraints have moved a state, relative to its present value. On a surface that
// holds the motion a state may be zero: its size over the last step counts there.
bool LeftLimit::keeps_states(const VisitedMode& next, std::span<const double> state,
                             double allowed) const {
  const bool slides = !next.compiled->sliding.empty();
  if (slides && next.integrator->expansion().largest_projection() <= allowed) return true;
  const std::span<const double> right = next.integrator->state();
  const std::span<const double> scale = next.integrator->scale();
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    const StateSlot& slot = next.integrator->slot(unknown);
    for (std::uint32_t i = slot.first; i + 1 < slot.first + slot.count; ++i) {
      const double moved = std::fabs(right[i] - state[i]);
      const double size = std::max(std::fabs(state[i]), std::fabs(right[i]));
      const double rounding = rounding_of_state(scale[i]);
      if (moved <= (slides ? allowed * scale[i] : std::max(allowed * size, rounding))) continue;
      if (moved > noise(unknown, static_cast<int>(i - slot.first))) return false;
    }
  }
  return true;
}

bool LeftLimit::is_continued(const VisitedMode& next, std::span<const double> state,
                             double allowed) const {
  if (!keeps_states(next, state, allowed)) return false;
  for (std::uint32_t unknown = 0; unknown < component_.variables.size(); ++unknown) {
    if (!keeps_differentiated(next, unknown, allowed)) return false;
  }
  return true;
}

// What is state went on if it was not moved; values that others differentiate must be looked at
// as well.
bool LeftLimit::keeps_differentiated(const VisitedMode& next, std::uint32_t unknown,
                                     double allowed) const {
  const int facts = std::min(mode_->compiled->executable.unknowns[unknown].offset,
                             next.compiled->executable.unknowns[unknown].offset);
  const std::span<const double> right = next.integrator->state();
  const std::span<const double> scale = next.integrator->scale();
  const std::span<const double> left_scale = mode_->integrator->scale();
  const StateSlot& from = mode_->integrator->slot(unknown);
  const StateSlot& to = next.integrator->slot(unknown);
  for (int k = static_cast<int>(to.count) - 1; k < facts; ++k) {
    const bool is_leading = k + 1 == static_cast<int>(to.count);
    const bool is_known = k < static_cast<int>(from.count);
    const std::uint32_t left_entry = from.first + static_cast<std::uint32_t>(k);
    const std::uint32_t entry = to.first + static_cast<std::uint32_t>(k);
    const double left_value = is_known ? values_[left_entry] : derivative(unknown, k);
    const double right_value = is_leading ? right[entry] : next.integrator->derivative(unknown, k);
    const double size =
        std::max({std::fabs(left_value), std::fabs(right_value), is_leading ? scale[entry] : 0.0,
                  is_known ? left_scale[left_entry] : 0.0});
    const double moved = std::fabs(right_value - left_value);
    if (moved > allowed * size && moved > noise(unknown, k)) return false;
  }
  return true;
}

}  // namespace saltus
