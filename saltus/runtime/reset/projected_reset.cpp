#include "saltus/runtime/reset/projected_reset.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/runtime/projection/project.h"
#include "saltus/runtime/reset/linear_mode.h"

namespace saltus {
namespace {

// By unknown: the position of its last variable, and that variable's order.
struct LastVariable {
  std::size_t position = 0;
  int order = 0;
};

std::vector<LastVariable> last_variables(const LinearMode& linear, std::size_t unknown_count) {
  std::vector<LastVariable> last(unknown_count);
  for (std::size_t v = 0; v < linear.variables.size(); ++v) {
    last[linear.variables[v].unknown] = {v, linear.variables[v].order};
  }
  return last;
}

double left_limit(const ResetProblem& problem, const ResetPlan& plan, const SolvedValue& value) {
  const ResetSlot& slot = plan.slots[value.unknown];
  if (value.order > slot.order) return std::numeric_limits<double>::quiet_NaN();
  return problem.left[slot.first + static_cast<std::uint32_t>(value.order)];
}

// Weights that the tolerance of the left limits explains are zero.
std::optional<Impulse> impulse_of(std::uint32_t unknown, const std::vector<double>& weights,
                                  const std::vector<double>& terms, double tolerance) {
  Impulse impulse{unknown, 0, {}};
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (std::fabs(weights[k]) <= tolerance * terms[k]) continue;
    impulse.order = static_cast<int>(k) + 1;
    impulse.weights.resize(k + 1, 0.0);
    impulse.weights[k] = weights[k];
  }
  if (impulse.order == 0) return std::nullopt;
  return impulse;
}

}  // namespace

std::optional<ResetResult> reset_by_projection(const ResetProblem& problem,
                                               const ExecutableMode& written,
                                               const ResetPlan& plan) {
  const auto linear = find_linear_mode(written, problem.time, problem.known);
  if (!linear) return std::nullopt;
  std::vector<double> before;
  for (const SolvedValue& value : linear->variables) {
    before.push_back(left_limit(problem, plan, value));
    if (!std::isfinite(before.back())) return std::nullopt;
  }
  const std::vector<LastVariable> last = last_variables(*linear, plan.slots.size());
  int derivatives = 0;
  for (std::size_t j = 0; j < plan.slots.size(); ++j) {
    derivatives = std::max(derivatives, plan.slots[j].state_order - last[j].order);
  }
  const auto projected = project(linear->system, before, linear->inputs, derivatives);
  if (!projected) return std::nullopt;
  const ProjectionResult& result = projected.value();
  // Derivatives of u beyond those that are known would be missing.
  if (result.index + derivatives > static_cast<int>(linear->inputs.size())) return std::nullopt;

  ResetResult reset;
  reset.method = ResetMethod::projection;
  reset.ticks = result.index;
  for (std::uint32_t j = 0; j < plan.slots.size(); ++j) {
    const std::size_t first = last[j].position - static_cast<std::size_t>(last[j].order);
    for (int k = 0; k <= plan.slots[j].state_order; ++k) {
      const int beyond = k - last[j].order;
      reset.state.push_back(
          beyond <= 0 ? result.after[first + static_cast<std::size_t>(k)]
                      : result.derivatives[static_cast<std::size_t>(beyond) - 1][last[j].position]);
    }
    if (auto impulse =
            impulse_of(j, result.impulses[first], result.impulse_terms[first], problem.tolerance)) {
      reset.impulses.push_back(std::move(*impulse));
    }
  }
  return reset;
}

}  // namespace saltus
