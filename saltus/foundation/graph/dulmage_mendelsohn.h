#pragma once

#include <vector>

#include "saltus/foundation/graph/bipartite_graph.h"
#include "saltus/foundation/graph/matching.h"

namespace saltus {

// The coarse decomposition of Dulmage and Mendelsohn (1958). It does not depend on
// which maximum matching it is computed from.
struct DulmageMendelsohn {
  struct Part {
    std::vector<Row> rows;
    std::vector<Column> columns;
  };
  // More rows than columns: those that alternating paths from a free row reach,
  // nearest first. Its rows have no columns but its columns.
  Part over_determined;
  // As many rows as columns, perfectly matched; ascending.
  Part well_determined;
  // Fewer rows than columns: those that alternating paths from a free column reach,
  // nearest first. Its columns are in no rows but its rows.
  Part under_determined;
};

// `matching` must be a maximum matching.
DulmageMendelsohn dulmage_mendelsohn(const BipartiteGraph& graph, const Matching& matching);

}  // namespace saltus
