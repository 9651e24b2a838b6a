#pragma once

#include <cstdint>
#include <vector>

#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus {

// How often each equation is differentiated (c) and the order each variable
// reaches (d): Pryce's canonical offsets. Rows are positions in
// ModeSystem::equations, columns positions in ModeSystem::unknowns.
struct Offsets {
  IdMap<Row, int> equation;
  IdMap<Column, int> variable;
};

// A fine block: equations whose leading values depend on each other.
struct StructureBlock {
  std::vector<Row> rows;
  std::vector<Column> columns;  // columns[i] is matched to rows[i]
  // The global offsets exceed the block's own by this much: it is differentiated
  // `lead` times more for the sake of blocks below it. Equals the least c in `rows`.
  int lead = 0;
  // Its leading values enter linearly (rows with c == lead are linear in the
  // block's x_j^(d_j - lead) jointly; differentiated rows always are).
  bool is_quasilinear = true;
};

// A coarse block: a strongly connected part of the whole system, all orders
// counted. Its fine blocks are blocks[first_block … first_block + block_count).
struct CoarseBlock {
  std::uint32_t first_block = 0;
  std::uint32_t block_count = 0;
};

// The structure of the DAE of one mode (semantics 2; S3 2.1).
struct ModeStructure {
  BipartiteGraph signature;            // weight: highest order of the variable in the equation
  IdMap<Row, Column> transversal;      // a highest-value transversal
  Offsets offsets;                     // canonical
  int index = 0;                       // structural: max c, plus one if some d is 0
  int degrees_of_freedom = 0;          // sum d - sum c
  bool is_quasilinear = true;          // all blocks are
  std::vector<StructureBlock> blocks;  // in order of evaluation
  std::vector<CoarseBlock> coarse_blocks;
};

}  // namespace saltus
