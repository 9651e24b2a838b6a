#include "saltus/compiler/structure/leading_terms.h"

#include <cmath>
#include <functional>
#include <limits>
#include <map>

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
      visit_(system.pool),
      position_(system.variables.size(), not_chosen) {}

void LeadingTerms::choose(const StructureBlock& block) {
  for (const Column column : columns_) position_[mode_.unknowns[column.index()]] = not_chosen;
  columns_ = block.columns;
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

void LeadingTerms::mark_below(ExprId id, int offset, std::vector<bool>& is_variable) {
  visit_.start();
  visit_.below(id, [&](ExprId, const Expr& expr) {
    if (const auto position = leading_position(expr, offset)) is_variable[*position] = true;
  });
}

std::vector<LeadingTerm> LeadingTerms::of(Row row) {
  const int offset = structure_.offsets.equation[row];
  std::map<std::uint32_t, Factor> factors;
  std::vector<bool> is_variable(columns_.size(), false);
  // Parents have larger ids than their children: a node is taken apart when all its factors
  // have come together, once.
  std::map<ExprId, Factor, std::greater<>> open = {
      {mode_.equations[row.index()].residual, {1.0, 1.0}}};
  const auto pass_on = [&](ExprId id, Factor factor, double times) {
    Factor& own = open[id];
    own.sum += factor.sum * times;
    own.magnitude += factor.magnitude * std::fabs(times);
  };
  while (!open.empty()) {
    const auto [id, factor] = *open.begin();
    open.erase(open.begin());
    const Expr& expr = system_.pool[id];
    if (const auto position = leading_position(expr, offset)) {
      factors[*position] = factor;
      continue;
    }
    if (shape_of(expr.op) == OpShape::leaf || numbers_.evaluate(id)) continue;
    if (expr.op == Op::negate) {
      pass_on(expr.first(), factor, -1.0);
    } else if (expr.op == Op::add || expr.op == Op::subtract) {
      pass_on(expr.first(), factor, 1.0);
      pass_on(expr.second(), factor, expr.op == Op::add ? 1.0 : -1.0);
    } else if (const auto right = numbers_.evaluate(expr.second());
               right && (expr.op == Op::multiply || expr.op == Op::divide)) {
      pass_on(expr.first(), factor, expr.op == Op::multiply ? *right : 1.0 / *right);
    } else if (const auto left = numbers_.evaluate(expr.first()); left && expr.op == Op::multiply) {
      pass_on(expr.second(), factor, *left);
    } else {
      mark_below(id, offset, is_variable);
    }
  }
  std::vector<LeadingTerm> terms;
  for (std::uint32_t k = 0; k < columns_.size(); ++k) {
    const auto found = factors.find(k);
    if (is_variable[k]) {
      terms.push_back({k, std::nullopt});
    } else if (found != factors.end()) {
      const auto& [sum, magnitude] = found->second;
      terms.push_back({k, std::fabs(sum) <= rounding * magnitude ? 0.0 : sum});
    }
  }
  return terms;
}

}  // namespace saltus
