#include "saltus/compiler/hybrid/scalar_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "saltus/foundation/base/check.h"
#include "saltus/foundation/expr/visit_bottom_up.h"

namespace saltus {

std::uint32_t ClockTable::find_or_add(Clock clock, SourceSpan span) {
  const auto [entry, is_new] = known_.emplace(std::pair(clock.start, clock.interval),
                                              static_cast<std::uint32_t>(clocks_.size()));
  if (is_new) {
    clocks_.push_back(clock);
    spans_.push_back(span);
  }
  return entry->second;
}

ScalarCode ScalarCoder::encode(ExprId root, RelationMeaning meaning, SourceSpan span) {
  ++current_code_;
  meaning_ = meaning;
  last_code_.resize(system_.pool.size(), 0);
  position_.resize(system_.pool.size(), 0);
  ScalarCode code;
  visit_bottom_up(
      root, pending_, [&](ExprId id) { return is_done(id); }, [&](ExprId id) { push_operands(id); },
      [&](ExprId id) {
        last_code_[id.index()] = current_code_;
        if (const auto formula = formula_of(id)) {
          position_[id.index()] = position(*formula);
          return;
        }
        position_[id.index()] = static_cast<std::uint32_t>(code.size());
        code.push_back(instruction(id, span));
      });
  return code;
}

bool ScalarCoder::has_operands(ExprId id) {
  const Expr& expr = system_.pool[id];
  if (shape_of(expr.op) == OpShape::leaf || expr.op == Op::sample) return false;
  if (meaning_ == RelationMeaning::surface && surfaces_.find(id)) return false;
  return !values_.number(id);
}

// A relation between products is decided by its factors, and what states define is read from them:
// within a pass they have their left limits, and discrete values their present ones.
std::optional<ExprId> ScalarCoder::formula_of(ExprId id) {
  if (const auto definition = surfaces_.definition(id)) return grown(*definition);
  if (meaning_ != RelationMeaning::surface) return std::nullopt;
  return surfaces_.find_formula(id);
}

// The pool has grown.
ExprId ScalarCoder::grown(ExprId id) {
  last_code_.resize(system_.pool.size(), 0);
  position_.resize(system_.pool.size(), 0);
  return id;
}

void ScalarCoder::push_operands(ExprId id) {
  if (const auto formula = formula_of(id)) {
    if (!is_done(*formula)) pending_.push_back(*formula);
    return;
  }
  if (!has_operands(id)) return;
  const Expr& expr = system_.pool[id];
  const OpShape shape = shape_of(expr.op);
  const auto push = [&](ExprId operand) {
    if (!is_done(operand)) pending_.push_back(operand);
  };
  if (shape == OpShape::ternary) push(expr.third());
  if (shape != OpShape::unary) push(expr.second());
  push(expr.first());
}

ScalarInstruction ScalarCoder::instruction(ExprId id, SourceSpan span) {
  if (const auto number = values_.number(id)) {
    return {.kind = ScalarOp::number, .value = *number};
  }
  const Expr& expr = system_.pool[id];
  if (expr.op == Op::sample) return clock(expr, span);
  if (meaning_ == RelationMeaning::surface) {
    if (const auto relation = surfaces_.find(id)) {
      return {.kind = ScalarOp::relation, .op = relation->op, .a = relation->surface.index()};
    }
  }
  switch (shape_of(expr.op)) {
    case OpShape::leaf:
      return leaf(expr);
    case OpShape::unary:
      return {.kind = ScalarOp::unary, .op = expr.op, .a = position(expr.first())};
    case OpShape::binary:
      if (expr.op == Op::table || expr.op == Op::table_position) {
        return {.kind = ScalarOp::table,
                .op = expr.op,
                .a = position(expr.second()),
                .b = static_cast<std::uint32_t>(system_.pool[expr.first()].value)};
      }
      return {.kind = ScalarOp::binary,
              .op = expr.op,
              .a = position(expr.first()),
              .b = position(expr.second())};
    case OpShape::ternary:
      break;
  }
  return {.kind = ScalarOp::if_else,
          .op = expr.op,
          .a = position(expr.first()),
          .b = position(expr.second()),
          .c = position(expr.third())};
}

ScalarInstruction ScalarCoder::leaf(const Expr& expr) const {
  switch (expr.op) {
    case Op::variable:
      if (system_.variables[expr.variable()].is_discrete) {
        return {.kind = ScalarOp::known, .a = expr.a};
      }
      return {.kind = ScalarOp::continuous, .a = expr.a, .b = expr.b};
    case Op::pre:
      return {.kind = ScalarOp::pre, .a = expr.a};
    case Op::time:
      return {.kind = ScalarOp::time};
    case Op::guard:
      return {.kind = ScalarOp::guard, .a = expr.a};
    case Op::pre_guard:
      return {.kind = ScalarOp::pre_guard, .a = expr.a};
    case Op::initial:
      return {.kind = ScalarOp::initial};
    default:
      SALTUS_CHECK(expr.op == Op::terminal);
      return {.kind = ScalarOp::terminal};
  }
}

ScalarInstruction ScalarCoder::clock(const Expr& expr, SourceSpan span) {
  const auto start = values_.number(expr.first());
  const auto interval = values_.number(expr.second());
  SALTUS_CHECK(start && interval);  // names let nothing but parameters through
  if (!(*interval > 0.0) || !std::isfinite(*interval) || !std::isfinite(*start)) {
    diagnostics_
        .error(codes::sample_interval, span,
               fmt::format("`sample({}, {})` has no ticks", *start, *interval))
        .suggest("the second argument is the time between ticks, larger than 0");
  }
  return {.kind = ScalarOp::clock, .a = clocks_.find_or_add({*start, *interval}, span)};
}

bool reads_continuous(const ScalarCode& code) {
  return std::any_of(code.begin(), code.end(), [](const ScalarInstruction& instruction) {
    return instruction.kind == ScalarOp::continuous || instruction.kind == ScalarOp::time;
  });
}

}  // namespace saltus
