#pragma once

#include <string>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// The flat system as a Modelica model. Flattening the text again gives the same
// system, up to spans.
std::string print_flat(const FlatSystem& system);

}  // namespace saltus
