#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// The flat system as a Modelica model. Flattening the text again gives the same
// system, up to spans.
std::string print_flat(const FlatSystem& system);

// Nothing if its expressions are longer: printed, a common subexpression stands wherever it occurs.
std::optional<std::string> print_flat_within(const FlatSystem& system, std::size_t most_letters);

}  // namespace saltus
