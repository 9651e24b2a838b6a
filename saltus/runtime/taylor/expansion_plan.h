#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/runtime/taylor/block_tangents.h"

namespace saltus {

// Where the values of an unknown are in a state vector: x, x', …, x^(count-1).
// The last one is the leading value of the unknown's block; the others are state.
struct StateSlot {
  std::uint32_t first = 0;
  std::uint32_t count = 1;
};

struct BlockPlan {
  // Of ExecutableBlock::through, positions of those whose rows somebody reads after the solve.
  std::vector<std::uint32_t> read_later;
  // Of `through` and `after` of the executable block, what changes between events: from stage 1
  // on the others are zero.
  std::vector<std::uint32_t> changing_through, changing_after;
  BlockPattern jacobian;
  bool is_constrained = false;  // has equations to project on
  int first_stage = 0;          // local: -max d of the block
};

struct GroupPlan {
  std::vector<std::uint32_t> changing_free;  // of ExecutableGroup::free
  int first_stage = 0;                       // nothing is computed before
  bool is_linear = false;                    // in all that changes between events
};

// What expansions of one mode need to know of it, whatever their order and their point: decided
// once, shared by all of them. It does not refer to the mode.
struct ExpansionPlan {
  std::vector<StateSlot> slots;  // per unknown
  std::size_t state_size = 0;
  std::vector<std::uint32_t> instruction_of_row;  // kNoRow for those of unknowns
  int derivative_orders = 0;                      // no value is differentiated more often
  BlockTangents tangents;
  std::vector<BlockPlan> blocks;
  std::vector<GroupPlan> groups;
};

ExpansionPlan plan_expansion(const ExecutableMode& mode);

}  // namespace saltus
