#include "saltus/foundation/expr/print_expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "saltus/foundation/base/check.h"
#include "saltus/foundation/expr/function_name.h"

namespace saltus {
namespace {

// How tightly the forms of the grammar bind, loosest first. A sign is the first
// term of a sum: `-a*b` is -(a*b), and `a*(-b)` needs its parentheses.
enum Binding : int {
  anything,
  disjunction,
  conjunction,
  negation,
  relation,
  sum,
  term,
  factor,
  primary,
};

struct Infix {
  std::string_view text;
  int own;
  int left;
  int right;
};

std::string_view written_name(Op op) {
  const auto name = function_name(op);
  SALTUS_CHECK(name.has_value());
  return *name;
}

std::optional<Infix> infix_of(Op op) {
  switch (op) {
    case Op::add:
      return Infix{" + ", sum, sum, term};
    case Op::subtract:
      return Infix{" - ", sum, sum, term};
    case Op::multiply:
      return Infix{"*", term, term, factor};
    case Op::divide:
      return Infix{"/", term, term, factor};
    case Op::power:
      return Infix{"^", factor, primary, primary};
    case Op::less:
      return Infix{" < ", relation, sum, sum};
    case Op::less_equal:
      return Infix{" <= ", relation, sum, sum};
    case Op::greater:
      return Infix{" > ", relation, sum, sum};
    case Op::greater_equal:
      return Infix{" >= ", relation, sum, sum};
    case Op::equal:
      return Infix{" == ", relation, sum, sum};
    case Op::not_equal:
      return Infix{" <> ", relation, sum, sum};
    case Op::logical_and:
      return Infix{" and ", conjunction, conjunction, negation};
    case Op::logical_or:
      return Infix{" or ", disjunction, disjunction, conjunction};
    default:
      return std::nullopt;
  }
}

bool is_number(const ExprPool& pool, ExprId id, double value) {
  const Expr& node = pool[id];
  return node.op == Op::constant && node.value == value &&
         std::signbit(node.value) == std::signbit(value);
}

bool is_boolean_operation(Op op) {
  return (op >= Op::less && op <= Op::sample) || op == Op::boolean || op == Op::guard ||
         op == Op::pre_guard;
}

bool are_opposite(const ExprPool& pool, ExprId a, ExprId b) {
  return (pool[b].op == Op::negate && pool[b].first() == a) ||
         (pool[a].op == Op::negate && pool[a].first() == b);
}

}  // namespace

std::string print_number(double value) { return fmt::format("{}", value); }

std::string print_expr(const ExprPool& pool, ExprId expr, const ExprNames& names,
                       EventContext context) {
  return ExprPrinter(pool, names).print(expr, context);
}

ExprPrinter::ExprPrinter(const ExprPool& pool, ExprNames names, std::size_t room)
    : pool_(pool), names_(std::move(names)), variability_(pool, names_.is_discrete), room_(room) {}

std::string ExprPrinter::print(ExprId expr, EventContext context, NumberContext number) {
  std::string out;
  append(out, expr, context, number);
  return out;
}

void ExprPrinter::append(std::string& out, ExprId root, EventContext context,
                         NumberContext number) {
  number_ = number;
  pieces_.push_back(expr(root, anything, context == EventContext::events));
  const std::size_t before = out.size();
  while (!pieces_.empty()) {
    if (out.size() - before > room_) {
      out += "...";
      is_cut_ = true;
      pieces_.clear();
      break;
    }
    const Piece piece = pieces_.back();
    pieces_.pop_back();
    switch (piece.kind) {
      case Piece::Kind::text:
        out += piece.text;
        break;
      case Piece::Kind::expr:
        expand(out, piece.expr, piece.binding, piece.events);
        break;
      case Piece::Kind::otherwise:
        expand_otherwise(piece.expr, piece.events);
        break;
    }
  }
  room_ -= std::min(room_, out.size() - before);
}

ExprPrinter::Piece ExprPrinter::text(std::string_view text) {
  return {Piece::Kind::text, text, ExprId(0), anything, false};
}

ExprPrinter::Piece ExprPrinter::expr(ExprId id, int binding, bool events) {
  return {Piece::Kind::expr, {}, id, binding, events};
}

void ExprPrinter::push(std::initializer_list<Piece> pieces) {
  pieces_.insert(pieces_.end(), std::make_reverse_iterator(pieces.end()),
                 std::make_reverse_iterator(pieces.begin()));
}

void ExprPrinter::expand(std::string& out, ExprId id, int binding, bool events) {
  const Expr& node = pool_[id];
  if (shape_of(node.op) == OpShape::leaf) {
    expand_leaf(out, node, binding, events);
  } else if (events && needs_no_event(id)) {
    push({text("noEvent("), expr(id, anything, false), text(")")});
  } else if (node.op == Op::if_else) {
    if (expand_event_function(node, events)) return;
    if (binding > anything) {
      push({text("("), expr(id, anything, events), text(")")});
    } else {
      expand_if(id, "if ", events);
    }
  } else {
    expand_operator(id, binding, events);
  }
}

void ExprPrinter::expand_leaf(std::string& out, const Expr& leaf, int binding, bool events) {
  switch (leaf.op) {
    case Op::constant:
      out += std::signbit(leaf.value) && binding > sum ? fmt::format("({})", leaf.value)
                                                       : print_number(leaf.value);
      break;
    case Op::boolean:
      out += leaf.a != 0 ? "true" : "false";
      break;
    case Op::time:
      out += "time";
      break;
    case Op::variable:
      for (int order = 0; order < leaf.order(); ++order) out += "der(";
      out += names_.variable(leaf.variable());
      out.append(static_cast<std::size_t>(leaf.order()), ')');
      break;
    case Op::parameter:
      out += names_.parameter(ParameterId(leaf.a));
      break;
    case Op::guard:
      push({expr(names_.condition(GuardId(leaf.a)), binding, events)});
      break;
    case Op::pre:
      out += fmt::format("pre({})", names_.variable(leaf.variable()));
      break;
    case Op::pre_guard:
      push({text("pre("), expr(names_.condition(GuardId(leaf.a)), anything, events), text(")")});
      break;
    case Op::initial:
      out += "initial()";
      break;
    default:
      out += "terminal()";
      break;
  }
}

void ExprPrinter::expand_operator(ExprId id, int binding, bool events) {
  const Expr& node = pool_[id];
  const auto parenthesized = [&](int own, auto write) {
    if (own < binding) pieces_.push_back(text(")"));
    write();
    if (own < binding) pieces_.push_back(text("("));
  };
  if (expand_change(node, events)) return;
  if (const auto infix = infix_of(node.op)) {
    parenthesized(infix->own, [&] {
      push({expr(node.first(), infix->left, events), text(infix->text),
            expr(node.second(), infix->right, events)});
    });
  } else if (const auto operand = ceil_operand(id)) {
    push({text("ceil("), expr(*operand, anything, events), text(")")});
  } else if (node.op == Op::negate) {
    parenthesized(sum, [&] { push({text("-"), expr(node.first(), term, events)}); });
  } else if (node.op == Op::logical_not) {
    parenthesized(negation, [&] { push({text("not "), expr(node.first(), relation, events)}); });
  } else if (node.op == Op::truncate) {
    push_division(node.first(), events);
  } else if (shape_of(node.op) == OpShape::unary) {
    const bool is_integer = node.op == Op::floor && number_ == NumberContext::integer;
    push({text(is_integer ? "integer" : written_name(node.op)), text("("),
          expr(node.first(), anything, events), text(")")});
  } else {
    push({text(written_name(node.op)), text("("), expr(node.first(), anything, events), text(", "),
          expr(node.second(), anything, events), text(")")});
  }
}

// Modelica truncates in a division only: div(a, b) is truncate(a/b).
void ExprPrinter::push_division(ExprId quotient, bool events) {
  const Expr& operand = pool_[quotient];
  if (operand.op == Op::divide) {
    push({text("div("), expr(operand.first(), anything, events), text(", "),
          expr(operand.second(), anything, events), text(")")});
  } else {
    push({text("div("), expr(quotient, anything, events), text(", 1)")});
  }
}

// The operand of a floor with events.
std::optional<ExprId> ExprPrinter::floor_operand(ExprId id) const {
  const Expr& node = pool_[id];
  if (node.op != Op::variable || !names_.floor_of) return std::nullopt;
  return names_.floor_of(node.variable());
}

// The operand of a ceil with events: ceil(e) is -floor(-e).
std::optional<ExprId> ExprPrinter::ceil_operand(ExprId id) const {
  const Expr& node = pool_[id];
  if (node.op != Op::negate) return std::nullopt;
  const auto operand = floor_operand(node.first());
  if (!operand || pool_[*operand].op != Op::negate) return std::nullopt;
  return pool_[*operand].first();
}

// edge(c) and change(c) of a condition c: a guard is compared with its past.
bool ExprPrinter::expand_change(const Expr& node, bool events) {
  const bool is_edge = node.op == Op::logical_and && pool_[node.second()].op == Op::logical_not;
  if (!is_edge && node.op != Op::not_equal) return false;
  const Expr& now = pool_[node.first()];
  const Expr& before = is_edge ? pool_[pool_[node.second()].first()] : pool_[node.second()];
  if (now.op != Op::guard || before.op != Op::pre_guard || now.a != before.a) return false;
  push({text(is_edge ? "edge(" : "change("),
        expr(names_.condition(GuardId(now.a)), anything, events), text(")")});
  return true;
}

void ExprPrinter::expand_if(ExprId id, std::string_view keyword, bool events) {
  const Expr& node = pool_[id];
  // A condition that is no guard makes no event.
  const bool wrap = events && pool_[node.first()].op != Op::guard;
  push({text(keyword), text(wrap ? "noEvent(" : ""),
        expr(node.first(), wrap ? anything : disjunction, events && !wrap), text(wrap ? ")" : ""),
        text(" then "), expr(node.second(), anything, events),
        Piece{Piece::Kind::otherwise, {}, node.third(), anything, events}});
}

void ExprPrinter::expand_otherwise(ExprId id, bool events) {
  if (is_chain(id, events)) {
    expand_if(id, " elseif ", events);
  } else {
    push({text(" else "), expr(id, anything, events)});
  }
}

// An if-expression that prints as one.
bool ExprPrinter::is_chain(ExprId id, bool events) {
  if (pool_[id].op != Op::if_else) return false;
  const std::size_t before = pieces_.size();
  const bool is_function = expand_event_function(pool_[id], events);
  pieces_.resize(before, text(""));
  return !is_function;
}

// abs, sign, min, max and div that were given guards are written as the functions they
// were: their operands occur twice in the guarded form, and nested ones 2^n times.
bool ExprPrinter::expand_event_function(const Expr& node, bool events) {
  const Expr& condition_leaf = pool_[node.first()];
  if (condition_leaf.op != Op::guard) return false;
  const ExprId condition_id = names_.condition(GuardId(condition_leaf.a));
  // Of what is constant between events, these functions have no guards.
  if (events && !is_continuous(condition_id)) return false;
  const Expr& condition = pool_[condition_id];
  if (shape_of(condition.op) != OpShape::binary) return false;
  const ExprId a = condition.first();
  const ExprId b = condition.second();
  const bool selects = node.second() == a && node.third() == b;
  if (selects && (condition.op == Op::less_equal || condition.op == Op::greater_equal)) {
    push({text(condition.op == Op::less_equal ? "min(" : "max("), expr(a, anything, events),
          text(", "), expr(b, anything, events), text(")")});
    return true;
  }
  if (!is_number(pool_, b, 0.0)) return false;
  if (condition.op == Op::greater_equal && node.second() == a &&
      are_opposite(pool_, a, node.third())) {
    push({text("abs("), expr(a, anything, events), text(")")});
    return true;
  }
  if (condition.op == Op::greater_equal && expand_truncation(node, a, events)) return true;
  const Expr& below = pool_[node.third()];
  if (condition.op != Op::greater || !is_number(pool_, node.second(), 1.0) ||
      below.op != Op::if_else || pool_[below.first()].op != Op::guard) {
    return false;
  }
  const Expr& negative = pool_[names_.condition(GuardId(pool_[below.first()].a))];
  if (negative.op != Op::less || negative.first() != a || negative.second() != b ||
      !is_number(pool_, below.second(), -1.0) || !is_number(pool_, below.third(), 0.0)) {
    return false;
  }
  push({text("sign("), expr(a, anything, events), text(")")});
  return true;
}

// if q >= 0 then floor(q) else ceil(q)
bool ExprPrinter::expand_truncation(const Expr& node, ExprId quotient, bool events) {
  if (floor_operand(node.second()) != quotient) return false;
  // The operand of ceil may be a negated one itself: ceil(-p) is -floor(p).
  const Expr& other = pool_[node.third()];
  if (other.op != Op::negate) return false;
  const auto operand = floor_operand(other.first());
  if (!operand || !are_opposite(pool_, *operand, quotient)) return false;
  push_division(quotient, events);
  return true;
}

// Literal operations of what varies continuously would make events in an equation.
bool ExprPrinter::needs_no_event(ExprId id) {
  switch (pool_[id].op) {
    case Op::abs:
    case Op::sign:
    case Op::minimum:
    case Op::maximum:
    case Op::floor:
    case Op::ceil:
    case Op::truncate:
      return is_continuous(id);
    case Op::equal:
    case Op::not_equal:
      return is_continuous(id) && !is_boolean_operation(pool_[pool_[id].first()].op) &&
             !is_boolean_operation(pool_[pool_[id].second()].op);
    default:
      return false;
  }
}

}  // namespace saltus
