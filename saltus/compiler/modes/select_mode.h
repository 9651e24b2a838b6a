#pragma once

#include "saltus/compiler/modes/mode.h"

namespace saltus {

// The equations and branches that `mode` selects. Only the pool of `system`
// changes: residuals without guards are added to it.
ModeSystem select_mode(FlatSystem& system, const Mode& mode);

}  // namespace saltus
