#include "saltus/compiler/multilinear/sparse_matrix.h"

#include <algorithm>
#include <utility>

namespace saltus {

Result<SparseMatrix, Triplet> matrix_of_triplets(std::size_t rows, std::size_t columns,
                                                 std::vector<Triplet> triplets) {
  const auto place = [](const Triplet& triplet) { return std::pair{triplet.column, triplet.row}; };
  std::ranges::sort(triplets, {}, place);
  const auto twin = std::ranges::adjacent_find(triplets, {}, place);
  if (twin != triplets.end()) return *twin;
  SparseMatrix matrix(rows);
  std::vector<MatrixEntry> column;
  auto next = triplets.begin();
  for (std::size_t k = 0; k < columns; ++k) {
    column.clear();
    for (; next != triplets.end() && next->column == k; ++next) {
      column.push_back({next->row, next->value});
    }
    matrix.add_column(column);
  }
  return matrix;
}

}  // namespace saltus
