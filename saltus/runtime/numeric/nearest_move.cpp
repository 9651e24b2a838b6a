#include "saltus/runtime/numeric/nearest_move.h"

#include <Eigen/Cholesky>

#include "saltus/foundation/base/check.h"
#include "saltus/runtime/numeric/row_reduction.h"

namespace saltus {

// With s = move / weight and s_D = T b - X s_I, the shortest s is s_D = q, s_I = X^T q, where
// (1 + X X^T) q = T b.
bool find_nearest_move(std::span<const double> row_major, std::span<const double> weight,
                       std::span<const double> b, std::span<double> move) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto rows = static_cast<Eigen::Index>(b.size());
  const auto columns = static_cast<Eigen::Index>(weight.size());
  SALTUS_CHECK(row_major.size() == b.size() * weight.size() && move.size() == weight.size());
  const Eigen::Map<const Eigen::VectorXd> weights(weight.data(), columns);
  const RowReduction reduced(Eigen::Map<const RowMajor>(row_major.data(), rows, columns) *
                             weights.asDiagonal());
  if (reduced.rank() < rows) return false;
  const Eigen::MatrixXd& x = reduced.coupling;
  const Eigen::VectorXd right =
      reduced.solution * Eigen::Map<const Eigen::VectorXd>(b.data(), rows);
  const Eigen::MatrixXd normal = Eigen::MatrixXd::Identity(rows, rows) + x * x.transpose();
  const Eigen::VectorXd q = normal.llt().solve(right);
  const Eigen::VectorXd others = x.transpose() * q;
  Eigen::Map<Eigen::VectorXd> result(move.data(), columns);
  for (Eigen::Index k = 0; k < rows; ++k) {
    result[reduced.dependent[static_cast<std::size_t>(k)]] = q[k];
  }
  for (Eigen::Index k = 0; k < others.size(); ++k) {
    result[reduced.independent[static_cast<std::size_t>(k)]] = others[k];
  }
  result.array() *= weights.array();
  return result.allFinite();
}

}  // namespace saltus
