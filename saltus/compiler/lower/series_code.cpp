#include "saltus/compiler/lower/series_code.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <span>

#include "saltus/foundation/base/check.h"

namespace saltus {

namespace {

// Whole powers up to this are products: exact at zero, and cheaper.
constexpr int kLargestProductPower = 64;

LinearForm constant_form(double value) { return {.constant = value, .linear = {}, .products = {}}; }
LinearForm term_form(double factor, std::uint32_t row) {
  return {.constant = 0.0, .linear = {{row, factor}}, .products = {}};
}

void scale(LinearForm& form, double factor) {
  form.constant *= factor;
  for (LinearTerm& term : form.linear) term.factor *= factor;
  for (ProductTerm& term : form.products) term.factor *= factor;
}

void append(LinearForm& form, LinearForm&& other) {
  form.constant += other.constant;
  form.linear.insert(form.linear.end(), other.linear.begin(), other.linear.end());
  form.products.insert(form.products.end(), other.products.begin(), other.products.end());
}

// Terms of the same row become one: x - x must not look like an occurrence of x.
void merge_equal_terms(LinearForm& form) {
  std::stable_sort(form.linear.begin(), form.linear.end(),
                   [](const LinearTerm& l, const LinearTerm& r) { return l.row < r.row; });
  std::vector<LinearTerm> merged;
  for (const LinearTerm& term : form.linear) {
    if (!merged.empty() && merged.back().row == term.row) {
      merged.back().factor += term.factor;
    } else {
      merged.push_back(term);
    }
  }
  form.linear = std::move(merged);
}

std::span<const std::uint32_t> children_of(const Expr& expr) {
  switch (shape_of(expr.op)) {
    case OpShape::leaf:
      return {};
    case OpShape::unary:
      return {&expr.a, 1};
    case OpShape::binary:
      return {&expr.a, 2};
    case OpShape::ternary:
      return {&expr.a, 3};
  }
  return {};
}

}  // namespace

SeriesCode::SeriesCode(const ExprPool& pool, const Leaves& leaves, std::uint32_t first_row)
    : pool_(pool), leaves_(leaves), row_count_(first_row), slot_(pool.size()), uses_(pool.size()) {}

void SeriesCode::count_uses(const std::vector<ExprId>& roots) {
  ZeroedArray<bool> visited(pool_.size());
  std::vector<std::uint32_t> pending;
  for (const ExprId root : roots) {
    // A root has a row of its own: its users, if any, take the row.
    uses_[root.index()] += 2;
    pending.push_back(root.index());
  }
  while (!pending.empty()) {
    const std::uint32_t index = pending.back();
    pending.pop_back();
    if (visited[index]) continue;
    visited[index] = true;
    for (const std::uint32_t child : children_of(pool_[ExprId(index)])) {
      ++uses_[child];
      pending.push_back(child);
    }
  }
}

std::uint32_t SeriesCode::lower_root(ExprId root) {
  lower_reachable(root);
  return add_sum(form_of(root));
}

// Children have smaller ids, so the unlowered part is lowered in id order.
void SeriesCode::lower_reachable(ExprId root) {
  std::vector<std::uint32_t> pending{root.index()};
  std::vector<std::uint32_t> found;
  while (!pending.empty()) {
    const std::uint32_t index = pending.back();
    pending.pop_back();
    if (slot_[index] != 0) continue;
    forms_.emplace_back();
    slot_[index] = static_cast<std::uint32_t>(forms_.size());
    found.push_back(index);
    for (const std::uint32_t child : children_of(pool_[ExprId(index)])) pending.push_back(child);
  }
  std::sort(found.begin(), found.end());
  for (const std::uint32_t index : found) {
    LinearForm form = lower_node(pool_[ExprId(index)]);
    forms_[slot_[index] - 1] = std::move(form);
  }
}

LinearForm SeriesCode::lower_node(const Expr& expr) {
  switch (expr.op) {
    case Op::constant:
      return constant_form(expr.value);
    case Op::boolean:
      return constant_form(expr.a != 0 ? 1.0 : 0.0);
    case Op::time:
      return term_form(1.0, add_instruction({.op = SeriesOp::time}));
    case Op::parameter:
      return constant_form(leaves_.parameter_value(ParameterId(expr.a)));
    case Op::guard:
      return constant_form(leaves_.guard_value(GuardId(expr.a)) ? 1.0 : 0.0);
    case Op::variable:
      return lower_variable(expr);
    case Op::pre:
      return term_form(1.0, add_known(SeriesOp::left_limit, expr.a));
    case Op::pre_guard:
    case Op::initial:
    case Op::terminal:
    case Op::sample:
      return constant_form(0.0);  // false between events
    case Op::add:
      return lower_sum(expr, 1.0);
    case Op::subtract:
      return lower_sum(expr, -1.0);
    case Op::negate: {
      LinearForm form = take(expr.first());
      scale(form, -1.0);
      return form;
    }
    case Op::multiply:
      return lower_multiply(expr.first(), expr.second());
    case Op::divide:
      return lower_divide(expr.first(), expr.second());
    case Op::power:
      return lower_power(expr.first(), expr.second());
    case Op::sin:
      return lower_unary(expr, SeriesOp::sin_cos);
    case Op::cos:
      return lower_unary(expr, SeriesOp::sin_cos, Companion::next_row);
    case Op::sinh:
      return lower_unary(expr, SeriesOp::sinh_cosh);
    case Op::cosh:
      return lower_unary(expr, SeriesOp::sinh_cosh, Companion::next_row);
    case Op::tan:
      return lower_unary(expr, SeriesOp::tan);
    case Op::tanh:
      return lower_unary(expr, SeriesOp::tanh);
    case Op::asin:
    case Op::acos:
      return lower_inverse_sine(expr);
    case Op::atan:
      return lower_unary(expr, SeriesOp::atan);
    case Op::atan2:
      return lower_binary(expr, SeriesOp::atan2);
    case Op::exp:
      return lower_unary(expr, SeriesOp::exp);
    case Op::log:
      return lower_unary(expr, SeriesOp::log);
    case Op::log10: {
      LinearForm form = lower_unary(expr, SeriesOp::log);
      if (!form.is_constant()) scale(form, std::numbers::log10e);
      return form;
    }
    case Op::sqrt:
      return lower_unary(expr, SeriesOp::sqrt);
    case Op::abs:
      return lower_unary(expr, SeriesOp::abs);
    case Op::sign:
      return lower_unary(expr, SeriesOp::sign);
    case Op::floor:
      return lower_unary(expr, SeriesOp::floor);
    case Op::ceil:
      return lower_unary(expr, SeriesOp::ceil);
    case Op::truncate:
      return lower_unary(expr, SeriesOp::truncate);
    case Op::logical_not:
      return lower_unary(expr, SeriesOp::logical_not);
    case Op::minimum:
      return lower_binary(expr, SeriesOp::minimum);
    case Op::maximum:
      return lower_binary(expr, SeriesOp::maximum);
    case Op::less:
      return lower_binary(expr, SeriesOp::less);
    case Op::less_equal:
      return lower_binary(expr, SeriesOp::less_equal);
    case Op::greater:
      return lower_binary(expr, SeriesOp::less, Order::swapped);
    case Op::greater_equal:
      return lower_binary(expr, SeriesOp::less_equal, Order::swapped);
    case Op::equal:
      return lower_binary(expr, SeriesOp::equal);
    case Op::not_equal: {
      LinearForm form = lower_binary(expr, SeriesOp::equal);
      if (form.is_constant()) return form;
      return term_form(1.0, add_unary(SeriesOp::logical_not, form.linear[0].row));
    }
    case Op::logical_and:
      return lower_binary(expr, SeriesOp::logical_and);
    case Op::logical_or:
      return lower_binary(expr, SeriesOp::logical_or);
    case Op::if_else:
      return lower_if(expr);
    case Op::table:  // discrete values read tables
    case Op::table_position:
      break;
  }
  SALTUS_CHECK(!"an operation of expressions");
  return {};
}

LinearForm SeriesCode::lower_variable(const Expr& expr) {
  const std::optional<std::uint32_t> row = leaves_.unknown_row(expr.variable());
  if (row && expr.order() == 0) return term_form(1.0, *row);
  if (row) return term_form(1.0, add_unary(SeriesOp::derivative, *row, expr.order()));
  if (expr.order() > 0) return constant_form(0.0);
  return term_form(1.0, add_known(SeriesOp::known, expr.a));
}

LinearForm SeriesCode::lower_sum(const Expr& expr, double sign) {
  LinearForm form = take(expr.first());
  LinearForm other = take(expr.second());
  scale(other, sign);
  append(form, std::move(other));
  return form;
}

LinearForm SeriesCode::take(ExprId child) {
  LinearForm& form = forms_[slot_[child.index()] - 1];
  if (form.is_constant() || form.is_single_term()) return form;
  if (uses_[child.index()] <= 1) return std::move(form);
  return term_form(1.0, row_of(child));
}

// The row that holds a child's value, made at first use. From then on the
// child's form is that row.
std::uint32_t SeriesCode::row_of(ExprId child) {
  LinearForm& form = forms_[slot_[child.index()] - 1];
  if (form.is_single_term() && form.linear[0].factor == 1.0) return form.linear[0].row;
  const std::uint32_t row = add_sum(std::move(form));
  forms_[slot_[child.index()] - 1] = term_form(1.0, row);
  return row;
}

SeriesCode::Term SeriesCode::as_term(ExprId child) {
  const LinearForm& form = form_of(child);
  if (form.is_single_term()) return {form.linear[0].factor, form.linear[0].row};
  return {1.0, row_of(child)};
}

LinearForm SeriesCode::lower_multiply(ExprId left, ExprId right) {
  if (is_constant(left)) std::swap(left, right);
  if (is_constant(right)) {
    LinearForm form = take(left);
    scale(form, constant_of(right));
    return form;
  }
  const Term a = as_term(left);
  const Term b = as_term(right);
  LinearForm form;
  form.products.push_back({a.row, b.row, a.factor * b.factor});
  return form;
}

LinearForm SeriesCode::lower_divide(ExprId left, ExprId right) {
  if (is_constant(right)) {
    LinearForm form = take(left);
    scale(form, 1.0 / constant_of(right));
    return form;
  }
  const Term b = as_term(right);
  if (is_constant(left)) {
    const double factor = constant_of(left) / b.factor;
    return term_form(1.0, add_unary(SeriesOp::reciprocal, b.row, factor));
  }
  const Term a = as_term(left);
  return term_form(a.factor / b.factor, add_binary(SeriesOp::divide, a.row, b.row));
}

LinearForm SeriesCode::lower_power(ExprId base, ExprId exponent) {
  if (!is_constant(exponent)) {
    // a^b = exp(b log a)
    if (is_constant(base)) {
      const double log_base = std::log(constant_of(base));
      LinearForm form = take(exponent);
      scale(form, log_base);
      return term_form(1.0, add_unary(SeriesOp::exp, add_sum(std::move(form))));
    }
    const std::uint32_t log_base = add_unary(SeriesOp::log, row_of(base));
    const Term b = as_term(exponent);
    LinearForm product;
    product.products.push_back({b.row, log_base, b.factor});
    return term_form(1.0, add_unary(SeriesOp::exp, add_sum(std::move(product))));
  }
  const double power = constant_of(exponent);
  if (is_constant(base)) return constant_form(std::pow(constant_of(base), power));
  if (power == std::round(power) && std::fabs(power) <= kLargestProductPower) {
    return lower_integer_power(base, static_cast<int>(power));
  }
  if (power == 0.5) return term_form(1.0, add_unary(SeriesOp::sqrt, row_of(base)));
  return term_form(1.0, add_unary(SeriesOp::power, row_of(base), power));
}

// row^n by squaring, from the highest bit of n down; the last product stays open.
LinearForm SeriesCode::lower_integer_power(ExprId base, int exponent) {
  if (exponent == 0) return constant_form(1.0);
  const Term term = as_term(base);
  const double factor = std::pow(term.factor, exponent);
  const auto multiply = [&](LinearForm form, std::optional<std::uint32_t> other) {
    const std::uint32_t row = form.is_single_term() ? form.linear[0].row : add_sum(std::move(form));
    LinearForm product;
    product.products.push_back({row, other.value_or(row), 1.0});
    return product;
  };
  const auto magnitude = static_cast<unsigned>(std::abs(exponent));
  LinearForm form = term_form(1.0, term.row);
  for (unsigned bit = std::bit_floor(magnitude) / 2; bit != 0; bit /= 2) {
    form = multiply(std::move(form), std::nullopt);
    if ((magnitude & bit) != 0) form = multiply(std::move(form), term.row);
  }
  if (exponent > 0) {
    scale(form, factor);
    return form;
  }
  const std::uint32_t row = form.is_single_term() ? form.linear[0].row : add_sum(std::move(form));
  return term_form(1.0, add_unary(SeriesOp::reciprocal, row, factor));
}

LinearForm SeriesCode::lower_unary(const Expr& expr, SeriesOp op, Companion value) {
  if (is_constant(expr.first())) {
    return constant_form(evaluate_unary(expr.op, constant_of(expr.first())));
  }
  const std::uint32_t row = add_unary(op, row_of(expr.first()));
  return term_form(1.0, value == Companion::next_row ? row + 1 : row);
}

// asin a = 2 atan(a/(1 + sqrt(1 - a) sqrt(1 + a))), acos a = pi/2 - asin a: at the ends of the
// domain they are roots, which know what they are there.
LinearForm SeriesCode::lower_inverse_sine(const Expr& expr) {
  if (is_constant(expr.first())) {
    return constant_form(evaluate_unary(expr.op, constant_of(expr.first())));
  }
  const std::uint32_t a = row_of(expr.first());
  const auto root = [&](double sign) {
    return add_unary(SeriesOp::sqrt,
                     add_sum({.constant = 1.0, .linear = {{a, sign}}, .products = {}}));
  };
  const std::uint32_t below = root(-1.0), above = root(1.0);
  const std::uint32_t divisor =
      add_sum({.constant = 1.0, .linear = {}, .products = {{below, above, 1.0}}});
  const std::uint32_t half = add_unary(SeriesOp::atan, add_binary(SeriesOp::divide, a, divisor));
  LinearForm form = term_form(expr.op == Op::asin ? 2.0 : -2.0, half);
  if (expr.op == Op::acos) form.constant = 0.5 * std::numbers::pi;
  return form;
}

LinearForm SeriesCode::lower_binary(const Expr& expr, SeriesOp op, Order order) {
  if (is_constant(expr.first()) && is_constant(expr.second())) {
    return constant_form(
        evaluate_binary(expr.op, constant_of(expr.first()), constant_of(expr.second())));
  }
  const std::uint32_t a = row_of(expr.first());
  const std::uint32_t b = row_of(expr.second());
  return term_form(1.0, order == Order::swapped ? add_binary(op, b, a) : add_binary(op, a, b));
}

LinearForm SeriesCode::lower_if(const Expr& expr) {
  if (is_constant(expr.first())) {
    return take(constant_of(expr.first()) != 0.0 ? expr.second() : expr.third());
  }
  const std::uint32_t condition = row_of(expr.first());
  const std::uint32_t then = row_of(expr.second());
  const std::uint32_t otherwise = row_of(expr.third());
  return term_form(
      1.0, add_instruction({.op = SeriesOp::if_else, .a = condition, .b = then, .c = otherwise}));
}

std::uint32_t SeriesCode::add_instruction(Instruction instruction) {
  const Operation operation{instruction.op, instruction.a,        instruction.b,
                            instruction.c,  instruction.variable, instruction.constant};
  const auto [known, is_new] = known_operations_.try_emplace(operation, row_count_);
  if (!is_new) return known->second;
  instruction.row = row_count_;
  instructions_.push_back(instruction);
  row_count_ += has_companion(instruction.op) ? 2 : 1;
  return instruction.row;
}

std::uint32_t SeriesCode::add_sum(LinearForm form) {
  merge_equal_terms(form);
  Instruction sum{.op = SeriesOp::sum, .row = row_count_++, .constant = form.constant};
  sum.first_linear = static_cast<std::uint32_t>(linear_terms_.size());
  sum.linear_count = static_cast<std::uint32_t>(form.linear.size());
  sum.first_product = static_cast<std::uint32_t>(product_terms_.size());
  sum.product_count = static_cast<std::uint32_t>(form.products.size());
  linear_terms_.insert(linear_terms_.end(), form.linear.begin(), form.linear.end());
  product_terms_.insert(product_terms_.end(), form.products.begin(), form.products.end());
  instructions_.push_back(sum);
  return sum.row;
}

}  // namespace saltus
