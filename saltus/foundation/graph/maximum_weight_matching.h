#pragma once

#include "saltus/foundation/graph/bipartite_graph.h"
#include "saltus/foundation/graph/block_triangular_form.h"
#include "saltus/foundation/graph/matching.h"

namespace saltus {

// A perfect matching of greatest total weight, with the potentials that prove it:
//   column - row >= weight on every edge, with equality on matched edges,
// and row >= 0. Of all such potentials these are the smallest, all at once.
struct WeightedMatching {
  Matching matching;
  IdMap<Row, int> row_potential;
  IdMap<Column, int> column_potential;
};

// The graph must have a perfect matching and weights >= 0.
WeightedMatching maximum_weight_matching(const BipartiteGraph& graph);

// The same block by block, where `perfect` is any perfect matching and `form` its
// block triangular form. Potentials regard the edges inside blocks only.
WeightedMatching maximum_weight_matching(const BipartiteGraph& graph, const Matching& perfect,
                                         const BlockTriangularForm& form);

}  // namespace saltus
