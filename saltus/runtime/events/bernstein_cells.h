#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "saltus/runtime/events/double_double.h"

namespace saltus {

// What the signs of the Bernstein coefficients of a cell prove.
enum class Roots : std::uint8_t {
  none,       // coefficients of one sign
  one,        // exactly one variation of sign, hence exactly one root, a simple one
  undecided,  // more variations, or signs that rounding leaves open
};

struct Verdict {
  Roots roots = Roots::undecided;
  int first_sign = 0;  // of the polynomial at the left end, unless undecided
  double guess = 0.0;  // of the root, as a fraction of the cell: where the control polygon crosses
};

// An interval, and what is known besides the Bernstein coefficients on it.
struct Cell {
  double lo = 0.0;
  double hi = 0.0;
  double error = 0.0;  // bound of the rounding error of every coefficient
  // The sign at an end where it is known better than by the coefficient; else 0.
  int first_sign = 0;
  int last_sign = 0;
  std::size_t degree = 0;
};

// The cells that still have to be looked at, the leftmost on top.
template <typename Scalar>
class BernsteinCells {
 public:
  // Forgets all cells; those to come have at most this degree.
  void clear(std::size_t most_degree) {
    stride_ = most_degree + 1;
    cells_.clear();
  }
  bool empty() const { return cells_.empty(); }
  const Cell& top() const { return cells_.back(); }

  // The new cell's coefficients, for the caller to fill.
  std::span<Scalar> push(const Cell& cell);
  void set_last_sign_of_top(int sign) { cells_.back().last_sign = sign; }
  void pop() { cells_.pop_back(); }

  Verdict judge_top() const;

  // Whether the last coefficient of the top cell exceeds its error bound.
  bool top_is_decided_at_end() const { return magnitude(top_coefficients().back()) > top().error; }

  // True where every coefficient of the top cell is within `errors` of its error bounds of zero.
  bool top_is_near_zero(double errors) const;

  // De Casteljau: the top cell becomes its right part, and its left part lies above it.
  void split_top();

 private:
  std::span<Scalar> coefficients(std::size_t cell) {
    return std::span(coefficients_).subspan(cell * stride_, cells_[cell].degree + 1);
  }
  std::span<const Scalar> top_coefficients() const {
    return std::span(coefficients_).subspan((cells_.size() - 1) * stride_, top().degree + 1);
  }
  double largest_of_top() const;

  std::size_t stride_ = 1;
  std::vector<Cell> cells_;
  std::vector<Scalar> coefficients_;
  std::vector<Scalar> whole_;  // the cell that is being split
};

// From coefficient i of s^i on [0, 1], divided by the binomial of degree over i, to the Bernstein
// coefficients b_j = sum over i <= j of binomial(j, i) differences[i]; in place, additions only.
template <typename Scalar>
void sum_differences(std::span<Scalar> differences);

extern template class BernsteinCells<double>;
extern template class BernsteinCells<DoubleDouble>;
extern template void sum_differences(std::span<double>);
extern template void sum_differences(std::span<DoubleDouble>);

}  // namespace saltus
