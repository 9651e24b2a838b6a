#include "saltus/runtime/projection/decouple.h"

#include <Eigen/LU>
#include <Eigen/QR>

namespace saltus {
namespace {

using Dense = Eigen::MatrixXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Index = Eigen::Index;

Eigen::Map<const RowMajor> view(const Matrix& matrix) {
  return {matrix.entries.data(), static_cast<Index>(matrix.rows),
          static_cast<Index>(matrix.columns)};
}

Matrix to_matrix(const Dense& dense) {
  Matrix matrix(static_cast<std::size_t>(dense.rows()), static_cast<std::size_t>(dense.cols()));
  Eigen::Map<RowMajor>(matrix.entries.data(), dense.rows(), dense.cols()) = dense;
  return matrix;
}

// R and L of the generalised Sylvester equations
//
//   E_f R + L E_i + E_c = 0,   A_f R + L A_i + A_c = 0
//
// by substitution: E_i is strictly block upper triangular, so the first gives the block columns of
// R one after the other and the second those of L. Returns R.
Dense solve_coupling(const Staircase& staircase) {
  const auto e = view(staircase.e);
  const auto a = view(staircase.a);
  const auto finite = static_cast<Index>(staircase.finite);
  const Index infinite = e.rows() - finite;
  Dense r = Dense::Zero(finite, infinite);
  if (finite == 0 || infinite == 0) return r;
  Dense l = r;
  const Eigen::ColPivHouseholderQR<Dense> factors(e.topLeftCorner(finite, finite));
  Index before = 0;
  for (const std::size_t step : staircase.steps) {
    const auto order = static_cast<Index>(step);
    const auto rows_before = Eigen::seqN(finite, before);
    const auto columns = Eigen::seqN(finite + before, order);
    const Dense of_e =
        e.block(0, finite + before, finite, order) + l.leftCols(before) * e(rows_before, columns);
    r.middleCols(before, order) = -factors.solve(of_e);
    const Dense of_a = a.block(0, finite + before, finite, order) +
                       a.topLeftCorner(finite, finite) * r.middleCols(before, order) +
                       l.leftCols(before) * a(rows_before, columns);
    const Dense diagonal = a(columns, columns).transpose();
    l.middleCols(before, order) = -diagonal.partialPivLu().solve(of_a.transpose()).transpose();
    before += order;
  }
  return r;
}

}  // namespace

Decoupled decouple(const Staircase& staircase, const Matrix& b) {
  const Index size = view(staircase.e).rows();
  const Index infinite = size - static_cast<Index>(staircase.finite);
  Decoupled result;
  result.coupling = to_matrix(solve_coupling(staircase));
  if (infinite == 0) {
    result.input = Matrix(0, b.columns);
    return result;
  }
  const Eigen::PartialPivLU<Dense> factors(
      Dense(view(staircase.a).bottomRightCorner(infinite, infinite)));
  result.nilpotent =
      to_matrix(factors.solve(Dense(view(staircase.e).bottomRightCorner(infinite, infinite))));
  result.input = b.columns == 0
                     ? Matrix(static_cast<std::size_t>(infinite), 0)
                     : to_matrix(factors.solve(
                           Dense(view(staircase.row_rotation).bottomRows(infinite) * view(b))));
  return result;
}

}  // namespace saltus
