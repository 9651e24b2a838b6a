#include "saltus/compiler/lower/constants.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace saltus {

namespace {

// Each round follows one more equation of the kind `y = constant`.
constexpr int kMostRounds = 4;

enum class Known : std::uint8_t { constant, changing };

class ConstantRows {
 public:
  // Known values are constant between events, and may change at one.
  ConstantRows(const ExecutableMode& mode, Known known)
      : mode_(mode), known_(known), is_constant_(mode.row_count) {
    for (int round = 0; round < kMostRounds; ++round) {
      for (const Instruction& instruction : mode.instructions) mark(instruction);
      if (!mark_unknowns()) break;
    }
  }
  bool operator[](std::uint32_t row) const { return is_constant_[row]; }

 private:
  void mark(const Instruction& instruction) {
    const bool is_constant = depends_on_constants_only(instruction);
    for_each_result(instruction, [&](std::uint32_t row) { is_constant_[row] = is_constant; });
  }

  bool depends_on_constants_only(const Instruction& instruction) const {
    if (instruction.op == SeriesOp::time) return false;
    if (kind_of(instruction.op) == OperationKind::leaf) return known_ == Known::constant;
    bool are_constant = true;
    for_each_operand(mode_, instruction,
                     [&](std::uint32_t row) { are_constant = are_constant && is_constant_[row]; });
    return are_constant;
  }

  // Unknowns that one equation sets to a constant. True if there are more than before.
  bool mark_unknowns() {
    bool has_more = false;
    for (const ExecutableBlock& block : mode_.blocks) {
      if (!block.is_assignment || !is_constant_[block.value]) continue;
      const std::uint32_t unknown = block.unknowns.front();
      if (mode_.unknowns[unknown].offset != block.lead || is_constant_[unknown]) continue;
      is_constant_[unknown] = has_more = true;
    }
    return has_more;
  }

  const ExecutableMode& mode_;
  Known known_;
  std::vector<bool> is_constant_;
};

// Whether all rows of the group are among the constant ones; it also computes what only
// later groups use.
bool is_constant_group(const ExecutableMode& mode, const ExecutableGroup& group,
                       const ConstantRows& is_constant) {
  const auto are_constant = [&](const std::vector<std::uint32_t>& instructions) {
    return std::all_of(instructions.begin(), instructions.end(),
                       [&](std::uint32_t i) { return is_constant[mode.instructions[i].row]; });
  };
  const auto first = mode.blocks.begin() + group.first_block;
  return are_constant(group.free) &&
         std::all_of(first, first + group.block_count, [&](const ExecutableBlock& block) {
           return block.unknowns.size() == 1 && is_constant[block.unknowns.front()] &&
                  are_constant(block.through) && are_constant(block.after);
         });
}

}  // namespace

void mark_constants(ExecutableMode& mode) {
  const ConstantRows is_constant(mode, Known::constant);
  for (ProductTerm& term : mode.product_terms) {
    if (is_constant[term.left] && !is_constant[term.right]) std::swap(term.left, term.right);
    term.is_right_constant = is_constant[term.right];
  }
  for (Instruction& instruction : mode.instructions) {
    instruction.is_constant = is_constant[instruction.row];
  }
  const ConstantRows is_fixed(mode, Known::changing);
  for (ExecutableGroup& group : mode.groups) {
    group.is_constant = is_constant_group(mode, group, is_constant);
    group.is_fixed = is_constant_group(mode, group, is_fixed);
  }
}

}  // namespace saltus
