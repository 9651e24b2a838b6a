#pragma once

#include <optional>

#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/structure/mode_structure.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// The structure of one mode, or diagnostics that name the equations that are too
// many and the variables that none determines.
std::optional<ModeStructure> analyze_structure(const FlatSystem& system, const ModeSystem& mode,
                                               Diagnostics& diagnostics);

}  // namespace saltus
