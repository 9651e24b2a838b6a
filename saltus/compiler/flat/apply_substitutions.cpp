#include "saltus/compiler/flat/apply_substitutions.h"

#include <fmt/format.h>

#include "saltus/compiler/flat/active_count.h"
#include "saltus/compiler/flat/flat_uses.h"
#include "saltus/compiler/flat/substitution_faults.h"
#include "saltus/compiler/flat/substitution_resolver.h"

namespace saltus {
namespace {

void resolve_all(FlatSystem& system, SubstitutionResolver& resolver) {
  const auto resolve = [&](ExprId& expr) { expr = resolver.resolve(expr); };
  for (Guard& guard : system.guards) resolve(guard.condition);
  for (FlatVariable& variable : system.variables) {
    if (variable.floor_of) resolve(*variable.floor_of);
  }
  visit_uses(system, resolve, [](const std::vector<GuardLiteral>&) {});
}

// v = E, for the results.
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

ExprId is_open(ExprPool& pool, const SubstitutionBranch& branch) {
  ExprId all = pool.boolean(true);
  for (const GuardLiteral literal : branch.active_if) {
    const ExprId guard = pool.guard(literal.guard);
    all = pool.binary(Op::logical_and, all,
                      literal.value ? guard : pool.unary(Op::logical_not, guard));
  }
  return all;
}

// One branch is open in every mode, or the run ends.
void add_assertions(FlatSystem& system) {
  for (std::size_t i = 0; i < system.substitutions.size(); ++i) {
    const FlatSubstitution& substitution = system.substitutions[i];
    std::vector<std::vector<GuardLiteral>> literals;
    ExprId some = system.pool.boolean(false);
    for (const SubstitutionBranch& branch : substitution.branches) {
      literals.push_back(branch.active_if);
      some = system.pool.binary(Op::logical_or, some, is_open(system.pool, branch));
    }
    if (count_active(literals).least > 0) continue;
    system.assertions.push_back(
        {.condition = some,
         .message = fmt::format("a branch of the substitution of `{}` is open",
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
  report_hidden_branches(system, diagnostics);
  const std::vector<SubstitutionMisuse> misuses = find_misuses(system);
  SubstitutionResolver resolver(system);
  resolve_all(system, resolver);
  if (!resolver.cycle().empty()) {
    report_cycle(system, resolver.cycle(), diagnostics);
    return;
  }
  for (FlatSubstitution& substitution : system.substitutions) {
    substitution.highest_derivative = resolver.highest_derivative(substitution.variable);
  }
  report_misuses(system, misuses, diagnostics);
  add_equations(system);
  add_assertions(system);
}

}  // namespace saltus
