#pragma once

#include <cstdint>
#include <vector>

#include "saltus/analysis/all_modes/guard_logic.h"
#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus {

// The continuous equations and unknowns of a model, of all modes together.
struct ModelRows {
  IdMap<Row, EquationId> equations;
  IdMap<Column, VariableId> unknowns;
};
ModelRows find_rows(const FlatSystem& system);

// What each equation mentions: guards, then unknowns behind them. For GuardLogic.
std::vector<std::vector<std::uint32_t>> find_neighbours(const FlatSystem& system,
                                                        const ModelRows& rows);

// The modes in which an equation contains an unknown, by the highest order of derivative.
struct ConditionalEdge {
  struct Order {
    int order;
    ModeSet modes;
  };
  Row row;
  Column column;
  std::vector<Order> orders;  // ascending; the sets are disjoint
  ModeSet modes;              // all of them
};

// A branch that no possible mode takes, although one gets as far as its `if`.
struct UnreachableBranch {
  SourceSpan span;  // the equation
  GuardId guard;
  bool value;  // of the guard, in the branch
};

// The signature of every mode at once: theory/all_modes.md (1).
struct ConditionalSignature {
  ModelRows rows;
  IdMap<Row, ModeSet> active;  // when the equation holds; possible
  std::vector<ConditionalEdge> edges;
  IdMap<Row, std::vector<std::uint32_t>> edges_of_row;
  IdMap<Column, std::vector<std::uint32_t>> edges_of_column;
  std::vector<UnreachableBranch> unreachable;
};

ConditionalSignature conditional_signature(const FlatSystem& system, ModelRows rows,
                                           const GuardLogic& logic);

}  // namespace saltus
