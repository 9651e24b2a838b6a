#include "saltus/compiler/names/check_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "saltus/compiler/names/closest_name.h"
#include "saltus/compiler/names/foreign_names.h"
#include "saltus/compiler/syntax/print_syntax.h"

namespace saltus {

using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;

namespace {

constexpr ResolvedNode poisoned{};

ResolvedNode literal(Type type) { return {.type = type}; }

bool is_integer_literal(std::string_view digits) {
  return digits.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_relation(std::string_view text) { return text[0] == '<' || text[0] == '>' || text == "=="; }

std::string_view article(Type type) { return type == Type::integer ? "an" : "a"; }

bool makes_steps(Builtin meaning, Op op) {
  switch (meaning) {
    case Builtin::div:
    case Builtin::integer:
      return true;
    case Builtin::event_function:
      return op == Op::sign || op == Op::floor || op == Op::ceil;
    default:
      return false;
  }
}

bool is_event_operator(Builtin meaning) {
  return meaning >= Builtin::pre && meaning <= Builtin::terminal;
}

}  // namespace

ExpressionChecker::ExpressionChecker(const syntax::SyntaxTree& tree, SymbolTable& symbols,
                                     ResolvedModel& resolved, Diagnostics& diagnostics)
    : tree_(tree), symbols_(symbols), resolved_(resolved), diagnostics_(diagnostics) {}

const ResolvedNode& ExpressionChecker::check(NodeId root, Surroundings surroundings) {
  frames_.push_back({root, surroundings, 0});
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    const auto children = tree_.children_of(frame.node);
    // An array is an error as a whole, its elements are of no use.
    const bool descends =
        tree_.nodes[frame.node].kind != NodeKind::array && !is_leibniz(frame.node);
    if (descends && frame.next_child < children.size()) {
      const NodeId child = children[frame.next_child++];
      frames_.push_back({child, inside(frame), 0});
      continue;
    }
    leave(frame);
    frames_.pop_back();
  }
  return at(root);
}

const ResolvedNode& ExpressionChecker::check_condition(NodeId root, std::string_view what,
                                                       Surroundings surroundings) {
  const ResolvedNode& condition = check(root, surroundings);
  if (converts(condition.type, Type::boolean)) return condition;
  diagnostics_
      .error(codes::condition_not_boolean, tree_.nodes[root].span,
             fmt::format("the {} is {} {}, not a Boolean", what, article(condition.type),
                         name_of(condition.type)))
      .mark(fmt::format("this is {} {}", article(condition.type), name_of(condition.type)))
      .suggest("compare it with something, as in `x > 0`");
  resolved_.nodes[root].type = Type::poisoned;
  return condition;
}

Surroundings ExpressionChecker::inside(const Frame& frame) const {
  Surroundings surroundings = frame.surroundings;
  const Node& node = tree_.nodes[frame.node];
  if (node.kind == NodeKind::binary && is_relation(node.text)) {
    surroundings.in_relation = !surroundings.in_when && !surroundings.in_no_event;
  }
  if (node.kind != NodeKind::call) return surroundings;
  if (node.text == "noEvent") surroundings.in_no_event = true;
  // A condition of which the past counts makes events wherever it stands.
  if (node.text == "pre" || node.text == "edge" || node.text == "change") {
    surroundings.in_no_event = false;
  }
  return surroundings;
}

void ExpressionChecker::leave(const Frame& frame) {
  const NodeId id = frame.node;
  const Node& node = tree_.nodes[id];
  ResolvedNode& result = resolved_.nodes[id];
  switch (node.kind) {
    case NodeKind::number:
      result = literal(is_integer_literal(node.text) ? Type::integer : Type::real);
      break;
    case NodeKind::string:
      result = literal(Type::string);
      break;
    case NodeKind::boolean:
      result = literal(Type::boolean);
      break;
    case NodeKind::name:
      result = resolve_name(node);
      break;
    case NodeKind::named_argument:
      result = join_children(id);
      result.type = at(tree_.children_of(id)[0]).type;
      break;
    case NodeKind::unary:
      result = check_unary(id);
      break;
    case NodeKind::binary:
      if (is_leibniz(id)) {
        report_leibniz(id);
      } else {
        result = check_binary(frame);
      }
      break;
    case NodeKind::if_else:
      result = check_if(id);
      break;
    case NodeKind::call:
      result = check_call(frame);
      break;
    case NodeKind::array:
      diagnostics_
          .error(codes::array_in_expression, node.span, "an array stands where one value is needed")
          .suggest("arrays are known in `when {a, b} then` only; write one equation per element");
      result = poisoned;
      break;
    case NodeKind::error:
      result = poisoned;
      break;
  }
}

// dx/dt, where neither is declared.
bool ExpressionChecker::is_leibniz(NodeId id) const {
  const Node& node = tree_.nodes[id];
  if (node.kind != NodeKind::binary || node.text != "/") return false;
  const Node& above = tree_.nodes[tree_.children_of(id)[0]];
  const Node& below = tree_.nodes[tree_.children_of(id)[1]];
  return above.kind == NodeKind::name && below.kind == NodeKind::name && below.text == "dt" &&
         above.text.size() > 1 && above.text[0] == 'd' && !symbols_.find(above.text) &&
         !symbols_.find(below.text);
}

void ExpressionChecker::report_leibniz(NodeId id) {
  const Node& above = tree_.nodes[tree_.children_of(id)[0]];
  const std::string variable = above.text.substr(1);
  diagnostics_
      .error(codes::unknown_name, tree_.nodes[id].span,
             fmt::format("unknown names `{}` and `dt`", above.text))
      .mark("not declared in this model")
      .suggest(fmt::format("the derivative of `{}` is `der({})`", variable, variable));
}

ResolvedNode ExpressionChecker::resolve_name(const Node& node) {
  if (node.text == "time") {
    return {.type = Type::real, .variability = Variability::continuous, .is_time = true};
  }
  if (const auto symbol = symbols_.find(node.text)) {
    const Symbol& found = resolved_.symbols[*symbol];
    return {.type = found.type, .variability = found.variability, .symbol = *symbol};
  }
  if (node.text.starts_with("StateSelect.")) return literal(Type::state_select);
  if (node.text.starts_with("AssertionLevel.")) return literal(Type::assertion_level);
  // A part of something whose type was already reported.
  const auto whole = symbols_.find(std::string_view(node.text).substr(0, node.text.find('.')));
  if (whole && resolved_.symbols[*whole].type == Type::poisoned) return poisoned;
  symbols_.report_unknown(node.text, node.span);
  return poisoned;
}

ResolvedNode ExpressionChecker::join_children(NodeId id) const {
  ResolvedNode joined{.type = Type::real};
  for (const NodeId child : tree_.children_of(id)) {
    const ResolvedNode& part = at(child);
    if (part.type == Type::poisoned) joined.type = Type::poisoned;
    joined.variability = std::max(joined.variability, part.variability);
    joined.is_event_free |= part.is_event_free;
  }
  return joined;
}

bool ExpressionChecker::expect(NodeId id, Type expected, std::string_view by) {
  const Type found = at(id).type;
  if (converts(found, expected)) return true;
  Diagnostic& diagnostic =
      diagnostics_.error(codes::type_mismatch, tree_.nodes[id].span,
                         fmt::format("`{}` needs {} {}, found {} {}", by, article(expected),
                                     name_of(expected), article(found), name_of(found)));
  diagnostic.mark(fmt::format("this is {} {}", article(found), name_of(found)));
  if (found == Type::boolean && is_numeric(expected)) {
    diagnostic.suggest("`if … then 1 else 0` makes a number of a Boolean");
  } else if (found == Type::real && expected == Type::integer) {
    diagnostic.suggest("`integer(…)` rounds down to an Integer");
  } else if (is_numeric(found) && expected == Type::boolean) {
    diagnostic.suggest("compare it with something, as in `x > 0`");
  }
  return false;
}

ResolvedNode ExpressionChecker::check_unary(NodeId id) {
  ResolvedNode result = join_children(id);
  if (result.type == Type::poisoned) return result;
  const Node& node = tree_.nodes[id];
  const NodeId operand = tree_.children_of(id)[0];
  const bool is_not = node.text == "not";
  const Type expected = is_not ? Type::boolean : Type::real;
  if (!expect(operand, expected, node.text)) return poisoned;
  result.type = is_not ? Type::boolean : at(operand).type;
  return result;
}

ResolvedNode ExpressionChecker::check_binary(const Frame& frame) {
  const ResolvedNode result = join_children(frame.node);
  if (result.type == Type::poisoned) return result;
  const Node& node = tree_.nodes[frame.node];
  if (is_relation(node.text)) return check_relation(frame, result);
  if (node.text == "and" || node.text == "or") {
    bool fits = true;
    for (const NodeId operand : tree_.children_of(frame.node)) {
      fits &= expect(operand, Type::boolean, node.text);
    }
    if (!fits) return poisoned;
    ResolvedNode logic = result;
    logic.type = Type::boolean;
    return logic;
  }
  return check_arithmetic(frame.node, result);
}

ResolvedNode ExpressionChecker::check_arithmetic(NodeId id, ResolvedNode result) {
  const Node& node = tree_.nodes[id];
  const NodeId left = tree_.children_of(id)[0];
  const NodeId right = tree_.children_of(id)[1];
  if (node.text == "+" && at(left).type == Type::string && at(right).type == Type::string) {
    result.type = Type::string;
    return result;
  }
  const std::string_view by = node.text;
  const bool left_fits = expect(left, Type::real, by);
  const bool right_fits = expect(right, Type::real, by);
  if (!left_fits || !right_fits) return poisoned;
  const bool stays_integer = at(left).type == Type::integer && at(right).type == Type::integer &&
                             node.text != "/" && node.text != "^";
  result.type = stays_integer ? Type::integer : Type::real;
  return result;
}

ResolvedNode ExpressionChecker::check_relation(const Frame& frame, ResolvedNode result) {
  const Node& node = tree_.nodes[frame.node];
  const NodeId left = tree_.children_of(frame.node)[0];
  const NodeId right = tree_.children_of(frame.node)[1];
  const bool is_equality = node.text == "==" || node.text == "<>";
  const std::string_view by = node.text;
  if (is_equality && at(left).type == Type::boolean) {
    if (!expect(right, Type::boolean, by)) return poisoned;
  } else {
    const bool left_fits = expect(left, Type::real, by);
    const bool right_fits = expect(right, Type::real, by);
    if (!left_fits || !right_fits) return poisoned;
    const bool is_free = frame.surroundings.in_when || frame.surroundings.in_no_event;
    if (is_equality && !is_free && result.variability == Variability::continuous) {
      diagnostics_
          .error(codes::equality_of_reals, node.span,
                 fmt::format("`{}` compares Real values that change continuously", node.text))
          .mark("true at single instants only, if at all")
          .suggest("write `<=` or `>=`, or a distance such as `abs(a - b) < eps`")
          .suggest("inside `noEvent(…)` the comparison is taken literally");
      return poisoned;
    }
  }
  result.type = Type::boolean;
  if (!frame.surroundings.in_no_event) {
    result.variability = std::min(result.variability, Variability::discrete);
  }
  return result;
}

ResolvedNode ExpressionChecker::check_if(NodeId id) {
  ResolvedNode result = join_children(id);
  const auto children = tree_.children_of(id);
  for (std::size_t position = 0; position + 1 < children.size(); position += 2) {
    const NodeId condition = children[position];
    if (converts(at(condition).type, Type::boolean)) continue;
    result.type = Type::poisoned;
    diagnostics_
        .error(codes::condition_not_boolean, tree_.nodes[condition].span,
               fmt::format("the condition of `if` is {} {}, not a Boolean",
                           article(at(condition).type), name_of(at(condition).type)))
        .suggest("compare it with something, as in `x > 0`");
  }
  if (result.type == Type::poisoned) return result;
  const NodeId otherwise = children.back();
  result.type = at(otherwise).type;
  for (std::size_t position = 1; position + 1 < children.size(); position += 2) {
    const Type type = at(children[position]).type;
    if (is_numeric(type) && is_numeric(result.type)) {
      if (type == Type::real) result.type = Type::real;
    } else if (type != result.type) {
      diagnostics_
          .error(codes::type_mismatch, tree_.nodes[children[position]].span,
                 "the branches of `if` have different types")
          .mark(fmt::format("this is {} {}", article(type), name_of(type)))
          .also(tree_.nodes[otherwise].span,
                fmt::format("this is {} {}", article(result.type), name_of(result.type)));
      return poisoned;
    }
  }
  return result;
}

const BuiltinFunction* ExpressionChecker::find_function(NodeId call) {
  const Node& node = tree_.nodes[call];
  if (const BuiltinFunction* function = find_builtin(node.text)) return function;
  if (symbols_.find(node.text)) {
    report_call_of_variable(call);
    return nullptr;
  }
  Diagnostic& diagnostic = diagnostics_.error(codes::unknown_function, node.span,
                                              fmt::format("unknown function `{}`", node.text));
  if (auto advice = find_foreign_function(tree_, call)) {
    diagnostic.suggest(std::move(*advice));
    return nullptr;
  }
  if (function_names_.empty()) {
    for (const BuiltinFunction& function : builtin_functions()) {
      function_names_.push_back(function.name);
    }
  }
  // Of Modelica.Math.sin, the last part.
  const auto name = std::string_view(node.text).substr(node.text.rfind('.') + 1);
  if (const auto meant = find_closest_name(name, function_names_)) {
    diagnostic.suggest(fmt::format("did you mean `{}`?", *meant));
  } else {
    diagnostic.suggest("functions cannot be defined yet: write the expression itself");
  }
  return nullptr;
}

// k(x - 1), x(0), x(time)
void ExpressionChecker::report_call_of_variable(NodeId call) {
  const Node& node = tree_.nodes[call];
  Diagnostic& diagnostic = diagnostics_.error(codes::unknown_function, node.span,
                                              fmt::format("unknown function `{}`", node.text));
  diagnostic.note(fmt::format("`{}` is a variable", node.text));
  const auto arguments = tree_.children_of(call);
  const Node* only = arguments.size() == 1 ? &tree_.nodes[arguments[0]] : nullptr;
  if (only != nullptr && (only->text == "time" || only->text == "t")) {
    diagnostic.suggest(
        fmt::format("write `{}`: its value at `time` is meant everywhere", node.text));
  } else if (only != nullptr && only->kind == NodeKind::number) {
    diagnostic.suggest(fmt::format(
        "an initial value is an attribute: `Real {}(start = …, fixed = true)`", node.text));
  } else {
    diagnostic.suggest("a product needs its `*`");
  }
}

bool ExpressionChecker::check_argument_list(NodeId call, const BuiltinFunction& function,
                                            const CallArguments& arguments) {
  const auto signature = [&] {
    return fmt::format("it is called as `{}({})`", function.name, function.argument_names);
  };
  for (const NodeId misnamed : arguments.misnamed) {
    diagnostics_
        .error(codes::wrong_named_argument, tree_.nodes[misnamed].span,
               fmt::format("`{}` has no further argument `{}`", function.name,
                           tree_.nodes[misnamed].text))
        .suggest(signature());
  }
  if (!arguments.misnamed.empty()) return false;
  const int least = function.least_arguments;
  const int most = function.most_arguments;
  bool complete = arguments.count >= least && arguments.count <= most;
  for (int position = 0; complete && position < least; ++position) {
    complete = arguments.at[static_cast<std::size_t>(position)].has_value();
  }
  if (complete) return true;
  const std::string wanted =
      least == most ? fmt::format("{}", least) : fmt::format("{} or {}", least, most);
  const auto other = find_other_arity(tree_, call);
  diagnostics_
      .error(codes::wrong_argument_count, tree_.nodes[call].span,
             fmt::format("`{}` takes {} argument{}, found {}", function.name, wanted,
                         most == 1 ? "" : "s", arguments.count))
      .suggest(other ? *other : signature());
  return false;
}

bool ExpressionChecker::check_argument_types(const BuiltinFunction& function,
                                             const CallArguments& arguments) {
  bool fits = true;
  for (std::size_t position = 0; position < arguments.at.size(); ++position) {
    if (!arguments.at[position]) continue;
    if (at(arguments[position]).type == Type::poisoned) return false;
    fits &= expect(arguments[position], function.arguments[position], function.name);
  }
  return fits;
}

Type ExpressionChecker::result_type(const BuiltinFunction& function,
                                    const CallArguments& arguments) const {
  switch (function.result) {
    case ResultRule::real:
      return Type::real;
    case ResultRule::integer:
      return Type::integer;
    case ResultRule::boolean:
      return Type::boolean;
    case ResultRule::nothing:
      return Type::poisoned;
    case ResultRule::as_last:
      return at(arguments[static_cast<std::size_t>(arguments.count) - 1]).type;
    case ResultRule::as_arguments:
      break;
  }
  for (const auto& argument : arguments.at) {
    if (argument && at(*argument).type == Type::real) return Type::real;
  }
  return Type::integer;
}

ResolvedNode ExpressionChecker::check_call(const Frame& frame) {
  const BuiltinFunction* function = find_function(frame.node);
  if (function == nullptr) return poisoned;
  if (is_equation_only(function->meaning)) {
    diagnostics_
        .error(codes::misplaced_call, tree_.nodes[frame.node].span,
               fmt::format("`{}` has no value", function->name))
        .suggest(fmt::format("`{}({});` is an equation of its own", function->name,
                             function->argument_names));
    return poisoned;
  }
  const CallArguments arguments = arrange_arguments(tree_, frame.node, *function);
  if (!check_argument_list(frame.node, *function, arguments)) return poisoned;
  if (!check_argument_types(*function, arguments)) return poisoned;
  if (!check_meaning(frame, *function, arguments)) return poisoned;
  ResolvedNode result = join_children(frame.node);
  result.function = function;
  result.type = result_type(*function, arguments);
  const bool steps = makes_steps(function->meaning, function->op);
  if (is_event_operator(function->meaning)) {
    result.variability = Variability::discrete;
  } else if (steps && !frame.surroundings.in_no_event) {
    result.variability = std::min(result.variability, Variability::discrete);
  }
  if (function->meaning == Builtin::no_event) result.is_event_free = true;
  return result;
}

bool ExpressionChecker::check_meaning(const Frame& frame, const BuiltinFunction& function,
                                      const CallArguments& arguments) {
  switch (function.meaning) {
    case Builtin::der: {
      if (at(arguments[0]).variability != Variability::discrete) return true;
      report_derivative_of_discrete(arguments[0]);
      return false;
    }
    case Builtin::pre:
    case Builtin::edge:
    case Builtin::change:
      return check_left_limit(frame, function.meaning, arguments[0]);
    case Builtin::sample:
      for (const std::size_t position : {std::size_t{0}, std::size_t{1}}) {
        if (at(arguments[position]).variability <= Variability::parameter) continue;
        diagnostics_
            .error(codes::varies_too_much, tree_.nodes[arguments[position]].span,
                   "the arguments of `sample` change during the run")
            .suggest("only parameters and constants may occur in them");
        return false;
      }
      return true;
    default:
      return true;
  }
}

void ExpressionChecker::report_derivative_of_discrete(NodeId argument) {
  const ResolvedNode& node = at(argument);
  const SourceSpan span = tree_.nodes[argument].span;
  const syntax::Equation* setter = node.symbol ? symbols_.setter_in_when(*node.symbol) : nullptr;
  if (setter == nullptr || !symbols_.is_declared_continuous(*node.symbol)) {
    diagnostics_.error(codes::der_of_discrete, span, "the argument of `der` changes at events only")
        .mark(node.type == Type::integer ? "this is an Integer" : "this is discrete")
        .suggest(
            "a continuous variable is declared as `Real`, without `discrete`, and no "
            "`when` assigns it");
    return;
  }
  if (!reported_states_.insert(*node.symbol).second) return;
  const std::string& name = tree_.nodes[argument].text;
  diagnostics_
      .error(codes::der_of_discrete, setter->span,
             fmt::format("this sets `{}`, which has a derivative", name))
      .mark("a variable that is set like this is constant between events")
      .also(span, fmt::format("`{}` changes continuously here", name))
      .suggest(fmt::format("write `reinit({}, {});`", name,
                           syntax::print_expression(tree_, *setter->right)));
}

// pre takes any variable, change a discrete one, and both, like edge, a condition.
bool ExpressionChecker::check_left_limit(const Frame& frame, Builtin meaning, NodeId argument) {
  const std::string& name = tree_.nodes[frame.node].text;
  const SourceSpan span = tree_.nodes[argument].span;
  const ResolvedNode& node = at(argument);
  const bool is_condition = node.type == Type::boolean && !node.symbol;
  if (node.variability <= Variability::parameter || !(node.symbol || is_condition)) {
    diagnostics_
        .error(codes::left_limit_of_continuous, span,
               fmt::format("`{}` needs a variable or a condition", name))
        .mark(node.variability <= Variability::parameter ? "this never changes" : "this is neither")
        .suggest(fmt::format("declare a variable with this value and write `{}` of it", name));
    return false;
  }
  if (node.variability == Variability::discrete || frame.surroundings.in_when) return true;
  if (is_condition) {
    diagnostics_
        .error(codes::left_limit_of_continuous, span,
               fmt::format("`{}` of a condition that changes without an event", name))
        .suggest("leave out `noEvent`");
    return false;
  }
  if (meaning == Builtin::pre && !frame.surroundings.in_relation) return true;
  diagnostics_
      .error(codes::left_limit_of_continuous, span,
             fmt::format("`{}` of the continuous variable `{}`", name, tree_.nodes[argument].text))
      .mark("equals its left limit except at events")
      .suggest(
          meaning == Builtin::pre
              ? "in a relation that decides when an event happens, write the variable itself; "
                "a value that is to be kept from an event on belongs to a discrete variable"
              : fmt::format("`{}` of a continuous variable is known inside `when` only", name));
  return false;
}

const BuiltinFunction* ExpressionChecker::check_equation_call(NodeId call,
                                                              Surroundings surroundings) {
  bool is_known = true;
  const BuiltinFunction* function = find_function(call);
  if (function == nullptr) return nullptr;
  if (!is_equation_only(function->meaning)) {
    diagnostics_
        .error(codes::misplaced_call, tree_.nodes[call].span,
               fmt::format("`{}(…)` alone is no equation", function->name))
        .suggest("an equation has two sides: `left = right`");
    return nullptr;
  }
  for (const NodeId child : tree_.children_of(call)) {
    is_known &= check(child, surroundings).type != Type::poisoned;
  }
  const CallArguments arguments = arrange_arguments(tree_, call, *function);
  if (!check_argument_list(call, *function, arguments) || !is_known) return nullptr;
  if (!check_argument_types(*function, arguments)) return nullptr;
  resolved_.nodes[call].function = function;
  return function;
}

}  // namespace saltus
