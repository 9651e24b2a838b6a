#include "saltus/runtime/taylor/series_rounding.h"

#include <algorithm>
#include <cmath>

#include "saltus/runtime/numeric/tolerances.h"
#include "saltus/runtime/taylor/rounding_of_solve.h"

namespace saltus {

using tolerances::epsilon;

SeriesRounding::SeriesRounding(const ExecutableMode& mode) : mode_(mode) {
  for (const ExecutableGroup& group : mode.groups) {
    first_stage_ = std::min(first_stage_, group.first_stage);
  }
  next_stage_ = first_stage_;
}

double SeriesRounding::of(std::uint32_t row, int m, const Expansion& expansion,
                          std::span<const double> sizes) {
  run_to(m, expansion, sizes);
  return error(row, static_cast<std::size_t>(m));
}

std::span<const double> SeriesRounding::of_leading(const Expansion& expansion,
                                                   std::span<const double> sizes) {
  run_to(0, expansion, sizes);
  leading_.clear();
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const std::size_t d = expansion.slot(unknown).count - 1;
    leading_.push_back(error(unknown, d) * expansion.derivative_factor(d, 0));
  }
  return leading_;
}

void SeriesRounding::run_to(int stage, const Expansion& expansion, std::span<const double> sizes) {
  expansion_ = &expansion;
  sizes_ = sizes;
  if (next_stage_ == first_stage_) begin_series();
  for (; next_stage_ <= stage; ++next_stage_) run_stage(next_stage_);
}

void SeriesRounding::begin_series() {
  stride_ = expansion_->stride();
  // What is read was written before, in this series.
  if (error_.size() != mode_.row_count * stride_) error_.assign(mode_.row_count * stride_, 0.0);
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = expansion_->slot(unknown);
    for (std::uint32_t k = 0; k + 1 < slot.count; ++k) {
      error(unknown, k) = epsilon * sizes_[slot.first + k] / expansion_->derivative_factor(k, 0);
    }
  }
}

void SeriesRounding::run_stage(int stage) {
  for (const ExecutableGroup& group : mode_.groups) {
    if (stage < group.first_stage) continue;
    pass_all(group.free, stage);
    for (std::uint32_t i = 0; i < group.block_count; ++i) {
      const std::uint32_t block = group.first_block + i;
      solve(block, stage);
      pass_all(mode_.blocks[block].after, stage);
    }
  }
  if (stage < 0) return;
  for (const std::uint32_t i : mode_.observers) {
    pass(mode_.instructions[i], static_cast<std::size_t>(stage));
  }
}

void SeriesRounding::pass_all(std::span<const std::uint32_t> instructions, int stage) {
  for (const std::uint32_t i : instructions) {
    const Instruction& instruction = mode_.instructions[i];
    const int m = stage + instruction.level;
    if (m >= 0) pass(instruction, static_cast<std::size_t>(m));
  }
}

void SeriesRounding::pass(const Instruction& instruction, std::size_t m) {
  if (instruction.is_constant && m > 0) {
    for_each_result(instruction, [&](std::uint32_t row) { error(row, m) = 0.0; });
    return;
  }
  const auto own = [&](std::uint32_t row) { return epsilon * std::fabs(expansion_->row(row)[m]); };
  double& result = error(instruction.row, m);
  if (instruction.op == SeriesOp::time || instruction.op == SeriesOp::known) {
    result = own(instruction.row);
  } else if (instruction.op == SeriesOp::derivative) {
    const auto order = static_cast<std::size_t>(instruction.constant);
    result = own(instruction.row) +
             expansion_->derivative_factor(order, m) * error(instruction.a, m + order);
  } else if (instruction.op == SeriesOp::sum) {
    result = of_sum(instruction, m);
  } else {
    result = own(instruction.row) + of_operands(instruction, instruction.row, m);
    if (!has_companion(instruction.op)) return;
    const std::uint32_t companion = instruction.row + 1;
    error(companion, m) = own(companion) + of_operands(instruction, companion, m);
  }
}

double SeriesRounding::of_sum(const Instruction& sum, std::size_t m) const {
  double total = m == 0 ? epsilon * std::fabs(sum.constant) : 0.0;
  for (std::uint32_t i = 0; i < sum.linear_count; ++i) {
    const LinearTerm& term = mode_.linear_terms[sum.first_linear + i];
    total += std::fabs(term.factor) *
             (epsilon * std::fabs(expansion_->row(term.row)[m]) + error(term.row, m));
  }
  for (std::uint32_t i = 0; i < sum.product_count; ++i) {
    const ProductTerm& term = mode_.product_terms[sum.first_product + i];
    total += std::fabs(term.factor) * of_product(term, m);
  }
  return total;
}

double SeriesRounding::of_product(const ProductTerm& term, std::size_t m) const {
  const std::span<const double> left = expansion_->row(term.left);
  const std::span<const double> right = expansion_->row(term.right);
  double total = 0.0;
  for (std::size_t i = 0; i <= (term.is_right_constant ? 0 : m); ++i) {
    const double a = std::fabs(left[m - i]), b = std::fabs(right[i]);
    total += epsilon * a * b + a * error(term.right, i) + b * error(term.left, m - i);
  }
  return total;
}

// To coefficient m of a function coefficient m of its operand contributes by the derivative.
double SeriesRounding::of_operands(const Instruction& instruction, std::uint32_t row,
                                   std::size_t m) const {
  if (instruction.is_constant) return 0.0;
  const bool is_if = instruction.op == SeriesOp::if_else;
  const auto share = [&](double partial, std::uint32_t operand) {
    if (!std::isfinite(partial) || partial == 0.0) return 0.0;
    return std::fabs(partial) *
           (epsilon * std::fabs(expansion_->row(operand)[m]) + error(operand, m));
  };
  double total = share(expansion_->partial_a(row), is_if ? instruction.b : instruction.a);
  if (operand_count(instruction.op) > 1) {
    total += share(expansion_->partial_b(row), is_if ? instruction.c : instruction.b);
  }
  return total;
}

void SeriesRounding::solve(std::uint32_t index, int stage) {
  const ExecutableBlock& block = mode_.blocks[index];
  const int local_stage = stage + block.lead;
  if (local_stage >= 0) {
    for (const std::uint32_t unknown : block.unknowns) {
      set(unknown, static_cast<std::size_t>(local_stage), 0.0);
    }
  }
  if (!block.is_assignment) pass_all(block.through, stage);
  if (local_stage < 0) return;
  const auto k = static_cast<std::size_t>(local_stage);
  if (block.is_assignment) {
    set(block.unknowns.front(), k, error(block.value, k));
    return;
  }
  find_errors_of_unknowns(index, k);
  // Those that somebody reads later.
  pass_all(block.through, stage);
}

void SeriesRounding::find_errors_of_unknowns(std::uint32_t index, std::size_t k) {
  const ExecutableBlock& block = mode_.blocks[index];
  right_side_.clear();
  for (const std::uint32_t e : block.equations) {
    const ExecutableEquation& equation = mode_.equations[e];
    const auto c = static_cast<std::size_t>(equation.offset - block.lead);
    right_side_.push_back(error(equation.residual, k + c) * expansion_->derivative_factor(c, k));
  }
  size_.clear();
  for (const std::uint32_t unknown : block.unknowns) size_.push_back(size_of_leading(unknown, k));
  largest_.assign(block.unknowns.size(), 0.0);
  solution_.resize(block.unknowns.size());
  add_errors_of_right_side(*expansion_, index, right_side_, solution_, largest_);
  add_rounding_of_solve(*expansion_, index, size_, solution_, largest_);
  for (std::size_t j = 0; j < largest_.size(); ++j) set(block.unknowns[j], k, largest_[j]);
}

// Coefficient k of the leading derivative; its value has the size that it has over the step.
double SeriesRounding::size_of_leading(std::uint32_t unknown, std::size_t k) const {
  const StateSlot& slot = expansion_->slot(unknown);
  const std::size_t d = slot.count - 1;
  const double coefficient =
      std::fabs(expansion_->row(unknown)[k + d]) * expansion_->derivative_factor(d, k);
  return k == 0 ? std::max(coefficient, sizes_[slot.first + d]) : coefficient;
}

void SeriesRounding::set(std::uint32_t unknown, std::size_t k, double error_of_derivative) {
  const std::size_t d = expansion_->slot(unknown).count - 1;
  error(unknown, k + d) = error_of_derivative / expansion_->derivative_factor(d, k);
}

}  // namespace saltus
