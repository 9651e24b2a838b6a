#pragma once

#include "saltus/compiler/modes/mode.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus {

// Says why the equations of a mode cannot be paired with its unknowns: equations
// without unknowns and unknowns without equations first; then, if that is not the
// whole story, the over- and under-determined parts of the rest.
void explain_singular_mode(const FlatSystem& system, const ModeSystem& mode,
                           const BipartiteGraph& signature, Diagnostics& diagnostics);

}  // namespace saltus
