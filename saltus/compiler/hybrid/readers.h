#pragma once

#include "saltus/compiler/hybrid/hybrid_system.h"

namespace saltus {

// Fills `hybrid.discrete.readers` when everything else of `hybrid` is there.
void find_readers(const FlatSystem& system, HybridSystem& hybrid);

}  // namespace saltus
