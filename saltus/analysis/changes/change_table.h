#pragma once

#include <optional>
#include <vector>

#include "saltus/analysis/changes/crossing_classes.h"
#include "saltus/analysis/changes/mode_formula.h"
#include "saltus/analysis/constructive/build_graph.h"

namespace saltus {

// A change of mode, and whether the model can get to where it begins.
struct TabledChange {
  ModeChange change;
  bool is_reachable;
};

// Changes of one part of the model, and of all others that differ from it by names only.
struct PartChanges {
  ConstructiveGraph graph;
  std::size_t copies = 1;
  std::optional<ModeNumber> first;    // where it begins
  IdMap<ModeNumber, bool> reachable;  // by changes of one crossing that are determined
  std::vector<TabledChange> changes;
};

// The verdict per change of mode. Parts with few modes are listed by pairs of modes, large ones by
// the guard that changes, without looking at the modes one by one.
struct ChangeTable {
  std::vector<PartChanges> parts;
  std::vector<CrossingClasses> large_parts;
};

// Which changes: those of one crossing, or all pairs of modes that are asked for.
struct ChangeChoice {
  std::optional<ModeFormula> from, to;
  bool is_strict = false;  // a new state needs a value

  bool asks_for_pairs() const { return from || to; }
};

// `first` is the mode that the start values select.
ChangeTable make_change_table(FlatSystem& system, const HybridSystem& hybrid, const Mode& first,
                              const ChangeChoice& choice);

// Reachable changes that are under- or over-determined, with the law that is missing.
void report_changes(const FlatSystem& system, const ChangeTable& table, const ChangeChoice& choice,
                    Diagnostics& diagnostics);

}  // namespace saltus
