#include "saltus/compiler/multilinear/multilinear_form.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <utility>

#include "saltus/foundation/expr/function_name.h"

namespace saltus {
namespace {

constexpr std::size_t most_terms = 1'000'000;  // of a sum as it is written
// Products of sums can grow without bound; no model written by hand comes near.
constexpr std::size_t most_expanded_terms = 32'768;
constexpr int largest_power = 64;

using Key = std::vector<std::pair<std::uint32_t, double>>;

Key key_of(const MultilinearTerm& term) {
  Key key;
  key.reserve(term.factors.size());
  for (const MatrixEntry& factor : term.factors) key.emplace_back(factor.row, factor.value);
  return key;
}

// Adds up terms with equal factors, in the order of their first occurrence.
class TermSum {
 public:
  void add(const MultilinearTerm& term, double sign) {
    const auto [place, is_new] = places_.try_emplace(key_of(term), form_.size());
    if (is_new) {
      form_.push_back({sign * term.coefficient, term.factors});
    } else {
      form_[place->second].coefficient += sign * term.coefficient;
    }
  }
  std::size_t size() const { return form_.size(); }
  MultilinearForm take() {
    std::erase_if(form_, [](const MultilinearTerm& term) { return term.coefficient == 0.0; });
    return std::move(form_);
  }

 private:
  MultilinearForm form_;
  std::map<Key, std::size_t> places_;
};

// a + b v = c (1 - |s| + s v). A pair that already has the form (1 - |s|, s) keeps its s to the
// last bit; otherwise c = ±(|a| + |b|).
MultilinearTerm affine_term(double a, double b, std::uint32_t signal) {
  if (b == 0.0) return {a, {}};
  if (a == 0.0) return {b, {{signal, 1.0}}};
  if (a == 1.0 - std::fabs(b)) return {1.0, {{signal, b}}};
  const double c = std::copysign(std::fabs(a) + std::fabs(b), a);
  return {c, {{signal, b / c}}};
}

double factor_value(double s, double v) { return 1.0 - std::fabs(s) + s * v; }

// A sum over one signal becomes one factor; other forms stay as they are.
MultilinearForm as_factor(const MultilinearForm& form) {
  if (form.size() < 2) return form;
  std::optional<std::uint32_t> signal;
  double a = 0.0, b = 0.0;
  for (const MultilinearTerm& term : form) {
    if (term.factors.empty()) {
      a += term.coefficient;
      continue;
    }
    const MatrixEntry& factor = term.factors.front();
    if (term.factors.size() > 1 || (signal && *signal != factor.row)) return form;
    signal = factor.row;
    a += term.coefficient * (1.0 - std::fabs(factor.value));
    b += term.coefficient * factor.value;
  }
  return {affine_term(a, b, signal.value_or(0))};
}

bool is_sum(Op op) { return op == Op::add || op == Op::subtract || op == Op::negate; }

bool is_number_operation(Op op) { return op >= Op::add && op <= Op::truncate; }

}  // namespace

MultilinearFormFinder::MultilinearFormFinder(const ExprPool& pool, SignalTable signals)
    : pool_(pool), signals_(std::move(signals)), forms_(pool.size()) {}

Result<MultilinearForm, NotMultilinear> MultilinearFormFinder::find(ExprId root) {
  fault_.reset();
  std::vector<ExprId> pending = {root};
  while (!pending.empty()) {
    const ExprId id = pending.back();
    if (is_done(id)) {
      pending.pop_back();
      continue;
    }
    const auto parts = parts_of(id);
    if (!parts) {
      fail(id, "it has too many terms");
      return *fault_;
    }
    const std::size_t before = pending.size();
    for (const Part& part : *parts) {
      if (!is_done(part.expr)) pending.push_back(part.expr);
    }
    if (pending.size() > before) continue;
    pending.pop_back();
    if (!finish(id, *parts)) return *fault_;
  }
  return form_of(root);
}

// What a node is made of: the summands of a sum and the factors of a product, however deep; none
// for a leaf and for a sum that is itself a factor. Nothing if there are too many.
std::optional<std::vector<MultilinearFormFinder::Part>> MultilinearFormFinder::parts_of(
    ExprId id) const {
  const Expr& root = pool_[id];
  std::vector<Part> parts;
  if (shape_of(root.op) == OpShape::leaf || normalised_factor(id)) return parts;
  if (!is_sum(root.op) && root.op != Op::multiply) {
    if (!is_number_operation(root.op)) return parts;
    parts.push_back({root.first(), false});
    if (shape_of(root.op) == OpShape::binary) parts.push_back({root.second(), false});
    return parts;
  }
  std::vector<Part> open = {{id, false}};
  while (!open.empty()) {
    const Part part = open.back();
    open.pop_back();
    const Expr& expr = pool_[part.expr];
    const bool goes_on = is_sum(root.op) ? is_sum(expr.op) && !normalised_factor(part.expr)
                                         : expr.op == Op::multiply;
    if (!goes_on) {
      parts.push_back(part);
      if (parts.size() > most_terms) return std::nullopt;
    } else if (expr.op == Op::negate) {
      open.push_back({expr.first(), !part.is_negative});
    } else {
      open.push_back({expr.second(), part.is_negative != (expr.op == Op::subtract)});
      open.push_back({expr.first(), part.is_negative});
    }
  }
  return parts;
}

// 0.25 - 0.75*v, as print_multilinear writes factors.
std::optional<MultilinearTerm> MultilinearFormFinder::normalised_factor(ExprId id) const {
  const Expr& sum = pool_[id];
  if (sum.op != Op::add && sum.op != Op::subtract) return std::nullopt;
  const Expr& constant = pool_[sum.first()];
  const Expr& product = pool_[sum.second()];
  if (constant.op != Op::constant || product.op != Op::multiply) return std::nullopt;
  const Expr& size = pool_[product.first()];
  const Expr& variable = pool_[product.second()];
  if (size.op != Op::constant || variable.op != Op::variable) return std::nullopt;
  const double s = sum.op == Op::add ? size.value : -size.value;
  if (s == 0.0 || constant.value != 1.0 - std::fabs(s)) return std::nullopt;
  const auto signal = signals_.signal(variable.variable(), variable.order());
  if (!signal) return std::nullopt;
  return MultilinearTerm{1.0, {{*signal, s}}};
}

bool MultilinearFormFinder::finish(ExprId id, const std::vector<Part>& parts) {
  const Expr& expr = pool_[id];
  if (shape_of(expr.op) == OpShape::leaf) return finish_leaf(id);
  if (is_sum(expr.op)) return finish_sum(id, parts);
  if (expr.op == Op::multiply) return finish_product(id, parts);
  if (expr.op == Op::divide) return finish_quotient(id);
  if (expr.op == Op::power) return finish_power(id);
  return finish_function(id);
}

bool MultilinearFormFinder::finish_sum(ExprId id, const std::vector<Part>& parts) {
  if (const auto factor = normalised_factor(id)) return keep(id, {*factor});
  TermSum sum;
  for (const Part& part : parts) {
    for (const MultilinearTerm& term : form_of(part.expr)) {
      sum.add(term, part.is_negative ? -1.0 : 1.0);
    }
  }
  if (sum.size() > most_terms) return fail(id, "it has too many terms");
  return keep(id, sum.take());
}

bool MultilinearFormFinder::finish_product(ExprId id, const std::vector<Part>& parts) {
  MultilinearForm result = {{1.0, {}}};
  for (const Part& part : parts) {
    auto next = product(id, result, as_factor(form_of(part.expr)));
    if (!next) return false;
    result = std::move(*next);
  }
  return keep(id, std::move(result));
}

std::optional<double> MultilinearFormFinder::constant_value(ExprId id) const {
  const MultilinearForm& form = form_of(id);
  if (form.empty()) return 0.0;
  if (form.size() > 1 || !form.front().factors.empty()) return std::nullopt;
  return form.front().coefficient;
}

bool MultilinearFormFinder::finish_quotient(ExprId id) {
  const Expr& expr = pool_[id];
  const auto divisor = constant_value(expr.second());
  if (!divisor) return fail(id, "it divides by a signal");
  if (*divisor == 0.0) return fail(id, "it divides by zero");
  MultilinearForm form = form_of(expr.first());
  for (MultilinearTerm& term : form) term.coefficient /= *divisor;
  return keep(id, std::move(form));
}

bool MultilinearFormFinder::finish_power(ExprId id) {
  const Expr& expr = pool_[id];
  const auto base = constant_value(expr.first());
  const auto exponent = constant_value(expr.second());
  if (base && exponent) return keep(id, {{std::pow(*base, *exponent), {}}});
  if (!exponent) return fail(id, "a signal stands in the exponent");
  if (*exponent < 0.0 || *exponent > largest_power || *exponent != std::floor(*exponent)) {
    return fail(id, "a signal is raised to a power");
  }
  MultilinearForm result = {{1.0, {}}};
  const MultilinearForm factor = as_factor(form_of(expr.first()));
  for (int i = 0; i < static_cast<int>(*exponent); ++i) {
    auto next = product(id, result, factor);
    if (!next) return false;
    result = std::move(*next);
  }
  return keep(id, std::move(result));
}

bool MultilinearFormFinder::finish_function(ExprId id) {
  const Expr& expr = pool_[id];
  if (!is_number_operation(expr.op)) {
    return fail(id, "a condition has no place in the matrices",
                "write the choice with a binary unknown and an inequality: `z*a + (1 - z)*b`");
  }
  const auto first = constant_value(expr.first());
  if (first && shape_of(expr.op) == OpShape::unary) {
    return keep(id, {{evaluate_unary(expr.op, *first), {}}});
  }
  const auto second =
      shape_of(expr.op) == OpShape::binary ? constant_value(expr.second()) : std::nullopt;
  if (first && second) return keep(id, {{evaluate_binary(expr.op, *first, *second), {}}});
  return fail(id, fmt::format("{} of a signal is neither a sum nor a product",
                              function_name(expr.op).value_or("this operation")));
}

bool MultilinearFormFinder::finish_leaf(ExprId id) {
  const Expr& leaf = pool_[id];
  switch (leaf.op) {
    case Op::constant:
      return keep(id, {{leaf.value, {}}});
    case Op::parameter:
      return keep(id, {{signals_.parameter(ParameterId(leaf.a)), {}}});
    case Op::variable: {
      const auto signal = signals_.signal(leaf.variable(), leaf.order());
      if (signal) return keep(id, {{1.0, {{*signal, 1.0}}}});
      return fail(id, leaf.order() > 1 ? "it is a derivative of higher order" : "it is no signal",
                  leaf.order() > 1 ? "give the first derivative a name of its own" : "");
    }
    case Op::time:
      return fail(id, "the matrices are the same at all times",
                  "declare what varies as an `input`");
    default:
      return fail(id, "a condition has no place in the matrices");
  }
}

std::optional<MultilinearForm> MultilinearFormFinder::product(ExprId blamed,
                                                              const MultilinearForm& left,
                                                              const MultilinearForm& right) {
  if (left.size() * right.size() > most_expanded_terms) {
    fail(blamed, "it has too many terms when it is expanded");
    return std::nullopt;
  }
  TermSum sum;
  for (const MultilinearTerm& a : left) {
    for (const MultilinearTerm& b : right) {
      const auto term = product(blamed, a, b);
      if (!term) return std::nullopt;
      sum.add(*term, 1.0);
    }
  }
  return sum.take();
}

std::optional<MultilinearTerm> MultilinearFormFinder::product(ExprId blamed,
                                                              const MultilinearTerm& left,
                                                              const MultilinearTerm& right) {
  MultilinearTerm result{left.coefficient * right.coefficient, {}};
  auto a = left.factors.begin();
  auto b = right.factors.begin();
  while (a != left.factors.end() || b != right.factors.end()) {
    if (b == right.factors.end() || (a != left.factors.end() && a->row < b->row)) {
      result.factors.push_back(*a++);
    } else if (a == left.factors.end() || b->row < a->row) {
      result.factors.push_back(*b++);
    } else if (signals_.is_binary(a->row)) {
      // Of a binary signal only the values at 0 and at 1 count.
      const double at_zero = factor_value(a->value, 0.0) * factor_value(b->value, 0.0);
      const double at_one = factor_value(a->value, 1.0) * factor_value(b->value, 1.0);
      const MultilinearTerm merged = affine_term(at_zero, at_one - at_zero, a->row);
      result.coefficient *= merged.coefficient;
      result.factors.insert(result.factors.end(), merged.factors.begin(), merged.factors.end());
      ++a, ++b;
    } else {
      fail(blamed, fmt::format("`{}` is multiplied by itself", signals_.name(a->row)));
      return std::nullopt;
    }
  }
  return result;
}

bool MultilinearFormFinder::keep(ExprId id, MultilinearForm form) {
  std::erase_if(form, [](const MultilinearTerm& term) { return term.coefficient == 0.0; });
  for (const MultilinearTerm& term : form) {
    if (!std::isfinite(term.coefficient)) return fail(id, "its coefficient is not finite");
  }
  forms_[id.index()] = std::move(form);
  return true;
}

bool MultilinearFormFinder::fail(ExprId id, std::string reason, std::string help) {
  fault_ = NotMultilinear{id, std::move(reason), std::move(help)};
  return false;
}

}  // namespace saltus
