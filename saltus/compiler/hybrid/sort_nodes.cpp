#include "saltus/compiler/hybrid/sort_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/hybrid/node_reads.h"
#include "saltus/foundation/base/check.h"
#include "saltus/foundation/graph/strong_components.h"

namespace saltus {
namespace {

// What needs what: the nodes 0 … n-1 of the discrete system, and n + v for the value of
// variable v. Through the latter a variable with many equations and many readers costs
// their sum, not their product.
class NeedsGraph {
 public:
  // `through_surfaces`: a relation needs the discrete values that its event function reads.
  NeedsGraph(const FlatSystem& system, const DiscreteSystem& discrete, bool through_surfaces)
      : discrete_(discrete),
        through_surfaces_(through_surfaces),
        node_count_(static_cast<std::uint32_t>(discrete.nodes.size())),
        definers_(system.variables.size()),
        node_of_guard_(discrete.guard_count, 0),
        node_of_clause_(discrete.clauses.size(), 0) {
    for (std::uint32_t node = 0; node < node_count_; ++node) note_definition(node);
    for (const DiscreteNode& node : discrete.nodes) {
      add_needs(node);
      graph_.start.push_back(static_cast<std::uint32_t>(graph_.arcs.size()));
    }
    for (const std::vector<std::uint32_t>& definers : definers_) {
      graph_.arcs.insert(graph_.arcs.end(), definers.begin(), definers.end());
      graph_.start.push_back(static_cast<std::uint32_t>(graph_.arcs.size()));
    }
  }

  const DirectedGraph& graph() const { return graph_; }

 private:
  void note_definition(std::uint32_t position) {
    const DiscreteNode& node = discrete_.nodes[position];
    switch (node.kind) {
      case NodeKind::equation:
        definers_[VariableId(node.target)].push_back(position);
        break;
      case NodeKind::guard:
        node_of_guard_[node.target] = position;
        break;
      case NodeKind::when_clause:
        node_of_clause_[node.target] = position;
        break;
      case NodeKind::when_action: {
        const WhenActionCode& action = discrete_.actions[node.target];
        if (action.kind == WhenActionKind::assign) {
          definers_[VariableId(action.target)].push_back(position);
        }
        break;
      }
      case NodeKind::assertion:
        break;
    }
  }

  void add_needs(const DiscreteNode& node) {
    visit_instructions(discrete_, node, [&](const ScalarInstruction& instruction) {
      if (instruction.kind == ScalarOp::known) graph_.arcs.push_back(node_count_ + instruction.a);
      if (instruction.kind == ScalarOp::guard) {
        graph_.arcs.push_back(node_of_guard_[instruction.a]);
      }
      if (instruction.kind == ScalarOp::relation && through_surfaces_) {
        add_needs_of(discrete_.surfaces[instruction.a]);
      }
    });
    for (const KnownLiteral literal : node.active_if) {
      graph_.arcs.push_back(node_of_guard_[literal.guard]);
    }
    if (node.kind == NodeKind::when_action) {
      graph_.arcs.push_back(node_of_clause_[discrete_.actions[node.target].clause]);
    }
  }

  void add_needs_of(const WatchedSurface& surface) {
    const ScalarCode* code = nullptr;
    if (surface.threshold) code = &surface.threshold->threshold;
    if (surface.function) code = &*surface.function;
    if (code == nullptr) return;
    for (const ScalarInstruction& instruction : *code) {
      if (instruction.kind == ScalarOp::known) graph_.arcs.push_back(node_count_ + instruction.a);
    }
  }

  const DiscreteSystem& discrete_;
  bool through_surfaces_;
  std::uint32_t node_count_;
  IdMap<VariableId, std::vector<std::uint32_t>> definers_;
  std::vector<std::uint32_t> node_of_guard_, node_of_clause_;
  DirectedGraph graph_;
};

// A shortest way from `start` back to itself; there must be one.
std::vector<std::uint32_t> find_cycle(const DirectedGraph& graph, std::uint32_t start) {
  std::unordered_map<std::uint32_t, std::uint32_t> before;  // looked up only
  std::vector<std::uint32_t> reached = {start};
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const std::uint32_t node = reached[next];
    for (std::uint32_t arc = graph.start[node]; arc < graph.start[node + 1]; ++arc) {
      const std::uint32_t needed = graph.arcs[arc];
      if (needed == start) {
        std::vector<std::uint32_t> cycle;
        for (std::uint32_t at = node; at != start; at = before[at]) cycle.push_back(at);
        cycle.push_back(start);
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
      }
      if (before.emplace(needed, node).second) reached.push_back(needed);
    }
  }
  SALTUS_CHECK(!"a node on a cycle");
  return {};
}

class LoopReport {
 public:
  LoopReport(const FlatSystem& system, const std::vector<SourceSpan>& spans,
             const DiscreteSystem& discrete)
      : system_(system),
        spans_(spans),
        discrete_(discrete),
        printer_(system.pool, expr_names(system)) {}

  void report(const std::vector<std::uint32_t>& cycle, Diagnostics& diagnostics) {
    std::vector<std::uint32_t> nodes;
    std::vector<std::string> names;
    for (const std::uint32_t node : cycle) {
      if (node < discrete_.nodes.size()) nodes.push_back(node);
      if (auto name = name_of(node)) names.push_back(std::move(*name));
    }
    std::string text;
    for (const std::string& name : names) text += name + " needs ";
    text += names.front();
    Diagnostic& diagnostic = diagnostics.error(codes::discrete_loop, spans_[nodes.front()],
                                               "discrete values need each other");
    diagnostic.note(text);
    constexpr std::size_t most = 5;
    for (std::size_t i = 1; i < nodes.size() && i < most; ++i) {
      if (spans_[nodes[i]] != spans_[nodes.front()])
        diagnostic.also(spans_[nodes[i]], "part of it");
    }
    diagnostic.suggest("`pre(…)` breaks the loop: the value before the event");
  }

 private:
  // Variables and guards have names, the nodes between them do not.
  std::optional<std::string> name_of(std::uint32_t node) {
    if (node >= discrete_.nodes.size()) {
      const VariableId variable(static_cast<std::uint32_t>(node - discrete_.nodes.size()));
      return fmt::format("`{}`", system_.variables[variable].name);
    }
    if (discrete_.nodes[node].kind != NodeKind::guard) return std::nullopt;
    const GuardId guard(discrete_.nodes[node].target);
    return fmt::format("`{}`", printer_.print(system_.guards[guard].condition));
  }

  const FlatSystem& system_;
  const std::vector<SourceSpan>& spans_;
  const DiscreteSystem& discrete_;
  ExprPrinter printer_;
};

}  // namespace

bool sort_nodes(const FlatSystem& system, const std::vector<SourceSpan>& spans,
                DiscreteSystem& discrete, Diagnostics& diagnostics) {
  const NeedsGraph needs(system, discrete, false);
  const StrongComponents components = strong_components(needs.graph());
  const auto node_count = static_cast<std::uint32_t>(discrete.nodes.size());

  std::vector<std::uint32_t> size(components.count, 0);
  for (const std::uint32_t component : components.component_of) ++size[component];
  std::vector<bool> is_reported(components.count, false);
  bool is_sorted = true;
  LoopReport loops(system, spans, discrete);
  for (std::uint32_t node = 0; node < node_count; ++node) {
    const std::uint32_t component = components.component_of[node];
    if (size[component] == 1 || is_reported[component]) continue;
    is_reported[component] = true;
    is_sorted = false;
    loops.report(find_cycle(needs.graph(), node), diagnostics);
  }
  if (!is_sorted) return false;

  // A relation comes after the values that it reads, unless they depend on it themselves, as in
  // `when x >= w then w = pre(w) + 1`: then what it was before counts.
  const NeedsGraph all_needs(system, discrete, true);
  const StrongComponents coarse = strong_components(all_needs.graph());
  const auto place = [&](std::uint32_t node) {
    return std::pair(coarse.component_of[node], components.component_of[node]);
  };
  std::vector<std::uint32_t> order(node_count);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t left, std::uint32_t right) { return place(left) < place(right); });
  std::vector<DiscreteNode> sorted;
  sorted.reserve(node_count);
  for (const std::uint32_t node : order) sorted.push_back(std::move(discrete.nodes[node]));
  discrete.nodes = std::move(sorted);
  return true;
}

}  // namespace saltus
