#pragma once

#include <optional>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// The variable that each discrete equation determines; nothing for continuous ones.
using EquationTargets = IdMap<EquationId, std::optional<VariableId>>;

// Decides what each discrete equation determines, and reports discrete variables that
// are not determined exactly once whatever the guards are, and values that two `reinit` can
// set at one instant.
EquationTargets find_definitions(const FlatSystem& system, EquationKinds& kinds,
                                 Diagnostics& diagnostics);

}  // namespace saltus
