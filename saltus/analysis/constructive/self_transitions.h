#pragma once

#include <vector>

#include "saltus/analysis/constructive/constructive_graph.h"
#include "saltus/analysis/constructive/guarded_system.h"

namespace saltus {

// What events do that keep the mode, for each mode of the graph that can last.
std::vector<SelfTransition> find_self_transitions(GuardedSystem& system,
                                                  const ConstructiveGraph& graph);

}  // namespace saltus
