#include "saltus/compiler/hybrid/build_hybrid.h"

#include <fmt/format.h>

#include <algorithm>

#include "saltus/compiler/hybrid/components.h"
#include "saltus/compiler/hybrid/definitions.h"
#include "saltus/compiler/hybrid/readers.h"
#include "saltus/compiler/hybrid/scalar_code.h"
#include "saltus/compiler/hybrid/solve_when_loops.h"
#include "saltus/compiler/hybrid/sort_nodes.h"
#include "saltus/compiler/hybrid/start_values.h"
#include "saltus/compiler/hybrid/surfaces.h"
#include "saltus/compiler/hybrid/switching_problem.h"
#include "saltus/foundation/base/overloaded.h"

namespace saltus {
namespace {

class HybridBuilder {
 public:
  HybridBuilder(FlatSystem& system, Diagnostics& diagnostics)
      : system_(system),
        diagnostics_(diagnostics),
        kinds_(system),
        values_(system),
        surfaces_(system, values_),
        coder_(system, values_, surfaces_, diagnostics) {}

  std::optional<HybridSystem> run() {
    const std::size_t errors_before = diagnostics_.error_count();
    const std::size_t first = diagnostics_.all().size();
    discrete_.guard_count = system_.guards.size();
    targets_ = find_definitions(system_, kinds_, diagnostics_);
    discrete_.start = find_start_values(system_, kinds_, values_, diagnostics_);
    collect_surfaces();
    add_nodes();
    watch_surfaces();
    const bool is_sorted = sort_nodes(system_, spans_, discrete_, diagnostics_);
    if (is_sorted) {
      hybrid_.components =
          find_components(system_, kinds_, surfaces_.all(), {}, discrete_.surfaces);
    }
    diagnostics_.sort_by_position(first);
    if (diagnostics_.error_count() > errors_before) return std::nullopt;
    finish();
    return std::move(hybrid_);
  }

 private:
  // The side of a discrete equation that is not the variable it determines.
  ExprId value_of(const FlatEquation& equation, VariableId target) const {
    const Expr& left = system_.pool[equation.left];
    return left.op == Op::variable && left.variable() == target ? equation.right : equation.left;
  }

  void collect_surfaces() {
    for (const Guard& guard : system_.guards) surfaces_.collect(guard.condition, guard.span);
    for (const EquationId id : system_.equations.ids()) {
      const FlatEquation& equation = system_.equations[id];
      if (!targets_[id]) continue;
      const std::string name = equation.is_hidden ? system_.variables[*targets_[id]].name : "";
      surfaces_.collect(value_of(equation, *targets_[id]), equation.span, name);
    }
    for (const FlatWhen& when : system_.whens) {
      for (const WhenBranch& branch : when.branches) {
        for (const ExprId condition : branch.conditions) {
          surfaces_.collect(condition, branch.span, when.event);
        }
      }
    }
    for (const FlatAssertion& assertion : system_.assertions) {
      surfaces_.collect(assertion.condition, assertion.span);
    }
    for (const FlatInequality& inequality : system_.inequalities) {
      inequalities_.push_back(
          surfaces_.add_inequality(function_where_active(inequality), inequality.span));
    }
  }

  // Where it is not active nothing can violate it.
  ExprId function_where_active(const FlatInequality& inequality) {
    ExprPool& pool = system_.pool;
    ExprId function = inequality.function;
    for (const GuardLiteral literal : inequality.active_if) {
      const ExprId guard = pool.guard(literal.guard);
      const ExprId never = pool.constant(-1.0);
      function = literal.value ? pool.if_else(guard, function, never)
                               : pool.if_else(guard, never, function);
    }
    return function;
  }

  void add_nodes() {
    for (const GuardId id : system_.guards.ids()) {
      const Guard& guard = system_.guards[id];
      add_node({.kind = NodeKind::guard,
                .target = id.index(),
                .active_if = {},
                .value = watched(guard.condition, guard.span)},
               guard.span);
    }
    for (const EquationId id : system_.equations.ids()) {
      if (targets_[id]) add_equation(system_.equations[id], *targets_[id]);
    }
    for (const FlatWhen& when : system_.whens) add_when(when);
    for (std::uint32_t i = 0; i < system_.assertions.size(); ++i) add_assertion(i);
  }

  void add_node(DiscreteNode node, SourceSpan span) {
    node.reads_continuous = reads_continuous(node.value);
    discrete_.nodes.push_back(std::move(node));
    spans_.push_back(span);
  }

  ScalarCode watched(ExprId expr, SourceSpan span) {
    return coder_.encode(expr, RelationMeaning::surface, span);
  }
  ScalarCode literal(ExprId expr, SourceSpan span) {
    return coder_.encode(expr, RelationMeaning::literal, span);
  }

  static std::vector<KnownLiteral> known(const std::vector<GuardLiteral>& literals) {
    std::vector<KnownLiteral> result;
    for (const GuardLiteral literal : literals) {
      result.push_back({literal.guard.index(), literal.value});
    }
    return result;
  }

  void add_equation(const FlatEquation& equation, VariableId target) {
    add_node({.kind = NodeKind::equation,
              .target = target.index(),
              .active_if = known(equation.active_if),
              .value = watched(value_of(equation, target), equation.span)},
             equation.span);
  }

  void add_assertion(std::uint32_t position) {
    const FlatAssertion& assertion = system_.assertions[position];
    add_node({.kind = NodeKind::assertion,
              .target = position,
              .active_if = known(assertion.active_if),
              .value = watched(assertion.condition, assertion.span),
              .ends_run = assertion.level == AssertionLevel::error},
             assertion.span);
  }

  void add_when(const FlatWhen& when) {
    const auto clause = static_cast<std::uint32_t>(discrete_.clauses.size());
    add_node({.kind = NodeKind::when_clause, .target = clause, .active_if = {}, .value = {}},
             when.span);
    discrete_.clauses.emplace_back();
    for (const WhenBranch& branch : when.branches) {
      WhenBranchCode code;
      for (const ExprId condition : branch.conditions) {
        code.conditions.push_back(watched(condition, branch.span));
        discrete_.nodes.back().reads_continuous |= reads_continuous(code.conditions.back());
      }
      discrete_.clauses.back().branches.push_back(std::move(code));
    }
    for (std::uint32_t branch = 0; branch < when.branches.size(); ++branch) {
      for (std::uint32_t i = 0; i < when.branches[branch].actions.size(); ++i) {
        WhenActionCode code{.kind = WhenActionKind::assign, .value = {}};
        code.clause = clause;
        code.branch = branch;
        code.source = i;
        add_action(when.branches[branch].actions[i], std::move(code));
      }
    }
  }

  void add_action(const WhenAction& action, WhenActionCode code) {
    const SourceSpan span =
        std::visit(overloaded{[&](const WhenAssign& assign) {
                                code.target = assign.target.index();
                                code.value = literal(assign.value, assign.span);
                                return assign.span;
                              },
                              [&](const WhenReinit& reinit) {
                                code.kind = WhenActionKind::reinit;
                                code.target = reinit.state.index();
                                code.order = reinit.order;
                                code.value = literal(reinit.value, reinit.span);
                                return reinit.span;
                              },
                              [&](const WhenTerminate& terminate) {
                                code.kind = WhenActionKind::terminate;
                                return terminate.span;
                              },
                              [&](const WhenAssert& assertion) {
                                code.kind = WhenActionKind::assertion;
                                code.value = literal(assertion.condition, assertion.span);
                                code.ends_run = assertion.level == AssertionLevel::error;
                                return assertion.span;
                              }},
                   action);
    code.reads_continuous = reads_continuous(code.value);
    const auto position = static_cast<std::uint32_t>(discrete_.actions.size());
    add_node({.kind = NodeKind::when_action, .target = position, .active_if = {}, .value = {}},
             span);
    discrete_.nodes.back().reads_continuous = code.reads_continuous;
    discrete_.clauses[code.clause].branches[code.branch].actions.push_back(position);
    discrete_.actions.push_back(std::move(code));
  }

  void watch_surfaces() {
    ExpressionWalk walk(system_.pool);
    for (const SurfaceSource& surface : surfaces_.all()) {
      WatchedSurface watched;
      watched.text = surface.text;
      watched.is_true_below = surface.op == Op::less || surface.op == Op::less_equal;
      const SurfaceId id(static_cast<std::uint32_t>(discrete_.surfaces.size()));
      watched.is_inequality =
          std::find(inequalities_.begin(), inequalities_.end(), id) != inequalities_.end();
      if (watched.is_inequality) {
        discrete_.surfaces.push_back(std::move(watched));
        continue;
      }
      if (const auto crossing = find_time_crossing(system_.pool, values_, walk, surface.function)) {
        watched.threshold =
            TimeThreshold{literal(crossing->threshold, surface.span), crossing->sense};
      } else if (surfaces_.is_decided_by_states(id)) {
        watched.function = literal(surface.function, surface.span);
      }
      walk.start();
      walk.leaves(surface.function,
                  [&](const Expr& leaf) { watched.reads_guard |= leaf.op == Op::guard; });
      discrete_.surfaces.push_back(std::move(watched));
    }
  }

  void finish() {
    discrete_.clocks = coder_.clocks().all();
    discrete_.tables = system_.tables;
    for (const FlatVariable& variable : system_.variables) {
      discrete_.is_discrete.push_back(variable.is_discrete);
    }
    discrete_.sub_problems = find_sub_problems(system_, kinds_, inequalities_);
    for (const FlatVariable& variable : system_.variables) {
      discrete_.is_binary.push_back(variable.is_binary);
    }
    hybrid_.surfaces = surfaces_.all();
    hybrid_.clock_spans = coder_.clocks().spans();
    hybrid_.discrete = std::move(discrete_);
    find_readers(system_, hybrid_);
    const UnknownPairs together = find_sliding_together(hybrid_);
    if (together.empty()) return;
    hybrid_.components =
        find_components(system_, kinds_, hybrid_.surfaces, together, hybrid_.discrete.surfaces);
    hybrid_.discrete.readers = Readers();
    find_readers(system_, hybrid_);
  }

  FlatSystem& system_;
  Diagnostics& diagnostics_;
  EquationKinds kinds_;
  ParameterValues values_;
  SurfaceTable surfaces_;
  ScalarCoder coder_;
  EquationTargets targets_;
  DiscreteSystem discrete_;
  std::vector<SurfaceId> inequalities_;
  std::vector<SourceSpan> spans_;  // of the nodes, before they are sorted
  HybridSystem hybrid_;
};

}  // namespace

std::optional<HybridSystem> build_hybrid(FlatSystem& system, Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  solve_when_loops(system, diagnostics);
  if (diagnostics.error_count() > errors_before) return std::nullopt;
  return HybridBuilder(system, diagnostics).run();
}

}  // namespace saltus
