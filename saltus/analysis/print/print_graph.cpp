#include "saltus/analysis/print/print_graph.h"

#include <fmt/format.h>

#include <algorithm>

#include "saltus/analysis/print/graph_names.h"
#include "saltus/analysis/print/lines.h"
#include "saltus/analysis/print/verdict_name.h"
#include "saltus/compiler/structure/values.h"
#include "saltus/foundation/diagnostics/words.h"

namespace saltus {
namespace {

std::string verdict_text(ChangeVerdict verdict) {
  return verdict == ChangeVerdict::jump ? "the state jumps" : verdict_name(verdict);
}

class GraphPrinter : private Lines {
 public:
  GraphPrinter(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
               const SourceText& source)
      : system_(system), graphs_(graphs), names_(system, graphs, source) {}

  std::string print() {
    append_title();
    append_equations();
    for (const ConstructiveGraph& graph : graphs_) append_graph(graph);
    return std::move(out_);
  }

 private:
  void append_title() {
    std::size_t equations = 0, variables = 0, guards = 0, modes = 0, nodes = 0;
    for (const ConstructiveGraph& graph : graphs_) {
      equations += graph.equations.size();
      variables += graph.variables.size();
      guards += graph.guards.size();
      modes += graph.modes.size();
      nodes += graph.nodes.size();
    }
    line("{}: {}, {}, {}, {}, {}", system_.name, counted(equations, "equation"),
         counted(variables, "variable"), counted(guards, "guard"), counted(modes, "mode"),
         counted(nodes, "node"));
    if (graphs_.size() > 1) {
      line("  {} that share no variable, each with its own modes", counted(graphs_.size(), "part"));
    }
  }

  void append_equations() {
    std::size_t label = 0, place = 0;
    for (const ConstructiveGraph& graph : graphs_) {
      for (const EquationId id : graph.equations) {
        label = std::max(label, names_.equation(id).size());
        place = std::max(place, names_.place(id).size());
      }
    }
    line("");
    line("Equations; • is the next instant, der(x) = (x• - x)/∂");
    for (const ConstructiveGraph& graph : graphs_) {
      for (const EquationId id : graph.equations) {
        const std::string condition = names_.condition(id);
        line("  {:<{}}  {:<{}}  {}{}", names_.equation(id), label, names_.place(id), place,
             names_.written(id), condition.empty() ? "" : fmt::format("   {}", condition));
      }
    }
  }

  void append_graph(const ConstructiveGraph& graph) {
    for (const ConstructiveMode& mode : graph.modes) {
      if (mode.run) append_mode(graph, mode);
    }
    if (graph.first && !graph.modes.empty() && !graph.endless.empty()) append_endless(graph);
    append_failures(graph);
    for (const ModeChange& change : graph.changes) append_change(graph, change);
    for (const SelfTransition& each : graph.self_transitions) append_self_transition(graph, each);
  }

  std::string instant(const ConstructiveGraph& graph, NodeId id) const {
    const ConstructiveNode& node = graph.nodes[id];
    const std::string known = names_.list(names_.known(graph, node.status));
    return fmt::format("known: {}; Δ = {}", known.empty() ? "nothing" : known,
                       names_.context(node.context));
  }

  void append_steps(const ConstructiveGraph& graph, const ConstructiveRun& run) {
    for (const std::uint32_t index : run.steps) {
      const ConstructiveStep& step = graph.micro_steps[index];
      if (step.kind == MicroStepKind::tick) {
        line("    Tick            Δ = {}", names_.context(graph.nodes[step.to].context));
      } else if (step.kind == MicroStepKind::solve) {
        line("    Solve           {} for {}", names_.list(step.equations, " + "),
             names_.list(step.variables));
      } else if (step.kind == MicroStepKind::latent) {
        line("    Latent          LE({})", names_.list(step.equations));
      } else if (step.kind == MicroStepKind::forward_shift) {
        line("    Forward shift   FS({})", names_.list(step.equations));
      } else if (step.kind == MicroStepKind::redundant) {
        line("    Redundant       Δ <- {}", names_.list(step.equations));
      } else if (step.kind == MicroStepKind::left_limit) {
        line("    Left limit      {}", names_.list(step.variables));
      } else if (step.kind == MicroStepKind::assume_guard) {
        line("    Guard           {}; it is checked afterwards", names_.text(step));
      } else {
        line("    Guard           {}", names_.text(step));
      }
    }
  }

  void append_mode(const ConstructiveGraph& graph, const ConstructiveMode& mode) {
    const ConstructiveRun& run = graph.runs[*mode.run];
    line("");
    line("{}: index {}, {} of freedom{}", names_.title(mode), mode.index,
         counted(static_cast<std::size_t>(mode.degrees_of_freedom), "degree"),
         mode.lasts_one_instant ? "; it lasts for an instant" : "");
    line("  {}", instant(graph, run.from));
    append_steps(graph, run);
  }

  std::string value(const VariableOrder& order) const {
    return value_name(names_.variable(order.variable), order.jumping_derivative());
  }

  template <class Take>
  void append_orders(const std::vector<VariableOrder>& orders, std::string_view title, Take take) {
    std::string text;
    for (const VariableOrder& order : orders) {
      if (!take(order)) continue;
      if (!text.empty()) text += ", ";
      text += value(order);
      if (order.is_impulsive()) text += fmt::format(" (order {})", order.order);
    }
    if (!text.empty()) line("  {:<16}  {}", title, text);
  }

  void append_orders(const std::vector<VariableOrder>& orders, std::string_view followers) {
    append_orders(orders, "impulsive", [](const VariableOrder& o) { return o.is_impulsive(); });
    append_orders(orders, "jump",
                  [](const VariableOrder& o) { return !o.is_impulsive() && o.is_state(); });
    append_orders(orders, followers,
                  [](const VariableOrder& o) { return !o.is_impulsive() && !o.is_state(); });
  }

  void append_self_transition(const ConstructiveGraph& graph, const SelfTransition& transition) {
    line("");
    line("In {}, {}: {}",
         graph.modes.size() == 1 ? "the only mode"
                                 : fmt::format("`{}`", names_.mode(graph.modes[transition.mode])),
         names_.text(transition), verdict_text(transition.verdict));
    append_orders(transition.orders, "follow");
  }

  std::string equations(const std::vector<EquationId>& ids) const {
    std::string text;
    for (const EquationId id : ids) {
      if (!text.empty()) text += ", ";
      text += names_.equation(id);
    }
    return text;
  }

  void append_change(const ConstructiveGraph& graph, const ModeChange& change) {
    line("");
    line("From `{}` to `{}`: {}", names_.mode(graph.modes[change.from]),
         names_.mode(graph.modes[change.to]), verdict_text(change.verdict));
    append_orders(change.orders, "follow the mode");
    if (!change.left_limits.empty()) {
      line("  {:<16}  {}", "left limit kept", names_.list(change.left_limits));
    }
    if (!change.path_dependent.empty()) {
      line("  {:<16}  {}: a factor of an infinite value jumps", "path dependent",
           equations(change.path_dependent));
    }
    if (!change.nonlinear.empty()) {
      line("  {:<16}  {}: orders hold for a linear entry only", "nonlinear",
           equations(change.nonlinear));
    }
    if (change.runs.empty()) line("  nothing is reset: the state of both modes is the same");
    for (std::size_t i = 0; i < change.runs.size(); ++i) {
      const ConstructiveRun& run = graph.runs[change.runs[i]];
      line("  instant {}, {}", i + 1, instant(graph, run.from));
      append_steps(graph, run);
    }
  }

  void append_endless(const ConstructiveGraph& graph) {
    for (const auto& cycle : graph.endless) {
      const ConstructiveMode& mode = graph.modes[graph.runs[cycle.front()].mode];
      line("");
      line("{}: rejected, {} in a circle", names_.title(mode), counted(cycle.size(), "reset run"));
      // The way into the circle, then the circle.
      std::vector<RunId> runs;
      for (const RunId id : graph.runs.ids()) {
        const bool leads_in = graph.runs[id].mode == graph.runs[cycle.front()].mode &&
                              graph.runs[id].from == *graph.first &&
                              std::find(cycle.begin(), cycle.end(), id) == cycle.end();
        if (leads_in) runs.push_back(id);
      }
      runs.insert(runs.end(), cycle.begin(), cycle.end());
      for (std::size_t i = 0; i < runs.size(); ++i) {
        line("  instant {}, {}", i + 1, instant(graph, graph.runs[runs[i]].from));
        append_steps(graph, graph.runs[runs[i]]);
      }
      line("  and again from instant {}", runs.size() - cycle.size() + 1);
    }
  }

  void append_failures(const ConstructiveGraph& graph) {
    std::vector<ModeNumber> said;
    for (const ConstructiveRun& run : graph.runs) {
      if (run.kind != RunKind::failed) continue;
      if (std::find(said.begin(), said.end(), run.mode) != said.end()) continue;
      said.push_back(run.mode);
      line("");
      line("{}: rejected, nothing leads on", names_.title(graph.modes[run.mode]));
      line("  {}", instant(graph, run.from));
      append_steps(graph, run);
      const ConstructiveFailure& failure = *graph.nodes[run.to].failure;
      line("    Fail            {} left for {}",
           failure.equations.empty() ? "no equation" : names_.list(failure.equations, " + "),
           names_.list(failure.variables));
    }
  }

  const FlatSystem& system_;
  const std::vector<ConstructiveGraph>& graphs_;
  GraphNames names_;
};

}  // namespace

std::string print_graph(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
                        const SourceText& source) {
  return GraphPrinter(system, graphs, source).print();
}

}  // namespace saltus
