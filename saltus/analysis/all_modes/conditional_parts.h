#pragma once

#include "saltus/analysis/all_modes/conditional_structure.h"
#include "saltus/analysis/all_modes/mode_clusters.h"

namespace saltus {

// The over- and the under-determined part of every mode (Dulmage and Mendelsohn), of one
// cluster: theory/all_modes.md (7).
struct ConditionalParts {
  // Where leaving out the equation leaves one less too many.
  IdMap<Row, ModeSet> too_many;
  // Where a further equation for the unknown leaves one less too few.
  IdMap<Column, ModeSet> undetermined;
};

ConditionalParts conditional_parts(const ConditionalSignature& signature,
                                   const ConditionalStructure& structure, const GuardLogic& logic,
                                   const ModeCluster& cluster);

}  // namespace saltus
