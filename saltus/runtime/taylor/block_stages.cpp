#include "saltus/runtime/taylor/block_stages.h"

#include <cmath>

#include "saltus/runtime/taylor/block_jacobian.h"

namespace saltus {

namespace {

// x^(d) = value: coefficient k + d of x from coefficient k + c of the value.
std::optional<ExpansionFault> assign(ExpansionWork& work, const ExecutableBlock& block,
                                     int local_stage) {
  const std::uint32_t unknown = block.unknowns[0];
  const StateSlot& slot = work.plan.slots[unknown];
  const std::size_t order = slot.count - 1;  // the block's own c is 0
  const auto k = static_cast<std::size_t>(local_stage);
  const double value = work.series.row(block.value)[k];
  if (!std::isfinite(value)) return ExpansionFault::value_not_finite;
  work.series.row(unknown)[k + order] = value / work.series.derivative_factor(order, k);
  if (local_stage == 0) {
    double& leading = work.state[slot.first + order];
    work.leading_correction[unknown] = value - leading;
    leading = value;
  }
  return std::nullopt;
}

// One block at a local stage k > 0:
//   d (f_i)_(k+c_i) / d x_(j,k+d_j) = J_ij (k+d_j)!/(k+c_i)!.
class HigherStage {
 public:
  HigherStage(ExpansionWork& work, const ExecutableBlock& block, int local_stage)
      : work_(work), block_(block), k_(static_cast<std::size_t>(local_stage)) {}

  void clear_unknowns() const {
    for (const std::uint32_t unknown : block_.unknowns) {
      work_.series.row(unknown)[k_ + order(unknown)] = 0.0;
    }
  }

  double negative_residual(std::size_t i) const {
    const ExecutableEquation& equation = work_.mode.equations[block_.equations[i]];
    const auto c = static_cast<std::size_t>(equation.offset - block_.lead);
    return -work_.series.row(equation.residual)[k_ + c] * work_.series.derivative_factor(c, k_);
  }

  void set_coefficient(std::size_t j, double derivative, double divisor = 1.0) const {
    const std::uint32_t unknown = block_.unknowns[j];
    const std::size_t d = order(unknown);
    const double coefficient = derivative / (divisor * work_.series.derivative_factor(d, k_));
    work_.series.row(unknown)[k_ + d] = coefficient;
    work_.tangent[unknown] = coefficient;
  }

  // False if a residual is not finite.
  [[nodiscard]] bool solve_one(const BlockSolver& solver) const {
    const double right_side = negative_residual(0);
    if (!std::isfinite(right_side)) return false;
    set_coefficient(0, right_side, solver.single_entry());
    return true;
  }

  [[nodiscard]] bool solve_all(const BlockSolver& solver) const {
    const std::size_t size = block_.unknowns.size();
    std::vector<double>& solution = work_.solution;
    // A series that goes on comes to this block after smaller ones.
    if (solution.size() < size) solution.resize(size);
    double magnitude = 0.0;
    for (std::size_t i = 0; i < size; ++i) magnitude += solution[i] = negative_residual(i);
    if (!std::isfinite(magnitude)) return false;
    solver.solve(std::span(solution).first(size));
    for (std::size_t j = 0; j < size; ++j) set_coefficient(j, solution[j]);
    return true;
  }

 private:
  std::size_t order(std::uint32_t unknown) const { return work_.plan.slots[unknown].count - 1; }

  ExpansionWork& work_;
  const ExecutableBlock& block_;
  std::size_t k_;
};

}  // namespace

std::optional<ExpansionFault> solve_block(ExpansionWork& work, std::uint32_t index, int stage) {
  const ExecutableBlock& block = work.mode.blocks[index];
  const int local_stage = stage + block.lead;
  if (local_stage < work.plan.blocks[index].first_stage) return std::nullopt;
  if (block.is_assignment) {
    if (local_stage < 0) return std::nullopt;
    return assign(work, block, local_stage);
  }
  if (local_stage < 0) return project_block(work, index, local_stage);
  if (local_stage == 0) return solve_leading_values(work, index);
  return solve_higher_stage(work, index, local_stage);
}

std::optional<ExpansionFault> solve_higher_stage(ExpansionWork& work, std::uint32_t index,
                                                 int local_stage) {
  const ExecutableBlock& block = work.mode.blocks[index];
  const BlockSolver& solver = work.solvers[index];
  const int stage = local_stage - block.lead;
  const HigherStage higher(work, block, local_stage);
  higher.clear_unknowns();
  run_instructions(work.mode.instructions,
                   stage > 0 ? work.plan.blocks[index].changing_through : block.through, stage,
                   work.series.workspace());
  const bool is_finite =
      block.unknowns.size() == 1 ? higher.solve_one(solver) : higher.solve_all(solver);
  if (!is_finite) return ExpansionFault::value_not_finite;
  correct_what_is_read_later(work, index, stage);
  return std::nullopt;
}

}  // namespace saltus
