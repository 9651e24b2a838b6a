#pragma once

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// The same model with a guard `z = 1` for each binary unknown z, behind the others: equations
// become if-expressions of what they are for z = 1 and for z = 0, so that the structure of each
// valuation is seen. Equations of very many binary unknowns stay as they are.
FlatSystem with_binaries_as_guards(const FlatSystem& system);

}  // namespace saltus
