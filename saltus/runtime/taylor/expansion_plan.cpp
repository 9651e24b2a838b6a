#include "saltus/runtime/taylor/expansion_plan.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "saltus/runtime/taylor/rows_read_later.h"

namespace saltus {

namespace {

int own_offset(const ExecutableMode& mode, const ExecutableUnknown& unknown) {
  return unknown.offset - mode.blocks[unknown.block].lead;
}

void lay_out_state(const ExecutableMode& mode, ExpansionPlan& plan) {
  for (const ExecutableUnknown& unknown : mode.unknowns) {
    const auto count = static_cast<std::uint32_t>(own_offset(mode, unknown) + 1);
    plan.slots.push_back({static_cast<std::uint32_t>(plan.state_size), count});
    plan.state_size += count;
  }
}

int largest_differentiation(const ExecutableMode& mode) {
  int largest = 0;
  for (const ExecutableUnknown& unknown : mode.unknowns) {
    largest = std::max(largest, own_offset(mode, unknown));
  }
  for (const ExecutableEquation& equation : mode.equations) {
    largest = std::max(largest, equation.offset);
  }
  for (const Instruction& instruction : mode.instructions) {
    largest = std::max(largest, differentiation_of(instruction));
  }
  return largest;
}

std::vector<std::uint32_t> changing(const ExecutableMode& mode,
                                    const std::vector<std::uint32_t>& instructions) {
  std::vector<std::uint32_t> result;
  std::copy_if(instructions.begin(), instructions.end(), std::back_inserter(result),
               [&](std::uint32_t i) { return !mode.instructions[i].is_constant; });
  return result;
}

BlockPlan plan_block(const ExecutableMode& mode, const std::vector<StateSlot>& slots,
                     const ExecutableBlock& block) {
  BlockPlan plan;
  plan.changing_through = changing(mode, block.through);
  plan.changing_after = changing(mode, block.after);
  for (const std::uint32_t unknown : block.unknowns) {
    plan.first_stage = std::min(plan.first_stage, 1 - static_cast<int>(slots[unknown].count));
  }
  for (const std::uint32_t equation : block.equations) {
    plan.is_constrained |= mode.equations[equation].offset > block.lead;
  }
  return plan;
}

// Calls visit(list) for every list of instructions of a group.
template <class Visit>
void for_each_list(const ExecutableMode& mode, const ExecutableGroup& group, Visit&& visit) {
  visit(group.free);
  for (std::uint32_t i = group.first_block; i < group.first_block + group.block_count; ++i) {
    visit(mode.blocks[i].through);
    visit(mode.blocks[i].after);
  }
}

// A stage before the first coefficient of a group's values and the first constraint is empty.
int first_stage_of(const ExecutableMode& mode, const std::vector<BlockPlan>& blocks,
                   const ExecutableGroup& group) {
  int first = 0;
  for_each_list(mode, group, [&](const std::vector<std::uint32_t>& instructions) {
    for (const std::uint32_t i : instructions) {
      first = std::min(first, -mode.instructions[i].level);
    }
  });
  for (std::uint32_t i = group.first_block; i < group.first_block + group.block_count; ++i) {
    const int local = blocks[i].is_constrained ? blocks[i].first_stage : 0;
    first = std::min(first, local - mode.blocks[i].lead);
  }
  return std::max(first, group.first_stage);
}

bool is_linear(const ExecutableMode& mode, const Instruction& instruction) {
  if (instruction.is_constant || instruction.op == SeriesOp::time ||
      instruction.op == SeriesOp::derivative) {
    return true;
  }
  const auto first = mode.product_terms.begin() + instruction.first_product;
  return instruction.op == SeriesOp::sum &&
         std::all_of(first, first + instruction.product_count,
                     [](const ProductTerm& term) { return term.is_right_constant; });
}

bool is_linear(const ExecutableMode& mode, const ExecutableGroup& group) {
  bool are_linear = true;
  for_each_list(mode, group, [&](const std::vector<std::uint32_t>& instructions) {
    are_linear =
        are_linear && std::all_of(instructions.begin(), instructions.end(), [&](std::uint32_t i) {
          return is_linear(mode, mode.instructions[i]);
        });
  });
  return are_linear;
}

}  // namespace

ExpansionPlan plan_expansion(const ExecutableMode& mode) {
  ExpansionPlan plan;
  lay_out_state(mode, plan);
  plan.instruction_of_row = instructions_of_rows(mode);
  plan.derivative_orders = largest_differentiation(mode);
  plan.tangents = find_tangents(mode);
  std::vector<BlockPattern> patterns = find_jacobian_patterns(mode, plan.tangents);
  std::vector<std::vector<std::uint32_t>> read_later =
      find_rows_read_later(mode, plan.instruction_of_row);
  for (std::size_t i = 0; i < mode.blocks.size(); ++i) {
    plan.blocks.push_back(plan_block(mode, plan.slots, mode.blocks[i]));
    plan.blocks[i].jacobian = std::move(patterns[i]);
    plan.blocks[i].read_later = std::move(read_later[i]);
  }
  for (const ExecutableGroup& group : mode.groups) {
    plan.groups.push_back({.changing_free = changing(mode, group.free),
                           .first_stage = first_stage_of(mode, plan.blocks, group),
                           .is_linear = is_linear(mode, group)});
  }
  return plan;
}

}  // namespace saltus
