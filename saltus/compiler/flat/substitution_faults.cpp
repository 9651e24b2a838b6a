#include "saltus/compiler/flat/substitution_faults.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

// Calls `visit` with each leaf of the expressions, once per node.
template <class Visit>
void visit_leaves(const FlatSystem& system, std::vector<ExprId> pending, Visit visit) {
  std::set<std::uint32_t> seen;
  while (!pending.empty()) {
    const ExprId id = pending.back();
    pending.pop_back();
    if (!seen.insert(id.index()).second) continue;
    const Expr& expr = system.pool[id];
    const OpShape shape = shape_of(expr.op);
    if (shape == OpShape::leaf) {
      visit(expr);
      continue;
    }
    pending.push_back(expr.first());
    if (shape != OpShape::unary) pending.push_back(expr.second());
    if (shape == OpShape::ternary) pending.push_back(expr.third());
  }
}

std::string derivative_text(const FlatSystem& system, VariableId variable, int order) {
  std::string text = system.variables[variable].name;
  for (int i = 0; i < order; ++i) text = "der(" + text + ")";
  return text;
}

const FlatSubstitution* find_substitution(const FlatSystem& system, VariableId variable,
                                          int order) {
  const auto found =
      std::find_if(system.substitutions.begin(), system.substitutions.end(),
                   [&](const FlatSubstitution& substitution) {
                     return substitution.variable == variable && substitution.order == order;
                   });
  return found == system.substitutions.end() ? nullptr : &*found;
}

// Looks for places that would set a substituted variable.
class MisuseSearch {
 public:
  explicit MisuseSearch(const FlatSystem& system)
      : system_(system),
        is_base_(system.variables.size(), 0),
        is_prime_(system.variables.size(), 0) {
    for (const FlatSubstitution& substitution : system.substitutions) {
      (substitution.order == 0 ? is_base_ : is_prime_)[substitution.variable] = 1;
    }
  }

  std::vector<SubstitutionMisuse> run() {
    for (const VariableId id : system_.variables.ids()) check_start(id);
    for (const FlatEquation& equation : system_.initial_equations) check_initial(equation);
    for (const FlatEquation& equation : system_.equations) check_equation(equation);
    for (const FlatWhen& when : system_.whens) {
      for (const WhenBranch& branch : when.branches) {
        for (const WhenAction& action : branch.actions) check_action(action);
      }
    }
    return std::move(misuses_);
  }

 private:
  bool is_substituted(VariableId id) const { return is_base_[id] || is_prime_[id]; }
  const std::string& name(VariableId id) const { return system_.variables[id].name; }

  void add(VariableId id, Code code, SourceSpan span, std::string message) {
    misuses_.push_back({id, code, span, std::move(message)});
  }

  void check_start(VariableId id) {
    const FlatVariable& variable = system_.variables[id];
    if (!is_substituted(id) || (!variable.start && !variable.fixed)) return;
    add(id, codes::substituted_initialised, variable.span,
        fmt::format("a start value of `{}`, which is substituted", variable.name));
  }

  // v = … or der(v) = …
  void check_initial(const FlatEquation& equation) {
    for (const ExprId side : {equation.left, equation.right}) {
      const Expr& leaf = system_.pool[side];
      if (leaf.op != Op::variable || !is_substituted(leaf.variable())) continue;
      add(leaf.variable(), codes::substituted_initialised, equation.span,
          fmt::format("an initial equation for `{}`, which is substituted", name(leaf.variable())));
      return;
    }
  }

  void check_action(const WhenAction& action) {
    const auto* reinit = std::get_if<WhenReinit>(&action);
    if (reinit == nullptr || !is_substituted(reinit->state)) return;
    add(reinit->state, codes::substituted_initialised, reinit->span,
        fmt::format("`reinit` of `{}`, which is substituted", name(reinit->state)));
  }

  // An equation that can be solved for nothing but what is substituted.
  void check_equation(const FlatEquation& equation) {
    std::optional<VariableId> only;
    bool has_others = false;
    visit_leaves(system_, {equation.left, equation.right}, [&](const Expr& leaf) {
      if (leaf.op != Op::variable || !is_continuous_unknown(system_.variables[leaf.variable()])) {
        return;
      }
      const bool is_replaced =
          is_base_[leaf.variable()] || (leaf.order() > 0 && is_prime_[leaf.variable()]);
      has_others |= !is_replaced || (only && *only != leaf.variable());
      only = leaf.variable();
    });
    if (!only || has_others) return;
    add(*only, codes::substituted_assigned, equation.span,
        fmt::format("an equation for `{}` alone, which is substituted", name(*only)));
  }

  const FlatSystem& system_;
  IdMap<VariableId, char> is_base_, is_prime_;
  std::vector<SubstitutionMisuse> misuses_;
};

// Variables of which a derivative is left in the equations.
IdMap<VariableId, char> differential_variables(const FlatSystem& system) {
  IdMap<VariableId, char> is_differential(system.variables.size(), 0);
  std::vector<ExprId> sides;
  for (const FlatEquation& equation : system.equations) {
    sides.push_back(equation.left);
    sides.push_back(equation.right);
  }
  visit_leaves(system, std::move(sides), [&](const Expr& leaf) {
    if (leaf.op == Op::variable && leaf.order() > 0) is_differential[leaf.variable()] = 1;
  });
  return is_differential;
}

// What the substituted variable is made of and may be initialised instead.
std::vector<std::string> free_names(FlatSystem& system, VariableId variable,
                                    const IdMap<VariableId, char>& is_differential,
                                    SubstitutionResolver& resolver) {
  std::vector<ExprId> values;
  for (const FlatSubstitution& substitution : system.substitutions) {
    if (substitution.variable != variable) continue;
    values.push_back(resolver.resolve(system.pool.variable(variable, substitution.order)));
  }
  std::set<std::uint32_t> found;
  visit_leaves(system, std::move(values), [&](const Expr& leaf) {
    if (leaf.op == Op::variable && is_differential[leaf.variable()]) found.insert(leaf.a);
  });
  std::vector<std::string> names;
  for (const std::uint32_t id : found) {
    if (VariableId(id) != variable) {
      names.push_back(fmt::format("`{}`", system.variables[VariableId(id)].name));
    }
  }
  return names;
}

bool contains(const std::vector<GuardLiteral>& literals, const std::vector<GuardLiteral>& part) {
  return std::all_of(part.begin(), part.end(), [&](GuardLiteral literal) {
    return std::find(literals.begin(), literals.end(), literal) != literals.end();
  });
}

// The branch of a substitution that mentions the leaf `needed`, directly or through a guard.
const SubstitutionBranch& branch_that_needs(const FlatSystem& system,
                                            const FlatSubstitution& substitution,
                                            const Expr& needed) {
  for (const SubstitutionBranch& branch : substitution.branches) {
    bool found = false;
    visit_leaves(system, {branch.value},
                 [&](const Expr& leaf) { found |= leaf.op == needed.op && leaf.a == needed.a; });
    if (found) return branch;
  }
  return substitution.branches.front();
}

}  // namespace

std::vector<SubstitutionMisuse> find_misuses(const FlatSystem& system) {
  return MisuseSearch(system).run();
}

void report_misuses(FlatSystem& system, const std::vector<SubstitutionMisuse>& misuses,
                    SubstitutionResolver& resolver, Diagnostics& diagnostics) {
  if (misuses.empty()) return;
  const IdMap<VariableId, char> is_differential = differential_variables(system);
  for (const SubstitutionMisuse& misuse : misuses) {
    Diagnostic& error = diagnostics.error(misuse.code, misuse.span, misuse.message);
    for (const FlatSubstitution& substitution : system.substitutions) {
      if (substitution.variable != misuse.variable) continue;
      error.also(substitution.branches.front().span, "substituted here");
    }
    const bool is_base = find_substitution(system, misuse.variable, 0) != nullptr;
    error.note(fmt::format("the value of `{}` follows from the {}",
                           system.variables[misuse.variable].name,
                           is_base ? "substitution" : "equations"));
    if (misuse.code != codes::substituted_initialised) {
      error.suggest("remove the equation, or the substitution");
      continue;
    }
    const std::vector<std::string> names =
        free_names(system, misuse.variable, is_differential, resolver);
    if (names.empty()) {
      error.suggest("nothing that it is made of may be initialised: remove this");
    } else {
      error.suggest(fmt::format("initialise {} instead", fmt::join(names, " or ")));
    }
  }
}

void report_hidden_branches(const FlatSystem& system, Diagnostics& diagnostics) {
  for (const FlatSubstitution& substitution : system.substitutions) {
    const auto& branches = substitution.branches;
    for (std::size_t later = 1; later < branches.size(); ++later) {
      const auto hiding =
          std::find_if(branches.begin(), branches.begin() + static_cast<std::ptrdiff_t>(later),
                       [&](const SubstitutionBranch& earlier) {
                         return contains(branches[later].active_if, earlier.active_if);
                       });
      if (hiding == branches.begin() + static_cast<std::ptrdiff_t>(later)) continue;
      diagnostics
          .error(codes::substituted_twice, branches[later].span,
                 fmt::format("`{}` is substituted twice",
                             derivative_text(system, substitution.variable, substitution.order)))
          .mark("never counts")
          .also(hiding->span, "active whenever the other one is")
          .suggest("keep one of them, or put them into different branches of an `if`");
    }
  }
}

void report_never_active(const std::string& variable, SourceSpan branch, Diagnostics& diagnostics) {
  diagnostics
      .error(codes::substitution_never_open, branch,
             fmt::format("no branch of the substitution of `{}` is ever active", variable))
      .mark("this one is never active")
      .suggest("write an `else` that gives the variable a value in every other case");
}

void report_cycle(const FlatSystem& system, const std::vector<ExprId>& cycle,
                  Diagnostics& diagnostics) {
  struct Step {
    std::string name;
    SourceSpan span;
    bool is_written = true;  // not a guard, not a derivative that follows from what is written
  };
  ExprPrinter printer(system.pool, expr_names(system));
  std::vector<Step> steps;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Expr& leaf = system.pool[cycle[i]];
    if (leaf.op == Op::guard) {
      const Guard& guard = system.guards[GuardId(leaf.a)];
      steps.push_back({printer.print(guard.condition), guard.span, false});
      continue;
    }
    const Expr& next = system.pool[cycle[(i + 1) % cycle.size()]];
    const FlatSubstitution* written = nullptr;
    for (int order = std::min(leaf.order(), 1); order >= 0 && written == nullptr; --order) {
      written = find_substitution(system, leaf.variable(), order);
    }
    steps.push_back({derivative_text(system, leaf.variable(), leaf.order()),
                     branch_that_needs(system, *written, next).span,
                     written->order == leaf.order()});
  }
  const auto first = std::min_element(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
    return std::pair(!a.is_written, a.span.begin) < std::pair(!b.is_written, b.span.begin);
  });
  std::rotate(steps.begin(), first, steps.end());
  Diagnostic& error = diagnostics.error(
      codes::cyclic_substitution, steps[0].span,
      fmt::format("the substitution of `{}` needs `{}` itself", steps[0].name, steps[0].name));
  std::string text = "cycle: ";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string label =
        fmt::format("`{}` needs `{}`", steps[i].name, steps[(i + 1) % steps.size()].name);
    if (i == 0) {
      error.mark(label);
    } else if (steps[i].span != steps[0].span) {
      error.also(steps[i].span, label);
    }
    text += fmt::format("`{}` → ", steps[i].name);
  }
  error.note(text + fmt::format("`{}`", steps[0].name))
      .suggest("write one of them as an equation with `=`: it is then solved for");
}

}  // namespace saltus
