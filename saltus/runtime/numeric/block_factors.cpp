#include "saltus/runtime/numeric/block_factors.h"

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

constexpr std::size_t largest_dense_block = 64;

}  // namespace

bool BlockFactors::factor(std::uint32_t block) {
  if (plan_.kind(block) == StartPlan::BlockKind::least_squares) return factor_constrained(block);
  const std::size_t size = plan_.rows_of(block).size();
  if (size == 1) return factor_scalar(block);
  return size <= largest_dense_block ? factor_dense(block) : factor_sparse(block);
}

void BlockFactors::solve(std::uint32_t block, std::span<double> right_side,
                         std::span<double> step) {
  Factors& factors = factors_[block];
  if (const auto* reciprocal = std::get_if<Scalar>(&factors)) {
    step[0] = right_side[0] * *reciprocal;
  } else if (const auto* dense = std::get_if<std::unique_ptr<DenseLu>>(&factors)) {
    (*dense)->solve(right_side);
    std::copy(right_side.begin(), right_side.end(), step.begin());
  } else if (const auto* sparse = std::get_if<std::unique_ptr<SparseLu>>(&factors)) {
    (*sparse)->solve(right_side);
    std::copy(right_side.begin(), right_side.end(), step.begin());
  } else {
    work_.assign(step.size(), 0.0);
    multipliers_.resize(right_side.size());
    constrained_step(block).solve(work_, right_side, step, multipliers_);
    const auto columns = plan_.columns_of(block);
    for (std::size_t j = 0; j < step.size(); ++j) step[j] *= problem_.scale(columns[j]);
  }
}

const ConstrainedStep& BlockFactors::constrained_step(std::uint32_t block) const {
  return *std::get<std::unique_ptr<ConstrainedStep>>(factors_[block]);
}

template <class Use>
void BlockFactors::for_each_entry(std::uint32_t block, const Use& use) const {
  const auto rows = plan_.rows_of(block);
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const auto columns = problem_.pattern().columns_of(rows[i]);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (!plan_.is_in(columns[k], block)) continue;
      use(i, plan_.position_of(columns[k]), problem_.jacobian(rows[i], k));
    }
  }
}

bool BlockFactors::factor_scalar(std::uint32_t block) {
  double derivative = 0.0;
  for_each_entry(block, [&](auto, auto, double entry) { derivative = entry; });
  const double reciprocal = 1.0 / derivative;
  factors_[block] = reciprocal;
  return std::isfinite(reciprocal) && reciprocal != 0.0;
}

bool BlockFactors::factor_dense(std::uint32_t block) {
  const std::size_t size = plan_.rows_of(block).size();
  if (!std::holds_alternative<std::unique_ptr<DenseLu>>(factors_[block])) {
    factors_[block] = std::make_unique<DenseLu>(size);
  }
  DenseLu& lu = *std::get<std::unique_ptr<DenseLu>>(factors_[block]);
  std::fill(lu.matrix().begin(), lu.matrix().end(), 0.0);
  for_each_entry(block, [&](auto row, auto column, double entry) {
    lu.matrix()[row * size + column] = entry;
  });
  return lu.factor();
}

bool BlockFactors::factor_sparse(std::uint32_t block) {
  if (!std::holds_alternative<std::unique_ptr<SparseLu>>(factors_[block])) {
    factors_[block] = std::make_unique<SparseLu>(pattern_of(block));
  }
  SparseLu& lu = *std::get<std::unique_ptr<SparseLu>>(factors_[block]);
  auto target = lu.entries().begin();
  for_each_entry(block, [&](auto, auto, double entry) { *target++ = entry; });
  return lu.factor();
}

bool BlockFactors::factor_constrained(std::uint32_t block) {
  const auto columns = plan_.columns_of(block);
  if (!std::holds_alternative<std::unique_ptr<ConstrainedStep>>(factors_[block])) {
    std::vector<bool> guessed;
    for (const Column column : columns) {
      guessed.push_back(problem_.start(column).kind == StartKind::guessed);
    }
    factors_[block] = make_constrained_step(pattern_of(block), guessed);
  }
  std::vector<double> entries;
  for_each_entry(block, [&](auto, std::uint32_t column, double entry) {
    entries.push_back(entry * problem_.scale(columns[column]));
  });
  return std::get<std::unique_ptr<ConstrainedStep>>(factors_[block])
      ->factor(entries, plan_.rank_of(block));
}

// Columns of a block ascend, so the edges keep the order of for_each_entry.
BipartiteGraph BlockFactors::pattern_of(std::uint32_t block) const {
  std::vector<BipartiteGraph::Edge> edges;
  for_each_entry(block, [&](std::uint32_t row, std::uint32_t column, double) {
    edges.push_back({Row(row), Column(column)});
  });
  return BipartiteGraph(plan_.rows_of(block).size(), plan_.columns_of(block).size(), edges);
}

}  // namespace saltus
