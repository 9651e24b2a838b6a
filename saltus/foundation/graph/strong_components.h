#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace saltus {

// Arcs node → arcs[k] for k in [start[node], start[node + 1]).
struct DirectedGraph {
  std::vector<std::uint32_t> start = {0};
  std::vector<std::uint32_t> arcs;

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(start.size() - 1); }
};

// component_of[node], numbered such that every arc leads to the same component or
// to one of smaller number: what a component needs comes before it (Tarjan 1972).
// The search starts at the nodes in the given order, which must name them all.
struct StrongComponents {
  std::vector<std::uint32_t> component_of;
  std::uint32_t count = 0;
};
StrongComponents strong_components(const DirectedGraph& graph,
                                   std::span<const std::uint32_t> order);
// In the order 0, 1, …
StrongComponents strong_components(const DirectedGraph& graph);

}  // namespace saltus
