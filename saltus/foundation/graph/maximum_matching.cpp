#include "saltus/foundation/graph/maximum_matching.h"

#include "saltus/foundation/graph/augmenting_paths.h"
#include "saltus/foundation/graph/greedy_matching.h"

namespace saltus {

Matching maximum_matching(const BipartiteGraph& graph) {
  const auto every_edge = [](Row, Column, int) { return true; };
  Matching matching = greedy_matching(graph, every_edge);
  AugmentingPaths paths(graph, matching);
  paths.augment_all(every_edge);
  return matching;
}

}  // namespace saltus
