#pragma once

#include <optional>

#include "saltus/compiler/all_modes/all_modes.h"

namespace saltus {

// The structure of every possible mode. Only the pool of `system` changes. Nothing when the
// decision diagrams became too large.
std::optional<AllModes> analyze_all_modes(FlatSystem& system);

}  // namespace saltus
