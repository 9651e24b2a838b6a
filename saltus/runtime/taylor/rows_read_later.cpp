#include "saltus/runtime/taylor/rows_read_later.h"

namespace saltus {

namespace {

// The block in whose solve each instruction takes part; kNoRow if it is none.
std::vector<std::uint32_t> blocks_of_instructions(const ExecutableMode& mode) {
  std::vector<std::uint32_t> block_of(mode.instructions.size(), kNoRow);
  for (std::uint32_t index = 0; index < mode.blocks.size(); ++index) {
    for (const std::uint32_t i : mode.blocks[index].through) block_of[i] = index;
  }
  return block_of;
}

// What is read from outside of the list of instructions.
std::vector<std::uint8_t> rows_read_outside(const ExecutableMode& mode) {
  std::vector<std::uint8_t> is_read(mode.row_count, 0);
  for (const ExecutableSurface& surface : mode.surfaces) is_read[surface.row] = 1;
  for (const std::uint32_t row : mode.initial_residuals) is_read[row] = 1;
  for (const ExecutableBlock& block : mode.blocks) {
    if (block.is_assignment) is_read[block.value] = 1;
  }
  return is_read;
}

// Goes backward through the instructions. A sum reads its linear terms, and what it multiplies by
// constants, at one coefficient, at the same stage as they are computed if both have the same
// level: if it takes part in the same solve and is of no use after it, so are they.
class ReadRows {
 public:
  ReadRows(const ExecutableMode& mode, std::span<const std::uint32_t> instruction_of_row)
      : mode_(mode),
        instruction_of_row_(instruction_of_row),
        block_of_(blocks_of_instructions(mode)),
        is_read_(rows_read_outside(mode)) {
    for (auto i = static_cast<std::uint32_t>(mode.instructions.size()); i-- > 0;) look_at(i);
  }

  bool contains(std::uint32_t row) const { return is_read_[row] != 0; }

 private:
  void add(std::uint32_t row) { is_read_[row] = 1; }

  void look_at(std::uint32_t i) {
    const Instruction& user = mode_.instructions[i];
    const bool passes_on = is_transient(i);
    if (!passes_on) for_each_result(user, [&](std::uint32_t row) { add(row); });
    if (user.op != SeriesOp::sum) {
      for_each_operand(mode_, user, [&](std::uint32_t row) { add(row); });
      return;
    }
    const auto read_at_one_coefficient = [&](std::uint32_t row) {
      if (!passes_on || !is_computed_with(row, i)) add(row);
    };
    for (std::uint32_t t = 0; t < user.linear_count; ++t) {
      read_at_one_coefficient(mode_.linear_terms[user.first_linear + t].row);
    }
    for (std::uint32_t t = 0; t < user.product_count; ++t) {
      const ProductTerm& term = mode_.product_terms[user.first_product + t];
      add(term.right);
      if (term.is_right_constant) {
        read_at_one_coefficient(term.left);
      } else {
        add(term.left);
      }
    }
  }

  bool is_transient(std::uint32_t i) const {
    const Instruction& instruction = mode_.instructions[i];
    const SeriesOp op = instruction.op;
    return (op == SeriesOp::sum || op == SeriesOp::derivative) && block_of_[i] != kNoRow &&
           !contains(instruction.row);
  }

  // In the same solve, at the same coefficient.
  bool is_computed_with(std::uint32_t row, std::uint32_t i) const {
    const std::uint32_t producer = instruction_of_row_[row];
    return producer != kNoRow && block_of_[producer] == block_of_[i] &&
           mode_.instructions[producer].level == mode_.instructions[i].level;
  }

  const ExecutableMode& mode_;
  std::span<const std::uint32_t> instruction_of_row_;
  std::vector<std::uint32_t> block_of_;
  std::vector<std::uint8_t> is_read_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> find_rows_read_later(
    const ExecutableMode& mode, std::span<const std::uint32_t> instruction_of_row) {
  const ReadRows read(mode, instruction_of_row);
  std::vector<std::vector<std::uint32_t>> read_later(mode.blocks.size());
  for (std::size_t index = 0; index < mode.blocks.size(); ++index) {
    const ExecutableBlock& block = mode.blocks[index];
    if (block.is_assignment) continue;
    for (std::uint32_t position = 0; position < block.through.size(); ++position) {
      const Instruction& instruction = mode.instructions[block.through[position]];
      if (read.contains(instruction.row)) read_later[index].push_back(position);
    }
  }
  return read_later;
}

}  // namespace saltus
