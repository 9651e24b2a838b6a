#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "saltus/executable/executable_mode.h"

namespace saltus {

// A guard that has different values on the sides of surfaces along which the solution
// slides: one value per corner of its cluster.
struct SlidingGuard {
  std::uint32_t guard;
  std::vector<std::uint8_t> values;
};

// x^(order) gets a jump of `share` for every unit of a bounce's impulse; at rest the
// reaction on it is in the same proportion.
struct Reaction {
  VariableId variable;
  int order;
  double share;
};

// A binary unknown whose two values both lead across an inequality: it takes the value λ in
// between, and the inequality, at the value that it had, is an equation.
struct BinaryShare {
  VariableId variable;
  double value;
};

// A surface on which other surfaces keep the motion already: its multiplier is not determined. It
// is given this value, and the surface adds neither an unknown nor an equation.
struct FixedShare {
  SurfaceId surface;
  double share;
  friend bool operator==(const FixedShare&, const FixedShare&) = default;
};

// Surfaces that decide guards together. Corner b is where surfaces[i] is on its positive
// side if bit i of b is set, and on its negative side otherwise.
struct SlidingCluster {
  std::vector<SurfaceId> surfaces;
  std::vector<SlidingGuard> guards;
  // Not empty: the component rests on its only surface, held there by what its bounces have
  // become in the limit, a force in place of impulses.
  std::vector<Reaction> reactions = {};
  std::optional<BinaryShare> binary = {};  // the only surface is an inequality
  std::vector<FixedShare> fixed = {};      // of `surfaces`

  std::optional<double> fixed_share(SurfaceId surface) const {
    for (const FixedShare& each : fixed) {
      if (each.surface == surface) return each.share;
    }
    return std::nullopt;
  }
};

using Sliding = std::vector<SlidingCluster>;

// A surface along which a mode moves; at rest, what holds it there is the reaction.
struct HeldSurface {
  SurfaceId surface;
  bool is_rest = false;
  friend bool operator==(const HeldSurface&, const HeldSurface&) = default;
};

}  // namespace saltus
