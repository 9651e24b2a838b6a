#pragma once

#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/compiler/modes/mode.h"

namespace saltus {

// The equations and branches that `mode` selects, of the whole model. Only the pool
// of `system` changes: residuals without guards are added to it.
ModeSystem select_mode(FlatSystem& system, const Mode& mode);

// The same for one component, with its event functions. Initial equations are there
// at the start only.
enum class Phase { start, run };
ModeSystem select_mode(FlatSystem& system, const HybridSystem& hybrid, const Component& component,
                       const Mode& mode, Phase phase);

}  // namespace saltus
