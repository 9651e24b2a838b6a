#pragma once

#include <cstdint>
#include <vector>

#include "saltus/executable/executable_mode.h"

namespace saltus {

// A guard that has different values on the sides of surfaces along which the solution
// slides: one value per corner of its cluster.
struct SlidingGuard {
  std::uint32_t guard;
  std::vector<std::uint8_t> values;
};

// Surfaces that decide guards together. Corner b is where surfaces[i] is on its positive
// side if bit i of b is set, and on its negative side otherwise.
struct SlidingCluster {
  std::vector<SurfaceId> surfaces;
  std::vector<SlidingGuard> guards;
};

using Sliding = std::vector<SlidingCluster>;

}  // namespace saltus
