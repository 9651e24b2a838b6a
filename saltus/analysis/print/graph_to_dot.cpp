#include <fmt/format.h>

#include "saltus/analysis/print/graph_names.h"
#include "saltus/analysis/print/print_graph.h"
#include "saltus/analysis/print/step_colours.h"

namespace saltus {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char character : text) {
    if (character == '"' || character == '\\') result += '\\';
    result += character;
  }
  return result;
}

}  // namespace

std::string graph_to_dot(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
                         const SourceText& source) {
  const GraphNames names(system, graphs, source);
  std::string out = fmt::format("digraph \"{}\" {{\n", escaped(system.name));
  out += "  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n";
  out += "  edge [fontname=\"sans-serif\", fontsize=10];\n";
  for (std::size_t part = 0; part < graphs.size(); ++part) {
    const ConstructiveGraph& graph = graphs[part];
    const std::vector<StepColour> colours = colour_steps(graph);
    for (const NodeId id : graph.nodes.ids()) {
      const ConstructiveNode& node = graph.nodes[id];
      out += fmt::format("  n{}_{} [label=\"{}", part, id.index(),
                         escaped(names.status(graph, node.status)));
      if (!node.context.empty()) out += fmt::format("\\nΔ = {}", names.context(node.context));
      out += fmt::format("\"{}{}];\n", node.begins_instant ? ", style=bold" : "",
                         node.failure ? ", color=red" : "");
    }
    for (std::size_t i = 0; i < graph.micro_steps.size(); ++i) {
      const ConstructiveStep& step = graph.micro_steps[i];
      out += fmt::format("  n{0}_{1} -> n{0}_{2} [label=\"{3}\", color={4}, fontcolor={4}];\n",
                         part, step.from.index(), step.to.index(), escaped(names.text(step)),
                         colour_name(colours[i]));
    }
    for (const SelfTransition& each : graph.self_transitions) {
      const NodeId node = graph.runs[*graph.modes[each.mode].run].from;
      out += fmt::format("  n{0}_{1} -> n{0}_{1} [label=\"{2}\", style=dashed];\n", part,
                         node.index(), escaped(names.text(each)));
    }
  }
  return out + "}\n";
}

}  // namespace saltus
