#pragma once

#include <optional>

#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/structure/mode_structure.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// The structure of one mode, as analyze_structure() finds it, without cancellations hidden in the
// numbers (docs/theory/cancellations.md): where rows of the system Jacobian that are constant
// depend on each other, one of the equations is replaced by the combination in which the leading
// values cancel, and the analysis begins anew. What was replaced is in `mode.combined`.
std::optional<ModeStructure> resolve_cancellations(FlatSystem& system, ModeSystem& mode,
                                                   Diagnostics& diagnostics);

}  // namespace saltus
