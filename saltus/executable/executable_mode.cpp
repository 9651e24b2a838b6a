#include "saltus/executable/executable_mode.h"

#include <algorithm>

#include "saltus/foundation/base/check.h"

namespace saltus {

std::vector<std::uint32_t> instructions_of_rows(const ExecutableMode& mode) {
  std::vector<std::uint32_t> result(mode.row_count, kNoRow);
  for (std::uint32_t i = 0; i < mode.instructions.size(); ++i) {
    for_each_result(mode.instructions[i], [&](std::uint32_t row) { result[row] = i; });
  }
  return result;
}

void check_operands(const ExecutableMode& mode) {
  std::vector<bool> is_written(mode.row_count, false);
  std::fill_n(is_written.begin(), mode.unknowns.size(), true);
  for (const Instruction& instruction : mode.instructions) {
    const int count = operand_count(instruction.op);
    SALTUS_CHECK((instruction.a != kNoRow) == (count > 0));
    SALTUS_CHECK((instruction.b != kNoRow) == (count > 1));
    SALTUS_CHECK((instruction.c != kNoRow) == (count > 2));
    const std::size_t terms = instruction.linear_count + instruction.product_count;
    SALTUS_CHECK(instruction.op == SeriesOp::sum || terms == 0);
    for_each_operand(mode, instruction, [&](std::uint32_t row) {
      SALTUS_CHECK(row < mode.row_count && is_written[row]);
    });
    for_each_result(instruction, [&](std::uint32_t row) {
      SALTUS_CHECK(row < mode.row_count && !is_written[row]);
      is_written[row] = true;
    });
  }
}

}  // namespace saltus
