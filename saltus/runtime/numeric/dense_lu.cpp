#include "saltus/runtime/numeric/dense_lu.h"

#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "saltus/foundation/base/check.h"
#include "saltus/runtime/numeric/rounding.h"

namespace saltus {
namespace {

// Entries of the equilibrated matrix are at most 1, so a scaled pivot above this
// cannot be rounding error, whatever the modest growth of partial pivoting.
constexpr double surely_regular_pivot = 1e-7;

// Forward and back substitution, column by column.
void solve_any(const double* factors, const std::uint32_t* pivot_row, std::size_t size, double* b) {
  for (std::size_t k = 0; k < size; ++k) std::swap(b[k], b[pivot_row[k]]);
  for (std::size_t k = 0; k < size; ++k) {
    const double* column = factors + k * size;
    const double y = b[k];
    for (std::size_t i = k + 1; i < size; ++i) b[i] -= column[i] * y;
  }
  for (std::size_t k = size; k-- > 0;) {
    const double* column = factors + k * size;
    const double x = b[k] *= column[k];
    for (std::size_t i = 0; i < k; ++i) b[i] -= column[i] * x;
  }
}

// The same with loops of constant length, which the compiler unrolls: measured
// 5 times faster for 5 unknowns, 3 times for 8.
constexpr std::size_t largest_unrolled = 15;

template <std::size_t size>
void solve_unrolled(const double* factors, const std::uint32_t* pivot_row, std::size_t, double* b) {
  for (std::size_t k = 0; k < size; ++k) std::swap(b[k], b[pivot_row[k]]);
  std::array<double, size> y;
#pragma GCC unroll 16
  for (std::size_t k = 0; k < size; ++k) y[k] = b[k];
#pragma GCC unroll 16
  for (std::size_t k = 0; k < size; ++k) {
#pragma GCC unroll 16
    for (std::size_t i = k + 1; i < size; ++i) y[i] -= factors[k * size + i] * y[k];
  }
#pragma GCC unroll 16
  for (std::size_t step = 1; step <= size; ++step) {
    const std::size_t k = size - step;
    y[k] *= factors[k * size + k];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < k; ++i) y[i] -= factors[k * size + i] * y[k];
  }
#pragma GCC unroll 16
  for (std::size_t k = 0; k < size; ++k) b[k] = y[k];
}

using Solve = void (*)(const double*, const std::uint32_t*, std::size_t, double*);

template <std::size_t... below>
constexpr std::array<Solve, sizeof...(below)> unrolled_solves(std::index_sequence<below...>) {
  return {solve_unrolled<below + 1>...};
}

Solve solve_of_size(std::size_t size) {
  static constexpr auto unrolled = unrolled_solves(std::make_index_sequence<largest_unrolled>());
  return size >= 1 && size <= unrolled.size() ? unrolled[size - 1] : solve_any;
}

}  // namespace

DenseLu::DenseLu(std::size_t size)
    : size_(size),
      solve_(solve_of_size(size)),
      matrix_(size * size, 0.0),
      factors_(size * size, 0.0),
      magnitudes_(size * size, 0.0),
      row_weight_(size, 1.0),
      pivot_row_(size, 0),
      scales_(size, size) {}

bool DenseLu::factor() {
  if (!scales_.compute_dense(matrix_)) return false;
  load_factors();
  if (eliminate_quickly()) return true;
  load_factors();
  return eliminate_carefully();
}

bool DenseLu::factor_if_well_conditioned() {
  if (!scales_.compute_dense(matrix_)) return false;
  load_factors();
  return eliminate_quickly();
}

void DenseLu::load_factors() {
  for (std::size_t j = 0; j < size_; ++j) {
    double* column = factor_column(j);
    for (std::size_t i = 0; i < size_; ++i) column[i] = matrix_[i * size_ + j];
  }
  std::copy(scales_.row.begin(), scales_.row.end(), row_weight_.begin());
}

// Scaling by powers of two changes no rounding, so the weights only choose the
// pivots and the factors are those of A itself: solve() has nothing to scale.
bool DenseLu::eliminate_quickly() {
  for (std::size_t k = 0; k < size_; ++k) {
    double* pivot_column = factor_column(k);
    const std::size_t row = heaviest_row(k);
    const double weight = std::abs(pivot_column[row]) * row_weight_[row] * scales_.column[k];
    if (!(weight > surely_regular_pivot)) return false;
    pivot_row_[k] = static_cast<std::uint32_t>(row);
    if (row != k) swap_rows(k, row);
    const double reciprocal = 1.0 / pivot_column[k];
    pivot_column[k] = reciprocal;
    for (std::size_t i = k + 1; i < size_; ++i) pivot_column[i] *= reciprocal;
    for (std::size_t j = k + 1; j < size_; ++j) {
      double* column = factor_column(j);
      const double u = column[k];
      for (std::size_t i = k + 1; i < size_; ++i) column[i] -= pivot_column[i] * u;
    }
  }
  return true;
}

// As above, and carries along the magnitude of the terms behind each entry, to
// tell a small pivot from a cancellation.
bool DenseLu::eliminate_carefully() {
  for (std::size_t e = 0; e < factors_.size(); ++e) magnitudes_[e] = std::abs(factors_[e]);
  for (std::size_t k = 0; k < size_; ++k) {
    double* pivot_column = factor_column(k);
    const std::size_t row = heaviest_row_above_rounding(k);
    if (row == size_) return false;
    pivot_row_[k] = static_cast<std::uint32_t>(row);
    if (row != k) {
      swap_rows(k, row);
      for (std::size_t j = 0; j < size_; ++j) {
        std::swap(magnitudes_[j * size_ + k], magnitudes_[j * size_ + row]);
      }
    }
    const double reciprocal = 1.0 / pivot_column[k];
    if (!std::isfinite(reciprocal)) return false;
    pivot_column[k] = reciprocal;
    // A factor that is rounding must not make entries of which nothing else is known.
    const double* pivot_magnitude = magnitudes_.data() + k * size_;
    for (std::size_t i = k + 1; i < size_; ++i) {
      const bool is_zero = !(std::abs(pivot_column[i]) > rounding() * pivot_magnitude[i]);
      pivot_column[i] = is_zero ? 0.0 : pivot_column[i] * reciprocal;
    }
    for (std::size_t j = k + 1; j < size_; ++j) {
      double* column = factor_column(j);
      double* magnitude = magnitudes_.data() + j * size_;
      const double u = column[k];
      for (std::size_t i = k + 1; i < size_; ++i) {
        column[i] -= pivot_column[i] * u;
        magnitude[i] += std::abs(pivot_column[i] * u);
      }
    }
  }
  return true;
}

std::size_t DenseLu::heaviest_row(std::size_t step) const {
  const double* column = factor_column(step);
  std::size_t best = step;
  double best_weight = std::abs(column[step]) * row_weight_[step];
  for (std::size_t i = step + 1; i < size_; ++i) {
    const double weight = std::abs(column[i]) * row_weight_[i];
    if (weight > best_weight) {
      best = i;
      best_weight = weight;
    }
  }
  return best;
}

double DenseLu::rounding() const {
  return rounding_errors_per_term * static_cast<double>(size_) *
         std::numeric_limits<double>::epsilon();
}

std::size_t DenseLu::heaviest_row_above_rounding(std::size_t step) const {
  const double* column = factor_column(step);
  const double* magnitude = magnitudes_.data() + step * size_;
  std::size_t best = size_;
  double best_weight = 0.0;
  for (std::size_t i = step; i < size_; ++i) {
    const double weight = std::abs(column[i]) * row_weight_[i];
    if (std::abs(column[i]) > rounding() * magnitude[i] && weight > best_weight) {
      best = i;
      best_weight = weight;
    }
  }
  return best;
}

void DenseLu::swap_rows(std::size_t first, std::size_t second) {
  std::swap(row_weight_[first], row_weight_[second]);
  for (std::size_t j = 0; j < size_; ++j) {
    double* column = factor_column(j);
    std::swap(column[first], column[second]);
  }
}

void DenseLu::solve(std::span<double> right_side) const {
  solve_(factors_.data(), pivot_row_.data(), size_, right_side.data());
}

double DenseLu::reciprocal_condition_estimate() const {
  if (size_ == 0) return 1.0;
  double norm = 0.0;
  double inverse_norm = 0.0;
  std::vector<double> inverse_column(size_);
  for (std::size_t j = 0; j < size_; ++j) {
    double sum = 0.0;
    for (std::size_t i = 0; i < size_; ++i) {
      sum += std::abs(matrix_[i * size_ + j]) * scales_.row[i] * scales_.column[j];
    }
    norm = std::max(norm, sum);
    std::fill(inverse_column.begin(), inverse_column.end(), 0.0);
    inverse_column[j] = 1.0 / scales_.row[j];
    solve(inverse_column);
    double inverse_sum = 0.0;
    for (std::size_t i = 0; i < size_; ++i) {
      inverse_sum += std::abs(inverse_column[i]) / scales_.column[i];
    }
    inverse_norm = std::max(inverse_norm, inverse_sum);
  }
  return 1.0 / (norm * inverse_norm);
}

std::vector<double> null_vector(std::span<const double> row_major, std::size_t size) {
  SALTUS_CHECK(size > 0 && row_major.size() == size * size);
  const auto n = static_cast<Eigen::Index>(size);
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::MatrixXd scaled = Eigen::Map<const RowMajor>(row_major.data(), n, n);
  Equilibration scales(size, size);
  // A zero row or column leaves scales behind that are not meant for use.
  if (!scales.compute_dense(row_major)) scales = Equilibration(size, size);
  for (Eigen::Index i = 0; i < n; ++i) scaled.row(i) *= scales.row[static_cast<std::size_t>(i)];
  for (Eigen::Index j = 0; j < n; ++j) scaled.col(j) *= scales.column[static_cast<std::size_t>(j)];

  // A P = Q R with R = [R1 r; 0 s], R1 of the rank of A: A v is near 0 for v = P [-R1^-1 r; 0; 1].
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(scaled);
  const Eigen::Index rank = std::min(factors.rank(), n - 1);
  Eigen::VectorXd unseen = Eigen::VectorXd::Unit(n, n - 1);
  unseen.head(rank) = -factors.matrixR()
                           .topLeftCorner(rank, rank)
                           .triangularView<Eigen::Upper>()
                           .solve(factors.matrixR().col(n - 1).head(rank));
  unseen = factors.colsPermutation() * unseen;
  std::vector<double> vector(size);
  double largest = 0.0;
  for (std::size_t j = 0; j < size; ++j) {
    vector[j] = unseen[static_cast<Eigen::Index>(j)] * scales.column[j];
    if (std::abs(vector[j]) > std::abs(largest)) largest = vector[j];
  }
  for (double& component : vector) component /= largest;
  return vector;
}

std::vector<double> left_null_vector(std::span<const double> row_major, std::size_t size) {
  std::vector<double> transposed(row_major.size());
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) transposed[j * size + i] = row_major[i * size + j];
  }
  return null_vector(transposed, size);
}

}  // namespace saltus
