#pragma once

#include <optional>
#include <span>
#include <vector>

#include "saltus/executable/discrete_system.h"

namespace saltus {

// The guards that surfaces decide, directly or through others: ascending, each once. Nothing
// if a crossing does more than that: it is remembered, fires a when clause or changes a
// value that components read.
std::optional<std::vector<std::uint32_t>> guards_decided_by(const DiscreteSystem& system,
                                                            std::span<const SurfaceId> surfaces);

}  // namespace saltus
