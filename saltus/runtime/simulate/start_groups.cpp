#include "saltus/runtime/simulate/start_groups.h"

#include <algorithm>

#include "saltus/foundation/graph/strong_components.h"

namespace saltus {

namespace {

// Vertices are components, then nodes. An arc leads to what has to be known before.
class Dependencies {
 public:
  Dependencies(const ExecutableModel& model, std::span<const std::uint32_t> component_of)
      : model_(model),
        system_(model.discrete),
        component_of_(component_of),
        needs_(model.components.size() + model.discrete.nodes.size()),
        nodes_of_value_(system_.is_discrete.size()),
        node_of_guard_(system_.guard_count, 0),
        fires_at_start_(system_.clauses.size(), false) {}

  std::vector<StartGroup> run() {
    find_definitions();
    for (std::uint32_t n = 0; n < system_.nodes.size(); ++n) add_needs_of_node(n);
    for (std::uint32_t c = 0; c < model_.components.size(); ++c) add_needs_of_component(c);
    for (const SubProblem& problem : system_.sub_problems) add_needs_of(problem);
    return collect_groups();
  }

 private:
  std::uint32_t vertex_of_node(std::uint32_t node) const {
    return static_cast<std::uint32_t>(model_.components.size()) + node;
  }

  // Before the first event nothing but `initial()` becomes true.
  static bool mentions_initial(const WhenClauseCode& clause) {
    for (const WhenBranchCode& branch : clause.branches) {
      for (const ScalarCode& condition : branch.conditions) {
        for (const ScalarInstruction& instruction : condition) {
          if (instruction.kind == ScalarOp::initial) return true;
        }
      }
    }
    return false;
  }

  bool takes_effect(const DiscreteNode& node) const {
    switch (node.kind) {
      case NodeKind::equation:
      case NodeKind::guard:
        return true;
      case NodeKind::when_clause:
        return fires_at_start_[node.target];
      case NodeKind::when_action:
        return fires_at_start_[system_.actions[node.target].clause];
      case NodeKind::assertion:
        return false;
    }
    return false;
  }

  void find_definitions() {
    for (std::uint32_t i = 0; i < system_.clauses.size(); ++i) {
      fires_at_start_[i] = mentions_initial(system_.clauses[i]);
    }
    node_of_clause_.resize(system_.clauses.size());
    for (std::uint32_t n = 0; n < system_.nodes.size(); ++n) {
      const DiscreteNode& node = system_.nodes[n];
      if (!takes_effect(node)) continue;
      if (node.kind == NodeKind::guard) node_of_guard_[node.target] = n;
      if (node.kind == NodeKind::equation) nodes_of_value_[node.target].push_back(n);
      if (node.kind == NodeKind::when_clause) node_of_clause_[node.target] = n;
      if (node.kind != NodeKind::when_action) continue;
      const WhenActionCode& action = system_.actions[node.target];
      if (action.kind == WhenActionKind::assign) nodes_of_value_[action.target].push_back(n);
    }
  }

  void add_need_of_value(std::uint32_t vertex, std::uint32_t variable) {
    for (const std::uint32_t node : nodes_of_value_[variable]) {
      needs_[vertex].push_back(vertex_of_node(node));
    }
  }

  void add_need_of_guard(std::uint32_t vertex, std::uint32_t guard) {
    needs_[vertex].push_back(vertex_of_node(node_of_guard_[guard]));
  }

  void add_need_of_surface(std::uint32_t vertex, std::uint32_t surface) {
    const WatchedSurface& watched = system_.surfaces[surface];
    if (watched.component) needs_[vertex].push_back(*watched.component);
    if (watched.threshold) add_needs_of_code(vertex, watched.threshold->threshold);
  }

  void add_needs_of_code(std::uint32_t vertex, const ScalarCode& code) {
    for (const ScalarInstruction& instruction : code) {
      switch (instruction.kind) {
        case ScalarOp::known:
          add_need_of_value(vertex, instruction.a);
          break;
        case ScalarOp::pre:
          if (system_.is_discrete[instruction.a]) break;
          needs_[vertex].push_back(component_of_[instruction.a]);
          break;
        case ScalarOp::continuous:
          needs_[vertex].push_back(component_of_[instruction.a]);
          break;
        case ScalarOp::guard:
        case ScalarOp::pre_guard:
          add_need_of_guard(vertex, instruction.a);
          break;
        case ScalarOp::relation:
          add_need_of_surface(vertex, instruction.a);
          break;
        case ScalarOp::number:
        case ScalarOp::time:
        case ScalarOp::clock:
        case ScalarOp::initial:
        case ScalarOp::terminal:
        case ScalarOp::unary:
        case ScalarOp::binary:
        case ScalarOp::if_else:
        case ScalarOp::table:
          break;
      }
    }
  }

  void add_needs_of_node(std::uint32_t n) {
    const DiscreteNode& node = system_.nodes[n];
    if (!takes_effect(node)) return;
    const std::uint32_t vertex = vertex_of_node(n);
    for (const KnownLiteral literal : node.active_if) add_need_of_guard(vertex, literal.guard);
    add_needs_of_code(vertex, node.value);
    if (node.kind == NodeKind::when_clause) {
      for (const WhenBranchCode& branch : system_.clauses[node.target].branches) {
        for (const ScalarCode& condition : branch.conditions) add_needs_of_code(vertex, condition);
      }
    }
    if (node.kind == NodeKind::when_action) {
      const WhenActionCode& action = system_.actions[node.target];
      needs_[vertex].push_back(vertex_of_node(node_of_clause_[action.clause]));
      add_needs_of_code(vertex, action.value);
    }
  }

  void add_needs_of_component(std::uint32_t c) {
    const ExecutableComponent& component = model_.components[c];
    for (const std::uint32_t guard : component.guards) add_need_of_guard(c, guard);
    for (const VariableId variable : component.read_values) {
      add_need_of_value(c, variable.index());
    }
  }

  // Who reads a binary unknown needs those whose inequalities determine it; and so do these of
  // each other.
  void add_needs_of(const SubProblem& problem) {
    std::vector<std::uint32_t> deciding;
    for (const SurfaceId inequality : problem.inequalities) {
      const WatchedSurface& watched = system_.surfaces[inequality.index()];
      if (watched.component) deciding.push_back(*watched.component);
    }
    if (deciding.empty()) return;
    for (std::size_t i = 0; i < deciding.size(); ++i) {
      needs_[deciding[i]].push_back(deciding[(i + 1) % deciding.size()]);
    }
    for (const std::uint32_t binary : problem.binaries) {
      for (const std::uint32_t c : system_.readers.components_of_value[binary]) {
        needs_[c].push_back(deciding.front());
      }
      for (const std::uint32_t n : system_.readers.of_value[binary]) {
        if (takes_effect(system_.nodes[n])) needs_[vertex_of_node(n)].push_back(deciding.front());
      }
    }
  }

  std::vector<StartGroup> collect_groups() const {
    DirectedGraph graph;
    for (const std::vector<std::uint32_t>& needs : needs_) {
      graph.arcs.insert(graph.arcs.end(), needs.begin(), needs.end());
      graph.start.push_back(static_cast<std::uint32_t>(graph.arcs.size()));
    }
    const StrongComponents strong = strong_components(graph);
    std::vector<StartGroup> groups(strong.count);
    for (std::uint32_t c = 0; c < model_.components.size(); ++c) {
      groups[strong.component_of[c]].components.push_back(c);
    }
    for (std::uint32_t n = 0; n < system_.nodes.size(); ++n) {
      const DiscreteNode& node = system_.nodes[n];
      if (!node.reads_continuous || !takes_effect(node)) continue;
      groups[strong.component_of[vertex_of_node(n)]].nodes.push_back(n);
    }
    for (std::uint32_t p = 0; p < system_.sub_problems.size(); ++p) {
      for (const SurfaceId inequality : system_.sub_problems[p].inequalities) {
        const WatchedSurface& watched = system_.surfaces[inequality.index()];
        if (!watched.component) continue;
        groups[strong.component_of[*watched.component]].sub_problems.push_back(p);
        break;
      }
    }
    std::erase_if(groups, [](const StartGroup& group) {
      return group.components.empty() && group.nodes.empty();
    });
    return groups;
  }

  const ExecutableModel& model_;
  const DiscreteSystem& system_;
  std::span<const std::uint32_t> component_of_;
  std::vector<std::vector<std::uint32_t>> needs_;  // by vertex
  std::vector<std::vector<std::uint32_t>> nodes_of_value_;
  std::vector<std::uint32_t> node_of_guard_, node_of_clause_;
  std::vector<bool> fires_at_start_;  // by clause
};

}  // namespace

std::vector<StartGroup> find_start_groups(const ExecutableModel& model,
                                          std::span<const std::uint32_t> component_of) {
  return Dependencies(model, component_of).run();
}

}  // namespace saltus
