#pragma once

#include "saltus/foundation/graph/matching.h"

namespace saltus {

// A matching with as many pairs as possible (Hopcroft and Karp 1973, started with
// the rule of Karp and Sipser 1981). The same graph always gives the same pairs.
Matching maximum_matching(const BipartiteGraph& graph);

}  // namespace saltus
