#pragma once

#include <cstdint>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/runtime/taylor/block_solver.h"

namespace saltus {

// How a top coefficient, which a stage solves for, passes through an instruction
// (docs/theory/taylor.md, (2)). Operands that do not contain those of the block's unknowns point to
// a row of zeros, one behind all others.
struct Tangent {
  std::uint32_t row;
  std::uint32_t a, b;
  SeriesOp op;
  bool has_companion;
  int level;
  int differentiation;  // of the operand
  std::uint32_t first_linear, linear_count;
  std::uint32_t first_product, product_count;
};
struct TangentProduct {
  std::uint32_t left, right;  // values
  std::uint32_t left_tangent, right_tangent;
  double factor;
};

// Those of all blocks.
struct BlockTangents {
  // Per block, parallel to ExecutableBlock::through; none of an assignment.
  std::vector<std::vector<Tangent>> through;
  std::vector<LinearTerm> linear;
  std::vector<TangentProduct> products;
};

BlockTangents find_tangents(const ExecutableMode& mode);

// Per block: which of its unknowns each of its equations contains in this way; empty of an
// assignment.
std::vector<BlockPattern> find_jacobian_patterns(const ExecutableMode& mode,
                                                 const BlockTangents& tangents);

}  // namespace saltus
