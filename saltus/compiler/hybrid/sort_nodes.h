#pragma once

#include <string>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/executable/discrete_system.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// Sorts the nodes of `discrete`: each after those that define what it reads. `spans` says
// where the nodes come from, in the given order. False when some of them form a loop.
bool sort_nodes(const FlatSystem& system, const std::vector<SourceSpan>& spans,
                DiscreteSystem& discrete, Diagnostics& diagnostics);

}  // namespace saltus
