#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "saltus/runtime/numeric/tolerances.h"
#include "saltus/runtime/taylor/block_jacobian.h"
#include "saltus/runtime/taylor/block_stages.h"

namespace saltus {

namespace {

// Right sides of Newton's step. False if one is not finite.
[[nodiscard]] bool find_residuals(ExpansionWork& work, const ExecutableBlock& block) {
  for (std::size_t i = 0; i < block.equations.size(); ++i) {
    const ExecutableEquation& equation = work.mode.equations[block.equations[i]];
    const auto n = static_cast<std::size_t>(equation.offset - block.lead);
    work.solution[i] = -work.series.row(equation.residual)[n] * work.series.derivative_factor(n, 0);
    if (!std::isfinite(work.solution[i])) return false;
  }
  return true;
}

// The moves of an iteration, relative to the values moved: to their size over the step, and to what
// they have become.
struct LargestMove {
  double of_size = 0.0;
  double of_value = 0.0;
};

LargestMove move_leading_values(ExpansionWork& work, const ExecutableBlock& block) {
  LargestMove largest;
  for (std::size_t j = 0; j < block.unknowns.size(); ++j) {
    const std::uint32_t unknown = block.unknowns[j];
    const StateSlot& slot = work.plan.slots[unknown];
    const std::size_t n = slot.count - 1;
    const double move = work.solution[j];
    double& leading = work.state[slot.first + n];
    double& coefficient = work.series.row(unknown)[n];
    const double before = coefficient;
    leading += move;
    work.leading_correction[unknown] += move;
    coefficient = leading / work.series.derivative_factor(n, 0);
    work.tangent[unknown] = coefficient - before;
    const double magnitude = std::max(std::fabs(leading), work.scale[slot.first + n]);
    largest.of_size = std::max(largest.of_size, std::fabs(move) / magnitude);
    if (move != 0.0) largest.of_value = std::max(largest.of_value, std::fabs(move / leading));
  }
  return largest;
}

// What is predicted for a linear block is forgotten: its values follow from its equations alone.
void begin_from_zero(ExpansionWork& work, const ExecutableBlock& block) {
  for (const std::uint32_t unknown : block.unknowns) {
    const StateSlot& slot = work.plan.slots[unknown];
    double& leading = work.state[slot.first + slot.count - 1];
    double& correction = work.leading_correction[unknown];
    correction = std::isfinite(leading) ? correction - leading : leading;
    leading = 0.0;
    work.series.row(unknown)[slot.count - 1] = 0.0;
  }
}

}  // namespace

std::optional<ExpansionFault> solve_leading_values(ExpansionWork& work, std::uint32_t index) {
  const ExecutableBlock& block = work.mode.blocks[index];
  BlockSolver& solver = work.solvers[index];
  const int stage = -block.lead;
  work.solution.assign(block.unknowns.size(), 0.0);
  for (const std::uint32_t unknown : block.unknowns) work.leading_correction[unknown] = 0.0;
  double last_move = std::numeric_limits<double>::infinity();
  bool is_prediction_used = true;
  for (int iteration = 0; iteration <= tolerances::most_newton_iterations; ++iteration) {
    run_instructions(work.mode.instructions, block.through, stage, work.series.workspace());
    if (!fill_jacobian(work, index, 0)) return ExpansionFault::value_not_finite;
    ++work.factorizations;
    if (!solver.factor()) return ExpansionFault::singular_jacobian;
    if (last_move <= tolerances::negligible_move) return std::nullopt;
    ++work.newton_iterations;
    if (!find_residuals(work, block)) {
      if (!block.is_quasilinear || !std::exchange(is_prediction_used, false)) {
        return ExpansionFault::value_not_finite;
      }
      begin_from_zero(work, block);
      continue;
    }
    solver.solve(work.solution);
    const LargestMove move = move_leading_values(work, block);
    last_move = move.of_size;
    if (!std::isfinite(last_move)) return ExpansionFault::value_not_finite;
    if (!block.is_quasilinear) continue;
    if (move.of_value <= tolerances::cancelling_move || !is_prediction_used) {
      correct_all(work, index, stage);
      return std::nullopt;
    }
    begin_from_zero(work, block);
    is_prediction_used = false;
    last_move = std::numeric_limits<double>::infinity();
  }
  return ExpansionFault::newton_diverged;
}

}  // namespace saltus
