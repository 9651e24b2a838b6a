#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "saltus/foundation/base/result.h"

namespace saltus {

struct MatrixEntry {
  std::uint32_t row;
  double value;
  friend bool operator==(const MatrixEntry&, const MatrixEntry&) = default;
};

// A matrix stored by columns. Entries of a column have increasing rows; zeros are not stored.
class SparseMatrix {
 public:
  SparseMatrix() = default;
  explicit SparseMatrix(std::size_t rows) : rows_(rows) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return starts_.size() - 1; }
  std::size_t nonzeros() const { return entries_.size(); }
  std::span<const MatrixEntry> column(std::size_t k) const {
    return std::span(entries_).subspan(starts_[k], starts_[k + 1] - starts_[k]);
  }
  // Where column k begins among all entries.
  std::size_t start(std::size_t k) const { return starts_[k]; }

  // Entries must have increasing rows below rows().
  void add_column(std::span<const MatrixEntry> entries) {
    for (const MatrixEntry& entry : entries) {
      if (entry.value != 0.0) entries_.push_back(entry);
    }
    starts_.push_back(entries_.size());
  }

  friend bool operator==(const SparseMatrix&, const SparseMatrix&) = default;

 private:
  std::size_t rows_ = 0;
  std::vector<std::size_t> starts_ = {0};
  std::vector<MatrixEntry> entries_;
};

struct Triplet {
  std::uint32_t row, column;
  double value;
};

// The matrix with these entries, all within its size; an entry that is given twice is the fault.
Result<SparseMatrix, Triplet> matrix_of_triplets(std::size_t rows, std::size_t columns,
                                                 std::vector<Triplet> triplets);

}  // namespace saltus
