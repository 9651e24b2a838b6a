#pragma once

#include <vector>

#include "saltus/analysis/constructive/build_graph.h"
#include "saltus/analysis/constructive/constructive_graph.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

void report_too_large(const FlatSystem& system, const std::vector<GuardId>& guards,
                      const GraphLimits& limits, Diagnostics& diagnostics);

// Runs that never end, and modes into which no run leads.
void report_rejection(const FlatSystem& system, const ConstructiveGraph& graph,
                      Diagnostics& diagnostics);

}  // namespace saltus
