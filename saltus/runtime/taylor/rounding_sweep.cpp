#include "saltus/runtime/taylor/rounding_sweep.h"

#include <algorithm>
#include <cmath>

#include "saltus/runtime/numeric/tolerances.h"
#include "saltus/runtime/taylor/rounding_of_solve.h"

namespace saltus {

using tolerances::epsilon;

namespace {

// The rows that others need, from the last step to the first.
class NeededRows {
 public:
  NeededRows(const ExecutableMode& mode, const Expansion& layout,
             std::span<const std::uint32_t> rows)
      : mode_(mode),
        layout_(layout),
        is_needed_(mode.row_count, 0),
        is_leading_needed_(mode.unknowns.size(), 0) {
    for (const std::uint32_t row : rows) need(row);
  }

  bool is_needed(std::uint32_t unknown) const {
    return is_needed_[unknown] != 0 || is_leading_needed_[unknown] != 0;
  }

  bool take_instruction(const Instruction& instruction) {
    bool is_needed = false;
    for_each_result(instruction, [&](std::uint32_t row) { is_needed |= is_needed_[row] != 0; });
    if (!is_needed) return false;
    for_each_operand(mode_, instruction, [&](std::uint32_t row) { need(row); });
    const bool is_of_leading =
        instruction.op == SeriesOp::derivative &&
        static_cast<std::uint32_t>(instruction.constant) + 1 >= layout_.slot(instruction.a).count;
    if (is_of_leading) is_leading_needed_[instruction.a] = 1;
    return true;
  }

  bool take_block(const ExecutableBlock& block) {
    const bool is_needed =
        std::any_of(block.unknowns.begin(), block.unknowns.end(),
                    [&](std::uint32_t unknown) { return is_leading_needed_[unknown] != 0; });
    if (!is_needed) return false;
    if (block.is_assignment) {
      need(block.value);
    } else {
      for (const std::uint32_t equation : block.equations) {
        need(mode_.equations[equation].residual);
      }
    }
    return true;
  }

 private:
  // The value of an unknown that is no state is its leading value.
  void need(std::uint32_t row) {
    is_needed_[row] = 1;
    if (row < mode_.unknowns.size() && layout_.slot(row).count == 1) is_leading_needed_[row] = 1;
  }

  const ExecutableMode& mode_;
  const Expansion& layout_;
  std::vector<std::uint8_t> is_needed_, is_leading_needed_;
};

}  // namespace

RoundingSweep::RoundingSweep(const ExecutableMode& mode)
    : mode_(mode), row_(mode.row_count, 0.0), leading_(mode.unknowns.size(), 0.0) {
  list_steps();
}

RoundingSweep::RoundingSweep(const ExecutableMode& mode, const Expansion& layout,
                             std::span<const std::uint32_t> rows)
    : RoundingSweep(mode) {
  steps_ = steps_for(layout, rows);
  for (const std::uint32_t row : rows) {
    GivenRow& given =
        given_.emplace_back(GivenRow{.row = row, .steps = steps_for(layout, {&row, 1})});
    std::erase_if(given.steps, [](const Step& step) { return step.is_fixed; });
    given.is_explicit = std::none_of(given.steps.begin(), given.steps.end(), [&](const Step& step) {
      return step.is_block && !mode.blocks[step.index].is_assignment;
    });
  }
}

std::vector<RoundingSweep::Step> RoundingSweep::steps_for(
    const Expansion& layout, std::span<const std::uint32_t> rows) const {
  NeededRows needed(mode_, layout, rows);
  std::vector<Step> steps;
  for (std::size_t i = steps_.size(); i-- > 0;) {
    const Step step = steps_[i];
    if (step.is_block ? needed.take_block(mode_.blocks[step.index])
                      : needed.take_instruction(mode_.instructions[step.index])) {
      steps.push_back(step);
    }
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

void RoundingSweep::list_steps() {
  const auto add_instructions = [&](std::span<const std::uint32_t> instructions, bool is_fixed) {
    for (const std::uint32_t i : instructions) steps_.push_back({i, false, is_fixed});
  };
  for (const ExecutableGroup& group : mode_.groups) {
    add_instructions(group.free, group.is_fixed);
    for (std::uint32_t i = 0; i < group.block_count; ++i) {
      const std::uint32_t block = group.first_block + i;
      add_instructions(mode_.blocks[block].through, group.is_fixed);
      steps_.push_back({block, true, group.is_fixed});
      // Those of its unknowns that somebody reads later.
      add_instructions(mode_.blocks[block].through, group.is_fixed);
      if (!group.is_fixed) {
        unknowns_.insert(unknowns_.end(), mode_.blocks[block].unknowns.begin(),
                         mode_.blocks[block].unknowns.end());
      }
      add_instructions(mode_.blocks[block].after, group.is_fixed);
    }
  }
  add_instructions(mode_.observers, false);
}

void RoundingSweep::begin(const Expansion& expansion, std::span<const double> sizes) {
  expansion_ = &expansion;
  sizes_ = sizes;
  for (const std::uint32_t unknown : unknowns_) {
    const StateSlot& slot = expansion.slot(unknown);
    row_[unknown] =
        epsilon * (slot.count > 1 ? sizes[slot.first] : std::fabs(expansion.value(unknown)));
    leading_[unknown] = 0.0;
  }
  are_all_known_ = false;
  for (GivenRow& given : given_) given.is_known = false;
  if (are_fixed_known_) return;
  are_fixed_known_ = true;
  for (const Step& step : steps_) {
    if (step.is_fixed) take(step);
  }
}

void RoundingSweep::run(const Expansion& expansion, std::span<const double> sizes) {
  begin(expansion, sizes);
  for (const Step& step : steps_) {
    if (!step.is_fixed) take(step);
  }
}

double RoundingSweep::of_given(std::size_t number, const Expansion& expansion,
                               std::span<const double> sizes) {
  expansion_ = &expansion;
  sizes_ = sizes;
  GivenRow& given = given_[number];
  if (!given.is_known && !are_all_known_) {
    for (const Step& step : given.is_explicit ? given.steps : steps_) {
      if (!step.is_fixed) take(step);
    }
    given.is_known = true;
    are_all_known_ = !given.is_explicit;
  }
  return row_[given.row];
}

inline void RoundingSweep::take(const Step& step) {
  if (step.is_block) {
    solve(step.index);
  } else {
    pass(mode_.instructions[step.index]);
  }
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

void RoundingSweep::solve(std::uint32_t index) {
  const ExecutableBlock& block = mode_.blocks[index];
  if (block.is_assignment) {
    set_leading(block.unknowns.front(), row_[block.value]);
    return;
  }
  errors_.clear();
  for (const std::uint32_t equation : block.equations) {
    errors_.push_back(row_[mode_.equations[equation].residual]);
  }
  block_sizes_.clear();
  for (const std::uint32_t unknown : block.unknowns) {
    const StateSlot& slot = expansion_->slot(unknown);
    block_sizes_.push_back(sizes_[slot.first + slot.count - 1]);
  }
  largest_.assign(block.unknowns.size(), 0.0);
  solution_.resize(block.unknowns.size());
  add_errors_of_right_side(*expansion_, index, errors_, solution_, largest_);
  add_rounding_of_solve(*expansion_, index, block_sizes_, solution_, largest_);
  for (std::size_t j = 0; j < largest_.size(); ++j) set_leading(block.unknowns[j], largest_[j]);
}

void RoundingSweep::set_leading(std::uint32_t unknown, double error) {
  leading_[unknown] = error;
  if (expansion_->slot(unknown).count == 1) row_[unknown] = error;
}

}  // namespace saltus
