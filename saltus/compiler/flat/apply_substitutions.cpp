#include "saltus/compiler/flat/apply_substitutions.h"

#include <fmt/format.h>

#include <utility>

#include "saltus/compiler/flat/active_count.h"
#include "saltus/compiler/flat/flat_uses.h"
#include "saltus/compiler/flat/substitution_faults.h"
#include "saltus/compiler/flat/substitution_resolver.h"
#include "saltus/foundation/expr/rewrite.h"

namespace saltus {
namespace {

// Everything but the substitutions themselves, which stay readable.
void resolve_all(FlatSystem& system, SubstitutionResolver& resolver) {
  const auto resolve = [&](ExprId& expr) { expr = resolver.resolve(expr); };
  for (Guard& guard : system.guards) resolve(guard.condition);
  for (FlatVariable& variable : system.variables) {
    if (variable.floor_of) resolve(*variable.floor_of);
  }
  std::vector<FlatSubstitution> substitutions = std::move(system.substitutions);
  system.substitutions.clear();
  visit_uses(system, resolve, [](const std::vector<GuardLiteral>&) {});
  system.substitutions = std::move(substitutions);
}

// Other substituted variables stay in a substitution: they have equations of their own, and a
// chain of n substitutions is n short equations. Derivatives are replaced.
void resolve_derivatives(FlatSystem& system, SubstitutionResolver& resolver) {
  Rewriter rewriter(system.pool, [&](ExprPool& pool, ExprId leaf) {
    const Expr expr = pool[leaf];
    return expr.op == Op::variable && expr.order() == 0 ? leaf : resolver.resolve(leaf);
  });
  for (FlatSubstitution& substitution : system.substitutions) {
    for (SubstitutionBranch& branch : substitution.branches) {
      branch.value = rewriter.rewrite(branch.value);
    }
  }
}

// Takes literals of decided guards away; false if one of them does not hold.
bool simplify(const FlatSystem& system, std::vector<GuardLiteral>& literals) {
  bool holds = true;
  std::erase_if(literals, [&](GuardLiteral literal) {
    const Expr& condition = system.pool[system.guards[literal.guard].condition];
    if (condition.op != Op::boolean) return false;
    holds &= (condition.a != 0) == literal.value;
    return true;
  });
  return holds;
}

// What a decided guard excludes is gone, as with conditions that parameters decide.
void drop_excluded(FlatSystem& system, Diagnostics& diagnostics) {
  const auto is_excluded = [&](auto& item) { return !simplify(system, item.active_if); };
  IdMap<EquationId, FlatEquation> equations;
  for (FlatEquation& equation : system.equations) {
    if (!is_excluded(equation)) equations.add(std::move(equation));
  }
  system.equations = std::move(equations);
  std::erase_if(system.initial_equations, is_excluded);
  std::erase_if(system.inequalities, is_excluded);
  std::erase_if(system.assertions, is_excluded);
  std::erase_if(system.ifs_without_else,
                [&](IfWithoutElse& each) { return !simplify(system, each.none_active); });
  for (FlatSubstitution& substitution : system.substitutions) {
    const SourceSpan span = substitution.branches.front().span;
    std::erase_if(substitution.branches, is_excluded);
    if (substitution.branches.empty()) {
      report_never_active(system.variables[substitution.variable].name, span, diagnostics);
    }
  }
}

// v = E, for the results and for the other equations of this kind.
void add_equations(FlatSystem& system) {
  for (const FlatSubstitution& substitution : system.substitutions) {
    if (substitution.order != 0) continue;
    const ExprId left = system.pool.variable(substitution.variable);
    const ExprId right = first_open_value(system.pool, substitution);
    system.equations.add({.left = left,
                          .right = right,
                          .active_if = {},
                          .span = substitution.branches.front().span,
                          .description = {},
                          .is_substitution = true});
  }
}

ExprId is_active(ExprPool& pool, const SubstitutionBranch& branch) {
  ExprId all = pool.boolean(true);
  for (const GuardLiteral literal : branch.active_if) {
    const ExprId guard = pool.guard(literal.guard);
    all = pool.binary(Op::logical_and, all,
                      literal.value ? guard : pool.unary(Op::logical_not, guard));
  }
  return all;
}

// One branch is active in every mode, or the run ends.
void add_assertions(FlatSystem& system) {
  for (std::size_t i = 0; i < system.substitutions.size(); ++i) {
    const FlatSubstitution& substitution = system.substitutions[i];
    std::vector<std::vector<GuardLiteral>> literals;
    ExprId some = system.pool.boolean(false);
    for (const SubstitutionBranch& branch : substitution.branches) {
      literals.push_back(branch.active_if);
      some = system.pool.binary(Op::logical_or, some, is_active(system.pool, branch));
    }
    if (count_active(literals).least > 0) continue;
    system.assertions.push_back(
        {.condition = some,
         .message = fmt::format("a branch of the substitution of `{}` is active",
                                system.variables[substitution.variable].name),
         .level = AssertionLevel::error,
         .active_if = {},
         .span = substitution.branches.front().span,
         .of_substitution = i});
  }
}

}  // namespace

void apply_substitutions(FlatSystem& system, Diagnostics& diagnostics) {
  if (system.substitutions.empty()) return;
  const std::size_t errors_before = diagnostics.error_count();
  report_hidden_branches(system, diagnostics);
  const std::vector<SubstitutionMisuse> misuses = find_misuses(system);
  SubstitutionResolver resolver(system);
  for (const FlatSubstitution& substitution : system.substitutions) {
    resolver.resolve(system.pool.variable(substitution.variable, substitution.order));
  }
  resolve_all(system, resolver);
  if (!resolver.cycle().empty()) {
    report_cycle(system, resolver.cycle(), diagnostics);
    return;
  }
  resolve_derivatives(system, resolver);
  for (FlatSubstitution& substitution : system.substitutions) {
    substitution.highest_derivative = resolver.highest_derivative(substitution.variable);
  }
  report_misuses(system, misuses, resolver, diagnostics);
  drop_excluded(system, diagnostics);
  if (diagnostics.error_count() > errors_before) return;
  add_equations(system);
  add_assertions(system);
}

}  // namespace saltus
