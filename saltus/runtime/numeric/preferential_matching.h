#pragma once

#include <span>

#include "saltus/foundation/graph/matching.h"

namespace saltus {

// A maximum matching of the rows that are not `excluded` whose columns come as
// early as possible in `candidates`: a column is left out only if the ones before
// it leave no row for it (the greedy basis of a transversal matroid).
Matching preferential_matching(const BipartiteGraph& pattern, std::span<const Column> candidates,
                               const IdMap<Row, bool>& excluded);

}  // namespace saltus
