#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/runtime/numeric/tolerances.h"
#include "saltus/runtime/taylor/block_jacobian.h"
#include "saltus/runtime/taylor/block_stages.h"

namespace saltus {

namespace {

// Equations of the block whose derivatives of this stage hold between values below the leading
// ones.
void find_constraints(const ExecutableMode& mode, const ExecutableBlock& block, int stage,
                      std::vector<std::uint32_t>& rows) {
  rows.clear();
  for (std::uint32_t i = 0; i < block.equations.size(); ++i) {
    if (stage + mode.equations[block.equations[i]].offset >= 0) rows.push_back(i);
  }
}

// The metric: sizes of the values that move, `level` below the leading ones; zero of what has none.
void weigh(ExpansionWork& work, const ExecutableBlock& block, std::size_t level) {
  std::vector<double>& weights = work.projection.weight;
  weights.assign(block.unknowns.size(), 0.0);
  for (std::size_t j = 0; j < block.unknowns.size(); ++j) {
    const StateSlot& slot = work.plan.slots[block.unknowns[j]];
    if (slot.count > level) weights[j] = work.scale[slot.first + slot.count - 1 - level];
  }
  const double largest_weight = *std::max_element(weights.begin(), weights.end());
  for (double& weight : weights) {
    if (weight > 0.0) weight = std::max(weight, tolerances::smallest_weight * largest_weight);
  }
}

// What the constraints lack. False if that is not finite.
[[nodiscard]] bool find_residuals(ExpansionWork& work, const ExecutableBlock& block, int stage) {
  std::vector<double>& residuals = work.projection.residual;
  residuals.clear();
  for (const std::uint32_t i : work.projection.rows) {
    const ExecutableEquation& equation = work.mode.equations[block.equations[i]];
    const auto n = static_cast<std::size_t>(stage + equation.offset);
    const double residual =
        work.series.row(equation.residual)[n] * work.series.derivative_factor(n, 0);
    if (!std::isfinite(residual)) return false;
    residuals.push_back(-residual);
  }
  return true;
}

// Returns the largest move, in units of the metric.
double apply_move(ExpansionWork& work, const ExecutableBlock& block, std::size_t level) {
  const std::vector<double>& weights = work.projection.weight;
  const std::vector<double>& moves = work.projection.move;
  double largest_move = 0.0;
  for (std::size_t j = 0; j < block.unknowns.size(); ++j) {
    if (!(weights[j] > 0.0)) continue;
    const std::uint32_t unknown = block.unknowns[j];
    const StateSlot& slot = work.plan.slots[unknown];
    const std::size_t n = slot.count - 1 - level;
    double& value = work.state[slot.first + n];
    value += moves[j];
    work.series.row(unknown)[n] = value / work.series.derivative_factor(n, 0);
    largest_move = std::max(largest_move, std::fabs(moves[j]) / weights[j]);
  }
  return largest_move;
}

}  // namespace

std::optional<ExpansionFault> project_block(ExpansionWork& work, std::uint32_t index,
                                            int local_stage) {
  const ExecutableBlock& block = work.mode.blocks[index];
  if (!work.plan.blocks[index].is_constrained) return std::nullopt;
  const int stage = local_stage - block.lead;
  auto& [rows, residual, weight, move] = work.projection;
  find_constraints(work.mode, block, stage, rows);
  if (rows.empty()) return std::nullopt;
  const auto level = static_cast<std::size_t>(-local_stage);
  weigh(work, block, level);
  move.assign(block.unknowns.size(), 0.0);
  double last_move = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration <= tolerances::most_newton_iterations; ++iteration) {
    run_instructions(work.mode.instructions, block.through, stage, work.series.workspace());
    if (last_move <= tolerances::negligible_move) return std::nullopt;
    if (!find_residuals(work, block, stage)) return ExpansionFault::value_not_finite;
    ++work.newton_iterations;
    const auto is_zero = [](double value) { return value == 0.0; };
    if (std::all_of(residual.begin(), residual.end(), is_zero)) return std::nullopt;
    if (!fill_jacobian(work, index, local_stage)) return ExpansionFault::value_not_finite;
    if (!work.solvers[index].solve_nearest(level, rows, residual, weight, move)) {
      return ExpansionFault::singular_jacobian;
    }
    last_move = apply_move(work, block, level);
    work.largest_projection = std::max(work.largest_projection, last_move);
  }
  return ExpansionFault::newton_diverged;
}

}  // namespace saltus
