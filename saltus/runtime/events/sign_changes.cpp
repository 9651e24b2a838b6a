#include "saltus/runtime/events/sign_changes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

#include "saltus/runtime/events/locate_root.h"
#include "saltus/runtime/events/polynomial_value.h"

namespace saltus {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// About ten times what random and adversarial polynomials up to degree 60 needed.
// others.
constexpr std::size_t most_cells = 5000;

// Expanding a cell again pays if it makes the error bound this much smaller.
constexpr double worthwhile = 0.25;

int sign_of(double value) { return (value > 0.0) - (value < 0.0); }

// x^2 - 4 y z with one rounding, also where it cancels (W. Kahan).
double discriminant(double x, double y, double z) {
  const DoubleDouble square = two_product(x, x);
  const DoubleDouble product = two_product(4.0 * y, z);
  return (square.high - product.high) + (square.low - product.low);
}

double sum_of_magnitudes(std::span<const double> coefficients, double x) {
  double sum = 0.0;
  for (std::size_t m = coefficients.size(); m-- > 0;) sum = sum * x + std::fabs(coefficients[m]);
  return sum;
}

// c[i] <- coefficient i of the polynomial around `origin`.
void shift_origin(std::span<DoubleDouble> c, double origin) {
  for (std::size_t level = 0; level + 1 < c.size(); ++level) {
    for (std::size_t i = c.size() - 1; i-- > level;) c[i] = c[i] + c[i + 1] * origin;
  }
}

}  // namespace

void SignChanges::start(std::span<const double> coefficients, double length) {
  cells_.clear(0);
  fine_cells_.clear(0);
  open_since_.reset();
  low_degree_root_count_ = low_degree_roots_used_ = 0;
  cells_left_ = most_cells;
  take_coefficients(coefficients, length);
  sign_ = sign_of(coefficients_.front());
  if (degree() <= 2) {
    find_roots_of_low_degree();
  } else {
    push_whole_interval();
  }
}

std::optional<SignChange> SignChanges::next() {
  if (degree() <= 2) return next_of_low_degree();
  while (!fine_cells_.empty() || !cells_.empty()) {
    const auto change = fine_cells_.empty() ? examine_top(cells_) : examine_top(fine_cells_);
    if (change) return in_time(*change);
  }
  return std::nullopt;
}

void SignChanges::take_coefficients(std::span<const double> coefficients, double length) {
  take_length(length);
  std::size_t first = 0;
  std::size_t last = coefficients.size();
  while (first < last && coefficients[first] == 0.0) ++first;
  while (last > first && coefficients[last - 1] == 0.0) --last;
  const std::span<const double> nonzero = coefficients.subspan(first, last - first);
  if (nonzero.empty()) {
    coefficients_.assign(1, 0.0);
    return;
  }
  coefficients_.assign(nonzero.begin(), nonzero.end());
  scale_coefficients();
}

void SignChanges::take_length(double length) {
  unit_ = 1.0;
  end_ = length;
  if (!(length > 0.5 && length <= 1.0)) {
    int exponent = 0;
    end_ = std::frexp(length, &exponent);
    unit_ = std::ldexp(1.0, exponent);
  }
  reach_ = end_ * (1.0 + 4.0 * epsilon);
}

// Both factors, the power of two of the time and that of the values, are exact. Usual magnitudes
// need no factor for the values.
void SignChanges::scale_coefficients() {
  double largest = 0.0;
  for (const double coefficient : coefficients_) {
    largest = std::max(largest, std::fabs(coefficient));
  }
  const int exponent = unit_ == 1.0 ? 0 : std::ilogb(unit_);
  const bool is_usual = largest < 0x1p300 && largest > 0x1p-300 &&
                        std::abs(exponent) * static_cast<int>(degree()) < 300;
  if (!is_usual) return scale_unusual_coefficients(exponent);
  if (exponent == 0) return;
  double power = 1.0;
  for (double& coefficient : coefficients_) {
    coefficient *= power;
    power *= unit_;
  }
}

void SignChanges::scale_unusual_coefficients(int exponent) {
  int largest = std::numeric_limits<int>::min();
  int shift = 0;
  for (const double coefficient : coefficients_) {
    if (coefficient != 0.0) largest = std::max(largest, std::ilogb(coefficient) + shift);
    shift += exponent;
  }
  shift = -largest;
  for (double& coefficient : coefficients_) {
    coefficient = std::ldexp(coefficient, shift);
    shift += exponent;
  }
}

void SignChanges::find_roots_of_low_degree() {
  const auto keep = [&](double root) {
    if (root > 0.0 && root <= reach_) low_degree_roots_[low_degree_root_count_++] = root;
  };
  if (degree() == 1) keep(-coefficients_[0] / coefficients_[1]);
  if (degree() != 2) return;
  const double c0 = coefficients_[0];
  const double c1 = coefficients_[1];
  const double c2 = coefficients_[2];
  const double d = discriminant(c1, c0, c2);
  if (d <= 0.0) return;  // a double root touches only
  const double half = -0.5 * (c1 + std::copysign(std::sqrt(d), c1));
  keep(half / c2);
  keep(c0 / half);
  if (low_degree_root_count_ == 2 && low_degree_roots_[0] > low_degree_roots_[1]) {
    std::swap(low_degree_roots_[0], low_degree_roots_[1]);
  }
}

std::optional<SignChange> SignChanges::next_of_low_degree() {
  if (low_degree_roots_used_ == low_degree_root_count_) return std::nullopt;
  const double root = low_degree_roots_[low_degree_roots_used_++];
  const double at = no_longer_before(coefficients_, root, sign_);
  sign_ = -sign_;
  return in_time({at, false});
}

void SignChanges::take_weights() {
  if (weights_.size() == coefficients_.size()) return;
  weights_.resize(coefficients_.size());
  double binomial = 1.0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    weights_[i] = 1.0 / binomial;
    binomial = binomial * static_cast<double>(degree() - i) / static_cast<double>(i + 1);
  }
}

void SignChanges::push_whole_interval() {
  take_weights();
  cells_.clear(degree());
  fine_cells_.clear(degree());
  expand_from_zero(reach_, 0);
  if (cells_.top_is_decided_at_end()) return;
  const double last = accurate_value(coefficients_, reach_);
  const double roundings = 4.0 * static_cast<double>(degree() + 1) * double_rounding;
  if (std::fabs(last) > roundings * roundings * sum_of_magnitudes(coefficients_, reach_)) {
    cells_.set_last_sign_of_top(sign_of(last));
  }
}

// The Bernstein coefficients on [0, hi].
void SignChanges::expand_from_zero(double hi, int last_sign) {
  const Cell cell{0.0, hi, coarse_error(hi), sign_of(coefficients_.front()), last_sign, degree()};
  const std::span<double> b = cells_.push(cell);
  double power = 1.0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = coefficients_[i] * power * weights_[i];
    power *= hi;
  }
  sum_differences(b);
}

// Bound of the rounding errors of Bernstein coefficients on [0, hi]: at most 4 (n + 1) roundings
// per term, and the ends of cells are rounded.
double SignChanges::coarse_error(double hi) const {
  return 8.0 * static_cast<double>(degree() + 1) * double_rounding *
         sum_of_magnitudes(coefficients_, hi);
}

template <typename Scalar>
std::optional<SignChange> SignChanges::examine_top(BernsteinCells<Scalar>& cells) {
  const Cell cell = cells.top();
  const Verdict verdict = cells.judge_top();
  if (verdict.roots == Roots::undecided) {
    refine_top(cells);
    return std::nullopt;
  }
  // The cell stays where it is if the change lies before it.
  if (const auto change = change_up_to(cell.lo, verdict.first_sign)) return change;
  cells.pop();
  if (verdict.roots == Roots::none) return std::nullopt;
  const double guess = cell.lo + verdict.guess * (cell.hi - cell.lo);
  const double at = locate_root(coefficients_, {cell.lo, cell.hi, sign_}, guess);
  sign_ = -sign_;
  return SignChange{at, false};
}

// Ends the open cells, if any, with the sign found after them.
std::optional<SignChange> SignChanges::change_up_to(double hi, int sign_after) {
  const double lo = open_since_.value_or(hi);
  open_since_.reset();
  if (sign_after == sign_) return std::nullopt;
  const double at = bisect_root(coefficients_, {lo, hi, sign_});
  sign_ = sign_after;
  return SignChange{at, true};
}

void SignChanges::refine_top(BernsteinCells<double>& cells) {
  constexpr double errors = 64.0;  // below, splitting would soon meet rounding anyway
  const Cell cell = cells.top();
  if (cells_left_ > 0 && !cells.top_is_near_zero(errors)) {
    --cells_left_;
    cells.split_top();
    return;
  }
  cells.pop();
  if (cell.lo == 0.0 && coarse_error(cell.hi) <= worthwhile * cell.error) {
    expand_from_zero(cell.hi, cell.last_sign);
  } else {
    expand_again(cell);
  }
}

// A cell that stays near zero in twice the precision is expanded again where that promises smaller
// errors: far to the left of where its coefficients came from, powers of u are smaller.
void SignChanges::refine_top(BernsteinCells<DoubleDouble>& cells) {
  constexpr double errors = 4.0;
  const Cell cell = cells.top();
  const double middle = std::midpoint(cell.lo, cell.hi);
  const bool is_narrow = cell.hi - cell.lo <= 2.0 * epsilon * cell.hi;
  const bool is_open = cells_left_ == 0 || is_narrow;
  if (!is_open && !cells.top_is_near_zero(errors)) {
    --cells_left_;
    cells.split_top();
  } else if (!is_open && fine_error(middle) <= worthwhile * cell.error) {
    --cells_left_;
    cells.pop();
    expand_again({middle, cell.hi, 0.0, 0, cell.last_sign, 0});
    expand_again({cell.lo, middle, 0.0, cell.first_sign, 0, 0});
  } else {
    if (!open_since_) open_since_ = cell.lo;
    cells.pop();
  }
}

// Bound of the rounding errors of Bernstein coefficients on cells up to `hi` in twice the
// precision.
double SignChanges::fine_error(double hi) const {
  return 16.0 * static_cast<double>(degree() + 1) * double_double_rounding *
         sum_of_magnitudes(coefficients_, hi);
}

// The Bernstein coefficients on the cell in twice the precision. High orders that a narrow cell
// makes smaller than the error bound are left out: a pair of roots then costs what a quadratic
// does.
void SignChanges::expand_again(Cell cell) {
  shifted_.resize(degree() + 1);
  std::transform(coefficients_.begin(), coefficients_.end(), shifted_.begin(), [](double c) {
    return DoubleDouble{c, 0.0};
  });
  shift_origin(shifted_, cell.lo);
  const double width = cell.hi - cell.lo;
  DoubleDouble power{1.0, 0.0};
  for (DoubleDouble& coefficient : shifted_) {
    coefficient = coefficient * power;
    power = power * width;
  }
  const double bound = fine_error(cell.hi);
  cell.error = bound;
  while (shifted_.size() > 2 && cell.error + magnitude(shifted_.back()) <= 2.0 * bound) {
    cell.error += magnitude(shifted_.back());
    shifted_.pop_back();
  }
  cell.degree = shifted_.size() - 1;

  const std::span<DoubleDouble> b = fine_cells_.push(cell);
  DoubleDouble weight{1.0, 0.0};  // 1 / binomial(degree, i)
  for (std::size_t i = 0; i <= cell.degree; ++i) {
    b[i] = shifted_[i] * weight;
    if (i == cell.degree) break;
    weight = weight * static_cast<double>(i + 1) / static_cast<double>(cell.degree - i);
  }
  sum_differences(b);
}

std::optional<SignChange> SignChanges::in_time(SignChange change) const {
  if (change.at > reach_) return std::nullopt;
  return SignChange{std::min(change.at, end_) * unit_, change.is_cluster};
}

}  // namespace saltus
