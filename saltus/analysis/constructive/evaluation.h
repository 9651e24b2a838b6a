#pragma once

#include <optional>
#include <vector>

#include "saltus/analysis/constructive/status.h"
#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus {

// Which rows are kept: a maximal set without an over-determined part, found group by group.
// Of a group those rows are refused that would be in the over-determined part; rows of earlier
// groups stay. `groups` names every row once.
struct Split {
  std::vector<Row> kept, refused;
};
Split split_rows(const BipartiteGraph& graph, const std::vector<std::vector<Row>>& groups);

struct SolvableBlock {
  std::vector<Row> rows;
  std::vector<Column> columns;
};

// The first block, in triangular order, that the rows `kept` determine completely (the
// well-determined part of Dulmage and Mendelsohn); nothing if all are under-determined.
std::optional<SolvableBlock> first_block(const BipartiteGraph& graph, const std::vector<Row>& kept);

// Columns without a row when rows are given to the columns of `order`, earlier ones first.
std::vector<Column> left_over_columns(const BipartiteGraph& graph,
                                      const std::vector<Column>& order);

// The largest number of rows that can have a column each.
std::size_t structural_rank(const BipartiteGraph& graph);

}  // namespace saltus
