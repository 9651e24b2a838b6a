#include "saltus/compiler/flat/flatten_equations.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "saltus/compiler/flat/substitution_faults.h"

namespace saltus {
namespace {

using syntax::Branch;
using syntax::Equation;
using syntax::EquationKind;
using syntax::NodeId;
using syntax::NodeKind;

using Literals = std::vector<GuardLiteral>;

class EquationFlattening {
 public:
  EquationFlattening(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                     const SymbolTargets& targets, ExpressionBuilder& builder, FlatSystem& system,
                     Diagnostics& diagnostics)
      : tree_(tree),
        resolved_(resolved),
        targets_(targets),
        builder_(builder),
        system_(system),
        diagnostics_(diagnostics) {}

  void flatten_bindings(const syntax::Model& model) {
    for (const SymbolId id : resolved_.symbols.ids()) {
      const auto& binding = model.declarations[id.index()].binding;
      if (!binding || resolved_.symbols[id].is_parameter()) continue;
      FlatEquation equation{.left = system_.pool.variable(targets_.variable(id)),
                            .right = builder_.build(*binding, Timing::events),
                            .active_if = {},
                            .span = tree_.nodes[*binding].span,
                            .description = {},
                            .is_binding = true};
      system_.equations.add(std::move(equation));
    }
  }

  // Variables with a value in their declaration that are substituted nevertheless.
  void check_bindings(const syntax::Model& model) {
    for (const SymbolId id : resolved_.symbols.ids()) {
      const auto& binding = model.declarations[id.index()].binding;
      if (!binding || resolved_.symbols[id].is_parameter()) continue;
      const FlatSubstitution* substitution = find_substitution({targets_.variable(id), 0});
      if (substitution == nullptr) continue;
      diagnostics_
          .error(codes::substituted_assigned, tree_.nodes[*binding].span,
                 fmt::format("a value of `{}`, which is substituted", resolved_.symbols[id].name))
          .also(substitution->branches.front().span, "substituted here")
          .suggest("remove the value, or the substitution");
    }
  }

  // Substitutions of which parameters have closed every branch, if nothing else determines
  // the variable.
  void check_closed(const syntax::Model& model) {
    std::vector<const Equation*> pending;
    for (const Equation& equation : model.equations) pending.push_back(&equation);
    std::vector<const Equation*> closed;
    while (!pending.empty()) {
      const Equation* equation = pending.back();
      pending.pop_back();
      for (const Branch& branch : equation->branches) {
        for (const Equation& inner : branch.equations) pending.push_back(&inner);
      }
      if (equation->kind != EquationKind::substitution) continue;
      if (find_substitution(target_of(*equation)) == nullptr) closed.push_back(equation);
    }
    if (closed.empty()) return;
    const IdMap<VariableId, char> is_left = left_sides();
    for (const Equation* equation : closed) {
      const VariableId variable = target_of(*equation).variable;
      if (is_left[variable]) continue;
      report_never_active(system_.variables[variable].name, equation->span, diagnostics_);
    }
  }

  void flatten_section(const std::vector<Equation>& equations, bool is_initial) {
    is_initial_ = is_initial;
    push(equations, {});
    while (!pending_.empty()) {
      const Pending next = std::move(pending_.back());
      pending_.pop_back();
      flatten(*next.equation, next.literals);
    }
  }

 private:
  // Variables that are, or of which a derivative is, the left side of an equation.
  IdMap<VariableId, char> left_sides() const {
    IdMap<VariableId, char> is_left(system_.variables.size(), 0);
    for (const FlatEquation& equation : system_.equations) {
      const Expr& expr = system_.pool[equation.left];
      if (expr.op == Op::variable) is_left[expr.variable()] = 1;
    }
    return is_left;
  }

  struct Pending {
    const Equation* equation;
    Literals literals;
  };

  // The next equation of the text is the last of `pending_`.
  void push(const std::vector<Equation>& equations, const Literals& literals) {
    for (auto equation = equations.rbegin(); equation != equations.rend(); ++equation) {
      pending_.push_back({&*equation, literals});
    }
  }

  void flatten(const Equation& equation, const Literals& literals) {
    switch (equation.kind) {
      case EquationKind::equality:
        add_equality(equation, literals);
        break;
      case EquationKind::conditional:
        flatten_conditional(equation, literals);
        break;
      case EquationKind::when:
        add_when(equation);
        break;
      case EquationKind::call:
        add_assertion(equation, literals);
        break;
      case EquationKind::inequality:
        add_inequality(equation, literals);
        break;
      case EquationKind::substitution:
        add_substitution(equation, literals);
        break;
    }
  }

  // v <- E, der(v) <- E
  void add_substitution(const Equation& equation, const Literals& literals) {
    const Target target = target_of(equation);
    const ExprId value = builder_.build(*equation.right, Timing::events);
    FlatSubstitution* substitution = find_substitution(target);
    if (substitution == nullptr) {
      system_.substitutions.push_back(
          {.variable = target.variable, .order = target.order, .branches = {}});
      substitution = &system_.substitutions.back();
      substitution_of_.emplace(key(target), system_.substitutions.size() - 1);
    }
    substitution->branches.push_back(
        {.value = value, .active_if = literals, .span = equation.span});
  }

  struct Target {
    VariableId variable;
    int order;
  };

  Target target_of(const Equation& equation) const {
    const bool is_derivative = tree_.nodes[*equation.left].kind == NodeKind::call;
    const NodeId name = is_derivative ? tree_.children_of(*equation.left)[0] : *equation.left;
    return {targets_.variable(*resolved_.nodes[name].symbol), is_derivative ? 1 : 0};
  }

  static std::uint64_t key(Target target) {
    return 2 * std::uint64_t{target.variable.index()} + static_cast<std::uint64_t>(target.order);
  }

  FlatSubstitution* find_substitution(Target target) {
    const auto found = substitution_of_.find(key(target));
    return found == substitution_of_.end() ? nullptr : &system_.substitutions[found->second];
  }

  // a <= b is a - b <= 0, and a >= b is b - a <= 0.
  void add_inequality(const Equation& equation, const Literals& literals) {
    const auto sides = tree_.children_of(*equation.left);
    const ExprId left = builder_.build(sides[0], Timing::events);
    const ExprId right = builder_.build(sides[1], Timing::events);
    const bool is_upper_bound = tree_.nodes[*equation.left].text == "<=";
    const ExprId function = is_upper_bound ? system_.pool.binary(Op::subtract, left, right)
                                           : system_.pool.binary(Op::subtract, right, left);
    system_.inequalities.push_back({.function = function,
                                    .active_if = literals,
                                    .span = equation.span,
                                    .description = equation.description});
  }

  void add_equality(const Equation& equation, const Literals& literals) {
    FlatEquation flat{.left = builder_.build(*equation.left, Timing::events),
                      .right = builder_.build(*equation.right, Timing::events),
                      .active_if = literals,
                      .span = equation.span,
                      .description = equation.description};
    if (is_initial_) {
      system_.initial_equations.push_back(std::move(flat));
    } else {
      system_.equations.add(std::move(flat));
    }
  }

  // A branch is active if the conditions of all branches before it are false and its
  // own is true. Branches whose condition is decided need no literal for it.
  void flatten_conditional(const Equation& equation, Literals literals) {
    if (has_too_many_literals_) return;
    struct Taken {
      const Branch* branch;
      Literals literals;
    };
    std::vector<Taken> taken;
    for (const Branch& branch : equation.branches) {
      if (!branch.condition) {
        taken.push_back({&branch, literals});
        break;
      }
      const ExprId condition = builder_.build_condition(*branch.condition, Timing::events);
      std::optional<bool> decided;
      if (const auto value = builder_.decide(condition)) decided = *value != 0.0;
      if (!decided) {
        const GuardId guard = builder_.guard_of(condition, tree_.nodes[*branch.condition].span);
        decided = known_value(guard, literals);
        if (!decided) {
          taken.push_back({&branch, literals});
          taken.back().literals.push_back({guard, true});
          literals.push_back({guard, false});
          if (!has_room_for(literals.size(), equation)) return;
          continue;
        }
      }
      if (!*decided) continue;
      taken.push_back({&branch, literals});
      break;
    }
    note_gap(equation, taken.empty() || taken.back().literals == literals, literals);
    for (auto entry = taken.rbegin(); entry != taken.rend(); ++entry) {
      push(entry->branch->equations, entry->literals);
    }
  }

  // Each branch has the conditions of all branches before it: their number grows with the square of
  // that of the branches.
  bool has_room_for(std::size_t literals, const Equation& equation) {
    constexpr std::size_t most_literals = 4'000'000;
    literals_ += literals;
    if (literals_ <= most_literals) return true;
    has_too_many_literals_ = true;
    diagnostics_
        .error(codes::too_many_branches, first_line_of(equation),
               "the `if` equations have too many branches, one after the other")
        .mark(fmt::format("this one has {}", equation.branches.size()))
        .note(
            fmt::format("a branch is active where its condition is true and those of all branches "
                        "before it are false: that are more than {} conditions in all",
                        most_literals))
        .suggest(
            "write what differs as an expression: `y = if … then … elseif …`; or group the "
            "branches: an outer `if` for ranges, an inner one within each");
    return false;
  }

  SourceSpan first_line_of(const Equation& equation) const {
    const SourceSpan condition = tree_.nodes[*equation.branches.front().condition].span;
    return {equation.span.begin, std::min(condition.end, equation.span.end)};
  }

  // Is there a mode in which no branch of the if-equation is active? `literals` are then those of
  // it.
  void note_gap(const Equation& equation, bool ends_with_else, const Literals& literals) {
    if (is_initial_ || ends_with_else) return;
    const auto holds_equations = [](const Branch& branch) {
      return std::any_of(
          branch.equations.begin(), branch.equations.end(), [](const Equation& each) {
            return each.kind == EquationKind::equality || each.kind == EquationKind::conditional;
          });
    };
    if (std::none_of(equation.branches.begin(), equation.branches.end(), holds_equations)) return;
    system_.ifs_without_else.push_back({literals, first_line_of(equation)});
  }

  // The value that a surrounding `if` already gives to the guard.
  static std::optional<bool> known_value(GuardId guard, const Literals& literals) {
    const auto found = std::find_if(literals.begin(), literals.end(),
                                    [&](GuardLiteral literal) { return literal.guard == guard; });
    if (found == literals.end()) return std::nullopt;
    return found->value;
  }

  AssertionLevel level_of(const CallArguments& arguments) const {
    const bool warns =
        arguments.at[2] && tree_.nodes[*arguments.at[2]].text == "AssertionLevel.warning";
    return warns ? AssertionLevel::warning : AssertionLevel::error;
  }

  std::string text_of(NodeId node) const { return find_literal_text(tree_, node).value_or(""); }

  CallArguments arguments_of(NodeId call) const {
    return arrange_arguments(tree_, call, *resolved_.nodes[call].function);
  }

  // An assertion watches the run, it does not take part in it: no guards.
  void add_assertion(const Equation& equation, const Literals& literals) {
    const CallArguments arguments = arguments_of(*equation.left);
    system_.assertions.push_back({.condition = builder_.build(arguments[0], Timing::event_free),
                                  .message = text_of(arguments[1]),
                                  .level = level_of(arguments),
                                  .active_if = literals,
                                  .span = equation.span});
  }

  void add_when(const Equation& equation) {
    FlatWhen when{.branches = {}, .span = equation.span};
    for (const Branch& branch : equation.branches) {
      WhenBranch flat{.conditions = {}, .actions = {}, .span = branch.span};
      const bool is_list = tree_.nodes[*branch.condition].kind == NodeKind::array;
      if (is_list) {
        for (const NodeId part : tree_.children_of(*branch.condition)) {
          flat.conditions.push_back(builder_.build_condition(part, Timing::events));
        }
      } else {
        flat.conditions.push_back(builder_.build_condition(*branch.condition, Timing::events));
      }
      for (const Equation& action : branch.equations) {
        if (action.kind == EquationKind::conditional) {
          add_choices(action, flat.actions);
        } else {
          flat.actions.push_back(action_of(action));
        }
      }
      when.branches.push_back(std::move(flat));
    }
    system_.whens.push_back(std::move(when));
  }

  // An `if` inside `when` sets the same variables in all its branches: for each of them
  // it is an if-expression.
  void add_choices(const Equation& equation, std::vector<WhenAction>& actions) {
    std::vector<ExprId> conditions;
    for (const Branch& branch : equation.branches) {
      if (!branch.condition) break;
      const ExprId condition = builder_.build(*branch.condition, Timing::event_free);
      const auto decided = builder_.decide(condition);
      conditions.push_back(decided ? system_.pool.boolean(*decided != 0.0) : condition);
    }
    for (const Equation& first : equation.branches.front().equations) {
      const SymbolId target = *resolved_.nodes[*first.left].symbol;
      ExprId value = value_in(equation.branches.back(), target);
      for (std::size_t branch = conditions.size(); branch-- > 0;) {
        value = system_.pool.if_else(conditions[branch],
                                     value_in(equation.branches[branch], target), value);
      }
      actions.push_back(
          WhenAssign{.target = targets_.variable(target), .value = value, .span = first.span});
    }
  }

  ExprId value_in(const Branch& branch, SymbolId target) {
    const auto found = std::find_if(
        branch.equations.begin(), branch.equations.end(),
        [&](const Equation& inner) { return resolved_.nodes[*inner.left].symbol == target; });
    return builder_.build(*found->right, Timing::event_free);
  }

  WhenAction action_of(const Equation& equation) {
    if (equation.kind == EquationKind::equality) {
      const SymbolId target = *resolved_.nodes[*equation.left].symbol;
      return WhenAssign{.target = targets_.variable(target),
                        .value = builder_.build(*equation.right, Timing::event_free),
                        .span = equation.span};
    }
    const CallArguments arguments = arguments_of(*equation.left);
    switch (resolved_.nodes[*equation.left].function->meaning) {
      case Builtin::assert:
        return WhenAssert{.condition = builder_.build(arguments[0], Timing::event_free),
                          .message = text_of(arguments[1]),
                          .level = level_of(arguments),
                          .span = equation.span};
      case Builtin::terminate:
        return WhenTerminate{.message = text_of(arguments[0]), .span = equation.span};
      default:
        return reinit_of(equation, arguments);
    }
  }

  WhenReinit reinit_of(const Equation& equation, const CallArguments& arguments) {
    NodeId state = arguments[0];
    int order = 0;
    while (tree_.nodes[state].kind == NodeKind::call) {
      state = tree_.children_of(state)[0];
      ++order;
    }
    return {.state = targets_.variable(*resolved_.nodes[state].symbol),
            .order = order,
            .value = builder_.build(arguments[1], Timing::event_free),
            .span = equation.span};
  }

  const syntax::SyntaxTree& tree_;
  const ResolvedModel& resolved_;
  const SymbolTargets& targets_;
  ExpressionBuilder& builder_;
  FlatSystem& system_;
  Diagnostics& diagnostics_;
  std::vector<Pending> pending_;
  std::unordered_map<std::uint64_t, std::size_t> substitution_of_;  // by target; looked up only
  bool is_initial_ = false;
  std::size_t literals_ = 0;  // of all branches
  bool has_too_many_literals_ = false;
};

}  // namespace

void flatten_equations(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                       const SymbolTargets& targets, ExpressionBuilder& builder, FlatSystem& system,
                       Diagnostics& diagnostics) {
  const syntax::Model& model = tree.models[resolved.model];
  EquationFlattening flattening(tree, resolved, targets, builder, system, diagnostics);
  flattening.flatten_bindings(model);
  flattening.flatten_section(model.equations, false);
  flattening.flatten_section(model.initial_equations, true);
  flattening.check_bindings(model);
  flattening.check_closed(model);
}

}  // namespace saltus
