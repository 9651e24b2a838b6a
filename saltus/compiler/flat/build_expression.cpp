#include "saltus/compiler/flat/build_expression.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "saltus/compiler/flat/parameters_of.h"
#include "saltus/foundation/base/check.h"

namespace saltus {

using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;

namespace {

Op binary_operation(std::string_view text) {
  if (text == "+") return Op::add;
  if (text == "-") return Op::subtract;
  if (text == "*") return Op::multiply;
  if (text == "/") return Op::divide;
  if (text == "^") return Op::power;
  if (text == "<") return Op::less;
  if (text == "<=") return Op::less_equal;
  if (text == ">") return Op::greater;
  if (text == ">=") return Op::greater_equal;
  if (text == "==") return Op::equal;
  if (text == "<>") return Op::not_equal;
  if (text == "and") return Op::logical_and;
  SALTUS_CHECK(text == "or");
  return Op::logical_or;
}

// The arguments [first, last) that a call is made of; the others are not looked at.
struct UsedArguments {
  std::uint32_t first;
  std::uint32_t last;
};

bool is_left_limit(Builtin meaning) {
  return meaning == Builtin::pre || meaning == Builtin::edge || meaning == Builtin::change;
}

// `takes_variable`: the left limit is that of a variable, not of a condition.
UsedArguments used_arguments(const BuiltinFunction& function, bool takes_variable) {
  switch (function.meaning) {
    case Builtin::pre:
    case Builtin::edge:
    case Builtin::change:
      return {0, takes_variable ? 0u : 1u};
    case Builtin::initial:
    case Builtin::terminal:
      return {0, 0};
    case Builtin::smooth:
      return {1, 2};
    case Builtin::homotopy:
      return {0, 1};
    default:
      return {0, static_cast<std::uint32_t>(function.least_arguments)};
  }
}

}  // namespace

ExpressionBuilder::ExpressionBuilder(const syntax::SyntaxTree& tree, const ResolvedModel& resolved,
                                     const SymbolTargets& targets, FlatSystem& system,
                                     Diagnostics& diagnostics)
    : tree_(tree),
      resolved_(resolved),
      targets_(targets),
      system_(system),
      diagnostics_(diagnostics),
      evaluator_(system.pool,
                 [&system](const Expr& leaf) -> std::optional<double> {
                   if (leaf.op != Op::parameter) return std::nullopt;
                   return system.parameters[ParameterId(leaf.a)].value;
                 }),
      differentiator_(system.pool,
                      [&system](VariableId id) { return system.variables[id].is_discrete; }),
      variability_(system.pool,
                   [&system](VariableId id) { return system.variables[id].is_discrete; }) {}

ExprId ExpressionBuilder::build(NodeId root, Timing timing) {
  frames_.push_back({root, timing});
  while (!frames_.empty()) step();
  return pop();
}

ExprId ExpressionBuilder::build_condition(NodeId root, Timing timing) {
  const bool is_literal = timing == Timing::events && resolved_.nodes[root].is_event_free;
  return build(root, is_literal ? Timing::event_free : timing);
}

std::optional<double> ExpressionBuilder::decide(ExprId expr) {
  const auto value = evaluate(expr);
  if (!value) return value;
  for_each_parameter(system_.pool, expr, [&](ParameterId parameter) {
    system_.parameters[parameter].is_structural = true;
  });
  return value;
}

bool ExpressionBuilder::mentions_parameters(ExprId expr) const {
  bool mentions = false;
  for_each_parameter(system_.pool, expr, [&](ParameterId) { mentions = true; });
  return mentions;
}

GuardId ExpressionBuilder::guard_of(ExprId condition, SourceSpan span) {
  const auto found = guards_.find(condition);
  if (found != guards_.end()) return found->second;
  const GuardId guard = system_.guards.add({condition, span});
  guards_.emplace(condition, guard);
  return guard;
}

// Builds one more child of the innermost node, or the node itself after the last.
void ExpressionBuilder::step() {
  Frame& frame = frames_.back();
  const Node& node = tree_.nodes[frame.node];
  switch (node.kind) {
    case NodeKind::if_else:
      step_if(frame);
      return;
    case NodeKind::call:
      step_call(frame);
      return;
    case NodeKind::unary:
    case NodeKind::binary:
      if (frame.next < node.child_count) {
        const NodeId child = tree_.children_of(frame.node)[frame.next++];
        frames_.push_back({child, frame.timing});
        return;
      }
      finish(combine(frame.node));
      return;
    default:
      finish(build_leaf(node, resolved_.nodes[frame.node]));
      return;
  }
}

void ExpressionBuilder::finish(ExprId value) {
  frames_.pop_back();
  values_.push_back(value);
}

ExprId ExpressionBuilder::pop() {
  const ExprId value = values_.back();
  values_.pop_back();
  return value;
}

// Children are condition, value, condition, value, …, value. A condition is decided
// before its value is built, so that nothing is built of a branch that cannot be taken.
void ExpressionBuilder::step_if(Frame& frame) {
  const auto children = tree_.children_of(frame.node);
  const bool built_condition = frame.next % 2 == 1 && frame.next < children.size();
  if (built_condition && !frame.is_decided) {
    if (const auto taken =
            frame.timing == Timing::parameter ? std::nullopt : decide(values_.back())) {
      values_.pop_back();
      frame.is_decided = *taken != 0.0;
      if (!frame.is_decided) ++frame.next;
    } else {
      const NodeId condition = children[frame.next - 1];
      if (keep_condition(frame, condition)) {
        values_.back() = system_.pool.guard(guard_of(values_.back(), tree_.nodes[condition].span));
      }
      ++frame.kept;
    }
  }
  const bool is_last_value_built =
      frame.next == children.size() || (frame.is_decided && frame.next % 2 == 0);
  if (is_last_value_built) {
    finish_if(frame);
    return;
  }
  const NodeId child = children[frame.next];
  const bool is_condition = frame.next % 2 == 0 && frame.next + 1 < children.size();
  Timing timing = frame.timing;
  if (is_condition && !keep_condition(frame, child) && timing == Timing::events) {
    timing = Timing::event_free;
  }
  ++frame.next;
  frames_.push_back({child, timing});
}

// Does the condition become a guard?
bool ExpressionBuilder::keep_condition(const Frame& frame, NodeId condition) {
  return frame.timing == Timing::events && !resolved_.nodes[condition].is_event_free;
}

void ExpressionBuilder::finish_if(const Frame& frame) {
  ExprId otherwise = pop();
  for (std::uint32_t pair = 0; pair < frame.kept; ++pair) {
    const ExprId value = pop();
    const ExprId condition = pop();
    otherwise = system_.pool.if_else(condition, value, otherwise);
  }
  finish(otherwise);
}

void ExpressionBuilder::step_call(Frame& frame) {
  const BuiltinFunction& function = *resolved_.nodes[frame.node].function;
  const CallArguments arguments = arrange_arguments(tree_, frame.node, function);
  const bool limit = is_left_limit(function.meaning);
  const bool takes_variable = limit && resolved_.nodes[arguments[0]].symbol.has_value();
  const UsedArguments used = used_arguments(function, takes_variable);
  if (used.first + frame.next < used.last) {
    const NodeId child = arguments[used.first + frame.next++];
    const bool is_free = function.meaning == Builtin::no_event && frame.timing == Timing::events;
    // A condition of which the past counts makes events wherever it stands.
    frames_.push_back({child, limit     ? Timing::events
                              : is_free ? Timing::event_free
                                        : frame.timing});
    return;
  }
  finish(combine_call(frame, arguments));
}

ExprId ExpressionBuilder::build_leaf(const Node& node, const ResolvedNode& resolved) {
  if (node.kind == NodeKind::number) return build_number(node);
  if (node.kind == NodeKind::boolean) return system_.pool.boolean(node.text == "true");
  if (resolved.is_time) return system_.pool.time();
  SALTUS_CHECK(node.kind == NodeKind::name && resolved.symbol);
  return build_symbol(*resolved.symbol);
}

ExprId ExpressionBuilder::build_number(const Node& node) {
  const double value = std::strtod(node.text.c_str(), nullptr);
  if (!std::isfinite(value)) {
    diagnostics_
        .error(codes::value_not_finite, node.span,
               fmt::format("the number `{}` is too large", node.text))
        .note("the largest number is about 1.8e308");
  }
  return system_.pool.constant(value);
}

ExprId ExpressionBuilder::build_symbol(SymbolId symbol) {
  return resolved_.symbols[symbol].is_parameter()
             ? system_.pool.parameter(targets_.parameter(symbol))
             : system_.pool.variable(targets_.variable(symbol));
}

ExprId ExpressionBuilder::combine(NodeId id) {
  const Node& node = tree_.nodes[id];
  const std::size_t first_operand = values_.size() - node.child_count;
  const ExprId right = values_.back();
  if (node.kind == NodeKind::unary) {
    values_.pop_back();
    if (node.text == "+") return right;
    return system_.pool.unary(node.text == "not" ? Op::logical_not : Op::negate, right);
  }
  const ExprId left = values_[first_operand];
  const ExprId value = system_.pool.binary(binary_operation(node.text), left, right);
  return check_finite(value, node.span, first_operand);
}

// Removes the operands from the stack; says so if an operation on finite numbers is not finite.
ExprId ExpressionBuilder::check_finite(ExprId value, SourceSpan span, std::size_t first_operand) {
  const auto is_wrong = [&](ExprId id) {
    const Expr& expr = system_.pool[id];
    return expr.op == Op::constant && !std::isfinite(expr.value);
  };
  bool is_new = is_wrong(value);
  for (std::size_t position = first_operand; position < values_.size(); ++position) {
    is_new = is_new && !is_wrong(values_[position]);
  }
  values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(first_operand), values_.end());
  if (is_new) {
    diagnostics_
        .error(codes::value_not_finite, span, "this constant expression has no finite value")
        .mark(std::isnan(system_.pool[value].value) ? "not a number" : "infinite");
  }
  return value;
}

ExprId ExpressionBuilder::combine_call(const Frame& frame, const CallArguments& arguments) {
  const BuiltinFunction& function = *resolved_.nodes[frame.node].function;
  const SourceSpan span = tree_.nodes[frame.node].span;
  ExprPool& pool = system_.pool;
  const std::size_t first_operand = values_.size() - frame.next;
  const ExprId a = frame.next > 0 ? values_[first_operand] : ExprId(0);
  const ExprId b = frame.next > 1 ? values_[first_operand + 1] : a;
  ExprId value = a;
  switch (function.meaning) {
    case Builtin::elementary:
      value = frame.next == 1 ? pool.unary(function.op, a) : pool.binary(function.op, a, b);
      break;
    case Builtin::event_function:
      value = event_function(frame, function.op, a, b);
      break;
    case Builtin::div:
    case Builtin::mod:
    case Builtin::rem:
    case Builtin::integer:
      value = division(frame, function.meaning, a, b);
      break;
    case Builtin::der:
      value = differentiate(a, span);
      break;
    case Builtin::pre:
    case Builtin::edge:
    case Builtin::change:
      value = frame.next == 0
                  ? left_limit(function.meaning,
                               targets_.variable(*resolved_.nodes[arguments[0]].symbol))
                  : left_limit_of_condition(function.meaning, a, tree_.nodes[arguments[0]].span);
      break;
    case Builtin::sample:
      value = pool.binary(Op::sample, a, b);
      break;
    case Builtin::initial:
      value = pool.leaf(Op::initial);
      break;
    case Builtin::terminal:
      value = pool.leaf(Op::terminal);
      break;
    default:
      break;  // noEvent, smooth, homotopy: the argument itself
  }
  return check_finite(value, span, first_operand);
}

// Each level of products or functions inside nested derivatives may multiply their length.
ExprId ExpressionBuilder::differentiate(ExprId operand, SourceSpan span) {
  constexpr std::size_t most_operations = 4'000'000;
  ExprPool& pool = system_.pool;
  const ExprId zero = pool.constant(0.0);
  if (derivative_operations_ > most_operations) return zero;
  const std::size_t before = pool.size();
  const ExprId derivative = differentiator_.differentiate(operand);
  derivative_operations_ += pool.size() - before;
  if (derivative_operations_ <= most_operations) return derivative;
  diagnostics_
      .error(codes::expression_too_large, span,
             "the derivatives of this model's expressions are too long")
      .mark(fmt::format("with this one they have more than {} operations", most_operations))
      .suggest(
          "give the inner derivative a name: `v = der(…)`, and write `der(v)`; the equations "
          "are then differentiated as numbers, not as formulas");
  return zero;
}

// edge(b) is b and not pre(b); change(v) is v <> pre(v).
ExprId ExpressionBuilder::left_limit(Builtin meaning, VariableId variable) {
  return compare_with_past(meaning, system_.pool.variable(variable), system_.pool.pre(variable));
}

// A condition has a past if it is a guard.
ExprId ExpressionBuilder::left_limit_of_condition(Builtin meaning, ExprId condition,
                                                  SourceSpan span) {
  ExprPool& pool = system_.pool;
  if (decide(condition)) return meaning == Builtin::pre ? condition : pool.boolean(false);
  if (pool[condition].op == Op::variable) return left_limit(meaning, pool[condition].variable());
  const GuardId guard = guard_of(condition, span);
  return compare_with_past(meaning, pool.guard(guard), pool.pre_guard(guard));
}

ExprId ExpressionBuilder::compare_with_past(Builtin meaning, ExprId now, ExprId before) {
  ExprPool& pool = system_.pool;
  if (meaning == Builtin::pre) return before;
  if (meaning == Builtin::change) return pool.binary(Op::not_equal, now, before);
  return pool.binary(Op::logical_and, now, pool.unary(Op::logical_not, before));
}

ExprId ExpressionBuilder::event_function(const Frame& frame, Op op, ExprId a, ExprId b) {
  ExprPool& pool = system_.pool;
  const bool is_unary = shape_of(op) == OpShape::unary;
  const bool varies = variability_[a] == Variability::continuous ||
                      (!is_unary && variability_[b] == Variability::continuous);
  if (frame.timing != Timing::events || !varies) {
    return is_unary ? pool.unary(op, a) : pool.binary(op, a, b);
  }
  const SourceSpan span = tree_.nodes[frame.node].span;
  const ExprId zero = pool.constant(0.0);
  switch (op) {
    case Op::abs:
      return choose(Op::greater_equal, a, zero, a, pool.unary(Op::negate, a), span);
    case Op::sign: {
      const ExprId below = choose(Op::less, a, zero, pool.constant(-1.0), zero, span);
      return choose(Op::greater, a, zero, pool.constant(1.0), below, span);
    }
    case Op::floor:
      return floor_with_events(a, span);
    case Op::ceil:
      return ceil_with_events(a, span);
    case Op::minimum:
      return choose(Op::less_equal, a, b, a, b, span);
    default:
      return choose(Op::greater_equal, a, b, a, b, span);
  }
}

ExprId ExpressionBuilder::choose(Op relation, ExprId a, ExprId b, ExprId then, ExprId otherwise,
                                 SourceSpan span) {
  ExprPool& pool = system_.pool;
  if (then == otherwise) return then;
  const GuardId guard = guard_of(pool.binary(relation, a, b), span);
  return pool.if_else(pool.guard(guard), then, otherwise);
}

// div(x, y) = truncate(x/y), mod(x, y) = x - floor(x/y) y, rem(x, y) = x - div(x, y) y,
// integer(x) = floor(x).
ExprId ExpressionBuilder::division(const Frame& frame, Builtin meaning, ExprId a, ExprId b) {
  ExprPool& pool = system_.pool;
  if (meaning == Builtin::integer) return event_function(frame, Op::floor, a, a);
  const ExprId quotient = pool.binary(Op::divide, a, b);
  const ExprId whole = meaning == Builtin::mod
                           ? event_function(frame, Op::floor, quotient, quotient)
                           : truncation(frame, quotient);
  if (meaning == Builtin::div) return whole;
  return pool.binary(Op::subtract, a, pool.binary(Op::multiply, whole, b));
}

ExprId ExpressionBuilder::truncation(const Frame& frame, ExprId operand) {
  if (frame.timing != Timing::events || variability_[operand] != Variability::continuous) {
    return system_.pool.unary(Op::truncate, operand);
  }
  const SourceSpan span = tree_.nodes[frame.node].span;
  const ExprId down = floor_with_events(operand, span);
  const ExprId up = ceil_with_events(operand, span);
  return choose(Op::greater_equal, operand, system_.pool.constant(0.0), down, up, span);
}

// A hidden discrete variable, the same for equal operands.
ExprId ExpressionBuilder::floor_with_events(ExprId operand, SourceSpan span) {
  const auto found = floors_.find(operand);
  if (found != floors_.end()) return system_.pool.variable(found->second);
  FlatVariable hidden;
  hidden.type = ValueType::integer;
  hidden.is_discrete = true;
  hidden.is_hidden = true;
  hidden.floor_of = operand;
  hidden.span = span;
  const VariableId variable = system_.variables.add(std::move(hidden));
  floors_.emplace(operand, variable);
  return system_.pool.variable(variable);
}

ExprId ExpressionBuilder::ceil_with_events(ExprId operand, SourceSpan span) {
  ExprPool& pool = system_.pool;
  const ExprId negative = floor_with_events(pool.unary(Op::negate, operand), span);
  return pool.unary(Op::negate, negative);
}

}  // namespace saltus
