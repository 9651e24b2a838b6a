#include "saltus/compiler/hybrid/solve_when_loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/foundation/graph/maximum_matching.h"
#include "saltus/foundation/graph/strong_components.h"

namespace saltus {
namespace {

const WhenAssign* assignment_of(const WhenBranch& branch, VariableId target) {
  for (const WhenAction& action : branch.actions) {
    const auto* assign = std::get_if<WhenAssign>(&action);
    if (assign != nullptr && assign->target == target) return assign;
  }
  return nullptr;
}

// Discrete variables of `when` clauses that need themselves through continuous equations.
class LoopSearch {
 public:
  explicit LoopSearch(const FlatSystem& system)
      : system_(system),
        walk_(system.pool),
        highest_(system.variables.size(), 0),
        needs_(system.variables.size()) {}

  std::vector<VariableId> run() {
    if (!reads_continuous_values()) return {};
    find_highest_orders();
    add_needs_of_equations();
    add_needs_of_whens();
    return variables_in_loops();
  }

 private:
  bool is_unknown(VariableId id) const { return is_continuous_unknown(system_.variables[id]); }

  template <class Visit>
  void each_assignment(Visit visit) const {
    for (const FlatWhen& when : system_.whens) {
      for (const WhenBranch& branch : when.branches) {
        for (const WhenAction& action : branch.actions) {
          if (const auto* assign = std::get_if<WhenAssign>(&action)) visit(*assign);
        }
      }
    }
  }

  bool reads_continuous_values() {
    bool reads = false;
    each_assignment([&](const WhenAssign& assign) {
      walk_.start();
      walk_.leaves(assign.value, [&](const Expr& leaf) {
        reads |= leaf.op == Op::variable && is_unknown(leaf.variable());
      });
    });
    return reads;
  }

  template <class Visit>
  void each_leaf(const FlatEquation& equation, Visit visit) {
    walk_.start();
    walk_.leaves(equation.left, visit);
    walk_.leaves(equation.right, visit);
  }

  // Discrete values that decide the branches of an equation.
  template <class Visit>
  void each_deciding_value(const FlatEquation& equation, Visit visit) {
    std::vector<std::uint32_t> guards;
    for (const GuardLiteral literal : equation.active_if) guards.push_back(literal.guard.index());
    each_leaf(equation, [&](const Expr& leaf) {
      if (leaf.op == Op::guard) guards.push_back(leaf.a);
    });
    walk_.start();
    for (std::size_t i = 0; i < guards.size(); ++i) {
      walk_.leaves(system_.guards[GuardId(guards[i])].condition, [&](const Expr& leaf) {
        if (leaf.op == Op::guard) guards.push_back(leaf.a);
        if (leaf.op != Op::variable) return;
        if (system_.variables[leaf.variable()].is_discrete) visit(leaf.variable());
      });
    }
  }

  void find_highest_orders() {
    for (const FlatEquation& equation : system_.equations) {
      each_leaf(equation, [&](const Expr& leaf) {
        if (leaf.op != Op::variable) return;
        highest_[leaf.variable()] = std::max(highest_[leaf.variable()], leaf.order());
      });
    }
  }

  // What the past does not fix: the highest derivative of an unknown.
  bool is_found_now(const Expr& leaf) const {
    return leaf.op == Op::variable && is_unknown(leaf.variable()) &&
           leaf.order() == highest_[leaf.variable()];
  }

  // Which equation determines what, whatever the mode; that of a branch that is not taken does
  // no harm.
  void add_needs_of_equations() {
    EquationKinds kinds(system_);
    std::vector<EquationId> rows;
    std::vector<BipartiteGraph::Edge> edges;
    for (const EquationId id : system_.equations.ids()) {
      if (kinds.is_discrete(system_.equations[id])) continue;
      const Row row(static_cast<std::uint32_t>(rows.size()));
      rows.push_back(id);
      each_leaf(system_.equations[id], [&](const Expr& leaf) {
        if (is_found_now(leaf)) edges.push_back({row, Column(leaf.a)});
      });
    }
    const BipartiteGraph graph(rows.size(), system_.variables.size(), std::move(edges));
    const Matching matching = maximum_matching(graph);
    for (const Row row : graph.rows()) {
      const auto column = matching.column_of[row];
      if (!column) continue;
      const VariableId determined(column->index());
      each_leaf(system_.equations[rows[row.index()]], [&](const Expr& leaf) {
        const bool is_discrete =
            leaf.op == Op::variable && system_.variables[leaf.variable()].is_discrete;
        if (is_discrete || is_found_now(leaf)) add_need(determined, leaf.variable());
      });
      each_deciding_value(system_.equations[rows[row.index()]],
                          [&](VariableId value) { add_need(determined, value); });
    }
  }

  void add_needs_of_whens() {
    each_assignment([&](const WhenAssign& assign) {
      walk_.start();
      walk_.leaves(assign.value, [&](const Expr& leaf) {
        const bool is_discrete =
            leaf.op == Op::variable && system_.variables[leaf.variable()].is_discrete;
        if (is_discrete || is_found_now(leaf)) add_need(assign.target, leaf.variable());
      });
    });
  }

  void add_need(VariableId who, VariableId what) {
    if (who != what) needs_[who].push_back(what.index());
  }

  // Loops of discrete variables alone are for others to report.
  std::vector<VariableId> variables_in_loops() {
    DirectedGraph graph;
    for (const std::vector<std::uint32_t>& needs : needs_) {
      graph.arcs.insert(graph.arcs.end(), needs.begin(), needs.end());
      graph.start.push_back(static_cast<std::uint32_t>(graph.arcs.size()));
    }
    const StrongComponents components = strong_components(graph);
    std::vector<bool> has_unknown(components.count, false);
    for (const VariableId id : system_.variables.ids()) {
      if (is_unknown(id)) has_unknown[components.component_of[id.index()]] = true;
    }
    std::vector<VariableId> found;
    each_assignment([&](const WhenAssign& assign) {
      if (has_unknown[components.component_of[assign.target.index()]]) {
        found.push_back(assign.target);
      }
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  const FlatSystem& system_;
  ExpressionWalk walk_;
  IdMap<VariableId, int> highest_;  // derivative that occurs
  IdMap<VariableId, std::vector<std::uint32_t>> needs_;
};

// Makes an unknown of a discrete variable.
class UnknownOfWhen {
 public:
  UnknownOfWhen(FlatSystem& system, VariableId variable) : system_(system), variable_(variable) {}

  void run() {
    FlatVariable& variable = system_.variables[variable_];
    variable.is_discrete = false;
    // The start value is what it was before the first event, no condition on what it is then.
    variable.fixed = false;
    for (FlatWhen& when : system_.whens) {
      const bool is_set = std::any_of(
          when.branches.begin(), when.branches.end(),
          [&](const WhenBranch& branch) { return assignment_of(branch, variable_) != nullptr; });
      if (is_set) replace_in(when);
    }
  }

 private:
  void replace_in(FlatWhen& when) {
    std::vector<GuardLiteral> before;  // no earlier branch fires
    for (WhenBranch& branch : when.branches) {
      std::vector<GuardLiteral> fires = before;
      const GuardId guard = guard_of(firing(branch), branch.span);
      fires.push_back({guard, true});
      before.push_back({guard, false});
      const WhenAssign* assign = assignment_of(branch, variable_);
      add_equation(assign != nullptr ? assign->value : system_.pool.pre(variable_),
                   assign != nullptr ? assign->span : branch.span, std::move(fires));
      std::erase_if(branch.actions, [&](const WhenAction& action) {
        const auto* own = std::get_if<WhenAssign>(&action);
        return own != nullptr && own->target == variable_;
      });
    }
    add_equation(system_.pool.pre(variable_), when.span, std::move(before));
  }

  void add_equation(ExprId value, SourceSpan span, std::vector<GuardLiteral> active_if) {
    system_.equations.add({.left = system_.pool.variable(variable_),
                           .right = value,
                           .active_if = std::move(active_if),
                           .span = span,
                           .description = {},
                           .is_branch = true});
  }

  // One of the conditions of the branch has become true.
  ExprId firing(const WhenBranch& branch) {
    ExprPool& pool = system_.pool;
    ExprId fires = pool.boolean(false);
    for (const ExprId condition : branch.conditions) {
      fires = pool.binary(Op::logical_or, fires, edge(condition, branch.span));
    }
    return fires;
  }

  ExprId edge(ExprId condition, SourceSpan span) {
    ExprPool& pool = system_.pool;
    const Expr expr = pool[condition];
    // True in one pass only.
    if (expr.op == Op::sample || expr.op == Op::initial || expr.op == Op::terminal) {
      return condition;
    }
    ExprId before = condition;
    if (expr.op == Op::variable) {
      before = pool.pre(expr.variable());
    } else if (expr.op != Op::boolean) {
      const GuardId guard = guard_of(condition, span);
      condition = pool.guard(guard);
      before = pool.pre_guard(guard);
    }
    return pool.binary(Op::logical_and, condition, pool.unary(Op::logical_not, before));
  }

  // Equal conditions have one guard.
  GuardId guard_of(ExprId condition, SourceSpan span) {
    if (system_.pool[condition].op == Op::guard) return GuardId(system_.pool[condition].a);
    for (const GuardId id : system_.guards.ids()) {
      if (system_.guards[id].condition == condition) return id;
    }
    return system_.guards.add({condition, span});
  }

  FlatSystem& system_;
  VariableId variable_;
};

void report(const FlatSystem& system, VariableId id, Diagnostics& diagnostics) {
  const FlatVariable& variable = system.variables[id];
  SourceSpan span = variable.span;
  for (const FlatWhen& when : system.whens) {
    for (const WhenBranch& branch : when.branches) {
      if (const WhenAssign* assign = assignment_of(branch, id)) span = assign->span;
    }
  }
  diagnostics
      .error(codes::discrete_in_continuous_loop, span,
             fmt::format("`{}` and continuous variables need each other at the same instant",
                         variable.name))
      .mark("reads a value that depends on it")
      .note(fmt::format("a {} cannot be solved for",
                        variable.type == ValueType::boolean ? "Boolean" : "whole number"))
      .suggest("`pre(…)` breaks the loop: the value before the event");
}

}  // namespace

void solve_when_loops(FlatSystem& system, Diagnostics& diagnostics) {
  for (const VariableId id : LoopSearch(system).run()) {
    if (system.variables[id].type == ValueType::real) {
      UnknownOfWhen(system, id).run();
    } else {
      report(system, id, diagnostics);
    }
  }
}

}  // namespace saltus
