#pragma once

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// An equation `d = e` of a `when` and continuous equations may need each other: e reads x, which
// depends on d without delay. Such a d becomes an unknown of the continuous equations,
//
//   when c then d = e; end when;   →   if edge(c) then d = e; else d = pre(d); end if;
//
// so that they are solved together, in a mode that lasts for one instant. A Boolean or Integer in
// such a loop is reported: it cannot be solved for.
void solve_when_loops(FlatSystem& system, Diagnostics& diagnostics);

}  // namespace saltus
