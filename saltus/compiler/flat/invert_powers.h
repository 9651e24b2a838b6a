#pragma once

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// Solves equations for what they contain in an odd power only: q*abs(q) = e becomes
// q = sign(e)*sqrt(abs(e)). The solution is the same and unique, but where e is zero the Jacobian
// of the first is singular, and the second is a root, which knows what it is there
// (docs/theory/branches.md). Only equations that determine q, everything else in them being known.
void invert_powers(FlatSystem& system);

}  // namespace saltus
