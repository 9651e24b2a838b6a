#include "saltus/compiler/names/check_equations.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "saltus/compiler/syntax/print_syntax.h"

namespace saltus {
namespace {

using syntax::Branch;
using syntax::Equation;
using syntax::EquationKind;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::print_expression;

// What surrounds an equation.
struct Place {
  bool in_if = false;
  bool in_when = false;
  bool in_initial = false;
};

class EquationChecker {
 public:
  EquationChecker(const syntax::SyntaxTree& tree, const syntax::Model& model,
                  ExpressionChecker& expressions, Diagnostics& diagnostics)
      : tree_(tree), model_(model), expressions_(expressions), diagnostics_(diagnostics) {}

  void check_all(const std::vector<Equation>& equations, Place place) {
    push(equations, place);
    while (!pending_.empty()) {
      const auto [equation, where] = pending_.back();
      pending_.pop_back();
      check(*equation, where);
    }
  }

 private:
  struct Pending {
    const Equation* equation;
    Place place;
  };

  void push(const std::vector<Equation>& equations, Place place) {
    for (auto equation = equations.rbegin(); equation != equations.rend(); ++equation) {
      pending_.push_back({&*equation, place});
    }
  }

  void check(const Equation& equation, Place place) {
    switch (equation.kind) {
      case EquationKind::equality:
        check_equality(equation, place);
        break;
      case EquationKind::conditional:
        check_conditional(equation, place);
        break;
      case EquationKind::when:
        check_when(equation, place);
        break;
      case EquationKind::call:
        check_call(equation, place);
        break;
      case EquationKind::inequality:
        check_inequality(equation, place);
        break;
      case EquationKind::substitution:
        check_substitution(equation, place);
        break;
    }
  }

  void check_substitution(const Equation& equation, Place place) {
    if (place.in_when || place.in_initial) {
      diagnostics_
          .error(codes::misplaced_substitution, equation.span,
                 fmt::format("a substitution {}",
                             place.in_when ? "inside `when`" : "in an `initial equation` section"))
          .suggest("a substitution holds all the time: move it to the equation section")
          .suggest("at an instant a variable is set by `v = …`");
      return;
    }
    const ResolvedNode& left = expressions_.check(*equation.left);
    const ResolvedNode& right = expressions_.check(*equation.right);
    if (left.type == Type::poisoned || right.type == Type::poisoned) return;
    if (!check_substitution_target(*equation.left)) return;
    if (!is_numeric(right.type)) report_sides(equation, left.type, right.type);
  }

  bool check_substitution_target(NodeId left) {
    const bool is_derivative =
        tree_.nodes[left].kind == NodeKind::call && tree_.nodes[left].text == "der";
    const ResolvedNode& node = expressions_.at(is_derivative ? tree_.children_of(left)[0] : left);
    const bool is_variable = node.symbol && node.variability == Variability::continuous;
    const bool is_input = is_variable && model_.declarations[node.symbol->index()].causality ==
                                             syntax::Causality::input;
    if (is_variable && !is_input) return true;
    diagnostics_
        .error(codes::substitution_target, tree_.nodes[left].span,
               "a substitution stands for a continuous variable or its derivative")
        .mark(is_input      ? "this is an input"
              : node.symbol ? "this is not a continuous variable"
                            : "this is not a variable")
        .suggest("write `v <- …` or `der(v) <- …` with a continuous variable `v`");
    return false;
  }

  // Holds all the time, like an equation.
  void check_inequality(const Equation& equation, Place place) {
    if (!place.in_when && !place.in_initial) {
      expressions_.check(*equation.left);
      return;
    }
    diagnostics_
        .error(codes::misplaced_inequality, equation.span,
               fmt::format("an inequality {}",
                           place.in_when ? "inside `when`" : "in an `initial equation` section"))
        .suggest("an inequality holds all the time: move it to the equation section")
        .suggest("`assert(…, \"…\")` watches a condition");
  }

  void check_equality(const Equation& equation, Place place) {
    if (is_reinit(*equation.left)) {
      report_reinit_as_equation(equation);
      return;
    }
    const Surroundings surroundings{.in_when = place.in_when};
    const ResolvedNode& left = expressions_.check(*equation.left, surroundings);
    const ResolvedNode& right = expressions_.check(*equation.right, surroundings);
    if (place.in_when && !check_when_target(*equation.left)) return;
    if (left.type == Type::poisoned || right.type == Type::poisoned) return;
    const bool both_numeric = is_numeric(left.type) && is_numeric(right.type);
    const bool fits =
        place.in_when ? converts(right.type, left.type)
                      : both_numeric || (left.type == Type::boolean && right.type == Type::boolean);
    if (!fits || (!place.in_when && is_real_value_of_integer(equation))) {
      report_sides(equation, left.type, right.type);
    } else if (!both_numeric && !place.in_when) {
      check_discrete_side(*equation.left);
      check_discrete_side(*equation.right);
    }
  }

  // n = 2.5: an Integer that is to have a value of type Real, where no Real variable can be meant
  // to be determined instead.
  bool is_real_value_of_integer(const Equation& equation) const {
    const ResolvedNode& left = expressions_.at(*equation.left);
    const bool is_discrete = left.symbol && left.variability == Variability::discrete;
    return is_discrete && left.type == Type::integer &&
           expressions_.at(*equation.right).type == Type::real &&
           !mentions_real_variable(*equation.right);
  }

  bool mentions_real_variable(NodeId root) const {
    std::vector<NodeId> pending{root};
    while (!pending.empty()) {
      const NodeId id = pending.back();
      pending.pop_back();
      const ResolvedNode& node = expressions_.at(id);
      const bool is_variable = node.symbol && node.variability > Variability::parameter;
      if ((is_variable && node.type == Type::real) || node.is_time) return true;
      const auto children = tree_.children_of(id);
      pending.insert(pending.end(), children.begin(), children.end());
    }
    return false;
  }

  bool is_reinit(NodeId left) const {
    return tree_.nodes[left].kind == NodeKind::call && tree_.nodes[left].text == "reinit";
  }

  // reinit(x) = 1
  void report_reinit_as_equation(const Equation& equation) {
    const auto arguments = tree_.children_of(*equation.left);
    const std::string target =
        arguments.size() == 1 ? print_expression(tree_, arguments[0]) : std::string("x");
    diagnostics_
        .error(codes::misplaced_call, tree_.nodes[*equation.left].span, "`reinit` has no value")
        .suggest(fmt::format("write `reinit({}, {});`", target,
                             print_expression(tree_, *equation.right)));
  }

  void report_sides(const Equation& equation, Type left, Type right) {
    diagnostics_
        .error(codes::sides_differ, tree_.nodes[*equation.right].span,
               fmt::format("the sides of the equation are of types {} and {}", name_of(left),
                           name_of(right)))
        .mark(fmt::format("of type {}", name_of(right)))
        .also(tree_.nodes[*equation.left].span, fmt::format("of type {}", name_of(left)))
        .suggest(advice_on_sides(equation, left, right));
  }

  std::string advice_on_sides(const Equation& equation, Type left, Type right) const {
    if (left == Type::integer && right == Type::real) {
      return fmt::format("write `integer({})`, which rounds down",
                         print_expression(tree_, *equation.right));
    }
    const std::string& number = tree_.nodes[*equation.right].text;
    if (left == Type::boolean && (number == "0" || number == "1")) {
      return fmt::format("write `{}`", number == "0" ? "false" : "true");
    }
    return "`x > 0` makes a Boolean of a number, `if b then 1 else 0` a number of a Boolean";
  }

  // A Boolean that changes without an event has no place in an equation.
  void check_discrete_side(NodeId side) {
    if (expressions_.at(side).variability != Variability::continuous) return;
    diagnostics_
        .error(codes::varies_too_much, tree_.nodes[side].span,
               "this Boolean changes without an event")
        .suggest("leave out `noEvent`");
  }

  bool check_when_target(NodeId target) {
    const ResolvedNode& node = expressions_.at(target);
    if (node.type == Type::poisoned) return false;
    if (node.symbol && node.variability > Variability::parameter) return true;
    Diagnostic& diagnostic =
        diagnostics_.error(codes::when_target, tree_.nodes[target].span,
                           "an equation inside `when` sets the variable on its left");
    diagnostic.mark(node.symbol ? "this is not a variable" : "this is not a name");
    const bool is_derivative = node.function != nullptr && node.function->meaning == Builtin::der;
    diagnostic.suggest(is_derivative
                           ? fmt::format("write `reinit({}, …)`", print_expression(tree_, target))
                           : "write `v = …` with a variable `v`, or `reinit(x, …)` for a "
                             "continuous one");
    return false;
  }

  void check_conditional(const Equation& equation, Place place) {
    if (place.in_when && !sets_the_same_in_all_branches(equation)) {
      diagnostics_
          .error(codes::if_inside_when, equation.span,
                 "this `if` inside `when` does not set the same variables in all its branches")
          .suggest("`v = pre(v)` in a branch, also in an `else`, leaves `v` as it is")
          .suggest("nothing but `v = …` may stand in it");
      return;
    }
    place.in_if = true;
    for (const Branch& branch : equation.branches) {
      if (!branch.condition) continue;
      expressions_.check_condition(*branch.condition, "condition of `if`",
                                   {.in_when = place.in_when});
    }
    for (auto branch = equation.branches.rbegin(); branch != equation.branches.rend(); ++branch) {
      push(branch->equations, place);
    }
  }

  // Such an `if` inside `when` is the same as one if-expression for each variable.
  bool sets_the_same_in_all_branches(const Equation& equation) const {
    const auto targets_of = [&](const Branch& branch) -> std::optional<std::set<std::string>> {
      std::set<std::string> targets;
      for (const Equation& inner : branch.equations) {
        if (inner.kind != EquationKind::equality) return std::nullopt;
        if (tree_.nodes[*inner.left].kind != NodeKind::name) return std::nullopt;
        if (!targets.insert(tree_.nodes[*inner.left].text).second) return std::nullopt;
      }
      return targets;
    };
    if (equation.branches.back().condition) return false;
    const auto targets = targets_of(equation.branches.front());
    return targets &&
           std::all_of(equation.branches.begin(), equation.branches.end(),
                       [&](const Branch& branch) { return targets_of(branch) == targets; });
  }

  void check_when(const Equation& equation, Place place) {
    if (place.in_when || place.in_if || place.in_initial) {
      const std::string_view where = place.in_when      ? "inside another `when`"
                                     : place.in_initial ? "in an `initial equation` section"
                                                        : "inside `if`";
      Diagnostic& diagnostic =
          diagnostics_.error(codes::misplaced_when, equation.span, fmt::format("`when` {}", where));
      diagnostic.suggest(place.in_initial ? "`when initial() then` belongs to the equation section"
                                          : "join the conditions: `when a and b then`");
      return;
    }
    for (const Branch& branch : equation.branches) check_when_condition(*branch.condition);
    place.in_when = true;
    for (auto branch = equation.branches.rbegin(); branch != equation.branches.rend(); ++branch) {
      push(branch->equations, place);
    }
  }

  void check_when_condition(NodeId condition) {
    if (tree_.nodes[condition].kind != NodeKind::array) {
      check_when_atom(condition);
      return;
    }
    for (const NodeId part : tree_.children_of(condition)) check_when_atom(part);
  }

  void check_when_atom(NodeId condition) {
    const ResolvedNode& node = expressions_.check_condition(condition, "condition of `when`");
    if (node.type == Type::poisoned) return;
    check_discrete_side(condition);
  }

  void check_call(const Equation& equation, Place place) {
    const NodeId call = *equation.left;
    const BuiltinFunction* function =
        expressions_.check_equation_call(call, {.in_when = place.in_when});
    if (function == nullptr) return;
    const CallArguments arguments = arrange_arguments(tree_, call, *function);
    const SourceSpan span = tree_.nodes[call].span;
    if (place.in_initial) {
      diagnostics_
          .error(codes::misplaced_call, span,
                 fmt::format("`{}` in an `initial equation` section", function->name))
          .suggest("move it to the equation section");
      return;
    }
    switch (function->meaning) {
      case Builtin::assert:
        check_text(arguments[1], "message");
        if (arguments.at[2]) check_level(arguments[2]);
        break;
      case Builtin::terminate:
        check_text(arguments[0], "message");
        if (!place.in_when) {
          diagnostics_.error(codes::misplaced_call, span, "`terminate` outside of `when`")
              .suggest("write `when condition then terminate(…); end when;`");
        }
        break;
      default:
        check_reinit(span, arguments[0], place);
        break;
    }
  }

  void check_text(NodeId text, std::string_view what) {
    if (find_literal_text(tree_, text)) return;
    diagnostics_.error(codes::text_not_literal, tree_.nodes[text].span,
                       fmt::format("the {} needs a text in quotes", what));
  }

  void check_level(NodeId level) {
    const std::string& text = tree_.nodes[level].text;
    if (text == "AssertionLevel.error" || text == "AssertionLevel.warning") return;
    diagnostics_
        .error(codes::unknown_name, tree_.nodes[level].span, fmt::format("unknown name `{}`", text))
        .suggest("the choices are AssertionLevel.error and AssertionLevel.warning");
  }

  void check_reinit(SourceSpan span, NodeId target, Place place) {
    if (!place.in_when) {
      diagnostics_.error(codes::reinit_outside_when, span, "`reinit` outside of `when`")
          .mark("when should it happen?")
          .suggest("write `when condition then reinit(…); end when;`");
      return;
    }
    NodeId state = target;
    while (tree_.nodes[state].kind == NodeKind::call && tree_.nodes[state].text == "der") {
      state = tree_.children_of(state)[0];
    }
    const ResolvedNode& node = expressions_.at(state);
    if (node.symbol && node.variability == Variability::continuous) return;
    diagnostics_
        .error(codes::reinit_target, tree_.nodes[target].span,
               "`reinit` sets a continuous variable or its derivative")
        .mark(node.symbol ? "this is not a continuous variable" : "this is not a variable")
        .suggest(node.symbol ? "a discrete variable is set by an equation: `v = …`"
                             : "write `reinit(x, …)` with a variable `x`");
  }

  const syntax::SyntaxTree& tree_;
  const syntax::Model& model_;
  ExpressionChecker& expressions_;
  Diagnostics& diagnostics_;
  std::vector<Pending> pending_;
};

}  // namespace

void mark_assigned_in_when(const syntax::SyntaxTree& tree, const syntax::Model& model,
                           SymbolTable& symbols, ResolvedModel& resolved) {
  std::vector<const Equation*> pending;  // in a `when`, or such themselves
  for (const Equation& equation : model.equations) {
    if (equation.kind == EquationKind::when) pending.push_back(&equation);
  }
  while (!pending.empty()) {
    const Equation& equation = *pending.back();
    pending.pop_back();
    for (const Branch& branch : equation.branches) {
      for (const Equation& inner : branch.equations) pending.push_back(&inner);
    }
    if (equation.kind != EquationKind::equality) continue;
    const auto symbol = symbols.find(tree.nodes[*equation.left].text);
    if (!symbol || tree.nodes[*equation.left].kind != NodeKind::name) continue;
    symbols.note_setter_in_when(*symbol, equation);
    Variability& variability = resolved.symbols[*symbol].variability;
    if (variability == Variability::continuous) variability = Variability::discrete;
  }
}

void check_equations(const syntax::SyntaxTree& tree, const syntax::Model& model,
                     ExpressionChecker& expressions, Diagnostics& diagnostics) {
  EquationChecker checker(tree, model, expressions, diagnostics);
  checker.check_all(model.equations, {});
  checker.check_all(model.initial_equations, {.in_initial = true});
}

}  // namespace saltus
