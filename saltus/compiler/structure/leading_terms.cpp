#include "saltus/compiler/structure/leading_terms.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus {
namespace {

// A sum of terms below this share of their magnitudes is rounding of the author's numbers.
constexpr double rounding = 16.0 * std::numeric_limits<double>::epsilon();

}  // namespace

Evaluator parameter_values(const FlatSystem& system) {
  return Evaluator(system.pool, [&system](const Expr& leaf) -> std::optional<double> {
    if (leaf.op != Op::parameter) return std::nullopt;
    return system.parameters[ParameterId(leaf.a)].value;
  });
}

LeadingTerms::LeadingTerms(const FlatSystem& system, const ModeSystem& mode,
                           const ModeStructure& structure)
    : system_(system),
      mode_(mode),
      structure_(structure),
      numbers_(parameter_values(system)),
      position_(system.variables.size(), not_chosen) {}

void LeadingTerms::choose(const StructureBlock& block) {
  for (const Column column : columns_) position_[mode_.unknowns[column.index()]] = not_chosen;
  columns_ = block.columns;
  entries_.assign(columns_.size(), Entry());
  for (std::uint32_t k = 0; k < columns_.size(); ++k) {
    position_[mode_.unknowns[columns_[k].index()]] = k;
  }
}

std::optional<std::uint32_t> LeadingTerms::leading_position(const Expr& expr, int offset) const {
  if (expr.op != Op::variable) return std::nullopt;
  const std::uint32_t position = position_[expr.variable()];
  if (position == not_chosen) return std::nullopt;
  const int leading = structure_.offsets.variable[columns_[position]] - offset;
  return expr.order() == leading ? std::optional(position) : std::nullopt;
}

void LeadingTerms::mark_below(ExprId id, int offset) {
  if (!visit_) visit_.emplace(system_.pool);
  visit_->start();
  visit_->below(id, [&](ExprId, const Expr& expr) {
    if (const auto position = leading_position(expr, offset)) meet(*position).is_number = false;
  });
}

LeadingTerms::Entry& LeadingTerms::meet(std::uint32_t position) {
  Entry& entry = entries_[position];
  if (!entry.is_met) met_.push_back(position);
  entry.is_met = true;
  return entry;
}

void LeadingTerms::pass_on(ExprId id, Factor factor, double times) {
  open_.push({id, opened_++, {factor.sum * times, factor.magnitude * std::fabs(times)}});
}

// The next node, with all factors that have come together.
std::pair<ExprId, LeadingTerms::Factor> LeadingTerms::take_next() {
  const Open first = open_.top();
  Factor total = first.factor;
  for (open_.pop(); !open_.empty() && open_.top().id == first.id; open_.pop()) {
    total.sum += open_.top().factor.sum;
    total.magnitude += open_.top().factor.magnitude;
  }
  return {first.id, total};
}

// Parents have larger ids than their children: a node is taken apart when all its factors have come
// together, once.
std::vector<LeadingTerm> LeadingTerms::of(Row row) {
  const int offset = structure_.offsets.equation[row];
  opened_ = 0;
  pass_on(mode_.equations[row.index()].residual, {1.0, 1.0}, 1.0);
  while (!open_.empty()) {
    const auto [id, factor] = take_next();
    const Expr& expr = system_.pool[id];
    if (const auto position = leading_position(expr, offset)) {
      meet(*position).factor = factor;
      continue;
    }
    if (shape_of(expr.op) == OpShape::leaf || take_apart(expr, factor)) continue;
    mark_below(id, offset);
  }
  return take_met();
}

// What is linear in its operands, beside numbers.
bool LeadingTerms::take_apart(const Expr& expr, Factor factor) {
  switch (expr.op) {
    case Op::negate:
      pass_on(expr.first(), factor, -1.0);
      return true;
    case Op::add:
    case Op::subtract:
      pass_on(expr.first(), factor, 1.0);
      pass_on(expr.second(), factor, expr.op == Op::add ? 1.0 : -1.0);
      return true;
    case Op::multiply:
    case Op::divide:
      break;
    default:
      return false;
  }
  if (const auto right = numbers_.evaluate(expr.second())) {
    pass_on(expr.first(), factor, expr.op == Op::multiply ? *right : 1.0 / *right);
    return true;
  }
  const auto left = expr.op == Op::multiply ? numbers_.evaluate(expr.first()) : std::nullopt;
  if (left) pass_on(expr.second(), factor, *left);
  return left.has_value();
}

std::vector<LeadingTerm> LeadingTerms::take_met() {
  std::sort(met_.begin(), met_.end());
  std::vector<LeadingTerm> terms;
  for (const std::uint32_t position : met_) {
    const auto& [sum, magnitude] = entries_[position].factor;
    const double factor = std::fabs(sum) <= rounding * magnitude ? 0.0 : sum;
    terms.push_back(
        {position, entries_[position].is_number ? std::optional(factor) : std::nullopt});
    entries_[position] = Entry();
  }
  met_.clear();
  return terms;
}

}  // namespace saltus
