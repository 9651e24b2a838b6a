#pragma once

#include <optional>
#include <vector>

#include "saltus/analysis/all_modes/all_modes.h"
#include "saltus/analysis/constructive/constructive_graph.h"
#include "saltus/analysis/constructive/possible_modes.h"
#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/compiler/modes/mode.h"

namespace saltus {

// Changes of one guard with the same verdict.
struct CrossingClass {
  ChangeVerdict verdict;
  int order = 0;       // the largest one, if impulsive
  ModesWhere entered;  // the modes that the changes lead into
};

// What happens when one guard becomes true, or false, in every mode of a part.
struct GuardCrossing {
  GuardId guard;
  bool value;
  ModeCount count;  // changes
  std::vector<CrossingClass> classes;
};

// A part with too many modes to list them.
struct CrossingClasses {
  std::vector<VariableId> variables;
  std::vector<GuardId> guards;
  ModeCount modes;
  std::vector<GuardCrossing> crossings;  // in every mode at once
  // Where the diagrams are too large: changes that were looked at one by one, among `modes`
  // modes. Then the counts are those of the sample.
  std::optional<std::size_t> sampled;
};

// By the same max-plus system as for one change, solved for sets of modes
// (theory/constructive_semantics.md).
std::vector<CrossingClasses> find_crossing_classes(FlatSystem& system, const HybridSystem& hybrid,
                                                   const std::vector<const Component*>& components,
                                                   const PossibleModes& possible,
                                                   const Mode& first);

}  // namespace saltus
