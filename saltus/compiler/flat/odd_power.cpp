#include "saltus/compiler/flat/odd_power.h"

#include <cmath>
#include <utility>

#include "saltus/foundation/expr/visit_bottom_up.h"

namespace saltus {

OddPowerReader::OddPowerReader(FlatSystem& system, ExprId base,
                               std::function<bool(ExprId)> is_parameter)
    : system_(system),
      base_(base),
      is_parameter_(std::move(is_parameter)),
      one_(system.pool.constant(1.0)) {}

std::optional<OddPower> OddPowerReader::read(ExprId expr) {
  std::vector<ExprId> pending;
  visit_bottom_up(
      expr, pending, [&](ExprId id) { return known_.contains(id); },
      [&](ExprId id) {
        const Expr& node = system_.pool[id];
        const OpShape shape = shape_of(node.op);
        if (id == base_ || shape == OpShape::leaf || is_parameter_(id)) return;
        const auto push = [&](ExprId child) {
          if (!known_.contains(child)) pending.push_back(child);
        };
        // The condition of a choice is looked at, not evaluated.
        if (shape != OpShape::ternary) push(node.first());
        if (shape != OpShape::unary) push(node.second());
        if (shape == OpShape::ternary) push(node.third());
      },
      [&](ExprId id) {
        auto sides = finish(id);
        known_.emplace(id, std::move(sides));
      });
  const std::optional<Sides>& sides = of(expr);
  if (!sides) return std::nullopt;
  const auto& [positive, negative, has_guard] = *sides;
  const bool is_odd = positive.factor == -negative.factor && positive.unit == negative.unit &&
                      positive.exponent == negative.exponent;
  if (!is_odd || positive.factor == 0.0 || !std::isfinite(positive.factor)) return std::nullopt;
  if (!(positive.exponent > 0.0)) return std::nullopt;
  return OddPower{positive.factor, positive.exponent, positive.unit, has_guard};
}

std::optional<OddPowerReader::Sides> OddPowerReader::finish(ExprId id) {
  if (id == base_) return Sides{{1.0, 1.0, one_}, {-1.0, 1.0, one_}};
  if (is_parameter_(id)) return constant(id);
  const Expr expr = system_.pool[id];
  switch (expr.op) {
    case Op::negate: {
      std::optional<Sides> sides = of(expr.first());
      if (!sides) return std::nullopt;
      sides->positive.factor = -sides->positive.factor;
      sides->negative.factor = -sides->negative.factor;
      return sides;
    }
    case Op::multiply:
    case Op::divide:
      return combine(expr);
    case Op::power:
    case Op::sqrt:
      return power(expr);
    case Op::abs: {
      std::optional<Sides> sides = of(expr.first());
      if (!sides || sides->positive.unit != one_ || sides->negative.unit != one_) {
        return std::nullopt;
      }
      sides->positive.factor = std::fabs(sides->positive.factor);
      sides->negative.factor = std::fabs(sides->negative.factor);
      return sides;
    }
    case Op::sign:
      if (expr.first() != base_) return std::nullopt;
      return Sides{{1.0, 0.0, one_}, {-1.0, 0.0, one_}};
    case Op::if_else:
      return choice(expr);
    default:
      return std::nullopt;
  }
}

std::optional<OddPowerReader::Sides> OddPowerReader::constant(ExprId id) {
  const Expr& expr = system_.pool[id];
  Monomial both{1.0, 0.0, id};
  if (expr.op == Op::constant) both = {expr.value, 0.0, one_};
  if (expr.op == Op::negate) both = {-1.0, 0.0, expr.first()};
  return Sides{both, both};
}

std::optional<OddPowerReader::Monomial> OddPowerReader::product(const Monomial& a,
                                                                const Monomial& b,
                                                                bool is_quotient) {
  if (!is_quotient) {
    return Monomial{a.factor * b.factor, a.exponent + b.exponent,
                    system_.pool.binary(Op::multiply, a.unit, b.unit)};
  }
  if (b.factor == 0.0) return std::nullopt;
  return Monomial{a.factor / b.factor, a.exponent - b.exponent,
                  system_.pool.binary(Op::divide, a.unit, b.unit)};
}

std::optional<OddPowerReader::Sides> OddPowerReader::combine(const Expr& expr) {
  const std::optional<Sides>& left = of(expr.first());
  const std::optional<Sides>& right = of(expr.second());
  if (!left || !right) return std::nullopt;
  const bool is_quotient = expr.op == Op::divide;
  const auto positive = product(left->positive, right->positive, is_quotient);
  const auto negative = product(left->negative, right->negative, is_quotient);
  if (!positive || !negative) return std::nullopt;
  return Sides{*positive, *negative, left->has_guard || right->has_guard};
}

// A power of what is not negative, or a whole one.
std::optional<OddPowerReader::Sides> OddPowerReader::power(const Expr& expr) {
  const std::optional<Sides>& base = of(expr.first());
  if (!base) return std::nullopt;
  double exponent = 0.5;
  if (expr.op == Op::power) {
    const Expr& second = system_.pool[expr.second()];
    if (second.op != Op::constant) return std::nullopt;
    exponent = second.value;
  }
  const auto raise = [&](const Monomial& side) -> std::optional<Monomial> {
    const bool is_whole = exponent == std::round(exponent);
    if (side.unit != one_ || (side.factor < 0.0 && !is_whole)) return std::nullopt;
    return Monomial{std::pow(side.factor, exponent), side.exponent * exponent, one_};
  };
  const auto positive = raise(base->positive), negative = raise(base->negative);
  if (!positive || !negative) return std::nullopt;
  return Sides{*positive, *negative, base->has_guard};
}

std::optional<OddPowerReader::Sides> OddPowerReader::choice(const Expr& expr) {
  const auto is_then_above = is_true_above_zero(expr.first());
  const std::optional<Sides>& then = of(expr.second());
  const std::optional<Sides>& otherwise = of(expr.third());
  if (!is_then_above || !then || !otherwise) return std::nullopt;
  const bool has_guard =
      then->has_guard || otherwise->has_guard || system_.pool[expr.first()].op == Op::guard;
  if (*is_then_above) return Sides{then->positive, otherwise->negative, has_guard};
  return Sides{otherwise->positive, then->negative, has_guard};
}

// Of a condition that tells the sides of the base apart.
std::optional<bool> OddPowerReader::is_true_above_zero(ExprId condition) const {
  const Expr* relation = &system_.pool[condition];
  if (relation->op == Op::guard) {
    relation = &system_.pool[system_.guards[GuardId(relation->a)].condition];
  }
  const bool is_above = relation->op == Op::greater || relation->op == Op::greater_equal;
  const bool is_below = relation->op == Op::less || relation->op == Op::less_equal;
  if (!is_above && !is_below) return std::nullopt;
  const auto is_zero = [&](ExprId id) {
    return system_.pool[id].op == Op::constant && system_.pool[id].value == 0.0;
  };
  if (relation->first() == base_ && is_zero(relation->second())) return is_above;
  if (relation->second() == base_ && is_zero(relation->first())) return is_below;
  return std::nullopt;
}

}  // namespace saltus
