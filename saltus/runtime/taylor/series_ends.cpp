#include "saltus/runtime/taylor/series_ends.h"

#include <algorithm>

namespace saltus {

SeriesEnds::SeriesEnds(const ExecutableMode& mode, const ExpansionPlan& plan)
    : mode_(mode),
      plan_(plan),
      is_at_end_(mode.groups.size(), 0),
      nonzero_until_(mode.groups.size(), 0) {}

void SeriesEnds::begin() {
  last_nonzero_ = 0;
  std::fill(is_at_end_.begin(), is_at_end_.end(), 0);
}

bool SeriesEnds::are_ended_before(std::uint32_t group) const {
  for (std::uint32_t g = 0; g < group; ++g) {
    if (!is_at_end(g) && !mode_.groups[g].is_fixed) return false;
  }
  return true;
}

// Unknowns are looked at first: almost always one of them is not zero.
bool SeriesEnds::is_zero_stage(const ExecutableGroup& group, int stage,
                               const SeriesTable& series) const {
  const auto is_zero = [&](std::uint32_t i) {
    const Instruction& instruction = mode_.instructions[i];
    const int m = stage + instruction.level;
    if (m < 0) return true;
    return series.row(instruction.row)[m] == 0.0 &&
           (!has_companion(instruction.op) || series.row(instruction.row + 1)[m] == 0.0);
  };
  const std::uint32_t end = group.first_block + group.block_count;
  for (std::uint32_t index = group.first_block; index < end; ++index) {
    for (const std::uint32_t unknown : mode_.blocks[index].unknowns) {
      if (series.row(unknown)[stage + mode_.unknowns[unknown].offset] != 0.0) return false;
    }
  }
  if (!std::all_of(group.free.begin(), group.free.end(), is_zero)) return false;
  for (std::uint32_t index = group.first_block; index < end; ++index) {
    const ExecutableBlock& block = mode_.blocks[index];
    for (const std::uint32_t position : plan_.blocks[index].read_later) {
      if (!is_zero(block.through[position])) return false;
    }
    if (!std::all_of(block.after.begin(), block.after.end(), is_zero)) return false;
  }
  return true;
}

void SeriesEnds::clear_from(std::uint32_t index, int stage, int order, SeriesTable& series) {
  int& nonzero_until = nonzero_until_[index];
  const int last_stage = std::min(order, nonzero_until);
  if (order >= nonzero_until) nonzero_until = std::min(nonzero_until, stage - 1);
  if (last_stage < stage) return;
  const auto clear = [&](std::uint32_t row, int level) {
    const int first = std::max(stage + level, 0);
    const int last = last_stage + level;
    if (first <= last) std::fill(series.row(row) + first, series.row(row) + last + 1, 0.0);
  };
  const auto clear_instruction = [&](std::uint32_t i) {
    const Instruction& instruction = mode_.instructions[i];
    for_each_result(instruction, [&](std::uint32_t row) { clear(row, instruction.level); });
  };
  const ExecutableGroup& group = mode_.groups[index];
  std::for_each(group.free.begin(), group.free.end(), clear_instruction);
  for (std::uint32_t i = 0; i < group.block_count; ++i) {
    const ExecutableBlock& block = mode_.blocks[group.first_block + i];
    for (const std::uint32_t unknown : block.unknowns) {
      clear(unknown, mode_.unknowns[unknown].offset);
    }
    std::for_each(block.through.begin(), block.through.end(), clear_instruction);
    std::for_each(block.after.begin(), block.after.end(), clear_instruction);
  }
}

}  // namespace saltus
