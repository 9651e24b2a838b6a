#include "saltus/runtime/simulate/mode_source.h"

#include <vector>

namespace saltus {

namespace {

template <class T>
std::size_t bytes_of(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

template <class T>
std::size_t bytes_of(const std::vector<std::vector<T>>& lists) {
  std::size_t bytes = lists.capacity() * sizeof(std::vector<T>);
  for (const std::vector<T>& list : lists) bytes += bytes_of(list);
  return bytes;
}

std::size_t bytes_of(const ExecutableMode& mode) {
  std::size_t bytes = bytes_of(mode.unknowns) + bytes_of(mode.equations) +
                      bytes_of(mode.instructions) + bytes_of(mode.linear_terms) +
                      bytes_of(mode.product_terms) + bytes_of(mode.blocks) + bytes_of(mode.groups) +
                      bytes_of(mode.observers) + bytes_of(mode.surfaces) + bytes_of(mode.kinks) +
                      bytes_of(mode.initial_residuals);
  for (const ExecutableBlock& block : mode.blocks) {
    bytes += bytes_of(block.equations) + bytes_of(block.unknowns) + bytes_of(block.through) +
             bytes_of(block.cone) + bytes_of(block.after);
  }
  for (const ExecutableGroup& group : mode.groups) bytes += bytes_of(group.free);
  return bytes;
}

// The tangents of blocks, too: about as much as the lists of instructions that they pass through.
std::size_t bytes_of(const ExpansionPlan& plan) {
  std::size_t bytes = bytes_of(plan.slots) + bytes_of(plan.instruction_of_row) +
                      bytes_of(plan.blocks) + bytes_of(plan.groups);
  for (const BlockPlan& block : plan.blocks) {
    bytes += 2 * (bytes_of(block.read_later) + bytes_of(block.changing_through) +
                  bytes_of(block.changing_after));
  }
  for (const GroupPlan& group : plan.groups) bytes += bytes_of(group.changing_free);
  return bytes;
}

}  // namespace

std::size_t footprint(const PlannedMode& mode) {
  std::size_t bytes = sizeof(PlannedMode) + bytes_of(mode.executable) + bytes_of(mode.expansion);
  if (mode.as_written) bytes += bytes_of(mode.as_written->mode);
  return bytes;
}

}  // namespace saltus
