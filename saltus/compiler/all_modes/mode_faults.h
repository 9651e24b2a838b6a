#pragma once

#include <vector>

#include "saltus/compiler/all_modes/conditional_structure.h"
#include "saltus/compiler/all_modes/mode_clusters.h"

namespace saltus {

// Equations and unknowns that make every mode in `modes` singular: more rows than columns
// with no other columns in them, or more columns than rows with no other rows.
struct StructuralFault {
  ModeSet modes;  // possible
  std::vector<Row> too_many;
  std::vector<Column> determined;
  std::vector<Column> undetermined;
  std::vector<Row> sharing;
};

// Faults until every mode of `singular`, a set of a cluster, has one, or there are `most`;
// then `left` holds the modes without. theory/all_modes.md (6).
struct FaultList {
  std::vector<StructuralFault> faults;
  ModeSet left;
};
FaultList find_faults(const ConditionalSignature& signature, const GuardLogic& logic,
                      const ModeCluster& cluster, const ModeSet& singular, std::size_t most);

}  // namespace saltus
