#pragma once

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// Gives each hidden variable its name and its equation. With h for floor(e) it means
//   h = if e >= pre(h) + 1 then max(pre(h) + 1, floor(e))
//       elseif e < pre(h) then min(pre(h) - 1, floor(e)) else pre(h).
// Two event functions see e leave [h, h + 1): its distances from the even and from the
// odd end of this interval. After a step the end that was crossed is the same one, so
// that its event function stays, with the side that the crossing gave it; with one
// function for the upper end and one for the lower, the latter would have to find its
// side in the rounding errors of e - h = 0. At a crossing floor(e) may be either
// neighbour; floor(e + 1/4) and floor(e - 1/4) are the ones that e comes to. They also
// make the equation keep h when it is evaluated again before the sides are.
void define_hidden_variables(FlatSystem& system);

}  // namespace saltus
