#pragma once

#include <optional>
#include <vector>

#include "saltus/analysis/constructive/constructive_graph.h"
#include "saltus/analysis/constructive/possible_modes.h"
#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/compiler/modes/mode.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

struct GraphLimits {
  std::size_t guards = 12;
  std::size_t nodes = 10000;
};

// All runs of the components that have variables, from the mode `first` on, and the changes
// between modes that one crossing connects. Reports runs that fail and runs that never end;
// nothing if the graph is too large.
std::optional<std::vector<ConstructiveGraph>> build_constructive_graphs(
    FlatSystem& system, const HybridSystem& hybrid, const Mode& first, Diagnostics& diagnostics,
    const GraphLimits& limits = {});

// The same for one component; reports nothing but its size. Modes that `possible` excludes are
// not part of it.
std::optional<ConstructiveGraph> build_constructive_graph(
    FlatSystem& system, const HybridSystem& hybrid, const Component& component, const Mode& first,
    const PossibleModes& possible, Diagnostics& diagnostics, const GraphLimits& limits = {});

// One more change of a graph, between any two of its modes.
ModeChange find_change(FlatSystem& system, const HybridSystem& hybrid, const Component& component,
                       const ConstructiveGraph& graph, ModeNumber from, ModeNumber to);

// The mode of the graph that a valuation of all guards belongs to.
std::optional<ModeNumber> find_mode(const ConstructiveGraph& graph, const Mode& mode);

}  // namespace saltus
