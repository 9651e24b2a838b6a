#pragma once

#include <vector>

#include "saltus/analysis/constructive/guarded_system.h"
#include "saltus/analysis/constructive/status.h"
#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus {

// The equations that wait to be solved, over the values that they mention and nobody knows.
struct OpenSystem {
  std::vector<EquationAt> rows;
  std::vector<ValueAt> columns;
  BipartiteGraph graph;
};

// Of the equations that are enabled.
OpenSystem open_system(GuardedSystem& system, const Status& status);
OpenSystem open_system(GuardedSystem& system, const Status& status, std::vector<EquationAt> rows);

bool is_open(Truth truth);
bool is_enabled(GuardedSystem& system, EquationId equation, const Status& status);

// The highest shift of an equation that takes part: solved, or waiting to be.
int highest_shift(const ShiftedTruth& truth);

// d°(x): the highest shift of each variable in an equation that takes part; by VariableId.
// A variable that no equation mentions is still to be found.
std::vector<int> shifting_degrees(GuardedSystem& system, const Status& status);

}  // namespace saltus
