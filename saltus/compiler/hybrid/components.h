#pragma once

#include <utility>
#include <vector>

#include "saltus/compiler/hybrid/definitions.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/compiler/hybrid/hybrid_system.h"

namespace saltus {

// Splits the continuous part: two unknowns are in one component if a continuous equation,
// an initial equation or an event function mentions both, whatever the guards.
// Components with variables come first, by their first variable; then equations without
// unknowns, then event functions of time alone, each in a component of its own.
// `watched` by SurfaceId: gets the component of each surface that is no threshold.
// `together`: unknowns that belong to one component for other reasons.
using UnknownPairs = std::vector<std::pair<VariableId, VariableId>>;
std::vector<Component> find_components(const FlatSystem& system, EquationKinds& kinds,
                                       const IdMap<SurfaceId, SurfaceSource>& surfaces,
                                       const UnknownPairs& together,
                                       std::vector<WatchedSurface>& watched);

// A component that decides guards by its own motion, and reads them, may slide. What else
// reads them then slides with it: unknowns of the two, one pair for each. So does what reads
// binary unknowns that are determined together.
UnknownPairs find_sliding_together(const HybridSystem& hybrid);

}  // namespace saltus
