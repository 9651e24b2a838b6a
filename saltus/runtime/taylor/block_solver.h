#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/numeric/dense_lu.h"
#include "saltus/runtime/numeric/sparse_lu.h"

namespace saltus {

// Where a block's Jacobian has entries: compressed rows; columns are positions in the block.
struct BlockPattern {
  std::vector<std::uint32_t> row_start{0};
  std::vector<std::uint32_t> columns;
};

// The system Jacobian of one block and what is solved with it: dense while
// small, sparse when large.
class BlockSolver {
 public:
  // `pattern` must outlive the solver.
  explicit BlockSolver(const BlockPattern& pattern);
  explicit BlockSolver(BlockPattern&&) = delete;

  std::size_t size() const { return row_start_.size() - 1; }
  std::span<const std::uint32_t> columns_of(std::size_t row) const {
    return columns_.subspan(row_start_[row], row_start_[row + 1] - row_start_[row]);
  }
  // Entries of a row, parallel to columns_of(row).
  std::span<double> entries_of(std::size_t row) {
    return std::span(entries_).subspan(row_start_[row], row_start_[row + 1] - row_start_[row]);
  }

  // Of a block of one unknown.
  double single_entry() const { return entries_[0]; }

  // False when the Jacobian is numerically singular.
  [[nodiscard]] bool factor();
  // Overwrites b by the solution of J x = b. Requires a successful factor().
  void solve(std::span<double> right_side) const;

  // b = J x, of the entries as they are.
  void multiply(std::span<const double> x, std::span<double> product) const;

  // The shortest move, sum of (move/weight)^2, with  J move = right_side  in the
  // rows of a stage. `level` numbers the stage from 1, and always comes with the
  // same rows and the same columns of positive weight; others do not move.
  [[nodiscard]] bool solve_nearest(std::size_t level, std::span<const std::uint32_t> rows,
                                   std::span<const double> right_side,
                                   std::span<const double> weight, std::span<double> move);

  // The Jacobian, dense, row by row: for messages.
  std::vector<double> dense() const;

 private:
  [[nodiscard]] bool factor_entries();
  [[nodiscard]] bool solve_nearest_dense(DenseLu& normal, std::span<const std::uint32_t> rows,
                                         std::span<const double> right_side,
                                         std::span<const double> weight, std::span<double> move);
  [[nodiscard]] bool solve_nearest_sparse(std::optional<SparseLu>& kkt,
                                          std::span<const std::uint32_t> rows,
                                          std::span<const double> right_side,
                                          std::span<const double> weight, std::span<double> move);

  // Where the rows nearly depend on each other in the units of the weights.
  [[nodiscard]] bool solve_nearest_carefully(std::span<const std::uint32_t> rows,
                                             std::span<const double> right_side,
                                             std::span<const double> weight,
                                             std::span<double> move);

  std::span<const std::uint32_t> row_start_, columns_;
  std::vector<double> entries_;
  std::vector<double> factored_;  // entries of the last successful factor(), if there was one
  std::optional<DenseLu> dense_;
  std::optional<SparseLu> sparse_;
  std::vector<std::optional<DenseLu>> nearest_dense_;    // by level
  std::vector<std::optional<SparseLu>> nearest_sparse_;  // by level
  std::vector<double> scattered_row_, multiplier_;
};

}  // namespace saltus
