#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace saltus {

// Rows of a matrix: pairs of column and entry.
using MatrixRow = std::vector<std::pair<std::uint32_t, double>>;

// A row that the rows before it determine: sum of factor * row is zero. The factor of `row`
// itself is 1; the others are rows before it that do not depend on each other.
struct DependentRow {
  std::uint32_t row;
  std::vector<std::pair<std::uint32_t, double>> factors;  // by ascending row, without zeros
};

// Every row that depends on those before it, up to rounding. The verdict does not change when
// rows or columns are multiplied by powers of two. Rows with an entry that is not finite depend
// on nothing; nor do any from where the search would take too long.
std::vector<DependentRow> find_dependent_rows(const std::vector<MatrixRow>& rows,
                                              std::size_t column_count);

}  // namespace saltus
