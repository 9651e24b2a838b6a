#pragma once

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// Replaces what the substitutions of the system replace, everywhere: in equations, guards, when
// clauses, assertions, inequalities and in each other. A substituted `v` keeps one equation,
// which nothing else reads; a substitution with a gap between its guards gets an assertion.
//
// Says so if substitutions need each other, if one can never count, and if a substituted
// variable is initialised or assigned.
void apply_substitutions(FlatSystem& system, Diagnostics& diagnostics);

}  // namespace saltus
