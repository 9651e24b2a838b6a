#pragma once

#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/structure/mode_structure.h"
#include "saltus/executable/executable_mode.h"

namespace saltus {

// The series operations of one mode. Parameters become numbers here.
//
// `guards` and `assertions` of the result refer to positions in the lists of
// `system`; only assertions that are active in `mode` are lowered.
ExecutableMode lower_mode(FlatSystem& system, const Mode& mode, const ModeSystem& equations,
                          const ModeStructure& structure);

}  // namespace saltus
