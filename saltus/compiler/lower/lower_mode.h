#pragma once

#include "saltus/compiler/modes/mode.h"
#include "saltus/compiler/structure/mode_structure.h"
#include "saltus/executable/executable_mode.h"

namespace saltus {

// The series operations of one mode. Parameters become numbers here.
//
// Discrete variables and left limits stay what they are, values that the runtime knows.
ExecutableMode lower_mode(const FlatSystem& system, const Mode& mode, const ModeSystem& equations,
                          const ModeStructure& structure);

}  // namespace saltus
