#pragma once

#include "saltus/executable/executable_mode.h"

namespace saltus {

// Decides when each instruction runs: its level, and its place among the free
// instructions of a group, through or after a block, or among the observers.
//
// Requires instructions, terms, unknowns, equations, blocks (rows, columns, lead)
// and groups (their ranges) of `mode`; fills in everything else.
void schedule(ExecutableMode& mode);

}  // namespace saltus
