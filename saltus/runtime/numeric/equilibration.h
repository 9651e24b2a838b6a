#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace saltus {

// Entry (row, column) of a matrix in compressed rows; a dense matrix has all of them.
struct CompressedRows {
  std::span<const std::uint32_t> row_start;  // row_count + 1 positions
  std::span<const std::uint32_t> columns;
};

// Powers of two r, c that bring the largest entry of each row and column of
// diag(r) A diag(c) near 1. Multiplying by them rounds nothing, so whether a
// matrix is singular does not depend on the units of its rows and columns.
struct Equilibration {
  std::vector<double> row;
  std::vector<double> column;

  Equilibration(std::size_t row_count, std::size_t column_count)
      : row(row_count, 1.0), column(column_count, 1.0) {}
  // False when some row or column is zero, or an entry is not finite.
  bool compute_dense(std::span<const double> row_major);
  bool compute_sparse(const CompressedRows& pattern, std::span<const double> entries);
};

// The power of two p with p * magnitude in [1/2, 1).
double reciprocal_power_of_two(double magnitude);

}  // namespace saltus
