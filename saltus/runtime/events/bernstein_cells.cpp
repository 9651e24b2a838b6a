#include "saltus/runtime/events/bernstein_cells.h"

#include <algorithm>

namespace saltus {
namespace {

template <typename Scalar>
constexpr double rounding = double_rounding;
template <>
constexpr double rounding<DoubleDouble> = double_double_rounding;

int sign_of(double value) { return (value > 0.0) - (value < 0.0); }

// Left and right part of `whole` at the fraction t: the first and the last coefficient of every
// level of b_j <- (1 - t) b_j + t b_(j+1).
template <typename Scalar>
void de_casteljau(std::span<const Scalar> whole, double t, std::span<Scalar> left,
                  std::span<Scalar> right) {
  const std::size_t n = whole.size() - 1;
  std::copy(whole.begin(), whole.end(), right.begin());
  left[0] = right[0];
  for (std::size_t level = 1; level <= n; ++level) {
    for (std::size_t j = 0; j + level <= n; ++j) {
      right[j] = right[j] * (1.0 - t) + right[j + 1] * t;
    }
    left[level] = right[0];
  }
}

}  // namespace

template <typename Scalar>
std::span<Scalar> BernsteinCells<Scalar>::push(const Cell& cell) {
  cells_.push_back(cell);
  if (coefficients_.size() < cells_.size() * stride_) {
    coefficients_.resize(cells_.size() * stride_);
  }
  return coefficients(cells_.size() - 1);
}

// A coefficient within its error bound may have either sign. Alone between two opposite signs that
// makes no difference: + ? - has one variation in any case.
template <typename Scalar>
Verdict BernsteinCells<Scalar>::judge_top() const {
  const std::span<const Scalar> b = top_coefficients();
  const Cell& cell = top();
  const std::size_t n = cell.degree;
  const auto sign_at = [&](std::size_t j) {
    if (j == 0 && cell.first_sign != 0) return cell.first_sign;
    if (j == n && cell.last_sign != 0) return cell.last_sign;
    return magnitude(b[j]) > cell.error ? sign_of(leading_part(b[j])) : 0;
  };
  Verdict verdict{.first_sign = sign_at(0)};
  if (verdict.first_sign == 0) return verdict;
  bool has_varied = false;
  std::size_t last_known = 0;
  int sign = verdict.first_sign;
  for (std::size_t j = 1; j <= n; ++j) {
    const int next = sign_at(j);
    if (next == 0) continue;
    const std::size_t unknown = j - last_known - 1;
    if (next == sign) {
      if (unknown > 0) return verdict;
    } else {
      if (unknown > 1 || has_varied) return verdict;
      has_varied = true;
      const double before = leading_part(b[last_known]);
      const double after = leading_part(b[j]);
      const double fraction = before == after ? 0.5 : before / (before - after);
      verdict.guess =
          (static_cast<double>(last_known) + fraction * static_cast<double>(j - last_known)) /
          static_cast<double>(n);
    }
    sign = next;
    last_known = j;
  }
  if (last_known == n) verdict.roots = has_varied ? Roots::one : Roots::none;
  return verdict;
}

template <typename Scalar>
double BernsteinCells<Scalar>::largest_of_top() const {
  double largest = 0.0;
  for (const Scalar& coefficient : top_coefficients()) {
    largest = std::max(largest, magnitude(coefficient));
  }
  return largest;
}

template <typename Scalar>
bool BernsteinCells<Scalar>::top_is_near_zero(double errors) const {
  return largest_of_top() <= errors * top().error;
}

template <typename Scalar>
void BernsteinCells<Scalar>::split_top() {
  // Each level rounds three times; averages do not amplify what came before.
  const Cell whole = top();
  const double error =
      whole.error + 3.0 * static_cast<double>(whole.degree) * rounding<Scalar> * largest_of_top();
  whole_.assign(top_coefficients().begin(), top_coefficients().end());
  const std::size_t right = cells_.size() - 1;
  push(whole);
  // A root at the cut would leave the signs of both parts open: cut beside it.
  for (const double t : {0.5, 0.4375, 0.578125}) {
    const double cut = whole.lo + t * (whole.hi - whole.lo);
    cells_[right] = {cut, whole.hi, error, 0, whole.last_sign, whole.degree};
    cells_[right + 1] = {whole.lo, cut, error, whole.first_sign, 0, whole.degree};
    de_casteljau<Scalar>(whole_, t, coefficients(right + 1), coefficients(right));
    if (magnitude(coefficients(right)[0]) > error) return;
  }
}

// From the last to the first: so each sum reads what lies ahead, and the loop becomes vector code.
template <typename Scalar>
void sum_differences(std::span<Scalar> differences) {
  std::reverse(differences.begin(), differences.end());
  Scalar* const b = differences.data();
  for (std::size_t count = differences.size() - 1; count > 0; --count) {
    for (std::size_t j = 0; j < count; ++j) b[j] = b[j] + b[j + 1];
  }
  std::reverse(differences.begin(), differences.end());
}

template class BernsteinCells<double>;
template class BernsteinCells<DoubleDouble>;
template void sum_differences(std::span<double>);
template void sum_differences(std::span<DoubleDouble>);

}  // namespace saltus
