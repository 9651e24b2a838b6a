#pragma once

#include <vector>

#include "saltus/analysis/all_modes/conditional_structure.h"
#include "saltus/analysis/all_modes/mode_clusters.h"

namespace saltus {

// Modes in which equations depend on each other: one says nothing that the others do not say, or
// contradicts them.
struct DependentModes {
  ModeSet modes;
  std::vector<EquationId> equations;
};

// Corrects the offsets of a cluster in modes with hidden cancellations (theory/cancellations.md),
// which depend on numbers: mode after mode, if these are not too many. Returns the modes in which
// equations turn out to depend on each other; their offsets mean nothing.
std::vector<DependentModes> resolve_in_modes(FlatSystem& system, const ModelRows& rows,
                                             const GuardLogic& logic, const ModeCluster& cluster,
                                             const ModeSet& regular,
                                             ConditionalStructure& structure);

}  // namespace saltus
