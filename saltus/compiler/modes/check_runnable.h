#pragma once

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// Reports, once per kind of construct, what the language knows but a run does not yet
// execute: when clauses, discrete variables, operators on events, inputs without a
// value. Guards are reported by the caller, which knows whether they are decided.
bool check_runnable(const FlatSystem& system, Diagnostics& diagnostics);

}  // namespace saltus
