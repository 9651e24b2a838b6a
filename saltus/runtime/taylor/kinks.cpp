#include "saltus/runtime/taylor/kinks.h"

#include <algorithm>

namespace saltus {

std::vector<std::uint32_t> find_kinks(const ExecutableMode& mode) {
  std::vector<std::uint32_t> rows;
  for (const Instruction& instruction : mode.instructions) {
    if (instruction.op == SeriesOp::atan2 && !instruction.is_constant) {
      rows.push_back(instruction.a);
    }
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

}  // namespace saltus
