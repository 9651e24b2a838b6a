#pragma once

#include <vector>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/compiler/hybrid/parameter_values.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// The values of discrete variables before the first event, by VariableId, and start values of
// the others, which are their left limits then. An initial equation `n = 3` or `pre(n) = 3` counts
// more than a start attribute. Hidden variables begin with what a run starts with.
std::vector<double> find_start_values(const FlatSystem& system, EquationKinds& kinds,
                                      ParameterValues& values, Diagnostics& diagnostics);

// Is the initial equation about a discrete variable?
bool is_discrete_start(const FlatSystem& system, EquationKinds& kinds,
                       const FlatEquation& equation);

}  // namespace saltus
