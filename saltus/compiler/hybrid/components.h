#pragma once

#include "saltus/compiler/hybrid/definitions.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/compiler/hybrid/hybrid_system.h"

namespace saltus {

// Splits the continuous part: two unknowns are in one component if a continuous equation,
// an initial equation or an event function mentions both, whatever the guards.
// Components with variables come first, by their first variable; then equations without
// unknowns, then event functions of time alone, each in a component of its own.
// `watched` by SurfaceId: gets the component of each surface that is no threshold.
std::vector<Component> find_components(const FlatSystem& system, EquationKinds& kinds,
                                       const IdMap<SurfaceId, SurfaceSource>& surfaces,
                                       std::vector<WatchedSurface>& watched);

}  // namespace saltus
