#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "saltus/analysis/constructive/constructive_graph.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// For people: equations, then each mode with its scheduled blocks, then each change of mode with
// its instants, what jumps and what is infinite (as S0, Execution Scheme 4).
std::string print_graph(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
                        const SourceText& source);

// For Graphviz, for programs, and as a picture: nodes are statuses with their context, edges
// are micro-steps; blue is continuous, red impulsive.
std::string graph_to_dot(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
                         const SourceText& source);
nlohmann::ordered_json graph_to_json(const FlatSystem& system,
                                     const std::vector<ConstructiveGraph>& graphs,
                                     const SourceText& source);
std::string graph_to_svg(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
                         const SourceText& source);

}  // namespace saltus
