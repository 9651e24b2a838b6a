#pragma once

#include "saltus/compiler/modes/mode.h"
#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus {

// Which unknowns occur in which equations of the mode; the weight is the highest
// order of derivative. Parameters, discrete variables and time are not unknowns.
BipartiteGraph signature_of(const FlatSystem& system, const ModeSystem& mode);

}  // namespace saltus
