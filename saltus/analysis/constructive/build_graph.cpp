#include "saltus/analysis/constructive/build_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "saltus/analysis/constructive/algorithm.h"
#include "saltus/analysis/constructive/crossings.h"
#include "saltus/analysis/constructive/find_defect.h"
#include "saltus/analysis/constructive/magnitude.h"
#include "saltus/analysis/constructive/report_graph.h"
#include "saltus/analysis/constructive/self_transitions.h"
#include "saltus/compiler/hybrid/expression_walk.h"

namespace saltus {
namespace {

bool before_in_order(GuardLiteral a, GuardLiteral b) { return a.guard < b.guard; }

// An edge holds at one instant only: `c and not pre(c)` of a guard, or a tick of a clock.
bool holds_for_an_instant(const FlatSystem& system, GuardLiteral literal) {
  if (!literal.value) return false;
  bool is_instant = false;
  ExpressionWalk walk(system.pool);
  walk.down(system.guards[literal.guard].condition, [&](ExprId, const Expr& expr) {
    const bool negates = expr.op == Op::logical_not;
    const Op below = negates ? system.pool[expr.first()].op : Op::constant;
    is_instant |= below == Op::pre_guard || below == Op::pre || expr.op == Op::sample;
    return expr.op == Op::logical_and || negates;
  });
  return is_instant;
}

class GraphBuilder {
 public:
  GraphBuilder(GuardedSystem& system, const GraphLimits& limits)
      : system_(system), algorithm_(system), limits_(limits) {}

  // Nothing if there are too many nodes.
  std::optional<ConstructiveGraph> build(const Mode& first) {
    graph_.variables = system_.variables();
    graph_.equations = system_.equations();
    graph_.guards = system_.guards();
    graph_.first = find_or_add(first_knowledge(first));
    graph_.nodes[*graph_.first].begins_instant = true;
    if (!explore()) return std::nullopt;
    for (const NodeId node : graph_.nodes.ids()) {
      if (graph_.nodes[node].begins_instant) collect_runs(node);
    }
    for (const RunId run : graph_.runs.ids()) classify(run);
    find_endless();
    return std::move(graph_);
  }

 private:
  // A consistent start in the first mode: its state, its constraints. A singular mode has
  // neither; then the derivatives that it mentions say what has a past.
  Knowledge first_knowledge(const Mode& first) {
    std::vector<ValueAt> known;
    Context context;
    Knowledge start = algorithm_.begin({}, {});
    for (bool changed = true; changed;) {
      changed = false;
      for (const EquationId id : system_.equations()) {
        const auto next = system_.decide(id, start.status).next;
        if (!next) continue;
        start.status.set(*next, first[*next] ? Truth::is_true : Truth::is_false);
        changed = true;
      }
    }
    const SelectedMode& mode = system_.selected(start.status);
    if (mode.structure) {
      for (std::uint32_t c = 0; c < mode.system.unknowns.size(); ++c) {
        for (int k = 0; k < mode.structure->offsets.variable[Column(c)]; ++k) {
          known.push_back({mode.system.unknowns[c], k});
        }
      }
      for (const ModeEquation& equation : mode.system.equations) {
        for (int k = 0; k < mode.latent[equation.equation.index()]; ++k) {
          context.push_back({equation.equation, k});
        }
      }
    } else {
      for (const ModeEquation& equation : mode.system.equations) {
        for (const Incidence& i : system_.decide(equation.equation, start.status).incidences) {
          for (int k = 0; k < i.order; ++k) known.push_back({i.variable, k});
        }
      }
    }
    return algorithm_.begin(known, std::move(context));
  }

  NodeId find_or_add(const Knowledge& knowledge) {
    const auto [place, is_new] = known_.emplace(knowledge, NodeId(0));
    if (is_new) {
      place->second = graph_.nodes.add({knowledge.status, knowledge.context, false, {}, {}});
      pending_.push_back(place->second);
    }
    return place->second;
  }

  bool explore() {
    while (!pending_.empty()) {
      if (graph_.nodes.size() > limits_.nodes) return false;
      const NodeId from = pending_.back();
      pending_.pop_back();
      const ConstructiveNode& node = graph_.nodes[from];
      NextSteps next = algorithm_.next({node.status, node.context});
      graph_.nodes[from].failure = std::move(next.failure);
      for (NextStep& step : next.steps) {
        const NodeId to = find_or_add(step.after);
        if (step.kind == MicroStepKind::tick) graph_.nodes[to].begins_instant = true;
        graph_.nodes[from].steps.push_back(static_cast<std::uint32_t>(graph_.micro_steps.size()));
        graph_.micro_steps.push_back({step.kind, from, to, step.literal, std::move(step.equations),
                                      std::move(step.variables)});
      }
    }
    return true;
  }

  // Depth first through the guards; a node that begins an instant is left again only by a tick.
  void collect_runs(NodeId start) {
    std::vector<std::vector<std::uint32_t>> paths = {{}};
    while (!paths.empty()) {
      std::vector<std::uint32_t> path = std::move(paths.back());
      paths.pop_back();
      const NodeId end = path.empty() ? start : graph_.micro_steps[path.back()].to;
      const bool ticked =
          !path.empty() && graph_.micro_steps[path.back()].kind == MicroStepKind::tick;
      if (ticked || graph_.nodes[end].failure) {
        add_run(start, end, std::move(path), ticked);
        continue;
      }
      const auto& steps = graph_.nodes[end].steps;
      for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        paths.push_back(path);
        paths.back().push_back(*step);
      }
    }
  }

  void add_run(NodeId from, NodeId to, std::vector<std::uint32_t> path, bool ticked) {
    std::vector<GuardLiteral> literals;
    for (const std::uint32_t step : path) {
      if (graph_.micro_steps[step].literal) literals.push_back(*graph_.micro_steps[step].literal);
    }
    std::sort(literals.begin(), literals.end(), before_in_order);
    graph_.runs.add(
        {from, to, mode_of(literals), std::move(path), ticked ? RunKind::reset : RunKind::failed});
  }

  ModeNumber mode_of(const std::vector<GuardLiteral>& literals) {
    for (const ModeNumber mode : graph_.modes.ids()) {
      if (graph_.modes[mode].literals == literals) return mode;
    }
    const SelectedMode& selected = system_.selected(literals);
    ConstructiveMode mode{.literals = literals};
    for (const ModeEquation& e : selected.system.equations) mode.equations.push_back(e.equation);
    mode.is_singular = !selected.structure;
    mode.lasts_one_instant = std::any_of(
        literals.begin(), literals.end(),
        [&](GuardLiteral literal) { return holds_for_an_instant(system_.flat(), literal); });
    if (const auto defect = find_defect(system_.flat(), selected)) {
      mode.defect = *defect;
      mode.missing_law =
          find_missing_law(system_.flat(), selected, *defect, mode.lasts_one_instant);
    }
    if (selected.structure) {
      mode.index = selected.structure->index;
      mode.degrees_of_freedom = selected.structure->degrees_of_freedom;
    }
    return graph_.modes.add(std::move(mode));
  }

  void classify(RunId id) {
    ConstructiveRun& run = graph_.runs[id];
    if (run.kind == RunKind::failed || run.from != run.to) return;
    run.kind = RunKind::continuous;
    graph_.modes[run.mode].run = id;
  }

  // Within one mode each node has one run, so that every node leads to at most one cycle.
  void find_endless() {
    for (const ModeNumber mode : graph_.modes.ids()) {
      std::map<NodeId, RunId> run_from;
      for (const RunId run : graph_.runs.ids()) {
        if (graph_.runs[run].mode == mode) run_from.emplace(graph_.runs[run].from, run);
      }
      std::map<NodeId, NodeId> visited_by;
      for (const auto& [start, unused] : run_from) follow(start, run_from, visited_by);
    }
  }

  void follow(NodeId start, const std::map<NodeId, RunId>& run_from,
              std::map<NodeId, NodeId>& visited_by) {
    NodeId node = start;
    while (visited_by.emplace(node, start).second) {
      const auto run = run_from.find(node);
      if (run == run_from.end() || graph_.runs[run->second].kind != RunKind::reset) return;
      node = graph_.runs[run->second].to;
    }
    if (visited_by.at(node) != start) return;
    const auto first = run_from.find(node);
    if (first == run_from.end() || graph_.runs[first->second].kind != RunKind::reset) return;
    std::vector<RunId> cycle;
    for (NodeId at = node; cycle.empty() || at != node; at = graph_.runs[cycle.back()].to) {
      cycle.push_back(run_from.at(at));
    }
    graph_.endless.push_back(std::move(cycle));
  }

  GuardedSystem& system_;
  Algorithm algorithm_;
  GraphLimits limits_;
  ConstructiveGraph graph_;
  std::map<Knowledge, NodeId> known_;
  std::vector<NodeId> pending_;
};

// Not for `b = c or pre(b)` once it holds.
bool can_follow(ReducedConditions& conditions, const ConstructiveMode& from,
                const ConstructiveMode& to) {
  conditions.leave(from.literals);
  return std::all_of(to.literals.begin(), to.literals.end(),
                     [&](GuardLiteral literal) { return conditions.can_become(literal); });
}

const ConstructiveRun* run_of(const ConstructiveGraph& graph, NodeId from, ModeNumber mode,
                              RunId& id) {
  for (const RunId run : graph.runs.ids()) {
    if (graph.runs[run].from != from || graph.runs[run].mode != mode) continue;
    id = run;
    return &graph.runs[run];
  }
  return nullptr;
}

// Goes from the continuous run of `from` through the resets into `to`.
void follow_resets(const ConstructiveGraph& graph, ModeChange& change) {
  if (!graph.modes[change.from].run) {
    change.verdict = ChangeVerdict::under_determined;
    return;
  }
  NodeId node = graph.runs[*graph.modes[change.from].run].from;
  RunId id(0);
  while (const ConstructiveRun* run = run_of(graph, node, change.to, id)) {
    if (run->kind == RunKind::continuous) return;
    if (std::find(change.runs.begin(), change.runs.end(), id) != change.runs.end()) {
      change.verdict = ChangeVerdict::over_determined;
      return;
    }
    change.runs.push_back(id);
    for (const std::uint32_t step : run->steps) {
      const ConstructiveStep& micro_step = graph.micro_steps[step];
      auto& deferred = change.deferred;
      auto& limits = change.left_limits;
      if (micro_step.kind == MicroStepKind::forward_shift && change.runs.size() == 1) {
        deferred.insert(deferred.end(), micro_step.equations.begin(), micro_step.equations.end());
      }
      if (micro_step.kind == MicroStepKind::left_limit) {
        limits.insert(limits.end(), micro_step.variables.begin(), micro_step.variables.end());
      }
    }
    if (run->kind == RunKind::failed) {
      change.verdict = graph.modes[change.to].defect.is_over_determined()
                           ? ChangeVerdict::over_determined
                           : ChangeVerdict::under_determined;
      return;
    }
    node = run->to;
  }
}

void measure(GuardedSystem& system, const ConstructiveGraph& graph, ModeChange& change) {
  const SelectedMode& from = system.selected(graph.modes[change.from].literals);
  const SelectedMode& to = system.selected(graph.modes[change.to].literals);
  if (!from.structure || !to.structure) return;
  const Magnitudes magnitudes = magnitudes_at_change(system, from, to);
  change.orders = orders_that_show(to, magnitudes);
  change.path_dependent = magnitudes.path_dependent;
  change.nonlinear = magnitudes.nonlinear;
  if (change.is_determined()) change.verdict = verdict_of(change.orders);
}

ModeChange make_change(GuardedSystem& system, const ConstructiveGraph& graph, ModeNumber from,
                       ModeNumber to) {
  ModeChange change{.from = from, .to = to};
  follow_resets(graph, change);
  measure(system, graph, change);
  return change;
}

void find_changes(GuardedSystem& system, ConstructiveGraph& graph) {
  IdMap<ModeNumber, std::vector<GuardLiteral>> completed;
  for (const ConstructiveMode& mode : graph.modes) {
    completed.add(system.completed(mode.literals));
  }
  Crossings crossings(system.flat(), system.conditions());
  for (const ModeNumber from : graph.modes.ids()) {
    if (!graph.modes[from].run) continue;
    for (const ModeNumber to : graph.modes.ids()) {
      if (!crossings.connect(completed[from], completed[to])) continue;
      if (!can_follow(system.conditions(), graph.modes[from], graph.modes[to])) continue;
      graph.changes.push_back(make_change(system, graph, from, to));
    }
  }
}

}  // namespace

bool ConstructiveGraph::is_rejected() const {
  return !endless.empty() || std::any_of(runs.begin(), runs.end(), [](const ConstructiveRun& run) {
    return run.kind == RunKind::failed;
  });
}

std::optional<ConstructiveGraph> build_constructive_graph(
    FlatSystem& system, const HybridSystem& hybrid, const Component& component, const Mode& first,
    const PossibleModes& possible, Diagnostics& diagnostics, const GraphLimits& limits) {
  GuardedSystem guarded(system, hybrid, component, &possible);
  if (guarded.guards().size() > limits.guards) {
    report_too_large(system, guarded.guards(), limits, diagnostics);
    return std::nullopt;
  }
  auto graph = GraphBuilder(guarded, limits).build(first);
  if (!graph) {
    report_too_large(system, guarded.guards(), limits, diagnostics);
    return std::nullopt;
  }
  find_changes(guarded, *graph);
  graph->self_transitions = find_self_transitions(guarded, *graph);
  return graph;
}

std::optional<std::vector<ConstructiveGraph>> build_constructive_graphs(FlatSystem& system,
                                                                        const HybridSystem& hybrid,
                                                                        const Mode& first,
                                                                        Diagnostics& diagnostics,
                                                                        const GraphLimits& limits) {
  std::vector<ConstructiveGraph> graphs;
  const PossibleModes possible(system);
  for (const Component& component : hybrid.components) {
    if (component.variables.empty() && component.equations.empty()) continue;
    auto graph =
        build_constructive_graph(system, hybrid, component, first, possible, diagnostics, limits);
    if (!graph) return std::nullopt;
    report_rejection(system, *graph, diagnostics);
    graphs.push_back(std::move(*graph));
  }
  return graphs;
}

ModeChange find_change(FlatSystem& system, const HybridSystem& hybrid, const Component& component,
                       const ConstructiveGraph& graph, ModeNumber from, ModeNumber to) {
  GuardedSystem guarded(system, hybrid, component);
  return make_change(guarded, graph, from, to);
}

std::optional<ModeNumber> find_mode(const ConstructiveGraph& graph, const Mode& mode) {
  for (const ModeNumber number : graph.modes.ids()) {
    const auto& literals = graph.modes[number].literals;
    if (std::all_of(literals.begin(), literals.end(),
                    [&](GuardLiteral literal) { return mode[literal.guard] == literal.value; })) {
      return number;
    }
  }
  return std::nullopt;
}

}  // namespace saltus
