#pragma once

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// `0 = if on then x else f` is one equation in the text, and two to a change of mode: that x was
// zero says nothing about f. Equations whose branches contain other unknowns, or other
// derivatives, become one guarded equation per branch.
void split_branches(FlatSystem& system);

}  // namespace saltus
