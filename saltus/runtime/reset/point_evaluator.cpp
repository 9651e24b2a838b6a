#include "saltus/runtime/reset/point_evaluator.h"

#include <algorithm>
#include <cmath>

namespace saltus {

PointEvaluator::PointEvaluator(const ExecutableMode& mode, const ResetPlan& plan)
    : plan_(plan), code_(mode), field_(0.0, 0.0) {}

void PointEvaluator::load(std::span<const double> state, double time, const KnownValues& known) {
  state_.assign(state.begin(), state.end());
  for (double& value : state_) {
    if (!std::isfinite(value)) value = 0.0;
  }
  time_ = time;
  known_ = &known;
}

void PointEvaluator::run(std::uint32_t equation) {
  const RowCode& code = plan_.code_of(equation);
  for (const Leaf& leaf : code.leaves) {
    const ResetSlot& slot = plan_.slots[leaf.unknown];
    code_.value(leaf.row) = leaf.order <= slot.order
                                ? state_[slot.first + static_cast<std::uint32_t>(leaf.order)]
                                : 0.0;
  }
  code_.run(code.instructions, time_, *known_, field_);
}

double PointEvaluator::residual(std::uint32_t equation) {
  run(equation);
  return code_.value(plan_.equations[equation].residual);
}

std::span<const double> PointEvaluator::gradient(std::uint32_t equation) {
  run(equation);
  const PlannedEquation& planned = plan_.equations[equation];
  code_.pull_back(planned.residual, plan_.code_of(equation).instructions, field_);
  gradient_.clear();
  for (const Leaf& leaf : plan_.code_of(equation).leaves)
    gradient_.push_back(code_.adjoint(leaf.row));
  code_.clear(planned.residual, plan_.code_of(equation).instructions, field_);
  return gradient_;
}

template <typename SizeOf>
double PointEvaluator::sum_of_terms(std::uint32_t equation, int level, const SizeOf& size_of) {
  const std::span<const double> derivatives = gradient(equation);
  const std::vector<Leaf>& leaves = plan_.code_of(equation).leaves;
  double sum = 0.0;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const ResetSlot& slot = plan_.slots[leaves[i].unknown];
    if (leaves[i].order + level > slot.order) continue;
    const auto entry = slot.first + static_cast<std::uint32_t>(leaves[i].order + level);
    sum += std::fabs(derivatives[i]) * size_of(entry);
  }
  return sum;
}

double PointEvaluator::size(std::uint32_t equation, int level, std::span<const double> scale) {
  return sum_of_terms(equation, level, [&](std::uint32_t entry) {
    return std::max(std::fabs(state_[entry]), scale.empty() ? 0.0 : scale[entry]);
  });
}

double PointEvaluator::noise(std::uint32_t equation, int level, std::span<const double> noise) {
  if (noise.empty()) return 0.0;
  return sum_of_terms(equation, level, [&](std::uint32_t entry) { return noise[entry]; });
}

}  // namespace saltus
