#pragma once

#include <optional>

#include "saltus/compiler/hybrid/hybrid_system.h"

namespace saltus {

// Splits a flat system into components and sorts its discrete part. Only the pool of
// `system` changes. Nothing when the discrete part is at fault: a loop, a variable with
// no equation or with two.
std::optional<HybridSystem> build_hybrid(FlatSystem& system, Diagnostics& diagnostics);

}  // namespace saltus
