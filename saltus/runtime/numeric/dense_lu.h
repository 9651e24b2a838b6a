#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "saltus/runtime/numeric/equilibration.h"

namespace saltus {

// P A = L U with partial pivoting, for small blocks. Fill matrix(), factor(),
// then solve() as often as needed; nothing allocates after construction.
class DenseLu {
 public:
  explicit DenseLu(std::size_t size);

  std::size_t size() const { return size_; }
  // A, row by row. Keeps its content through factor().
  std::span<double> matrix() { return matrix_; }
  std::span<const double> matrix() const { return matrix_; }

  // False when A is singular to working precision: some pivot is no larger than
  // the rounding errors of the terms it was computed from. The verdict does not
  // change when rows or columns are multiplied by constants.
  [[nodiscard]] bool factor();

  // The same, but false also where A is so ill-conditioned that products with it may have lost
  // what tells it from a singular matrix.
  [[nodiscard]] bool factor_if_well_conditioned();

  // Overwrites b by the solution of A x = b. Requires a successful factor().
  void solve(std::span<double> right_side) const;

  // 1 / (|A| |A^-1|) in the 1-norm, of the equilibrated matrix. O(size^3), allocates.
  double reciprocal_condition_estimate() const;

 private:
  void load_factors();
  bool eliminate_quickly();
  bool eliminate_carefully();
  std::size_t heaviest_row(std::size_t step) const;
  std::size_t heaviest_row_above_rounding(std::size_t step) const;
  double rounding() const;  // of an entry, relative to the terms it was made from
  void swap_rows(std::size_t first, std::size_t second);
  double* factor_column(std::size_t column) { return factors_.data() + column * size_; }
  const double* factor_column(std::size_t column) const { return factors_.data() + column * size_; }

  std::size_t size_;
  void (*solve_)(const double*, const std::uint32_t*, std::size_t, double*);
  std::vector<double> matrix_;
  // L below the diagonal (its own is 1), U above, column by column; the diagonal holds 1/u_kk.
  std::vector<double> factors_;
  std::vector<double> magnitudes_;  // |a_ij| + sum_k |l_ik| |u_kj|: what each entry was made from
  std::vector<double> row_weight_;  // of the equilibrated matrix, in pivot order
  std::vector<std::uint32_t> pivot_row_;  // row exchanged with row k in step k
  Equilibration scales_;
};

// A combination of unknowns that the matrix (row by row, size x size) does not
// see, as far as equilibrated orthogonal factors can tell; largest component 1.
std::vector<double> null_vector(std::span<const double> row_major, std::size_t size);

// The combination of equations that cancels: the same for the transposed matrix.
std::vector<double> left_null_vector(std::span<const double> row_major, std::size_t size);

}  // namespace saltus
