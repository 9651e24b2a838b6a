#pragma once

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// Gives each hidden variable its name and its equation. With h for floor(e) it is
//   h = if e >= pre(h) + 1 then max(floor(e), min(pre(h) + 1, floor(e + 1/4)))
//       elseif e < pre(h) then min(floor(e), max(pre(h) - 1, floor(e - 1/4))) else pre(h).
// The two relations make the events: e leaves [h, h + 1) upwards or downwards. At the
// instant of a crossing e is a whole number up to rounding, and floor(e) may be either
// neighbour; the quarter decides for the one on the side that e goes to. If e jumps,
// floor(e) is the answer. Evaluated again with pre(h) = h, the equation keeps h, also when
// the relations still have the sides of the crossing.
void define_hidden_variables(FlatSystem& system);

}  // namespace saltus
