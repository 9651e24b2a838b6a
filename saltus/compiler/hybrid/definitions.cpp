#include "saltus/compiler/hybrid/definitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/flat/literal_text.h"
#include "saltus/compiler/hybrid/guard_contexts.h"
#include "saltus/compiler/hybrid/guard_partition.h"
#include "saltus/foundation/graph/maximum_matching.h"

namespace saltus {
namespace {

// Chooses the variable that each discrete equation determines.
class TargetChoice {
 public:
  TargetChoice(const FlatSystem& system, EquationKinds& kinds, Diagnostics& diagnostics)
      : system_(system),
        kinds_(kinds),
        diagnostics_(diagnostics),
        target_(system.equations.size()) {}

  EquationTargets run() {
    for (const FlatWhen& when : system_.whens) {
      for (const WhenBranch& branch : when.branches) {
        for (const WhenAction& action : branch.actions) {
          const auto* assign = std::get_if<WhenAssign>(&action);
          if (assign != nullptr) define(assign->target, ContextId(0));
        }
      }
    }
    for (const EquationId id : system_.equations.ids()) choose_if_forced(id);
    choose_between_variables();
    return std::move(target_);
  }

 private:
  // An equation between two discrete variables.
  struct Choice {
    EquationId equation;
    ContextId context;
  };

  std::optional<VariableId> discrete_variable(ExprId side) const {
    const Expr& expr = system_.pool[side];
    if (expr.op != Op::variable) return std::nullopt;
    const FlatVariable& variable = system_.variables[expr.variable()];
    if (!variable.is_discrete || variable.is_input || variable.is_hidden) return std::nullopt;
    return expr.variable();
  }

  void choose_if_forced(EquationId id) {
    const FlatEquation& equation = system_.equations[id];
    if (!kinds_.is_discrete(equation)) return;
    if (equation.is_hidden) {
      set_target(id, system_.pool[equation.left].variable(), ContextId(0));
      return;
    }
    const auto left = discrete_variable(equation.left);
    const auto right = discrete_variable(equation.right);
    if (!left && !right) {
      report_without_variable(equation);
      return;
    }
    const ContextId context = contexts_.find_or_add(equation.active_if);
    if (left && right && *left != *right) {
      choices_.push_back({id, context});
    } else {
      set_target(id, left ? *left : *right, context);
    }
  }

  void report_without_variable(const FlatEquation& equation) {
    diagnostics_
        .error(codes::discrete_equation_unsolved, equation.span,
               "this equation says which discrete values are equal, not which one it sets")
        .suggest("a discrete equation has a discrete variable alone on one side: `b = …`");
  }

  // Inner branches first: what they determine need not be determined outside.
  void choose_between_variables() {
    std::stable_sort(choices_.begin(), choices_.end(), [&](Choice left, Choice right) {
      const int left_depth = contexts_.depth(left.context);
      const int right_depth = contexts_.depth(right.context);
      return left_depth != right_depth ? left_depth > right_depth : left.context < right.context;
    });
    for (auto first = choices_.begin(); first != choices_.end();) {
      const auto last = std::find_if(
          first, choices_.end(), [&](Choice choice) { return choice.context != first->context; });
      match({first, last});
      first = last;
    }
  }

  // The equations of one branch, each with one of the two variables that is still open.
  void match(const std::vector<Choice>& choices) {
    std::vector<VariableId> columns;
    std::unordered_map<VariableId, Column> column_of;
    std::vector<BipartiteGraph::Edge> edges;
    for (std::uint32_t row = 0; row < choices.size(); ++row) {
      const FlatEquation& equation = system_.equations[choices[row].equation];
      for (const ExprId side : {equation.left, equation.right}) {
        const VariableId variable = *discrete_variable(side);
        if (is_defined(variable, choices[row].context)) continue;
        const auto [entry, is_new] =
            column_of.emplace(variable, Column(static_cast<std::uint32_t>(columns.size())));
        if (is_new) columns.push_back(variable);
        edges.push_back({Row(row), entry->second});
      }
    }
    const Matching matching =
        maximum_matching(BipartiteGraph(choices.size(), columns.size(), std::move(edges)));
    for (std::uint32_t row = 0; row < choices.size(); ++row) {
      const auto column = matching.column_of[Row(row)];
      const FlatEquation& equation = system_.equations[choices[row].equation];
      // One too many is reported with the other equations of its left side.
      const VariableId target =
          column ? columns[column->index()] : *discrete_variable(equation.left);
      set_target(choices[row].equation, target, choices[row].context);
    }
  }

  void set_target(EquationId id, VariableId variable, ContextId context) {
    target_[id] = variable;
    define(variable, context);
  }

  static std::uint64_t key(VariableId variable, ContextId context) {
    return static_cast<std::uint64_t>(variable.index()) << 32 | context.index();
  }

  void define(VariableId variable, ContextId context) {
    defined_here_.insert(key(variable, context));
    while (defined_below_.insert(key(variable, context)).second && context != ContextId(0)) {
      context = contexts_.parent(context);
    }
  }

  // Is there an equation for the variable in this context, in one inside or around it?
  bool is_defined(VariableId variable, ContextId context) const {
    if (defined_below_.contains(key(variable, context))) return true;
    while (context != ContextId(0)) {
      context = contexts_.parent(context);
      if (defined_here_.contains(key(variable, context))) return true;
    }
    return false;
  }

  const FlatSystem& system_;
  EquationKinds& kinds_;
  Diagnostics& diagnostics_;
  EquationTargets target_;
  GuardContexts contexts_;
  std::vector<Choice> choices_;
  std::unordered_set<std::uint64_t> defined_here_, defined_below_;  // looked up only
};

// Checks that each discrete variable is determined exactly once.
class DefinitionCheck {
 public:
  DefinitionCheck(const FlatSystem& system, const EquationTargets& targets,
                  Diagnostics& diagnostics)
      : system_(system),
        diagnostics_(diagnostics),
        equations_(system.variables.size()),
        clauses_(system.variables.size()) {
    for (const EquationId id : system.equations.ids()) {
      if (targets[id]) equations_[*targets[id]].push_back(id);
    }
    for (const FlatWhen& when : system.whens) collect(when);
  }

  void run() {
    for (const VariableId id : system_.variables.ids()) {
      const FlatVariable& variable = system_.variables[id];
      if (variable.is_discrete && !variable.is_input && !variable.is_binary) check(id);
    }
  }

 private:
  struct ClauseUse {
    const FlatWhen* when;
    SourceSpan span;  // its first equation for the variable
  };

  void collect(const FlatWhen& when) {
    for (const WhenBranch& branch : when.branches) {
      std::unordered_map<VariableId, SourceSpan> in_branch;
      for (const WhenAction& action : branch.actions) {
        const auto* assign = std::get_if<WhenAssign>(&action);
        if (assign == nullptr) continue;
        const auto [entry, is_new] = in_branch.emplace(assign->target, assign->span);
        if (!is_new) {
          report_twice(assign->target, entry->second, assign->span)
              .note("both are in the same branch of `when`");
        }
        std::vector<ClauseUse>& uses = clauses_[assign->target];
        if (uses.empty() || uses.back().when != &when) uses.push_back({&when, assign->span});
      }
    }
  }

  void check(VariableId id) {
    const std::vector<EquationId>& equations = equations_[id];
    const std::vector<ClauseUse>& clauses = clauses_[id];
    if (clauses.size() > 1) {
      report_twice(id, clauses[0].span, clauses[1].span)
          .note("both `when` clauses could happen at the same instant")
          .suggest("make one of them an `elsewhen` of the other: the first one counts");
    } else if (!clauses.empty() && !equations.empty()) {
      report_twice(id, clauses[0].span, system_.equations[equations[0]].span);
    } else if (clauses.empty()) {
      check_branches(id, equations);
    }
  }

  void check_branches(VariableId id, const std::vector<EquationId>& equations) {
    std::vector<const std::vector<GuardLiteral>*> branches;
    for (const EquationId equation : equations) {
      branches.push_back(&system_.equations[equation].active_if);
    }
    const auto fault = find_partition_fault(branches);
    if (!fault) return;
    if (fault->holding.empty()) {
      report_missing(id, equations, fault->where);
      return;
    }
    Diagnostic& diagnostic = report_twice(id, system_.equations[equations[fault->holding[0]]].span,
                                          system_.equations[equations[fault->holding[1]]].span);
    if (!fault->where.empty()) diagnostic.note("both hold if " + condition_text(fault->where));
  }

  void report_missing(VariableId id, const std::vector<EquationId>& equations,
                      const std::vector<GuardLiteral>& where) {
    const FlatVariable& variable = system_.variables[id];
    Diagnostic& diagnostic = diagnostics_.error(
        codes::discrete_without_equation, variable.span,
        fmt::format("nothing determines the discrete variable `{}`", variable.name));
    if (!where.empty()) {
      diagnostic.mark("has no equation if " + condition_text(where));
      diagnostic.also(system_.equations[equations[0]].span, "an equation for it");
    }
    if (where.empty()) {
      diagnostic.suggest(
          fmt::format("write an equation `{0} = …`, or set it in a `when`", variable.name));
    } else {
      diagnostic.suggest(fmt::format("`{0} = pre({0})` keeps its value", variable.name));
    }
  }

  Diagnostic& report_twice(VariableId id, SourceSpan first, SourceSpan second) {
    return diagnostics_
        .error(codes::discrete_defined_twice, second,
               fmt::format("the discrete variable `{}` is determined twice",
                           system_.variables[id].name))
        .mark("determined again")
        .also(first, "determined here");
  }

  std::string condition_text(const std::vector<GuardLiteral>& literals) const {
    constexpr std::size_t most = 4;
    ExprPrinter printer(system_.pool, expr_names(system_));
    std::string text;
    for (std::size_t i = 0; i < literals.size() && i < most; ++i) {
      text +=
          fmt::format("{}`{}`", i == 0 ? "" : " and ",
                      literal_text(system_, printer, system_.guards[literals[i].guard].condition,
                                   literals[i].value));
    }
    if (literals.size() > most) text += fmt::format(" and {} more", literals.size() - most);
    return text;
  }

  const FlatSystem& system_;
  Diagnostics& diagnostics_;
  IdMap<VariableId, std::vector<EquationId>> equations_;
  IdMap<VariableId, std::vector<ClauseUse>> clauses_;
};

// Checks that at most one `reinit` can act on a value at one instant (Modelica 3.6, 8.3.6).
// x and der(x) are two values: each may have a `reinit` of its own.
class ReinitCheck {
 public:
  ReinitCheck(const FlatSystem& system, Diagnostics& diagnostics)
      : system_(system), diagnostics_(diagnostics) {}

  void run() {
    for (const FlatWhen& when : system_.whens) {
      std::map<Target, SourceSpan> in_clause;
      for (const WhenBranch& branch : when.branches) check(branch, in_clause);
      // Branches of one clause exclude each other; clauses do not.
      before_.merge(in_clause);
    }
  }

 private:
  using Target = std::pair<VariableId, int>;

  void check(const WhenBranch& branch, std::map<Target, SourceSpan>& in_clause) {
    std::map<Target, SourceSpan> in_branch;
    for (const WhenAction& action : branch.actions) {
      const auto* reinit = std::get_if<WhenReinit>(&action);
      if (reinit == nullptr) continue;
      const Target target(reinit->state, reinit->order);
      if (const auto other = before_.find(target); other != before_.end()) {
        report(*reinit, other->second)
            .note("both `when` clauses could happen at the same instant")
            .suggest("make one of them an `elsewhen` of the other: the first one counts");
      }
      const auto [entry, is_new] = in_branch.emplace(target, reinit->span);
      if (!is_new) report(*reinit, entry->second).note("both are in the same branch of `when`");
    }
    in_clause.merge(in_branch);
  }

  Diagnostic& report(const WhenReinit& reinit, SourceSpan first) {
    std::string name = system_.variables[reinit.state].name;
    for (int k = 0; k < reinit.order; ++k) name = "der(" + name + ")";
    return diagnostics_
        .error(codes::reinit_twice, reinit.span,
               fmt::format("two `reinit` can act on `{}` at the same instant", name))
        .mark("the second one")
        .also(first, "the first one");
  }

  const FlatSystem& system_;
  Diagnostics& diagnostics_;
  std::map<Target, SourceSpan> before_;  // in the clauses before: the first one of each
};

}  // namespace

EquationTargets find_definitions(const FlatSystem& system, EquationKinds& kinds,
                                 Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  EquationTargets targets = TargetChoice(system, kinds, diagnostics).run();
  // An equation that sets nothing leaves a variable without one; one message is enough.
  if (diagnostics.error_count() == errors_before) {
    DefinitionCheck(system, targets, diagnostics).run();
  }
  ReinitCheck(system, diagnostics).run();
  return targets;
}

}  // namespace saltus
