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
    is_constant_[instruction.row] = is_constant;
    if (has_companion(instruction.op)) is_constant_[instruction.row + 1] = is_constant;
  }

  bool depends_on_constants_only(const Instruction& instruction) const {
    switch (instruction.op) {
      case SeriesOp::known:
        return known_ == Known::constant;
      case SeriesOp::time:
        return false;
      case SeriesOp::derivative:
        return is_constant_[instruction.a];
      case SeriesOp::sum:
        return is_constant_sum(instruction);
      default:
        return is_constant_[instruction.a] && is_constant_[instruction.b] &&
               is_constant_[instruction.c];
    }
  }

  bool is_constant_sum(const Instruction& instruction) const {
    const auto linear = mode_.linear_terms.begin() + instruction.first_linear;
    const auto products = mode_.product_terms.begin() + instruction.first_product;
    return std::all_of(linear, linear + instruction.linear_count,
                       [&](const LinearTerm& term) { return is_constant_[term.row]; }) &&
           std::all_of(products, products + instruction.product_count,
                       [&](const ProductTerm& term) {
                         return is_constant_[term.left] && is_constant_[term.right];
                       });
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
