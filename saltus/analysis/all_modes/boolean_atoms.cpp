#include "saltus/analysis/all_modes/boolean_atoms.h"

#include <algorithm>
#include <cmath>

#include "saltus/compiler/flat/equation_kind.h"
#include "saltus/compiler/hybrid/relations.h"

namespace saltus {
namespace {

AtomMeaning constant(bool value) { return {{}, !value}; }
AtomMeaning literal(LogicItem item, bool value = true) { return {{{item, value}}, false}; }

}  // namespace

BooleanAtoms::BooleanAtoms(FlatSystem& system)
    : system_(system), values_(system), item_count_(static_cast<LogicItem>(system.guards.size())) {}

bool BooleanAtoms::is_operation(ExprId id) const {
  const Expr& expr = system_.pool[id];
  switch (expr.op) {
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
      return true;
    case Op::if_else:
    case Op::equal:
    case Op::not_equal:
      return is_boolean(system_, expr.second());
    default:
      return false;
  }
}

const AtomMeaning& BooleanAtoms::meaning(ExprId atom) {
  const auto found = meanings_.find(atom);
  if (found != meanings_.end()) return found->second;
  return meanings_.emplace(atom, find_meaning(atom)).first->second;
}

AtomMeaning BooleanAtoms::find_meaning(ExprId atom) {
  const Expr expr = system_.pool[atom];
  if (expr.op == Op::boolean) return constant(expr.a != 0);
  if (expr.op == Op::guard) return literal(expr.a);
  if (expr.op == Op::parameter) {
    return constant(system_.parameters[ParameterId(expr.a)].value != 0.0);
  }
  if (is_relation(expr.op)) return relation(atom);
  return literal(add_item());
}

AtomMeaning BooleanAtoms::relation(ExprId relation) {
  const Expr expr = system_.pool[relation];
  const ExprId function = system_.pool.binary(Op::subtract, expr.first(), expr.second());
  AffineForm form = affine_form(system_.pool, values_, function);
  if (!form.is_finite()) return literal(add_item());
  if (form.parts.empty()) return constant(evaluate_binary(expr.op, form.constant, 0.0) != 0.0);
  // The function is first*(f - value).
  const double first = form.parts.front().coefficient;
  bool is_whole = true;
  for (AffinePart& part : form.parts) {
    part.coefficient /= first;
    is_whole =
        is_whole && is_whole_number(part.term) && part.coefficient == std::floor(part.coefficient);
  }
  const double value = -form.constant / first + 0.0;
  if (!std::isfinite(value)) return literal(add_item());
  return compare(first > 0.0 ? expr.op : mirrored(expr.op), families_[form.parts], value, is_whole);
}

AtomMeaning BooleanAtoms::compare(Op op, Family& family, double value, bool is_whole) {
  const auto at_least = [&] { return threshold(family, {value, false}, is_whole); };
  const auto more_than = [&] { return threshold(family, {value, true}, is_whole); };
  switch (op) {
    case Op::less:
      return literal(at_least(), false);
    case Op::less_equal:
      return literal(more_than(), false);
    case Op::greater:
      return literal(more_than());
    case Op::greater_equal:
      return literal(at_least());
    default: {
      const LogicItem below = at_least();
      return {{{below, true}, {more_than(), false}}, op == Op::not_equal};
    }
  }
}

// For whole numbers n > 2.5 and n > 2 are n >= 3.
LogicItem BooleanAtoms::threshold(Family& family, Threshold threshold, bool is_whole) {
  if (is_whole) {
    const double least =
        threshold.is_strict ? std::floor(threshold.value) + 1.0 : std::ceil(threshold.value);
    threshold = {least, false};
  }
  const auto [entry, is_new] = family.emplace(threshold, item_count_);
  if (is_new) ++item_count_;
  return entry->second;
}

std::vector<double> BooleanAtoms::thresholds_of(VariableId variable) const {
  std::vector<double> values;
  for (const auto& [parts, family] : families_) {
    if (parts.size() != 1) continue;
    const Expr& term = system_.pool[parts.front().term];
    if (term.op != Op::variable || term.variable() != variable) continue;
    for (const auto& [threshold, item] : family) values.push_back(threshold.value);
  }
  return values;
}

bool BooleanAtoms::is_whole_number(ExprId term) const {
  const Expr& expr = system_.pool[term];
  if (expr.op != Op::variable && expr.op != Op::pre) return false;
  return system_.variables[expr.variable()].type == ValueType::integer;
}

std::vector<std::vector<LogicItem>> BooleanAtoms::chains() const {
  std::vector<std::vector<LogicItem>> chains;
  for (const auto& [function, family] : families_) {
    std::vector<LogicItem>& chain = chains.emplace_back();
    for (const auto& [threshold, item] : family) chain.push_back(item);
  }
  return chains;
}

}  // namespace saltus
