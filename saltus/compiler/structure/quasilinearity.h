#pragma once

#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/structure/mode_structure.h"

namespace saltus {

// Sets is_quasilinear of each block and of the whole: the equations of a block that
// are not differentiated for its own sake (c == lead) must be jointly linear in the
// values x_j^(d_j - lead) that the block solves for. Differentiated ones always are.
void decide_quasilinearity(const FlatSystem& system, const ModeSystem& mode,
                           ModeStructure& structure);

}  // namespace saltus
