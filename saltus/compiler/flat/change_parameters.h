#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// The same flat system with other values of parameters, and of what follows from them: other
// parameters, start values, nominal values. It is what flattening the text with these overrides
// would give.
//
// Nothing if it would not: a name that is no parameter or may not be changed, a value of another
// type or out of its bounds, a structural parameter whose value changes. To flatten the text again
// then gives either that system or the diagnostics.
std::optional<FlatSystem> change_parameters(
    const FlatSystem& system, std::span<const std::pair<std::string, double>> changes);

}  // namespace saltus
