#include "saltus/runtime/taylor/segment.h"

#include <algorithm>
#include <cmath>

#include "saltus/runtime/events/polynomial_value.h"

namespace saltus {

Segment::Segment(const ExecutableMode& mode, const Expansion& layout)
    : mode_(mode),
      stride_(layout.stride()),
      unknowns_(mode.unknowns.size() * stride_, 0.0),
      degree_(mode.unknowns.size(), 0) {
  for (const ExecutableSurface& surface : mode.surfaces) watched_.push_back(surface.row);
  functions_.assign(watched_.size() * stride_, 0.0);
  std::uint32_t most_derivatives = 1;
  for (std::uint32_t unknown = 0; unknown < mode.unknowns.size(); ++unknown) {
    slots_.push_back(layout.slot(unknown));
    most_derivatives = std::max(most_derivatives, slots_.back().count);
  }
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
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const std::span<const double> series = expansion.series(unknown);
    int degree = order + mode_.unknowns[unknown].offset;
    std::copy_n(series.begin(), degree + 1,
                unknowns_.begin() + static_cast<std::ptrdiff_t>(unknown * stride_));
    while (degree > 0 && series[static_cast<std::size_t>(degree)] == 0.0) --degree;
    degree_[unknown] = degree;
  }
}

void Segment::take_functions(const Expansion& expansion, double unit, int degree) {
  function_unit_ = unit;
  function_degree_ = degree;
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    const std::span<const double> series = expansion.row(watched_[i]);
    std::copy_n(series.begin(), degree + 1,
                functions_.begin() + static_cast<std::ptrdiff_t>(i * stride_));
  }
}

// x^(k)(h) = sum over m of (m+k)!/m! H^-k x_(m+k) (h/H)^m, by Horner's rule.
void Segment::predict(double step, std::span<double> state) const {
  const double s = step / unit_;
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = slots_[unknown];
    const double* const series = unknowns_.data() + unknown * stride_;
    const int degree = degree_[unknown];
    double unscale = 1.0;
    for (int k = 0; k < static_cast<int>(slot.count); ++k) {
      double value = 0.0;
      const double* const falling = falling_.data() + static_cast<std::size_t>(k) * stride_;
      for (int m = degree; m > k; --m) value = (value + falling[m] * series[m]) * s;
      state[slot.first + static_cast<std::uint32_t>(k)] =
          (value + falling[k] * series[k]) * unscale;
      unscale /= unit_;
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
  const std::span<const double> series =
      function(i).first(static_cast<std::size_t>(function_degree_) + 1);
  return value_and_slope(series, step / function_unit_).slope / function_unit_;
}

double Segment::function_derivative(std::uint32_t i, int m) const {
  double value = function(i)[static_cast<std::size_t>(m)];
  for (int k = 1; k <= m; ++k) value *= k / function_unit_;
  return value;
}

}  // namespace saltus
