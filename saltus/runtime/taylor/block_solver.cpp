#include "saltus/runtime/taylor/block_solver.h"

#include <cmath>

#include "saltus/foundation/base/check.h"
#include "saltus/runtime/numeric/nearest_move.h"

namespace saltus {

namespace {

// Where sparse elimination starts to pay.
constexpr std::size_t kLargestDense = 48;
// Entries of a dense matrix.
constexpr std::size_t kLargestCareful = 250'000;

}  // namespace

BlockSolver::BlockSolver(const BlockPattern& pattern)
    : row_start_(pattern.row_start),
      columns_(pattern.columns),
      entries_(columns_.size(), 0.0),
      scattered_row_(size(), 0.0) {
  factored_.reserve(entries_.size());
  if (size() <= 1) return;
  if (size() <= kLargestDense) {
    dense_.emplace(size());
    return;
  }
  std::vector<BipartiteGraph::Edge> edges;
  for (std::uint32_t row = 0; row < size(); ++row) {
    for (const std::uint32_t column : columns_of(row)) edges.push_back({Row(row), Column(column)});
  }
  sparse_.emplace(BipartiteGraph(size(), size(), std::move(edges)));
}

// The Jacobian of linear equations with constant factors is factored once.
bool BlockSolver::factor() {
  if (!factored_.empty() && entries_ == factored_) return true;
  factored_.clear();
  if (!factor_entries()) return false;
  factored_ = entries_;
  return true;
}

bool BlockSolver::factor_entries() {
  if (sparse_) {
    std::copy(entries_.begin(), entries_.end(), sparse_->entries().begin());
    return sparse_->factor();
  }
  if (!dense_) return !entries_.empty() && entries_[0] != 0.0 && std::isfinite(entries_[0]);
  const std::span<double> matrix = dense_->matrix();
  std::fill(matrix.begin(), matrix.end(), 0.0);
  for (std::size_t row = 0; row < size(); ++row) {
    const std::span<const std::uint32_t> columns = columns_of(row);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      matrix[row * size() + columns[i]] = entries_[row_start_[row] + i];
    }
  }
  return dense_->factor();
}

void BlockSolver::solve(std::span<double> right_side) const {
  if (sparse_) {
    sparse_->solve(right_side);
  } else if (dense_) {
    dense_->solve(right_side);
  } else {
    right_side[0] /= entries_[0];
  }
}

void BlockSolver::multiply(std::span<const double> x, std::span<double> product) const {
  for (std::size_t row = 0; row < size(); ++row) {
    product[row] = 0.0;
    for (std::uint32_t e = row_start_[row]; e < row_start_[row + 1]; ++e) {
      product[row] += entries_[e] * x[columns_[e]];
    }
  }
}

bool BlockSolver::solve_nearest(std::size_t level, std::span<const std::uint32_t> rows,
                                std::span<const double> right_side, std::span<const double> weight,
                                std::span<double> move) {
  if (rows.size() <= kLargestDense) {
    if (nearest_dense_.size() <= level) nearest_dense_.resize(level + 1);
    if (!nearest_dense_[level]) nearest_dense_[level].emplace(rows.size());
    return solve_nearest_dense(*nearest_dense_[level], rows, right_side, weight, move) ||
           solve_nearest_carefully(rows, right_side, weight, move);
  }
  if (nearest_sparse_.size() <= level) nearest_sparse_.resize(level + 1);
  return solve_nearest_sparse(nearest_sparse_[level], rows, right_side, weight, move) ||
         solve_nearest_carefully(rows, right_side, weight, move);
}

bool BlockSolver::solve_nearest_carefully(std::span<const std::uint32_t> rows,
                                          std::span<const double> right_side,
                                          std::span<const double> weight, std::span<double> move) {
  if (rows.size() * size() > kLargestCareful) return false;
  std::vector<double> matrix(rows.size() * size(), 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::span<const std::uint32_t> columns = columns_of(rows[i]);
    const std::span<const double> entries = entries_of(rows[i]);
    for (std::size_t e = 0; e < columns.size(); ++e) matrix[i * size() + columns[e]] = entries[e];
  }
  return find_nearest_move(matrix, weight, right_side, move);
}

// move = W^2 A' z,  (A W^2 A') z = right side
bool BlockSolver::solve_nearest_dense(DenseLu& normal, std::span<const std::uint32_t> rows,
                                      std::span<const double> right_side,
                                      std::span<const double> weight, std::span<double> move) {
  const std::size_t count = rows.size();
  const std::span<double> matrix = normal.matrix();
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<const std::uint32_t> columns = columns_of(rows[i]);
    const std::span<const double> entries = entries_of(rows[i]);
    for (std::size_t e = 0; e < columns.size(); ++e) {
      scattered_row_[columns[e]] = entries[e] * weight[columns[e]] * weight[columns[e]];
    }
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0.0;
      const std::span<const std::uint32_t> others = columns_of(rows[j]);
      const std::span<const double> other_entries = entries_of(rows[j]);
      for (std::size_t e = 0; e < others.size(); ++e) {
        sum += other_entries[e] * scattered_row_[others[e]];
      }
      matrix[i * count + j] = matrix[j * count + i] = sum;
    }
    for (const std::uint32_t column : columns) scattered_row_[column] = 0.0;
  }
  if (!normal.factor_if_well_conditioned()) return false;
  multiplier_.assign(right_side.begin(), right_side.end());
  normal.solve(multiplier_);
  std::fill(move.begin(), move.end(), 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<const std::uint32_t> columns = columns_of(rows[i]);
    const std::span<const double> entries = entries_of(rows[i]);
    for (std::size_t e = 0; e < columns.size(); ++e) {
      const double w = weight[columns[e]];
      move[columns[e]] += w * w * entries[e] * multiplier_[i];
    }
  }
  return true;
}

// [ W^-2  A' ] [ move ]   [     0      ]
// [  A    0  ] [  -z  ] = [ right side ]    over the columns that may move
bool BlockSolver::solve_nearest_sparse(std::optional<SparseLu>& kkt,
                                       std::span<const std::uint32_t> rows,
                                       std::span<const double> right_side,
                                       std::span<const double> weight, std::span<double> move) {
  std::vector<std::uint32_t> position(size(), 0);
  std::uint32_t column_count = 0;
  for (std::size_t column = 0; column < size(); ++column) {
    if (weight[column] > 0.0) position[column] = column_count++;
  }
  std::vector<BipartiteGraph::Edge> edges;
  std::vector<double> values;
  const auto add = [&](std::uint32_t row, std::uint32_t column, double value) {
    edges.push_back({Row(row), Column(column)});
    values.push_back(value);
  };
  for (std::size_t column = 0; column < size(); ++column) {
    if (weight[column] > 0.0) {
      add(position[column], position[column], 1.0 / (weight[column] * weight[column]));
    }
  }
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const std::span<const std::uint32_t> columns = columns_of(rows[i]);
    const std::span<const double> entries = entries_of(rows[i]);
    for (std::size_t e = 0; e < columns.size(); ++e) {
      if (!(weight[columns[e]] > 0.0)) continue;
      add(column_count + i, position[columns[e]], entries[e]);
      add(position[columns[e]], column_count + i, entries[e]);
    }
  }
  const std::size_t count = column_count + rows.size();
  if (!kkt) kkt.emplace(BipartiteGraph(count, count, edges));
  // The solver keeps entries by row, ascending columns.
  std::vector<std::uint32_t> order(edges.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::uint32_t l, std::uint32_t r) {
    return std::pair(edges[l].row, edges[l].column) < std::pair(edges[r].row, edges[r].column);
  });
  SALTUS_CHECK(kkt->entries().size() == values.size());
  for (std::size_t i = 0; i < order.size(); ++i) kkt->entries()[i] = values[order[i]];
  if (!kkt->factor()) return false;
  multiplier_.assign(count, 0.0);
  std::copy(right_side.begin(), right_side.end(), multiplier_.begin() + column_count);
  kkt->solve(multiplier_);
  for (std::size_t column = 0; column < size(); ++column) {
    move[column] = weight[column] > 0.0 ? multiplier_[position[column]] : 0.0;
  }
  return true;
}

std::vector<double> BlockSolver::dense() const {
  std::vector<double> matrix(size() * size(), 0.0);
  for (std::size_t row = 0; row < size(); ++row) {
    for (std::uint32_t i = row_start_[row]; i < row_start_[row + 1]; ++i) {
      matrix[row * size() + columns_[i]] = entries_[i];
    }
  }
  return matrix;
}

}  // namespace saltus
