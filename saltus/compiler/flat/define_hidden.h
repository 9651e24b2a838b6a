#pragma once

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// Gives each hidden variable its name and its equation. With h for floor(e) it is
//   h = if e >= pre(h) + 1 then max(pre(h) + 1, floor(e))
//       elseif e < pre(h) then min(pre(h) - 1, floor(e)) else pre(h).
// The two relations make the events: e leaves [h, h + 1) upwards or downwards. At the
// instant of a crossing floor(e) may be rounded either way; min and max decide.
void define_hidden_variables(FlatSystem& system);

}  // namespace saltus
