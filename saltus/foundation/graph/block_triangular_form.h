#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/foundation/graph/bipartite_graph.h"
#include "saltus/foundation/graph/matching.h"

namespace saltus {

// The rows of a perfectly matched graph in blocks. A row's columns are matched to
// rows of its own block or of earlier ones, and no block can be split further.
// Every perfect matching pairs the rows of a block with the same columns, so the
// blocks do not depend on which one was used (Dulmage and Mendelsohn 1963).
struct BlockTriangularForm {
  std::vector<Row> rows;  // block by block, ascending within a block
  std::vector<std::uint32_t> block_start = {0};
  IdMap<Row, std::uint32_t> block_of;

  std::uint32_t block_count() const { return static_cast<std::uint32_t>(block_start.size() - 1); }
  std::span<const Row> rows_of(std::uint32_t block) const {
    return std::span(rows).subspan(block_start[block], block_start[block + 1] - block_start[block]);
  }
};

// `matching` must be perfect.
BlockTriangularForm block_triangular_form(const BipartiteGraph& graph, const Matching& matching);

// The form of the edges inside the blocks of `coarse` for which
// weight = column_value - row_value. Blocks of one coarse block are neighbours,
// and coarse blocks keep their order. Matched edges must be among those edges.
BlockTriangularForm refine(const BlockTriangularForm& coarse, const BipartiteGraph& graph,
                           const Matching& matching, const IdMap<Row, int>& row_value,
                           const IdMap<Column, int>& column_value);

}  // namespace saltus
