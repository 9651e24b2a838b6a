#pragma once

#include <string>
#include <vector>

#include "saltus/compiler/constructive/build_graph.h"
#include "saltus/compiler/constructive/constructive_graph.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// "engaged, not (x > 1)"; "every mode" if nothing is guarded.
std::string mode_name(const FlatSystem& system, const std::vector<GuardLiteral>& literals);

void report_too_large(const FlatSystem& system, const std::vector<GuardId>& guards,
                      const GraphLimits& limits, Diagnostics& diagnostics);

// Runs that never end, and modes into which no run leads.
void report_rejection(const FlatSystem& system, const ConstructiveGraph& graph,
                      Diagnostics& diagnostics);

}  // namespace saltus
