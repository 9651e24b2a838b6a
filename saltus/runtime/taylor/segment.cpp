#include "saltus/runtime/taylor/segment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "saltus/runtime/events/polynomial_value.h"
#include "saltus/runtime/taylor/series_rules.h"
#include "saltus/runtime/taylor/vector_clones.h"

namespace saltus {

namespace {

// The last coefficient that is not zero, of those up to `last`; four at a time, by their bits.
int degree_of(std::span<const double> series, int last) {
  const auto are_zero = [&](int first) {
    std::array<std::uint64_t, 4> bits;
    std::memcpy(bits.data(), series.data() + first, sizeof bits);
    return ((bits[0] | bits[1] | bits[2] | bits[3]) << 1) == 0;  // whatever the sign
  };
  while (last > 4 && are_zero(last - 3)) last -= 4;
  while (last > 0 && series[static_cast<std::size_t>(last)] == 0.0) --last;
  return last;
}

}  // namespace

Segment::Segment(const ExecutableMode& mode, const Expansion& layout)
    : mode_(mode),
      stride_(layout.stride()),
      unknowns_(mode.unknowns.size() * stride_, 0.0),
      degree_(mode.unknowns.size(), 0) {
  for (const ExecutableSurface& surface : mode.surfaces) watched_.push_back(surface.row);
  functions_.assign(watched_.size() * stride_, 0.0);
  function_terms_.assign(watched_.size(), 1);
  std::uint32_t most_derivatives = 1;
  for (std::uint32_t unknown = 0; unknown < mode.unknowns.size(); ++unknown) {
    slots_.push_back(layout.slot(unknown));
    most_derivatives = std::max(most_derivatives, slots_.back().count);
  }
  power_.assign(std::max<std::size_t>(stride_, 4), 1.0);
  inverse_unit_.assign(most_derivatives, 1.0);
  falling_.assign(most_derivatives * stride_, 1.0);
  for (std::size_t k = 1; k < most_derivatives; ++k) {
    for (std::size_t m = 0; m < stride_; ++m) {
      const double factor = m < k ? 0.0 : static_cast<double>(m - k + 1);
      falling_[k * stride_ + m] = falling_[(k - 1) * stride_ + m] * factor;
    }
  }
}

void Segment::take_unknowns(const Expansion& expansion, const Instant& begin, double unit,
                            int order) {
  begin_ = begin;
  unit_ = unit;
  for (std::size_t k = 1; k < inverse_unit_.size(); ++k) {
    inverse_unit_[k] = inverse_unit_[k - 1] / unit;
  }
  largest_degree_ = 0;
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const std::span<const double> series = expansion.series(unknown);
    int degree = order + mode_.unknowns[unknown].offset;
    std::copy_n(series.begin(), degree + 1,
                unknowns_.begin() + static_cast<std::ptrdiff_t>(unknown * stride_));
    degree = degree_of(series, degree);
    degree_[unknown] = degree;
    largest_degree_ = std::max(largest_degree_, degree);
  }
}

void Segment::take_functions(const Expansion& expansion, double unit, int degree) {
  function_unit_ = unit;
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    const std::span<const double> series = expansion.row(watched_[i]);
    std::copy_n(series.begin(), degree + 1,
                functions_.begin() + static_cast<std::ptrdiff_t>(i * stride_));
    function_terms_[i] = static_cast<std::size_t>(degree_of(series, degree)) + 1;
  }
}

namespace {

// sum over m of factor_m series_m s^m, m = 0 … degree. Horner's rule for the first terms, which
// round most; four sums side by side for the others, since each alone waits for its last product.
[[gnu::always_inline]] inline double value_of(const double* series, const double* factor,
                                              int degree, double s, const double* power) {
  constexpr int first = 4;
  FourDoubles sums{};
  int m = first;
  for (; m + 3 <= degree; m += 4) {
    FourDoubles coefficient, weight, argument;
    std::memcpy(&coefficient, series + m, sizeof coefficient);
    std::memcpy(&weight, factor + m, sizeof weight);
    std::memcpy(&argument, power + m - first, sizeof argument);
    sums += coefficient * weight * argument;
  }
  double value = sum_of(sums);
  for (; m <= degree; ++m) value += series[m] * factor[m] * power[m - first];
  for (int n = std::min(first - 1, degree); n >= 0; --n) value = value * s + factor[n] * series[n];
  return value;
}

}  // namespace

void Segment::find_powers(double s) const {
  power_[0] = 1.0;
  for (std::size_t m = 1; m < 4; ++m) power_[m] = power_[m - 1] * s;
  const double fourth = power_[3] * s;
  for (std::size_t m = 4; m < power_.size(); ++m) power_[m] = power_[m - 4] * fourth;
}

// x^(k)(h) = sum over m of (m+k)!/m! H^-k x_(m+k) (h/H)^m.
SALTUS_VECTOR_CLONES void Segment::predict(double step, std::span<double> state) const {
  const double s = step / unit_;
  if (largest_degree_ > 3) find_powers(s);
  for (std::uint32_t unknown = 0; unknown < slots_.size(); ++unknown) {
    const StateSlot& slot = slots_[unknown];
    const double* const series = unknowns_.data() + unknown * stride_;
    if (slot.count == 1 && degree_[unknown] == 0) {  // constant until the next event
      state[slot.first] = series[0];
      continue;
    }
    for (std::uint32_t k = 0; k < slot.count; ++k) {
      const double value = value_of(series + k, falling_.data() + k * stride_ + k,
                                    degree_[unknown] - static_cast<int>(k), s, power_.data());
      state[slot.first + k] = value * inverse_unit_[k];
    }
  }
}

double Segment::term(std::uint32_t unknown, std::uint32_t k, int m) const {
  double value = unknowns_[unknown * stride_ + static_cast<std::size_t>(m) + k];
  for (std::uint32_t i = 1; i <= k; ++i) {
    value *= static_cast<double>(m + static_cast<int>(i)) / unit_;
  }
  return std::fabs(value);
}

double Segment::size(std::uint32_t unknown, std::uint32_t k, double s) const {
  const double* const series = unknowns_.data() + unknown * stride_ + k;
  const double* const falling = falling_.data() + k * stride_ + k;
  const double largest =
      std::max({std::fabs(series[0] * falling[0]), std::fabs(series[1] * falling[1]) * s,
                std::fabs(series[2] * falling[2]) * s * s});
  return largest * inverse_unit_[k];
}

double Segment::function_slope(std::uint32_t i, double step) const {
  return value_and_slope(function_terms(i), step / function_unit_).slope / function_unit_;
}

double Segment::function_derivative(std::uint32_t i, int m) const {
  double value = function(i)[static_cast<std::size_t>(m)];
  for (int k = 1; k <= m; ++k) value *= k / function_unit_;
  return value;
}

}  // namespace saltus
