#include "saltus/runtime/taylor/rounding_sweep.h"

#include <algorithm>
#include <cmath>

#include "saltus/runtime/numeric/tolerances.h"

namespace saltus {

using tolerances::epsilon;

RoundingSweep::RoundingSweep(const ExecutableMode& mode)
    : mode_(mode), row_(mode.row_count, 0.0), leading_(mode.unknowns.size(), 0.0) {}

void RoundingSweep::run(const Expansion& expansion, std::span<const double> sizes) {
  expansion_ = &expansion;
  sizes_ = sizes;
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    row_[unknown] = epsilon * sizes[expansion.slot(unknown).first];
    leading_[unknown] = 0.0;
  }
  for (const ExecutableGroup& group : mode_.groups) {
    pass_through(group.free);
    for (std::uint32_t i = 0; i < group.block_count; ++i) {
      const std::uint32_t block = group.first_block + i;
      pass_through(mode_.blocks[block].through);
      solve(block);
      pass_through(mode_.blocks[block].after);
    }
  }
  pass_through(mode_.observers);
}

void RoundingSweep::pass_through(std::span<const std::uint32_t> instructions) {
  for (const std::uint32_t i : instructions) pass(mode_.instructions[i]);
}

void RoundingSweep::pass(const Instruction& instruction) {
  const double value = expansion_->value(instruction.row);
  const double own = epsilon * std::fabs(value);
  if (instruction.op == SeriesOp::time || instruction.op == SeriesOp::known) {
    row_[instruction.row] = own;
  } else if (instruction.op == SeriesOp::derivative) {
    const StateSlot& slot = expansion_->slot(instruction.a);
    const auto order = static_cast<std::uint32_t>(instruction.constant);
    row_[instruction.row] = order + 1 < slot.count ? epsilon * sizes_[slot.first + order]
                            : order + 1 == slot.count
                                ? own + leading_[instruction.a]
                                : own + relative(leading_[instruction.a], slot) * std::fabs(value);
  } else if (instruction.op == SeriesOp::sum) {
    row_[instruction.row] = of_sum(instruction);
  } else {
    row_[instruction.row] = own + of_operands(instruction, instruction.row);
    if (!has_companion(instruction.op)) return;
    const std::uint32_t companion = instruction.row + 1;
    row_[companion] =
        epsilon * std::fabs(expansion_->value(companion)) + of_operands(instruction, companion);
  }
}

// A derivative beyond the leading one has another unit: its error is as large relative to itself.
double RoundingSweep::relative(double error, const StateSlot& slot) const {
  const double size = sizes_[slot.first + slot.count - 1];
  return size > 0.0 ? error / size : 0.0;
}

double RoundingSweep::of_sum(const Instruction& sum) const {
  double error = epsilon * std::fabs(sum.constant);
  for (std::uint32_t i = 0; i < sum.linear_count; ++i) {
    const LinearTerm& term = mode_.linear_terms[sum.first_linear + i];
    const double value = std::fabs(expansion_->value(term.row));
    error += std::fabs(term.factor) * (epsilon * value + row_[term.row]);
  }
  for (std::uint32_t i = 0; i < sum.product_count; ++i) {
    const ProductTerm& term = mode_.product_terms[sum.first_product + i];
    const double left = std::fabs(expansion_->value(term.left));
    const double right = std::fabs(expansion_->value(term.right));
    error += std::fabs(term.factor) *
             (epsilon * left * right + left * row_[term.right] + right * row_[term.left]);
  }
  return error;
}

double RoundingSweep::of_operands(const Instruction& instruction, std::uint32_t row) const {
  if (instruction.is_constant) return 0.0;
  const bool is_if = instruction.op == SeriesOp::if_else;
  // At a branch point, as that of sqrt(x) at 0, the derivative says nothing. Where it is zero, as
  // that of 1/x at infinity, no error of the operand is too large.
  const auto share = [](double partial, double error) {
    return std::isfinite(partial) && partial != 0.0 ? std::fabs(partial) * error : 0.0;
  };
  double error = share(expansion_->partial_a(row), row_[is_if ? instruction.b : instruction.a]);
  if (operand_count(instruction.op) > 1) {
    error += share(expansion_->partial_b(row), row_[is_if ? instruction.c : instruction.b]);
  }
  return error;
}

// Errors of the residuals add up with any signs: two choices of them are tried.
void RoundingSweep::solve(std::uint32_t index) {
  const ExecutableBlock& block = mode_.blocks[index];
  if (block.is_assignment) {
    set_leading(block.unknowns.front(), row_[block.value]);
    return;
  }
  largest_.assign(block.unknowns.size(), 0.0);
  solution_.resize(block.equations.size());
  for (const bool alternates : {false, true}) {
    for (std::size_t i = 0; i < block.equations.size(); ++i) {
      const double error = row_[mode_.equations[block.equations[i]].residual];
      solution_[i] = alternates && i % 2 == 1 ? -error : error;
    }
    expansion_->solve_with_jacobian(index, solution_);
    for (std::size_t j = 0; j < largest_.size(); ++j) {
      largest_[j] = std::max(largest_[j], std::fabs(solution_[j]));
    }
  }
  for (std::size_t j = 0; j < largest_.size(); ++j) set_leading(block.unknowns[j], largest_[j]);
}

void RoundingSweep::set_leading(std::uint32_t unknown, double error) {
  leading_[unknown] = error;
  if (expansion_->slot(unknown).count == 1) row_[unknown] = error;
}

}  // namespace saltus
