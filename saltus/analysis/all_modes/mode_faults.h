#pragma once

#include <vector>

#include "saltus/analysis/all_modes/all_modes.h"
#include "saltus/analysis/all_modes/conditional_parts.h"

namespace saltus {

// A ModeFault in rows and columns.
struct StructuralFault {
  FaultKind kind = FaultKind::counted;
  ModeSet modes;  // possible
  std::vector<Row> too_many;
  std::vector<Column> determined;
  std::vector<Column> undetermined;
  std::vector<Row> sharing;
  bool hold_together = true;
  std::vector<Row> suspects;
  std::vector<Row> elsewhere;
  ModeSet misplaced;
};

// Faults until every mode of `singular`, a set of a cluster, has one, or there are `most`;
// then `left` holds the modes without. theory/all_modes.md (6), (7).
struct FaultList {
  std::vector<StructuralFault> faults;
  ModeSet left;
};
FaultList find_faults(const FlatSystem& system, const ConditionalSignature& signature,
                      const ConditionalStructure& structure, const GuardLogic& logic,
                      const ModeCluster& cluster, const ModeSet& singular, std::size_t most);

}  // namespace saltus
