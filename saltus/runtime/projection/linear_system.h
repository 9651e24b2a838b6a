#pragma once

#include <cstddef>
#include <vector>

namespace saltus {

// Row by row.
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> entries;

  Matrix() = default;
  Matrix(std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), entries(row_count * column_count, 0.0) {}

  double& operator()(std::size_t row, std::size_t column) {
    return entries[row * columns + column];
  }
  double operator()(std::size_t row, std::size_t column) const {
    return entries[row * columns + column];
  }
  friend bool operator==(const Matrix&, const Matrix&) = default;
};

// E x' + A x + B u = 0. Without inputs, B is empty.
struct LinearSystem {
  Matrix e;
  Matrix a;
  Matrix b;
};

}  // namespace saltus
