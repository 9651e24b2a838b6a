#include "saltus/compiler/flat/find_binary_unknowns.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "saltus/compiler/flat/active_count.h"
#include "saltus/compiler/flat/equation_kind.h"

namespace saltus {
namespace {

// Discrete variables that an equation or a when clause determines. An equation between
// two of them determines the one on its left.
IdMap<VariableId, char> determined_variables(const FlatSystem& system) {
  IdMap<VariableId, char> is_determined(system.variables.size(), 0);
  EquationKinds kinds(system);
  const auto discrete_variable = [&](ExprId side) -> std::optional<VariableId> {
    const Expr& expr = system.pool[side];
    if (expr.op != Op::variable) return std::nullopt;
    const VariableId id = expr.variable();
    return system.variables[id].is_discrete ? std::optional(id) : std::nullopt;
  };
  for (const FlatEquation& equation : system.equations) {
    if (!kinds.is_discrete(equation)) continue;
    const auto left = discrete_variable(equation.left);
    const auto target = left ? left : discrete_variable(equation.right);
    if (target) is_determined[*target] = 1;
  }
  for (const FlatWhen& when : system.whens) {
    for (const WhenBranch& branch : when.branches) {
      for (const WhenAction& action : branch.actions) {
        if (const auto* assign = std::get_if<WhenAssign>(&action))
          is_determined[assign->target] = 1;
      }
    }
  }
  return is_determined;
}

bool is_between_zero_and_one(const FlatVariable& variable) {
  return variable.type == ValueType::integer && !variable.is_input && !variable.is_hidden &&
         variable.min == 0.0 && variable.max == 1.0;
}

std::string count_text(CountRange count) {
  if (count.least == count.most) {
    return fmt::format("{} inequalit{}", count.most, count.most == 1 ? "y" : "ies");
  }
  return fmt::format("{} to {} inequalities, depending on the mode,", count.least, count.most);
}

constexpr std::size_t kShown = 8;

void report_count(const FlatSystem& system, const std::vector<VariableId>& unknowns,
                  CountRange count, Diagnostics& diagnostics) {
  Diagnostic& error =
      diagnostics.error(codes::inequality_count, system.inequalities[0].span,
                        fmt::format("{} for {} binary unknown{}", count_text(count),
                                    unknowns.size(), unknowns.size() == 1 ? "" : "s"));
  error.mark("an inequality");
  for (std::size_t i = 1; i < std::min(system.inequalities.size(), kShown); ++i) {
    error.also(system.inequalities[i].span, "an inequality");
  }
  for (std::size_t i = 0; i < std::min(unknowns.size(), kShown); ++i) {
    error.also(system.variables[unknowns[i]].span, "a binary unknown");
  }
  if (count.least < unknowns.size()) {
    error.suggest("each binary unknown needs one more condition of the form `… <= 0`");
  }
  if (count.most > unknowns.size()) {
    error.suggest(
        "a binary unknown is an `Integer z(min = 0, max = 1)` without an equation of its own");
  }
}

void report_without_binary(const FlatSystem& system, Diagnostics& diagnostics) {
  diagnostics
      .error(codes::inequality_without_binary, system.inequalities[0].span,
             "an inequality in a model without binary unknowns")
      .suggest("declare an `Integer z(min = 0, max = 1)` that the inequality determines")
      .suggest("to watch a condition, write `assert(…, \"…\")`");
}

void report_without_inequality(const FlatVariable& variable, Diagnostics& diagnostics) {
  diagnostics
      .error(codes::binary_without_inequality, variable.span,
             fmt::format("nothing determines the binary unknown `{}`", variable.name))
      .suggest("write an inequality that mentions it, of the form `… <= …;`")
      .suggest(
          fmt::format("or give it an equation `{} = …`, or set it in a `when`", variable.name));
}

}  // namespace

void find_binary_unknowns(FlatSystem& system, Diagnostics& diagnostics) {
  const IdMap<VariableId, char> is_determined = determined_variables(system);
  std::vector<VariableId> unknowns;
  for (const VariableId id : system.variables.ids()) {
    FlatVariable& variable = system.variables[id];
    variable.is_binary = is_between_zero_and_one(variable) && !is_determined[id];
    if (variable.is_binary) unknowns.push_back(id);
  }
  if (system.inequalities.empty()) {
    for (const VariableId id : unknowns) {
      report_without_inequality(system.variables[id], diagnostics);
    }
    return;
  }
  if (unknowns.empty()) {
    report_without_binary(system, diagnostics);
    return;
  }
  std::vector<std::vector<GuardLiteral>> literals;
  for (const FlatInequality& inequality : system.inequalities) {
    literals.push_back(inequality.active_if);
  }
  const CountRange count = count_active(literals);
  if (count.least == unknowns.size() && count.most == unknowns.size()) return;
  report_count(system, unknowns, count, diagnostics);
}

}  // namespace saltus
