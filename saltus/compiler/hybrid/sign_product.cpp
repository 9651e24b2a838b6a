#include "saltus/compiler/hybrid/sign_product.h"

#include <algorithm>
#include <cmath>

#include "saltus/compiler/hybrid/affine_form.h"

namespace saltus {

namespace {

// Functions of more parts than this are left as they are.
constexpr int kMostParts = 200;
constexpr std::size_t kMostFactors = 4;
constexpr double kLargestExponent = 32.0;

bool is_sum(Op op) { return op == Op::add || op == Op::subtract; }

bool is_product_like(Op op) {
  switch (op) {
    case Op::multiply:
    case Op::divide:
    case Op::negate:
    case Op::power:
    case Op::sinh:
    case Op::tanh:
    case Op::atan:
    case Op::asin:
      return true;
    default:
      return is_sum(op);
  }
}

bool is_integer(double value) {
  return std::fabs(value) <= kLargestExponent && value == std::floor(value);
}

bool is_even_number(double value) { return std::fmod(value, 2.0) == 0.0; }

}  // namespace

std::optional<SignProduct> SignProducts::find(ExprId function) {
  found_ = {};
  expanded_.clear();
  left_ = kMostParts;
  pending_ = {{function, false}};
  while (!pending_.empty()) {
    const Pending next = pending_.back();
    pending_.pop_back();
    if (!take_apart(next)) return std::nullopt;
  }
  if (found_.factors.empty() || found_.factors.size() > kMostFactors) return std::nullopt;
  for (const SignFactor& factor : found_.factors) {
    if (factor.function == function) return std::nullopt;
  }
  return std::move(found_);
}

// One node: into its own factors, or as a factor. False if the sign is known or too much is
// to be done.
bool SignProducts::take_apart(Pending next) {
  if (--left_ < 0) return false;
  const auto [function, is_even] = next;
  if (const auto number = values_.number(function)) {
    if (*number == 0.0 || !std::isfinite(*number)) return false;
    if (*number < 0.0 && !is_even) found_.is_negative = !found_.is_negative;
    return true;
  }
  const Expr expr = system_.pool[function];
  switch (expr.op) {
    case Op::negate:
      if (!is_even) found_.is_negative = !found_.is_negative;
      pending_.push_back({expr.first(), is_even});
      return true;
    case Op::multiply:
    case Op::divide:
      pending_.push_back({expr.second(), is_even});
      pending_.push_back({expr.first(), is_even});
      return true;
    case Op::power:
      return take_apart_power(expr, is_even);
    case Op::exp:
    case Op::cosh:
      return true;
    case Op::sqrt:
    case Op::abs:
      pending_.push_back({expr.first(), true});
      return true;
    case Op::sinh:
    case Op::tanh:
    case Op::atan:
    case Op::asin:
      pending_.push_back({expr.first(), is_even});
      return true;
    case Op::add:
    case Op::subtract:
      return take_apart_sum(next);
    case Op::if_else:
      if (is_absolute_value(expr)) {
        pending_.push_back({expr.second(), true});
        return true;
      }
      break;
    case Op::variable:
      if (const auto definition = this->definition(function)) {
        const std::size_t size = pending_.size();
        if (!is_sum(system_.pool[*definition].op)) {
          pending_.push_back({*definition, is_even});
          return true;
        }
        const SignProduct before = found_;
        if (!take_apart_sum({*definition, is_even})) return false;
        // A sum without a common factor is known by the name that it has.
        const bool is_whole =
            pending_.size() == size && !found_.factors.empty() &&
            std::any_of(found_.factors.begin(), found_.factors.end(),
                        [&](const SignFactor& own) { return own.function == *definition; });
        if (!is_whole) return true;
        found_ = before;
      }
      break;
    default:
      break;
  }
  add_factor(function, is_even);
  return true;
}

bool SignProducts::take_apart_power(const Expr& expr, bool is_even) {
  const auto exponent = values_.number(expr.second());
  if (!exponent) return false;
  if (*exponent == 0.0) return true;
  // Roots of negative numbers do not exist: a power that is no integer is not negative.
  const bool is_odd = is_integer(*exponent) && !is_even_number(*exponent);
  pending_.push_back({expr.first(), is_even || !is_odd});
  return true;
}

// a*w + b*w = w (a + b)
bool SignProducts::take_apart_sum(Pending next) {
  const AffineForm form = affine_form(system_.pool, values_, next.function);
  if (!form.is_finite()) return false;
  std::vector<Monomial> terms;
  for (const AffinePart part : form.parts) terms.push_back(monomial(part.term, part.coefficient));
  const auto common = form.constant == 0.0 ? common_factors(terms) : std::map<ExprId, int>();
  if (common.empty() || left_ < 0) {
    add_factor(next.function, next.is_even);
    return left_ >= 0;
  }
  for (const auto& [factor, exponent] : common) {
    pending_.push_back({factor, next.is_even || exponent % 2 == 0});
  }
  ExprId rest = system_.pool.constant(0.0);
  bool is_positive = true, has_constant = false;
  for (Monomial& term : terms) {
    for (const auto& [factor, exponent] : common) term.exponents[factor] -= exponent;
    std::erase_if(term.exponents, [](const auto& factor) { return factor.second == 0; });
    has_constant |= term.exponents.empty();
    is_positive &= term.coefficient > 0.0 &&
                   std::all_of(term.exponents.begin(), term.exponents.end(),
                               [](const auto& factor) { return factor.second % 2 == 0; });
    rest = system_.pool.binary(Op::add, rest, product(term));
  }
  // w + w^3 = w (1 + w^2)
  if (!(is_positive && has_constant)) pending_.push_back({rest, next.is_even});
  return true;
}

void SignProducts::add_factor(ExprId function, bool is_even) {
  for (SignFactor& known : found_.factors) {
    if (known.function != function) continue;
    known.is_even = known.is_even == is_even;  // odd times even is odd
    return;
  }
  found_.factors.push_back({function, is_even});
}

// if x >= 0 then x else -x
bool SignProducts::is_absolute_value(const Expr& expr) const {
  const ExprPool& pool = system_.pool;
  const Expr otherwise = pool[expr.third()];
  if (otherwise.op != Op::negate || otherwise.first() != expr.second()) return false;
  const Expr condition = pool[expr.first()];
  if (condition.op != Op::guard) return false;
  const Expr relation = pool[system_.guards[GuardId(condition.a)].condition];
  if (relation.op != Op::greater && relation.op != Op::greater_equal) return false;
  const Expr right = pool[relation.second()];
  return relation.first() == expr.second() && right.op == Op::constant && right.value == 0.0;
}

std::optional<ExprId> SignProducts::definition(ExprId variable) {
  const Expr expr = system_.pool[variable];
  if (expr.op != Op::variable || expr.order() != 0) return std::nullopt;
  if (!has_definitions_) find_definitions();
  const auto found = definitions_.find(expr.variable().index());
  if (found == definitions_.end()) return std::nullopt;
  if (!expanded_.emplace(variable, true).second) return std::nullopt;
  return found->second;
}

// Without its constant factors.
ExprId SignProducts::essence(ExprId function) {
  for (int i = 0; i < kMostParts; ++i) {
    const Expr expr = system_.pool[function];
    const bool is_scaled = (expr.op == Op::multiply || expr.op == Op::divide);
    if (expr.op == Op::negate || (is_scaled && values_.number(expr.second()))) {
      function = expr.first();
    } else if (expr.op == Op::multiply && values_.number(expr.first())) {
      function = expr.second();
    } else {
      break;
    }
  }
  return function;
}

// v = e in all modes, e a product or something like it. What has a name and is no product keeps
// its name.
void SignProducts::find_definitions() {
  has_definitions_ = true;
  const auto define = [&](ExprId side, ExprId other) {
    const Expr expr = system_.pool[side];
    if (expr.op != Op::variable || expr.order() != 0) return;
    if (system_.variables[expr.variable()].is_discrete) return;
    const Op op = system_.pool[essence(other)].op;
    if (!is_product_like(op) && op != Op::variable) return;
    definitions_.emplace(expr.variable().index(), other);
  };
  for (const FlatEquation& equation : system_.equations) {
    if (!equation.active_if.empty()) continue;
    define(equation.left, equation.right);
    define(equation.right, equation.left);
  }
}

SignProducts::Monomial SignProducts::monomial(ExprId term, double coefficient) {
  Monomial result{coefficient, {}};
  std::vector<std::pair<ExprId, int>> open = {{term, 1}};
  while (!open.empty() && --left_ >= 0) {
    const auto [id, exponent] = open.back();
    open.pop_back();
    if (const auto number = values_.number(id)) {
      result.coefficient *= std::pow(*number, exponent);
      continue;
    }
    const Expr expr = system_.pool[id];
    if (expr.op == Op::negate) {
      if (exponent % 2 != 0) result.coefficient = -result.coefficient;
      open.emplace_back(expr.first(), exponent);
      continue;
    }
    if (expr.op == Op::multiply || expr.op == Op::divide) {
      open.emplace_back(expr.first(), exponent);
      open.emplace_back(expr.second(), expr.op == Op::multiply ? exponent : -exponent);
      continue;
    }
    if (expr.op == Op::power) {
      const auto power = values_.number(expr.second());
      if (power && is_integer(*power) && std::abs(exponent) * std::fabs(*power) <= 1000.0) {
        open.emplace_back(expr.first(), exponent * static_cast<int>(*power));
        continue;
      }
    }
    if (const auto defined = definition(id); defined && !is_sum(system_.pool[*defined].op)) {
      open.emplace_back(*defined, exponent);
      // Another term may use it as well.
      expanded_.erase(id);
      continue;
    }
    result.exponents[id] += exponent;
  }
  return result;
}

std::map<ExprId, int> SignProducts::common_factors(const std::vector<Monomial>& terms) {
  std::map<ExprId, int> common;
  if (terms.empty()) return common;
  for (const auto& [factor, exponent] : terms.front().exponents) {
    int least = exponent;
    for (const Monomial& term : terms) {
      const auto found = term.exponents.find(factor);
      least = found == term.exponents.end() ? 0 : std::min(least, found->second);
      if (least <= 0) break;
    }
    if (least > 0) common.emplace(factor, least);
  }
  return common;
}

ExprId SignProducts::product(const Monomial& term) {
  ExprPool& pool = system_.pool;
  ExprId result = pool.constant(term.coefficient);
  for (const auto& [factor, exponent] : term.exponents) {
    const int size = std::abs(exponent);
    const ExprId power = pool.binary(Op::power, factor, pool.constant(size));
    result = pool.binary(exponent > 0 ? Op::multiply : Op::divide, result, power);
  }
  return result;
}

ExprId relation_of_factors(ExprPool& pool, const SignProduct& product, Op op) {
  const ExprId zero = pool.constant(0.0);
  const auto both = [&](ExprId a, ExprId b) { return pool.binary(Op::logical_and, a, b); };
  const auto one = [&](ExprId a, ExprId b) { return pool.binary(Op::logical_or, a, b); };
  ExprId positive = pool.boolean(!product.is_negative);
  ExprId negative = pool.boolean(product.is_negative);
  for (const SignFactor& factor : product.factors) {
    const ExprId above = pool.binary(Op::greater, factor.function, zero);
    const ExprId below = pool.binary(Op::less, factor.function, zero);
    const ExprId p = factor.is_even ? one(above, below) : above;
    const ExprId n = factor.is_even ? pool.boolean(false) : below;
    const ExprId above_all = one(both(positive, p), both(negative, n));
    negative = one(both(positive, n), both(negative, p));
    positive = above_all;
  }
  switch (op) {
    case Op::greater:
      return positive;
    case Op::less:
      return negative;
    case Op::greater_equal:
      return pool.unary(Op::logical_not, negative);
    case Op::less_equal:
      return pool.unary(Op::logical_not, positive);
    case Op::equal:
      return pool.unary(Op::logical_not, one(positive, negative));
    default:
      return one(positive, negative);
  }
}

}  // namespace saltus
