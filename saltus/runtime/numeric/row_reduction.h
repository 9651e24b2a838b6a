#pragma once

#include <Eigen/Core>
#include <vector>

namespace saltus {

// The solutions of A x = b by Gauss and Jordan's elimination with complete pivoting:
//   x_D = T b - X x_I,
// D the columns of the pivots, I the others. Pivots are chosen by size, so columns should come
// in the units in which x is to be small. Whether an entry is zero is decided against the terms
// it was made from, and so does not depend on the units of rows and columns; `noise` is how
// much of them the author of the entries may have got wrong, beyond rounding.
struct RowReduction {
  explicit RowReduction(Eigen::MatrixXd matrix, double noise = 0.0);

  Eigen::Index rank() const { return static_cast<Eigen::Index>(dependent.size()); }

  std::vector<Eigen::Index> dependent, independent;  // D and I
  Eigen::MatrixXd solution;                          // T, one column per row of A
  Eigen::MatrixXd coupling;                          // X
};

}  // namespace saltus
