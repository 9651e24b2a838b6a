#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/events/bernstein_cells.h"
#include "saltus/runtime/events/double_double.h"

namespace saltus {

struct SignChange {
  double at = 0.0;
  bool is_cluster = false;
};

// The places in (0, length] where a polynomial changes sign, from left to right, each found when
// it is asked for. Keeps its scratch.
//
// Double precision first; a cell whose signs double precision leaves open is expanded again, from
// the exact coefficients, in twice the precision. What stays open even then is a cluster, which
// is a change if the signs before and after it differ.
class SignChanges {
 public:
  // Requires finite coefficients (of s^0, s^1, …) and a finite length > 0.
  void start(std::span<const double> coefficients, double length);

  // The sign immediately after the last change returned, at first immediately after 0;
  // 0 for the zero polynomial.
  int sign() const { return sign_; }

  // The next change of sign; one up to four ulp beyond the end is reported at the end.
  [[nodiscard]] std::optional<SignChange> next();

 private:
  // After start(), in the variable u = s / unit_, unit_ a power of two: coefficients_ is exact.
  void take_coefficients(std::span<const double> coefficients, double length);
  void take_length(double length);
  void scale_coefficients();
  void scale_unusual_coefficients(int exponent);
  void take_weights();
  void find_roots_of_low_degree();
  void push_whole_interval();
  void expand_from_zero(double hi, int last_sign);
  double coarse_error(double hi) const;

  std::optional<SignChange> next_of_low_degree();
  template <typename Scalar>
  std::optional<SignChange> examine_top(BernsteinCells<Scalar>& cells);
  std::optional<SignChange> change_up_to(double hi, int sign_after);
  void refine_top(BernsteinCells<double>& cells);
  void refine_top(BernsteinCells<DoubleDouble>& cells);
  double fine_error(double hi) const;
  void expand_again(Cell cell);
  std::optional<SignChange> in_time(SignChange change) const;
  std::size_t degree() const { return coefficients_.size() - 1; }

  std::vector<double> coefficients_;  // without the factor u^k of roots at 0
  double unit_ = 1.0;
  double end_ = 1.0;    // length / unit_, in [1/2, 1]
  double reach_ = 1.0;  // four ulp beyond
  int sign_ = 0;
  std::size_t cells_left_ = 0;  // how many more cells may be split

  std::array<double, 2> low_degree_roots_{};  // ascending
  std::size_t low_degree_root_count_ = 0;
  std::size_t low_degree_roots_used_ = 0;

  std::vector<double> weights_;  // 1 / binomial(degree, i)
  BernsteinCells<double> cells_;
  BernsteinCells<DoubleDouble> fine_cells_;
  std::vector<DoubleDouble> shifted_;
  std::optional<double> open_since_;  // where the cells of undecided sign before this one began
};

}  // namespace saltus
