#include "saltus/runtime/taylor/expansion.h"

#include <algorithm>
#include <cmath>

#include "saltus/foundation/base/check.h"
#include "saltus/runtime/numeric/tolerances.h"

namespace saltus {

namespace {

constexpr int kInactive = std::numeric_limits<int>::min();

// What an operand's change contributes. The derivative of a root at 0 is infinite: that matters
// only to those whose changes reach it.
double share(double partial, double change) {
  return partial == 0.0 || change == 0.0 ? 0.0 : partial * change;
}

}  // namespace

Expansion::Expansion(const ExecutableMode& mode, int largest_order, const KnownValues& known)
    : mode_(mode),
      known_(known),
      largest_order_(largest_order),
      stride_(padded_stride(static_cast<std::size_t>(largest_order + mode.largest_offset + 1))),
      slots_(mode.unknowns.size()),
      blocks_(mode.blocks.size()),
      coefficients_(padded_table(mode.row_count, stride_), 0.0),
      partial_a_(mode.row_count + 1, 0.0),
      partial_b_(mode.row_count + 1, 0.0),
      instruction_of_row_(instructions_of_rows(mode)),
      branch_(mode.row_count, 0.0),
      is_held_(mode.row_count, 0),
      unknown_size_(mode.unknowns.size(), 0.0),
      tangent_(mode.row_count + 1, 0.0),
      adjoint_(mode.row_count + 1, 0.0),
      nonzero_until_(mode.groups.size(), 0),
      leading_correction_(mode.unknowns.size(), 0.0) {
  for (std::uint32_t unknown = 0; unknown < mode.unknowns.size(); ++unknown) {
    const ExecutableUnknown& description = mode.unknowns[unknown];
    const int own_offset = description.offset - mode.blocks[description.block].lead;
    slots_[unknown] = {static_cast<std::uint32_t>(state_size_),
                       static_cast<std::uint32_t>(own_offset + 1)};
    state_size_ += slots_[unknown].count;
    derivative_orders_ = std::max(derivative_orders_, own_offset);
  }
  for (const ExecutableEquation& equation : mode.equations) {
    derivative_orders_ = std::max(derivative_orders_, equation.offset);
  }
  for (const Instruction& instruction : mode.instructions) {
    derivative_orders_ = std::max(derivative_orders_, differentiation_of(instruction));
  }
  derivative_factor_.resize(static_cast<std::size_t>(derivative_orders_ + 1) * stride_);
  rebind();
  active_level_.assign(mode.row_count, kInactive);
  position_.assign(mode.unknowns.size(), 0);
  for (std::uint32_t i = 0; i < blocks_.size(); ++i) prepare_block(i);
  find_rows_read_later();
  find_linear_groups();
  find_changing();
  find_first_stages();
}

void Expansion::rebind() {
  workspace_.instructions = mode_.instructions.data();
  workspace_.instruction_of_row = instruction_of_row_.data();
  workspace_.linear_terms = mode_.linear_terms.data();
  workspace_.product_terms = mode_.product_terms.data();
  workspace_.coefficients = coefficients_.data() + kRowPadding;
  workspace_.stride = stride_;
  workspace_.partial_a = partial_a_.data();
  workspace_.partial_b = partial_b_.data();
  workspace_.derivative_factor = derivative_factor_.data();
  workspace_.branch = branch_.data();
  workspace_.is_held = is_held_.data();
  workspace_.unknown_size = unknown_size_.data();
  workspace_.has_non_finite = &has_non_finite_;
  workspace_.known = known_.value.data();
  workspace_.pre = known_.pre.data();
  state_ = {};
  scale_ = {};
}

// Which operands carry the block's unknowns, and the pattern of its Jacobian.
void Expansion::prepare_block(std::uint32_t index) {
  const ExecutableBlock& source = mode_.blocks[index];
  Block& block = blocks_[index];
  for (const std::uint32_t unknown : source.unknowns) {
    block.first_stage = std::min(block.first_stage, 1 - static_cast<int>(slots_[unknown].count));
  }
  for (const std::uint32_t equation : source.equations) {
    block.is_constrained |= mode_.equations[equation].offset > source.lead;
  }
  if (source.is_assignment) return;

  const std::uint32_t zero = mode_.row_count;
  for (std::uint32_t j = 0; j < source.unknowns.size(); ++j) {
    active_level_[source.unknowns[j]] = mode_.unknowns[source.unknowns[j]].offset;
    position_[source.unknowns[j]] = j;
  }
  for (const std::uint32_t i : source.through) {
    const Instruction& instruction = mode_.instructions[i];
    const int differentiated = differentiation_of(instruction);
    const auto active = [&](std::uint32_t row) {
      const bool is_active = row != kNoRow && active_level_[row] != kInactive &&
                             active_level_[row] - differentiated == instruction.level;
      return is_active ? row : zero;
    };
    Tangent tangent{.instruction = i,
                    .row = instruction.row,
                    .a = zero,
                    .b = zero,
                    .op = instruction.op,
                    .has_companion = has_companion(instruction.op),
                    .level = instruction.level,
                    .first_linear = static_cast<std::uint32_t>(tangent_linear_.size()),
                    .linear_count = 0,
                    .first_product = static_cast<std::uint32_t>(tangent_products_.size()),
                    .product_count = 0};
    if (instruction.op == SeriesOp::sum) {
      for (std::uint32_t t = 0; t < instruction.linear_count; ++t) {
        const LinearTerm& term = mode_.linear_terms[instruction.first_linear + t];
        if (active(term.row) != zero) tangent_linear_.push_back(term);
      }
      for (std::uint32_t t = 0; t < instruction.product_count; ++t) {
        const ProductTerm& term = mode_.product_terms[instruction.first_product + t];
        const std::uint32_t left = active(term.left), right = active(term.right);
        if (left == zero && right == zero) continue;
        tangent_products_.push_back({term.left, term.right, left, right, term.factor});
      }
      tangent.linear_count =
          static_cast<std::uint32_t>(tangent_linear_.size()) - tangent.first_linear;
      tangent.product_count =
          static_cast<std::uint32_t>(tangent_products_.size()) - tangent.first_product;
    } else if (instruction.op == SeriesOp::if_else) {
      tangent.a = active(instruction.b);
      tangent.b = active(instruction.c);
    } else {
      tangent.a = active(instruction.a);
      tangent.b = active(instruction.b);
    }
    for_each_result(instruction,
                    [&](std::uint32_t row) { active_level_[row] = instruction.level; });
    block.through.push_back(tangent);
  }

  // Jacobian pattern: which unknowns each cone touches.
  std::vector<std::uint32_t> row_start{0}, columns;
  for (const std::vector<std::uint32_t>& cone : source.cone) {
    const std::size_t first = columns.size();
    const auto touch = [&](std::uint32_t row) {
      if (row < mode_.unknowns.size()) columns.push_back(position_[row]);
    };
    for (const std::uint32_t i : cone) {
      const Tangent& tangent = block.through[i];
      touch(tangent.a);
      touch(tangent.b);
      for (std::uint32_t t = 0; t < tangent.linear_count; ++t) {
        touch(tangent_linear_[tangent.first_linear + t].row);
      }
      for (std::uint32_t t = 0; t < tangent.product_count; ++t) {
        touch(tangent_products_[tangent.first_product + t].left_tangent);
        touch(tangent_products_[tangent.first_product + t].right_tangent);
      }
    }
    std::sort(columns.begin() + static_cast<std::ptrdiff_t>(first), columns.end());
    columns.erase(std::unique(columns.begin() + static_cast<std::ptrdiff_t>(first), columns.end()),
                  columns.end());
    row_start.push_back(static_cast<std::uint32_t>(columns.size()));
  }
  block.solver = BlockSolver(std::move(row_start), std::move(columns));
  for (const std::uint32_t unknown : source.unknowns) active_level_[unknown] = kInactive;
  for (const Tangent& tangent : block.through) {
    active_level_[tangent.row] = kInactive;
    if (tangent.has_companion) active_level_[tangent.row + 1] = kInactive;
  }
}

// A sum reads its linear terms, and what it multiplies by constants, at one coefficient, at the
// same stage as they are computed if both have the same level: if it takes part in the same solve
// and is of no use after it, so are they.
void Expansion::find_rows_read_later() {
  std::vector<std::uint32_t> block_of(mode_.instructions.size(), kNoRow);
  for (std::uint32_t index = 0; index < mode_.blocks.size(); ++index) {
    for (const std::uint32_t i : mode_.blocks[index].through) block_of[i] = index;
  }
  std::vector<std::uint8_t> is_read(mode_.row_count, 0);
  for (const ExecutableSurface& surface : mode_.surfaces) is_read[surface.row] = 1;
  for (const std::uint32_t row : mode_.initial_residuals) is_read[row] = 1;
  for (const ExecutableBlock& block : mode_.blocks) {
    if (block.is_assignment) is_read[block.value] = 1;
  }
  const auto is_transient = [&](std::uint32_t i) {
    const SeriesOp op = mode_.instructions[i].op;
    return (op == SeriesOp::sum || op == SeriesOp::derivative) && block_of[i] != kNoRow &&
           is_read[mode_.instructions[i].row] == 0;
  };
  for (std::uint32_t i = static_cast<std::uint32_t>(mode_.instructions.size()); i-- > 0;) {
    const Instruction& user = mode_.instructions[i];
    const bool passes_on = is_transient(i);
    if (!passes_on) for_each_result(user, [&](std::uint32_t row) { is_read[row] = 1; });
    const auto is_together = [&](std::uint32_t row) {
      const std::uint32_t producer = instruction_of_row_[row];
      return producer != kNoRow && block_of[producer] == block_of[i] &&
             mode_.instructions[producer].level == user.level;
    };
    const auto read_at_one_coefficient = [&](std::uint32_t row) {
      if (!passes_on || !is_together(row)) is_read[row] = 1;
    };
    if (user.op != SeriesOp::sum) {
      for_each_operand(mode_, user, [&](std::uint32_t row) { is_read[row] = 1; });
      continue;
    }
    for (std::uint32_t t = 0; t < user.linear_count; ++t) {
      read_at_one_coefficient(mode_.linear_terms[user.first_linear + t].row);
    }
    for (std::uint32_t t = 0; t < user.product_count; ++t) {
      const ProductTerm& term = mode_.product_terms[user.first_product + t];
      is_read[term.right] = 1;
      if (term.is_right_constant) {
        read_at_one_coefficient(term.left);
      } else {
        is_read[term.left] = 1;
      }
    }
  }
  for (Block& block : blocks_) {
    for (std::uint32_t i = 0; i < block.through.size(); ++i) {
      if (is_read[block.through[i].row] != 0) block.read_later.push_back(i);
    }
  }
}

void Expansion::find_changing() {
  const auto changing = [&](std::vector<std::uint32_t> instructions) {
    std::erase_if(instructions, [&](std::uint32_t i) { return mode_.instructions[i].is_constant; });
    return instructions;
  };
  for (const ExecutableGroup& group : mode_.groups) changing_free_.push_back(changing(group.free));
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    blocks_[i].changing_through = changing(mode_.blocks[i].through);
    blocks_[i].changing_after = changing(mode_.blocks[i].after);
  }
}

// A stage before the first coefficient of a group's values and the first constraint is empty.
void Expansion::find_first_stages() {
  for (const ExecutableGroup& group : mode_.groups) {
    int first = 0;
    const auto see = [&](const std::vector<std::uint32_t>& instructions) {
      for (const std::uint32_t i : instructions) {
        first = std::min(first, -mode_.instructions[i].level);
      }
    };
    see(group.free);
    for (std::uint32_t i = group.first_block; i < group.first_block + group.block_count; ++i) {
      see(mode_.blocks[i].through);
      see(mode_.blocks[i].after);
      const int local = blocks_[i].is_constrained ? blocks_[i].first_stage : 0;
      first = std::min(first, local - mode_.blocks[i].lead);
    }
    first_stage_.push_back(std::max(first, group.first_stage));
  }
}

void Expansion::find_linear_groups() {
  const auto is_linear = [&](std::uint32_t i) {
    const Instruction& instruction = mode_.instructions[i];
    if (instruction.is_constant || instruction.op == SeriesOp::time ||
        instruction.op == SeriesOp::derivative) {
      return true;
    }
    const auto first = mode_.product_terms.begin() + instruction.first_product;
    return instruction.op == SeriesOp::sum &&
           std::all_of(first, first + instruction.product_count,
                       [](const ProductTerm& term) { return term.is_right_constant; });
  };
  for (const ExecutableGroup& group : mode_.groups) {
    bool are_linear = std::all_of(group.free.begin(), group.free.end(), is_linear);
    for (std::uint32_t i = 0; i < group.block_count; ++i) {
      const ExecutableBlock& block = mode_.blocks[group.first_block + i];
      are_linear = are_linear &&
                   std::all_of(block.through.begin(), block.through.end(), is_linear) &&
                   std::all_of(block.after.begin(), block.after.end(), is_linear);
    }
    is_linear_.push_back(are_linear ? 1 : 0);
  }
}

void Expansion::scale_time(double time_scale) {
  if (time_scale == time_scale_) return;
  time_scale_ = workspace_.time_scale = time_scale;
  for (std::size_t m = 0; m < stride_; ++m) {
    double factor = 1.0;
    for (int q = 0; q <= derivative_orders_; ++q) {
      derivative_factor_[static_cast<std::size_t>(q) * stride_ + m] = factor;
      factor *= static_cast<double>(m + static_cast<std::size_t>(q) + 1) / time_scale;
    }
  }
}

std::optional<ExpansionFailure> Expansion::expand(double time, double time_scale,
                                                  std::span<double> state,
                                                  std::span<const double> scale, int order) {
  SALTUS_CHECK(order <= largest_order_);
  scale_time(time_scale);
  workspace_.time = time;
  workspace_.known = known_.value.data();
  workspace_.pre = known_.pre.data();
  if (has_non_finite_) forget_coefficients();
  state_ = state;
  scale_ = scale;
  if (!mode_.kinks.empty()) {
    for (std::size_t i = 0; i < slots_.size(); ++i) unknown_size_[i] = scale[slots_[i].first];
  }
  largest_projection_ = 0.0;
  expanded_order_ = order;
  last_nonzero_ = 0;
  is_at_end_.assign(mode_.groups.size(), 0);
  for (std::uint32_t g = 0; g < mode_.groups.size(); ++g) {
    const ExecutableGroup& group = mode_.groups[g];
    if (group.is_fixed && are_fixed_known_) {
      store_fixed(group);
      continue;
    }
    load_state(group, state);
    const int last = group.is_fixed ? largest_order_ : order;
    if (auto failure = run_stages(g, first_stage_[g], last)) return failure;
  }
  are_fixed_known_ = true;
  return std::nullopt;
}

// What is not finite must not meet the next expansion.
void Expansion::forget_coefficients() {
  std::fill(coefficients_.begin(), coefficients_.end(), 0.0);
  are_fixed_known_ = false;
  has_non_finite_ = false;
}

void Expansion::release_branches() { std::fill(is_held_.begin(), is_held_.end(), 0); }

void Expansion::hold_branches() { std::fill(is_held_.begin(), is_held_.end(), 1); }

void Expansion::hold_branches(std::span<const double> branches) {
  std::copy(branches.begin(), branches.end(), branch_.begin());
  hold_branches();
}

void Expansion::hold_branch(std::uint32_t row, double branch) {
  branch_[row] = branch;
  is_held_[row] = 1;
}

std::optional<std::uint32_t> Expansion::multiple_of_unknown(std::uint32_t row) const {
  const std::uint32_t source = multiple_of(row, workspace_);
  if (source < mode_.unknowns.size()) return source;
  return std::nullopt;
}

void Expansion::move_to_zero(std::uint32_t row, std::span<const double> scale,
                             std::span<double> state) const {
  const std::uint32_t source = multiple_of(row, workspace_);
  const std::uint32_t producer = instruction_of_row_[source];
  std::vector<LinearTerm> terms;
  if (producer == kNoRow) {
    terms.push_back({source, 1.0});
  } else if (mode_.instructions[producer].op == SeriesOp::sum) {
    const Instruction& sum = mode_.instructions[producer];
    const auto first = mode_.linear_terms.begin() + sum.first_linear;
    terms.assign(first, first + sum.linear_count);
  }
  std::erase_if(terms, [&](const LinearTerm& term) {
    return term.row >= mode_.unknowns.size() || slots_[term.row].count < 2;
  });
  double total = 0.0;
  for (const LinearTerm& term : terms) {
    total += std::pow(term.factor * scale[slots_[term.row].first], 2);
  }
  if (total == 0.0) return;
  const double value = workspace_.row(source)[0];
  for (const LinearTerm& term : terms) {
    const std::uint32_t entry = slots_[term.row].first;
    state[entry] -= value * term.factor * scale[entry] * scale[entry] / total;
  }
}

std::optional<ExpansionFailure> Expansion::extend(int order) {
  SALTUS_CHECK(order <= largest_order_);
  const int first = expanded_order_ + 1;
  if (order < first) return std::nullopt;
  expanded_order_ = order;
  for (std::uint32_t g = 0; g < mode_.groups.size(); ++g) {
    if (mode_.groups[g].is_fixed) continue;
    if (is_at_end_[g] != 0) {
      clear_from(g, first, order);
    } else if (auto failure = run_stages(g, first, order)) {
      return failure;
    }
  }
  return std::nullopt;
}

// A series that terminates (free fall) is not computed beyond its end: every rule is a
// sum of products u_i v_(m-i), so if all coefficients of stages K+1 … 2K+2d+1 vanish, K
// the last stage that is not zero here and in the groups before, so do all later ones.
// Where the rules are linear, a stage depends on the d before it: K+1 … K+d are enough, if the
// series before terminate.
std::optional<ExpansionFailure> Expansion::run_stages(std::uint32_t index, int first, int last) {
  const ExecutableGroup& group = mode_.groups[index];
  const bool follows_ended = is_linear_[index] != 0 && are_ended_before(index);
  for (int stage = first; stage <= last; ++stage) {
    if (group.is_constant && stage > 0) {
      clear_from(index, stage, last);
      is_at_end_[index] = 1;
      break;
    }
    std::uint32_t block = group.first_block;
    nonzero_until_[index] = std::max(nonzero_until_[index], stage);
    if (const auto fault = run_stage(index, stage, block)) {
      forget_coefficients();
      return ExpansionFailure{*fault, block};
    }
    if (stage < 1) continue;
    if (!is_zero_stage(group, stage)) {
      last_nonzero_ = std::max(last_nonzero_, stage);
    } else if (stage > 2 * (last_nonzero_ + mode_.largest_offset) ||
               (follows_ended && stage >= last_nonzero_ + mode_.largest_offset)) {
      clear_from(index, stage + 1, last);
      is_at_end_[index] = 1;
      break;
    }
  }
  return std::nullopt;
}

bool Expansion::are_ended_before(std::uint32_t index) const {
  for (std::uint32_t g = 0; g < index; ++g) {
    if (is_at_end_[g] == 0 && !mode_.groups[g].is_fixed) return false;
  }
  return true;
}

// Unknowns are looked at first: almost always one of them is not zero.
bool Expansion::is_zero_stage(const ExecutableGroup& group, int stage) const {
  const auto is_zero = [&](std::uint32_t i) {
    const Instruction& instruction = mode_.instructions[i];
    const int m = stage + instruction.level;
    if (m < 0) return true;
    return workspace_.row(instruction.row)[m] == 0.0 &&
           (!has_companion(instruction.op) || workspace_.row(instruction.row + 1)[m] == 0.0);
  };
  for (std::uint32_t i = 0; i < group.block_count; ++i) {
    for (const std::uint32_t unknown : mode_.blocks[group.first_block + i].unknowns) {
      if (workspace_.row(unknown)[stage + mode_.unknowns[unknown].offset] != 0.0) return false;
    }
  }
  if (!std::all_of(group.free.begin(), group.free.end(), is_zero)) return false;
  for (std::uint32_t i = 0; i < group.block_count; ++i) {
    const ExecutableBlock& block = mode_.blocks[group.first_block + i];
    for (const std::uint32_t position : blocks_[group.first_block + i].read_later) {
      if (!is_zero(block.through[position])) return false;
    }
    if (!std::all_of(block.after.begin(), block.after.end(), is_zero)) return false;
  }
  return true;
}

// Coefficients of the stages `stage` … `order`, as far as there may be any that are not zero.
void Expansion::clear_from(std::uint32_t index, int stage, int order) {
  int& nonzero_until = nonzero_until_[index];
  const int last_stage = std::min(order, nonzero_until);
  if (order >= nonzero_until) nonzero_until = std::min(nonzero_until, stage - 1);
  if (last_stage < stage) return;
  const ExecutableGroup& group = mode_.groups[index];
  const auto clear = [&](std::uint32_t row, int level) {
    const int first = std::max(stage + level, 0);
    const int last = last_stage + level;
    if (first <= last) std::fill(workspace_.row(row) + first, workspace_.row(row) + last + 1, 0.0);
  };
  const auto clear_instruction = [&](std::uint32_t i) {
    const Instruction& instruction = mode_.instructions[i];
    clear(instruction.row, instruction.level);
    if (has_companion(instruction.op)) clear(instruction.row + 1, instruction.level);
  };
  std::for_each(group.free.begin(), group.free.end(), clear_instruction);
  for (std::uint32_t i = 0; i < group.block_count; ++i) {
    const ExecutableBlock& block = mode_.blocks[group.first_block + i];
    for (const std::uint32_t unknown : block.unknowns)
      clear(unknown, mode_.unknowns[unknown].offset);
    std::for_each(block.through.begin(), block.through.end(), clear_instruction);
    std::for_each(block.after.begin(), block.after.end(), clear_instruction);
  }
}

void Expansion::load_state(const ExecutableGroup& group, std::span<const double> state) {
  for (std::uint32_t i = 0; i < group.block_count; ++i) {
    for (const std::uint32_t unknown : mode_.blocks[group.first_block + i].unknowns) {
      double* const series = workspace_.row(unknown);
      series[0] = state[slots_[unknown].first];
      for (std::uint32_t k = 1; k < slots_[unknown].count; ++k) {
        // n!/H^n of order k is derivative_factor of order k at m = 0
        series[k] = state[slots_[unknown].first + k] / derivative_factor_[k * stride_];
      }
    }
  }
}

// An earlier expansion has found the values.
void Expansion::store_fixed(const ExecutableGroup& group) {
  for (std::uint32_t i = 0; i < group.block_count; ++i) {
    const std::uint32_t unknown = mode_.blocks[group.first_block + i].unknowns.front();
    double& leading = state_[slots_[unknown].first];
    leading_correction_[unknown] = workspace_.row(unknown)[0] - leading;
    leading = workspace_.row(unknown)[0];
  }
}

std::optional<ExpansionFault> Expansion::run_stage(std::uint32_t index, int stage,
                                                   std::uint32_t& block) {
  const ExecutableGroup& group = mode_.groups[index];
  const bool is_higher = stage > 0;
  const auto run = [&](const std::vector<std::uint32_t>& instructions) {
    if (!instructions.empty()) {
      run_instructions(mode_.instructions, instructions, stage, workspace_);
    }
  };
  run(is_higher ? changing_free_[index] : group.free);
  const std::uint32_t end = group.first_block + group.block_count;
  for (block = group.first_block; block < end; ++block) {
    if (const auto fault = solve_block(block, stage)) return fault;
    run(is_higher ? blocks_[block].changing_after : mode_.blocks[block].after);
  }
  return std::nullopt;
}

std::optional<ExpansionFault> Expansion::solve_block(std::uint32_t index, int stage) {
  const ExecutableBlock& source = mode_.blocks[index];
  const int local_stage = stage + source.lead;
  if (local_stage < blocks_[index].first_stage) return std::nullopt;
  if (source.is_assignment) {
    if (local_stage < 0) return std::nullopt;
    return assign(index, local_stage);
  }
  if (local_stage < 0) return project(index, local_stage);
  if (local_stage == 0) return solve_leading(index);
  return solve_higher(index, local_stage);
}

// x^(d) = value: coefficient k + d of x from coefficient k + c of the value.
std::optional<ExpansionFault> Expansion::assign(std::uint32_t index, int local_stage) {
  const ExecutableBlock& source = mode_.blocks[index];
  const std::uint32_t unknown = source.unknowns[0];
  const std::size_t order = slots_[unknown].count - 1;  // the block's own c is 0
  const auto k = static_cast<std::size_t>(local_stage);
  const double value = workspace_.row(source.value)[k];
  if (!std::isfinite(value)) return ExpansionFault::value_not_finite;
  double* const series = workspace_.row(unknown);
  series[k + order] = value / derivative_factor_[order * stride_ + k];
  if (local_stage == 0) {
    double& leading = state_[slots_[unknown].first + order];
    leading_correction_[unknown] = value - leading;
    leading = value;
  }
  return std::nullopt;
}

// Rows of the Jacobian that take part in a stage.
bool Expansion::fill_jacobian(std::uint32_t index, int local_stage) {
  const ExecutableBlock& source = mode_.blocks[index];
  Block& block = blocks_[index];
  bool is_finite = true;
  for (std::size_t i = 0; i < source.equations.size(); ++i) {
    const ExecutableEquation& equation = mode_.equations[source.equations[i]];
    if (local_stage + equation.offset - source.lead < 0) continue;
    adjoint_[equation.residual] = 1.0;
    pull_back(block, source.cone[i]);
    const std::span<const std::uint32_t> columns = block.solver.columns_of(i);
    const std::span<double> entries = block.solver.entries_of(i);
    for (std::size_t e = 0; e < columns.size(); ++e) {
      double& adjoint = adjoint_[source.unknowns[columns[e]]];
      entries[e] = adjoint;
      is_finite &= std::isfinite(adjoint);
      adjoint = 0.0;
    }
  }
  return is_finite;
}

// Reverse sweep through one cone, at coefficient 0, in unscaled derivatives:
// d f^(c) / d x^(d) = d f / d x^(d - c).
void Expansion::pull_back(const Block& block, const std::vector<std::uint32_t>& cone) {
  for (std::size_t i = cone.size(); i-- > 0;) {
    const Tangent& tangent = block.through[cone[i]];
    const double adjoint = adjoint_[tangent.row];
    adjoint_[tangent.row] = 0.0;
    // Nothing goes back into a branch that is not taken, where derivatives may be infinite.
    if (adjoint == 0.0 && !(tangent.has_companion && adjoint_[tangent.row + 1] != 0.0)) continue;
    if (tangent.op == SeriesOp::sum) {
      for (std::uint32_t t = 0; t < tangent.linear_count; ++t) {
        const LinearTerm& term = tangent_linear_[tangent.first_linear + t];
        adjoint_[term.row] += term.factor * adjoint;
      }
      for (std::uint32_t t = 0; t < tangent.product_count; ++t) {
        const TangentProduct& term = tangent_products_[tangent.first_product + t];
        const double factor = term.factor * adjoint;
        adjoint_[term.left_tangent] += factor * workspace_.row(term.right)[0];
        adjoint_[term.right_tangent] += factor * workspace_.row(term.left)[0];
      }
    } else if (tangent.op == SeriesOp::derivative) {
      adjoint_[tangent.a] += adjoint;
    } else {
      double from_a = adjoint * partial_a_[tangent.row];
      double from_b = adjoint * partial_b_[tangent.row];
      if (tangent.has_companion) {
        from_a += adjoint_[tangent.row + 1] * partial_a_[tangent.row + 1];
        from_b += adjoint_[tangent.row + 1] * partial_b_[tangent.row + 1];
        adjoint_[tangent.row + 1] = 0.0;
      }
      adjoint_[tangent.a] += from_a;
      adjoint_[tangent.b] += from_b;
    }
  }
  adjoint_[mode_.row_count] = 0.0;
}

// Carries the change of the unknowns' top coefficients (in tangent_) to every
// value that depends on them: exact for coefficients m >= 1, and for values in
// which the unknowns are linear.
void Expansion::correct_through(const Block& block, int stage) {
  for (const Tangent& tangent : block.through) correct(tangent, stage);
}

inline void Expansion::correct(const Tangent& tangent, int stage) {
  const int m = stage + tangent.level;
  double change = 0.0;
  if (tangent.op == SeriesOp::sum) {
    for (std::uint32_t t = 0; t < tangent.linear_count; ++t) {
      const LinearTerm& term = tangent_linear_[tangent.first_linear + t];
      change += term.factor * tangent_[term.row];
    }
    for (std::uint32_t t = 0; t < tangent.product_count; ++t) {
      const TangentProduct& term = tangent_products_[tangent.first_product + t];
      change += term.factor * (workspace_.row(term.right)[0] * tangent_[term.left_tangent] +
                               workspace_.row(term.left)[0] * tangent_[term.right_tangent]);
    }
  } else if (tangent.op == SeriesOp::derivative) {
    const auto q =
        static_cast<std::size_t>(differentiation_of(mode_.instructions[tangent.instruction]));
    change = derivative_factor_[q * stride_ + static_cast<std::size_t>(m)] * tangent_[tangent.a];
  } else {
    const double a = tangent_[tangent.a], b = tangent_[tangent.b];
    change = share(partial_a_[tangent.row], a) + share(partial_b_[tangent.row], b);
    if (tangent.has_companion) {
      const double other =
          share(partial_a_[tangent.row + 1], a) + share(partial_b_[tangent.row + 1], b);
      tangent_[tangent.row + 1] = other;
      workspace_.row(tangent.row + 1)[m] += other;
    }
  }
  tangent_[tangent.row] = change;
  workspace_.row(tangent.row)[m] += change;
}

// Local stage k < 0: the constraints of this stage, fewer than their unknowns,
// hold at the point nearest to the prediction.
std::optional<ExpansionFault> Expansion::project(std::uint32_t index, int local_stage) {
  const ExecutableBlock& source = mode_.blocks[index];
  Block& block = blocks_[index];
  if (!block.is_constrained) return std::nullopt;
  const int stage = local_stage - source.lead;
  Projection& work = projection_;
  work.rows.clear();
  for (std::uint32_t i = 0; i < source.equations.size(); ++i) {
    if (stage + mode_.equations[source.equations[i]].offset >= 0) work.rows.push_back(i);
  }
  if (work.rows.empty()) return std::nullopt;
  const auto level = static_cast<std::size_t>(-local_stage);
  work.weight.assign(source.unknowns.size(), 0.0);
  work.move.assign(source.unknowns.size(), 0.0);
  for (std::size_t j = 0; j < source.unknowns.size(); ++j) {
    const StateSlot& slot = slots_[source.unknowns[j]];
    if (slot.count > level) work.weight[j] = scale_[slot.first + slot.count - 1 - level];
  }
  const double largest_weight = *std::max_element(work.weight.begin(), work.weight.end());
  for (double& weight : work.weight) {
    if (weight > 0.0) weight = std::max(weight, tolerances::smallest_weight * largest_weight);
  }
  double last_move = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration <= tolerances::most_newton_iterations; ++iteration) {
    run_instructions(mode_.instructions, source.through, stage, workspace_);
    if (last_move <= tolerances::negligible_move) return std::nullopt;
    work.residual.clear();
    for (const std::uint32_t i : work.rows) {
      const ExecutableEquation& equation = mode_.equations[source.equations[i]];
      const auto n = static_cast<std::size_t>(stage + equation.offset);
      const double residual =
          workspace_.row(equation.residual)[n] * derivative_factor_[n * stride_];
      if (!std::isfinite(residual)) return ExpansionFault::value_not_finite;
      work.residual.push_back(-residual);
    }
    ++newton_iterations_;
    const auto is_zero = [](double residual) { return residual == 0.0; };
    if (std::all_of(work.residual.begin(), work.residual.end(), is_zero)) return std::nullopt;
    if (!fill_jacobian(index, local_stage)) return ExpansionFault::value_not_finite;
    if (!block.solver.solve_nearest(level, work.rows, work.residual, work.weight, work.move)) {
      return ExpansionFault::singular_jacobian;
    }
    last_move = 0.0;
    for (std::size_t j = 0; j < source.unknowns.size(); ++j) {
      if (!(work.weight[j] > 0.0)) continue;
      const std::uint32_t unknown = source.unknowns[j];
      const StateSlot& slot = slots_[unknown];
      const std::size_t n = slot.count - 1 - level;
      state_[slot.first + n] += work.move[j];
      workspace_.row(unknown)[n] = state_[slot.first + n] / derivative_factor_[n * stride_];
      last_move = std::max(last_move, std::fabs(work.move[j]) / work.weight[j]);
    }
    largest_projection_ = std::max(largest_projection_, last_move);
  }
  return ExpansionFault::newton_diverged;
}

// Local stage 0: the leading values, by Newton's iteration from their seeds; one
// step is exact when the block is quasilinear.
std::optional<ExpansionFault> Expansion::solve_leading(std::uint32_t index) {
  const ExecutableBlock& source = mode_.blocks[index];
  Block& block = blocks_[index];
  const int stage = -source.lead;
  const std::size_t size = source.unknowns.size();
  std::vector<double>& solution = projection_.move;
  solution.assign(size, 0.0);
  for (const std::uint32_t unknown : source.unknowns) leading_correction_[unknown] = 0.0;
  double last_move = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration <= tolerances::most_newton_iterations; ++iteration) {
    run_instructions(mode_.instructions, source.through, stage, workspace_);
    if (!fill_jacobian(index, 0)) return ExpansionFault::value_not_finite;
    ++factorizations_;
    if (!block.solver.factor()) return ExpansionFault::singular_jacobian;
    if (last_move <= tolerances::negligible_move) return std::nullopt;
    ++newton_iterations_;
    for (std::size_t i = 0; i < size; ++i) {
      const ExecutableEquation& equation = mode_.equations[source.equations[i]];
      const auto n = static_cast<std::size_t>(equation.offset - source.lead);
      solution[i] = -workspace_.row(equation.residual)[n] * derivative_factor_[n * stride_];
      if (!std::isfinite(solution[i])) return ExpansionFault::value_not_finite;
    }
    block.solver.solve(solution);
    last_move = 0.0;
    for (std::size_t j = 0; j < size; ++j) {
      const std::uint32_t unknown = source.unknowns[j];
      const std::size_t n = slots_[unknown].count - 1;
      double& leading = state_[slots_[unknown].first + n];
      const double before = workspace_.row(unknown)[n];
      leading += solution[j];
      leading_correction_[unknown] += solution[j];
      workspace_.row(unknown)[n] = leading / derivative_factor_[n * stride_];
      tangent_[unknown] = workspace_.row(unknown)[n] - before;
      const double magnitude = std::max(std::fabs(leading), scale_[slots_[unknown].first + n]);
      last_move = std::max(last_move, std::fabs(solution[j]) / magnitude);
    }
    if (!std::isfinite(last_move)) return ExpansionFault::value_not_finite;
    if (source.is_quasilinear) {
      correct_through(block, stage);
      return std::nullopt;
    }
  }
  return ExpansionFault::newton_diverged;
}

// Local stage k > 0: linear, with the Jacobian of stage 0,
//   d (f_i)_(k+c_i) / d x_(j,k+d_j) = J_ij (k+d_j)!/(k+c_i)!.
std::optional<ExpansionFault> Expansion::solve_higher(std::uint32_t index, int local_stage) {
  const ExecutableBlock& source = mode_.blocks[index];
  const Block& block = blocks_[index];
  const std::size_t size = source.unknowns.size();
  const int stage = local_stage - source.lead;
  const auto k = static_cast<std::size_t>(local_stage);
  for (const std::uint32_t unknown : source.unknowns) {
    workspace_.row(unknown)[k + slots_[unknown].count - 1] = 0.0;
  }
  run_instructions(mode_.instructions, stage > 0 ? block.changing_through : source.through, stage,
                   workspace_);
  const auto negative_residual = [&](std::size_t i) {
    const ExecutableEquation& equation = mode_.equations[source.equations[i]];
    const auto c = static_cast<std::size_t>(equation.offset - source.lead);
    return -workspace_.row(equation.residual)[k + c] * derivative_factor_[c * stride_ + k];
  };
  const auto set_coefficient = [&](std::size_t j, double derivative, double divisor = 1.0) {
    const std::uint32_t unknown = source.unknowns[j];
    const std::size_t d = slots_[unknown].count - 1;
    const double coefficient = derivative / (divisor * derivative_factor_[d * stride_ + k]);
    workspace_.row(unknown)[k + d] = coefficient;
    tangent_[unknown] = coefficient;
  };
  if (size == 1) {
    const double right_side = negative_residual(0);
    if (!std::isfinite(right_side)) return ExpansionFault::value_not_finite;
    set_coefficient(0, right_side, block.solver.single_entry());
  } else {
    std::vector<double>& solution = projection_.move;
    // A series that goes on comes to this block after smaller ones.
    if (solution.size() < size) solution.resize(size);
    double magnitude = 0.0;
    for (std::size_t i = 0; i < size; ++i) magnitude += solution[i] = negative_residual(i);
    if (!std::isfinite(magnitude)) return ExpansionFault::value_not_finite;
    block.solver.solve(std::span(solution).first(size));
    for (std::size_t j = 0; j < size; ++j) set_coefficient(j, solution[j]);
  }
  for (const std::uint32_t position : block.read_later) correct(block.through[position], stage);
  return std::nullopt;
}

std::vector<double> Expansion::jacobian(std::uint32_t block) const {
  if (mode_.blocks[block].is_assignment) return {};
  return blocks_[block].solver.dense();
}

void Expansion::observe(int order) {
  for (const std::uint32_t i : mode_.observers) {
    run_orders(mode_.instructions[i], order, workspace_);
  }
}

void Expansion::clear_observed() {
  for (const std::uint32_t i : mode_.observers) {
    const Instruction& instruction = mode_.instructions[i];
    const std::size_t rows = has_companion(instruction.op) ? 2 : 1;
    std::fill_n(workspace_.row(instruction.row), rows * stride_, 0.0);
  }
}

}  // namespace saltus
