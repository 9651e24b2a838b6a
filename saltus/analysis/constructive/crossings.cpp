#include "saltus/analysis/constructive/crossings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "saltus/analysis/constructive/three_valued.h"
#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/compiler/hybrid/relations.h"
#include "saltus/compiler/structure/visit_once.h"
#include "saltus/foundation/expr/evaluate.h"

namespace saltus {
namespace {

bool is_connective(Op op) {
  return op == Op::logical_and || op == Op::logical_or || op == Op::logical_not ||
         op == Op::if_else;
}

// Of the past, not of what can happen now.
bool is_past(Op op) { return op == Op::pre || op == Op::pre_guard; }

}  // namespace

Crossings::Crossings(FlatSystem& system, ReducedConditions& conditions)
    : system_(system), values_(system), conditions_(conditions) {}

// `z = 1` of a binary unknown: as good as a Boolean.
bool Crossings::is_value_of_binary(const Expr& relation) const {
  const Expr& left = system_.pool[relation.first()];
  return relation.op == Op::equal && left.op == Op::variable &&
         system_.variables[left.variable()].is_binary;
}

// first*(f - value) op 0, with f divided by its first coefficient.
std::optional<Crossings::Comparison> Crossings::comparison(ExprId relation) {
  const Expr expr = system_.pool[relation];
  if (!is_relation(expr.op) || is_value_of_binary(expr)) return std::nullopt;
  const ExprId function = system_.pool.binary(Op::subtract, expr.first(), expr.second());
  AffineForm form = affine_form(system_.pool, values_, function);
  if (!form.is_finite() || form.parts.empty()) return std::nullopt;
  const double first = form.parts.front().coefficient;
  for (AffinePart& part : form.parts) part.coefficient /= first;
  const double value = -form.constant / first + 0.0;
  if (!std::isfinite(value)) return std::nullopt;
  return Comparison{first > 0.0 ? expr.op : mirrored(expr.op), {form.parts, value, std::nullopt}};
}

const std::vector<Crossings::Surface>& Crossings::surfaces_of(ExprId condition) {
  const auto known = surfaces_.find(condition);
  if (known != surfaces_.end()) return known->second;
  std::vector<ExprId> atoms;
  ExpressionWalk walk(system_.pool);
  walk.down(condition, [&](ExprId id, const Expr& expr) {
    if (is_connective(expr.op)) return true;
    if (!is_past(expr.op) && expr.op != Op::boolean) atoms.push_back(id);
    return false;
  });
  std::set<Surface> surfaces;
  for (const ExprId atom : atoms) {
    const auto compared = comparison(atom);
    surfaces.insert(compared ? compared->surface : Surface{{}, 0.0, atom});
  }
  return surfaces_.emplace(condition, std::vector(surfaces.begin(), surfaces.end())).first->second;
}

ThreeValued Crossings::value_of_atom(ExprId atom, const Surface& surface, Side side) {
  const Expr expr = system_.pool[atom];
  if (expr.op == Op::boolean) return expr.a != 0;
  if (surface.atom == atom) return side == Side::above;
  const auto compared = comparison(atom);
  if (!compared || compared->surface.parts != surface.parts) return std::nullopt;
  const double distance = surface.value - compared->surface.value;
  const double sign = distance < 0.0 || (!(distance > 0.0) && side == Side::below) ? -1.0 : 1.0;
  return evaluate_binary(compared->op, sign, 0.0) > 0.0;
}

ThreeValued Crossings::value_beside(ExprId condition, const Surface& surface, Side side) {
  const std::tuple key(condition, side, surface);
  const auto known = beside_.find(key);
  if (known != beside_.end()) return known->second;
  return beside_.emplace(key, find_value_beside(condition, surface, side)).first->second;
}

// Immediately before or after the crossing; nothing where other things decide.
ThreeValued Crossings::find_value_beside(ExprId condition, const Surface& surface, Side side) {
  std::vector<std::pair<ExprId, Expr>> order;
  VisitOnce walk(system_.pool);
  walk.start();
  walk.below(condition, [&](ExprId id, const Expr& expr) { order.emplace_back(id, expr); });
  std::map<ExprId, ThreeValued> value;
  for (const auto& [id, expr] : order) {
    switch (expr.op) {
      case Op::logical_not:
        value[id] = negated(value[expr.first()]);
        break;
      case Op::logical_and:
        value[id] = both(value[expr.first()], value[expr.second()]);
        break;
      case Op::logical_or:
        value[id] = either(value[expr.first()], value[expr.second()]);
        break;
      case Op::if_else:
        value[id] = chosen(value[expr.first()], value[expr.second()], value[expr.third()]);
        break;
      default:
        value[id] = value_of_atom(id, surface, side);
    }
  }
  return value[condition];
}

bool Crossings::agree(const std::vector<GuardLiteral>& literals, const Surface& surface,
                      Side side) {
  return std::all_of(literals.begin(), literals.end(), [&](GuardLiteral literal) {
    const ThreeValued value = value_beside(conditions_.reduced(literal.guard), surface, side);
    return !value || *value == literal.value;
  });
}

bool Crossings::connect(const std::vector<GuardLiteral>& from,
                        const std::vector<GuardLiteral>& to) {
  std::vector<GuardId> differing;
  for (const GuardLiteral before : from) {
    for (const GuardLiteral after : to) {
      if (before.guard == after.guard && before.value != after.value) {
        differing.push_back(before.guard);
      }
    }
  }
  if (differing.empty()) return false;
  conditions_.leave(from);
  std::map<Surface, std::size_t> mentioned;
  bool is_caused = false;
  for (const GuardId guard : differing) {
    for (const Surface& surface : surfaces_of(conditions_.reduced(guard))) {
      ++mentioned[surface];
      is_caused = true;
    }
  }
  if (!is_caused) return differing.size() == 1;  // it follows from the past
  for (const auto& [surface, count] : mentioned) {
    if (count < differing.size()) continue;
    if (agree(from, surface, Side::below) && agree(to, surface, Side::above)) return true;
    if (agree(from, surface, Side::above) && agree(to, surface, Side::below)) return true;
  }
  return false;
}

}  // namespace saltus
