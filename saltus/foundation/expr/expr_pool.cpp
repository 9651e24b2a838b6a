#include "saltus/foundation/expr/expr_pool.h"

#include <bit>
#include <cmath>

#include "saltus/foundation/base/check.h"

namespace saltus {

OpShape shape_of(Op op) {
  switch (op) {
    case Op::constant:
    case Op::boolean:
    case Op::time:
    case Op::variable:
    case Op::parameter:
    case Op::guard:
    case Op::pre:
    case Op::pre_guard:
    case Op::initial:
    case Op::terminal:
      return OpShape::leaf;
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::power:
    case Op::atan2:
    case Op::minimum:
    case Op::maximum:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::sample:
    case Op::table:
    case Op::table_position:
      return OpShape::binary;
    case Op::if_else:
      return OpShape::ternary;
    default:
      return OpShape::unary;
  }
}

double evaluate_unary(Op op, double a) {
  switch (op) {
    case Op::negate:
      return -a;
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::tan:
      return std::tan(a);
    case Op::asin:
      return std::asin(a);
    case Op::acos:
      return std::acos(a);
    case Op::atan:
      return std::atan(a);
    case Op::sinh:
      return std::sinh(a);
    case Op::cosh:
      return std::cosh(a);
    case Op::tanh:
      return std::tanh(a);
    case Op::exp:
      return std::exp(a);
    case Op::log:
      return std::log(a);
    case Op::log10:
      return std::log10(a);
    case Op::sqrt:
      return std::sqrt(a);
    case Op::abs:
      return std::fabs(a);
    case Op::sign:
      return a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0;
    case Op::floor:
      return std::floor(a);
    case Op::ceil:
      return std::ceil(a);
    case Op::truncate:
      return std::trunc(a);
    case Op::logical_not:
      return a == 0.0 ? 1.0 : 0.0;
    default:
      break;
  }
  SALTUS_CHECK(!"a unary operation");
  return 0.0;
}

double evaluate_binary(Op op, double a, double b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::power:
      return std::pow(a, b);
    case Op::atan2:
      return std::atan2(a, b);
    case Op::minimum:
      return a < b ? a : b;
    case Op::maximum:
      return a > b ? a : b;
    case Op::less:
      return a < b ? 1.0 : 0.0;
    case Op::less_equal:
      return a <= b ? 1.0 : 0.0;
    case Op::greater:
      return a > b ? 1.0 : 0.0;
    case Op::greater_equal:
      return a >= b ? 1.0 : 0.0;
    case Op::equal:
      return a == b ? 1.0 : 0.0;
    case Op::not_equal:
      return a != b ? 1.0 : 0.0;
    case Op::logical_and:
      return a != 0.0 && b != 0.0 ? 1.0 : 0.0;
    case Op::logical_or:
      return a != 0.0 || b != 0.0 ? 1.0 : 0.0;
    default:
      break;
  }
  SALTUS_CHECK(!"a binary operation on numbers");
  return 0.0;
}

namespace {

// Whether its value follows from those of its children alone.
bool has_value(Op op) { return op != Op::sample && op != Op::table && op != Op::table_position; }

bool is_boolean_valued(Op op) { return op >= Op::less && op <= Op::logical_not; }

std::size_t hash_of(const Expr& expr) {
  std::uint64_t hash = static_cast<std::uint64_t>(expr.op) * 0x9E3779B97F4A7C15u;
  for (const std::uint64_t part :
       {static_cast<std::uint64_t>(expr.a) << 32 | expr.b, static_cast<std::uint64_t>(expr.c),
        std::bit_cast<std::uint64_t>(expr.value)}) {
    hash = (hash ^ part) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32;
  }
  return hash;
}

// Bitwise on the value: 0.0 and -0.0 are different constants, and so is each NaN.
bool same(const Expr& left, const Expr& right) {
  return left.op == right.op && left.a == right.a && left.b == right.b && left.c == right.c &&
         std::bit_cast<std::uint64_t>(left.value) == std::bit_cast<std::uint64_t>(right.value);
}

}  // namespace

ExprId ExprPool::intern(const Expr& expr) {
  if (2 * (nodes_.size() + 1) > table_.size()) grow_table();
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash_of(expr) & mask;
  while (table_[slot] != 0) {
    const std::uint32_t index = table_[slot] - 1;
    if (same(nodes_[index], expr)) return ExprId(index);
    slot = (slot + 1) & mask;
  }
  nodes_.push_back(expr);
  table_[slot] = static_cast<std::uint32_t>(nodes_.size());
  return ExprId(static_cast<std::uint32_t>(nodes_.size() - 1));
}

void ExprPool::grow_table() {
  table_.assign(std::max<std::size_t>(64, 4 * std::bit_ceil(nodes_.size() + 1)), 0);
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t index = 0; index < nodes_.size(); ++index) {
    std::size_t slot = hash_of(nodes_[index]) & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = index + 1;
  }
}

ExprId ExprPool::constant(double value) { return intern({.op = Op::constant, .value = value}); }
ExprId ExprPool::boolean(bool value) { return intern({.op = Op::boolean, .a = value ? 1u : 0u}); }
ExprId ExprPool::time() { return intern({.op = Op::time}); }
ExprId ExprPool::variable(VariableId variable, int order) {
  return intern(
      {.op = Op::variable, .a = variable.index(), .b = static_cast<std::uint32_t>(order)});
}
ExprId ExprPool::parameter(ParameterId parameter) {
  return intern({.op = Op::parameter, .a = parameter.index()});
}
ExprId ExprPool::guard(GuardId guard) { return intern({.op = Op::guard, .a = guard.index()}); }
ExprId ExprPool::pre(VariableId variable) { return intern({.op = Op::pre, .a = variable.index()}); }
ExprId ExprPool::pre_guard(GuardId guard) {
  return intern({.op = Op::pre_guard, .a = guard.index()});
}
ExprId ExprPool::leaf(Op op) {
  SALTUS_CHECK(op == Op::initial || op == Op::terminal);
  return intern({.op = op});
}

ExprId ExprPool::unary(Op op, ExprId a) {
  SALTUS_CHECK(shape_of(op) == OpShape::unary);
  const Expr operand = (*this)[a];
  if (op == Op::logical_not) {
    if (operand.op == Op::boolean) return boolean(operand.a == 0);
    if (operand.op == Op::logical_not) return operand.first();
  } else if (operand.op == Op::constant) {
    return constant(evaluate_unary(op, operand.value));
  }
  if (op == Op::negate && operand.op == Op::negate) return operand.first();
  return intern({.op = op, .a = a.index()});
}

ExprId ExprPool::binary(Op op, ExprId a, ExprId b) {
  SALTUS_CHECK(shape_of(op) == OpShape::binary);
  const Expr left = (*this)[a];
  const Expr right = (*this)[b];
  if (op == Op::logical_and || op == Op::logical_or) {
    const std::uint32_t neutral = op == Op::logical_and ? 1 : 0;
    if (left.op == Op::boolean) return left.a == neutral ? b : a;
    if (right.op == Op::boolean) return right.a == neutral ? a : b;
    if (a == b) return a;
  } else if (left.op == Op::constant && right.op == Op::constant && has_value(op)) {
    const double value = evaluate_binary(op, left.value, right.value);
    return is_boolean_valued(op) ? boolean(value != 0.0) : constant(value);
  } else if (left.op == Op::boolean && right.op == Op::boolean) {
    return boolean(evaluate_binary(op, left.a, right.a) != 0.0);
  }
  const auto is = [](const Expr& side, double value) {
    return side.op == Op::constant && side.value == value;
  };
  switch (op) {
    case Op::add:
      if (is(left, 0.0)) return b;
      if (is(right, 0.0)) return a;
      break;
    case Op::subtract:
      if (is(right, 0.0)) return a;
      if (is(left, 0.0)) return unary(Op::negate, b);
      break;
    case Op::multiply:
      if (is(left, 1.0) || is(right, 0.0)) return b;
      if (is(right, 1.0) || is(left, 0.0)) return a;
      break;
    case Op::divide:
    case Op::power:
      if (is(right, 1.0)) return a;
      break;
    default:
      break;
  }
  return intern({.op = op, .a = a.index(), .b = b.index()});
}

ExprId ExprPool::if_else(ExprId condition, ExprId then, ExprId otherwise) {
  const Expr& decided = (*this)[condition];
  if (decided.op == Op::boolean) return decided.a != 0 ? then : otherwise;
  if (then == otherwise) return then;
  return intern(
      {.op = Op::if_else, .a = condition.index(), .b = then.index(), .c = otherwise.index()});
}

}  // namespace saltus
