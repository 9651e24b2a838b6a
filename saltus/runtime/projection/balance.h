#pragma once

#include <optional>
#include <vector>

#include "saltus/runtime/projection/linear_system.h"

namespace saltus {

// Units of equations, variables and time, all powers of two, in which the entries of E and A are
// as near to 1 as they can be in the mean, and the largest of each row and column is 1 or less:
//
//   r_i e_ij c_j / time   and   r_i a_ij c_j.
//
// What counts as zero is decided in these units and so does not depend on the author's.
struct Balance {
  std::vector<double> row;
  std::vector<double> column;
  double time = 1.0;

  Matrix balanced_e(const Matrix& e) const;
  Matrix balanced_a(const Matrix& a) const;
  // Of B only the rows have new units.
  Matrix balanced_b(const Matrix& b) const;
};

// Nothing when an equation or a variable has no entry in either matrix, or too extreme ones.
std::optional<Balance> find_balance(const Matrix& e, const Matrix& a);

}  // namespace saltus
