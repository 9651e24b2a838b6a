#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace saltus {

// LU factors of a dense matrix over any field of numbers. Entries are computed as whole inner
// products (Crout), so that a cancellation is seen against all its terms, and pivots are
// chosen by their size relative to their row.
template <class Field>
class DenseFieldLu {
 public:
  using Number = typename Field::Number;

  void reset(std::size_t size, const Number& zero) {
    size_ = size;
    entries_.assign(size * size, zero);
    row_of_.resize(size);
    std::iota(row_of_.begin(), row_of_.end(), std::size_t{0});
  }
  Number& entry(std::size_t row, std::size_t column) { return entries_[row * size_ + column]; }

  // False if the matrix is singular.
  bool factor(Field& field) {
    scale_rows(field);
    for (std::size_t j = 0; j < size_; ++j) {
      for (std::size_t i = 1; i < j; ++i) reduce(i, j, i);
      for (std::size_t i = j; i < size_; ++i) reduce(i, j, j);
      if (!choose_pivot(j, field)) return false;
      for (std::size_t i = j + 1; i < size_; ++i) {
        Number& factor = permuted(i, j);
        if (!field.is_zero(factor)) factor = field.divide(factor, permuted(j, j));
      }
    }
    return true;
  }

  void solve(std::span<const Number> right, std::span<Number> solution, Field& field) const {
    for (std::size_t i = 0; i < size_; ++i) {
      typename Field::Sum sum;
      sum.add(right[row_of_[i]]);
      for (std::size_t k = 0; k < i; ++k) sum.add_product(permuted(i, k), solution[k], -1.0);
      solution[i] = sum.result();
    }
    for (std::size_t i = size_; i-- > 0;) {
      typename Field::Sum sum;
      sum.add(solution[i]);
      for (std::size_t k = i + 1; k < size_; ++k) {
        sum.add_product(permuted(i, k), solution[k], -1.0);
      }
      solution[i] = field.divide(sum.result(), permuted(i, i));
    }
  }

 private:
  Number& permuted(std::size_t i, std::size_t j) { return entries_[row_of_[i] * size_ + j]; }
  const Number& permuted(std::size_t i, std::size_t j) const {
    return entries_[row_of_[i] * size_ + j];
  }

  void reduce(std::size_t i, std::size_t j, std::size_t end) {
    if (end == 0) return;
    typename Field::Sum sum;
    sum.add(permuted(i, j));
    for (std::size_t k = 0; k < end; ++k) sum.add_product(permuted(i, k), permuted(k, j), -1.0);
    permuted(i, j) = sum.result();
  }

  void scale_rows(Field& field) {
    row_size_.assign(size_, -std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < size_; ++j) {
        row_size_[i] = std::max(row_size_[i], field.log_size(entry(i, j)));
      }
    }
  }

  bool choose_pivot(std::size_t j, Field& field) {
    std::size_t best = size_;
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = j; i < size_; ++i) {
      if (field.is_zero(permuted(i, j))) continue;
      const double size = field.log_size(permuted(i, j)) - row_size_[row_of_[i]];
      if (best != size_ && !(size > largest)) continue;
      best = i;
      largest = size;
    }
    if (best == size_) {
      for (std::size_t i = j; i < size_; ++i) field.note_zero(permuted(i, j));
      return false;
    }
    std::swap(row_of_[j], row_of_[best]);
    return true;
  }

  std::size_t size_ = 0;
  std::vector<Number> entries_;
  std::vector<std::size_t> row_of_;
  std::vector<double> row_size_;
};

}  // namespace saltus
