#include "saltus/runtime/numeric/row_reduction.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "saltus/runtime/numeric/equilibration.h"
#include "saltus/runtime/numeric/rounding.h"

namespace saltus {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

// [A I], of which the pivot rows become [1 X T] up to a permutation of the columns.
class Elimination {
 public:
  Elimination(MatrixXd matrix, double noise)
      : columns_(matrix.cols()),
        noise_(noise),
        entries_(matrix.rows(), matrix.cols() + matrix.rows()) {
    for (Index i = 0; i < matrix.rows(); ++i) {
      const double largest = matrix.cols() == 0 ? 0.0 : matrix.row(i).cwiseAbs().maxCoeff();
      if (largest > 0.0)
        scale_.push_back(reciprocal_power_of_two(largest));
      else
        scale_.push_back(1.0);
      matrix.row(i) *= scale_.back();
    }
    entries_ << matrix, MatrixXd::Identity(matrix.rows(), matrix.rows());
    magnitudes_ = entries_.cwiseAbs();
  }

  void run() {
    for (Index step = 0; step < std::min(entries_.rows(), columns_); ++step) {
      if (!choose_pivot()) return;
      eliminate(pivots_.back().first, pivots_.back().second);
    }
  }

  // (row, column), in the order in which they were chosen.
  const std::vector<std::pair<Index, Index>>& pivots() const { return pivots_; }
  double entry(Index row, Index column) const { return entries_(row, column); }
  // T in the units of the caller's rows.
  double solution(Index row, Index of) const {
    return entries_(row, columns_ + of) * scale_[static_cast<std::size_t>(of)];
  }

 private:
  bool is_rounding(Index row, Index column) const {
    const double terms = rounding_errors_per_term * static_cast<double>(pivots_.size() + 1);
    const double share = std::max(noise_, terms * std::numeric_limits<double>::epsilon());
    return !(std::abs(entries_(row, column)) > share * magnitudes_(row, column));
  }

  bool choose_pivot() {
    std::vector<bool> is_done(static_cast<std::size_t>(entries_.rows()), false);
    for (const auto& [row, column] : pivots_) is_done[static_cast<std::size_t>(row)] = true;
    double largest = 0.0;
    std::pair<Index, Index> best;
    for (Index i = 0; i < entries_.rows(); ++i) {
      if (is_done[static_cast<std::size_t>(i)]) continue;
      for (Index j = 0; j < columns_; ++j) {
        if (std::abs(entries_(i, j)) <= largest || is_rounding(i, j)) continue;
        largest = std::abs(entries_(i, j));
        best = {i, j};
      }
    }
    if (!(largest > 0.0) || !std::isfinite(1.0 / largest)) return false;
    pivots_.push_back(best);
    return true;
  }

  // A factor that is rounding must not make entries of which nothing else is known.
  void eliminate(Index row, Index column) {
    const double pivot = entries_(row, column);
    entries_.row(row) /= pivot;
    entries_(row, column) = 1.0;
    for (Index i = 0; i < entries_.rows(); ++i) {
      if (i == row || entries_(i, column) == 0.0) continue;
      const double factor = is_rounding(i, column) ? 0.0 : entries_(i, column);
      entries_.row(i) -= factor * entries_.row(row);
      magnitudes_.row(i) += std::abs(factor) * entries_.row(row).cwiseAbs();
      entries_(i, column) = 0.0;
    }
  }

  Index columns_;
  double noise_;
  std::vector<double> scale_;  // of the rows
  MatrixXd entries_;
  MatrixXd magnitudes_;  // of the terms that each entry was made from
  std::vector<std::pair<Index, Index>> pivots_;
};

}  // namespace

RowReduction::RowReduction(MatrixXd matrix, double noise) {
  const Index rows = matrix.rows(), columns = matrix.cols();
  Elimination elimination(std::move(matrix), noise);
  elimination.run();
  std::vector<bool> is_dependent(static_cast<std::size_t>(columns), false);
  for (const auto& [row, column] : elimination.pivots()) {
    dependent.push_back(column);
    is_dependent[static_cast<std::size_t>(column)] = true;
  }
  for (Index j = 0; j < columns; ++j) {
    if (!is_dependent[static_cast<std::size_t>(j)]) independent.push_back(j);
  }
  solution.resize(rank(), rows);
  coupling.resize(rank(), static_cast<Index>(independent.size()));
  for (Index k = 0; k < rank(); ++k) {
    const Index row = elimination.pivots()[static_cast<std::size_t>(k)].first;
    for (Index i = 0; i < rows; ++i) solution(k, i) = elimination.solution(row, i);
    for (Index j = 0; j < coupling.cols(); ++j) {
      coupling(k, j) = elimination.entry(row, independent[static_cast<std::size_t>(j)]);
    }
  }
}

}  // namespace saltus
