#include "saltus/compiler/hybrid/valuation_structure.h"

#include <algorithm>
#include <map>

#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/foundation/expr/put_values.h"
#include "saltus/foundation/graph/maximum_matching.h"

namespace saltus {
namespace {

// n binary unknowns have 2^n valuations.
constexpr std::size_t kMostBinaries = 8;

template <class T>
void sort_and_unite(std::vector<T>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace

std::vector<VariableId> ValuationStructure::leading_values(std::span<const ExprId> sides) const {
  std::vector<VariableId> found;
  ExpressionWalk walk(system_.pool);
  for (const ExprId side : sides) {
    walk.leaves(side, [&](const Expr& leaf) {
      if (leaf.op == Op::variable && leaf.order() == highest_[leaf.variable()]) {
        found.push_back(leaf.variable());
      }
    });
  }
  return found;
}

// These are there in every valuation.
std::vector<VariableId> ValuationStructure::in_summands_without_binaries(
    const FlatEquation& equation) const {
  std::vector<VariableId> found;
  std::vector<ExprId> sums = {equation.left, equation.right};
  while (!sums.empty()) {
    const ExprId id = sums.back();
    const Expr expr = system_.pool[id];
    sums.pop_back();
    if (expr.op == Op::negate || expr.op == Op::add || expr.op == Op::subtract) {
      sums.push_back(expr.first());
      if (expr.op != Op::negate) sums.push_back(expr.second());
      continue;
    }
    const std::vector<VariableId> mentioned = leading_values({&id, 1});
    const bool has_binary =
        std::any_of(mentioned.begin(), mentioned.end(),
                    [&](VariableId variable) { return system_.variables[variable].is_binary; });
    if (!has_binary) found.insert(found.end(), mentioned.begin(), mentioned.end());
  }
  return found;
}

std::vector<VariableId> ValuationStructure::binaries_of(
    std::span<const FlatEquation* const> equations) const {
  std::vector<VariableId> binaries;
  for (const FlatEquation* equation : equations) {
    const ExprId sides[] = {equation->left, equation->right};
    for (const VariableId variable : leading_values(sides)) {
      if (system_.variables[variable].is_binary) binaries.push_back(variable);
    }
  }
  sort_and_unite(binaries);
  return binaries;
}

ValuationStructure::Incidence ValuationStructure::incidence_at(
    std::span<const FlatEquation* const> equations, std::span<const VariableId> binaries,
    unsigned valuation) {
  std::vector<std::pair<VariableId, double>> values;
  for (std::size_t k = 0; k < binaries.size(); ++k) {
    values.emplace_back(binaries[k], (valuation >> k) & 1u);
  }
  PutValues put(system_.pool, values);
  Incidence incidence;
  for (const FlatEquation* equation : equations) {
    const ExprId sides[] = {put.into(equation->left), put.into(equation->right)};
    incidence.push_back(leading_values(sides));
  }
  return incidence;
}

bool ValuationStructure::is_regular(const Incidence& incidence,
                                    std::span<const VariableId> unknowns) {
  std::map<VariableId, Column> column_of;
  for (const VariableId unknown : unknowns) {
    column_of.emplace(unknown, Column(static_cast<std::uint32_t>(column_of.size())));
  }
  std::vector<BipartiteGraph::Edge> edges;
  for (std::uint32_t row = 0; row < incidence.size(); ++row) {
    for (const VariableId variable : incidence[row]) {
      const auto column = column_of.find(variable);
      if (column != column_of.end()) edges.push_back({Row(row), column->second});
    }
  }
  return maximum_matching(BipartiteGraph(incidence.size(), unknowns.size(), std::move(edges)))
      .has_all_rows();
}

bool ValuationStructure::is_regular_in_each(std::span<const FlatEquation* const> equations,
                                            std::span<const VariableId> unknowns) {
  Incidence always;
  for (const FlatEquation* equation : equations) {
    always.push_back(in_summands_without_binaries(*equation));
  }
  if (is_regular(always, unknowns)) return true;
  const std::vector<VariableId> binaries = binaries_of(equations);
  if (binaries.size() > kMostBinaries) return false;
  for (unsigned valuation = 0; valuation < 1u << binaries.size(); ++valuation) {
    if (!is_regular(incidence_at(equations, binaries, valuation), unknowns)) return false;
  }
  return true;
}

}  // namespace saltus
