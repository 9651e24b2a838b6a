#include "saltus/runtime/taylor/taylor_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// The last terms may reach this share of the tolerance.
constexpr double kErrorShare = 0.1;
// What the new point may differ from the prediction, in units of the tolerance.
constexpr double kLargestDefect = 10.0;
// Halving the step divides truncation errors by 2^order. A defect that shrinks by
// less than this is rounding; no step can be short enough for it.
constexpr double kTruncationReduction = 0.1;
// No rounding is larger than this, relative to the solution.
constexpr double kLargestRounding = 1e-7;
// Rounding that was met once is let pass up to this multiple.
constexpr double kRoundingMargin = 4.0;
// Below this share of 1 (or of the nominal value) magnitudes are not resolved
// relative to themselves.
constexpr double kSmallestScale = 1e-8;
// A nonlinear algebraic value that jumps by this much of itself has changed its branch.
constexpr double kBranchJump = 1e-2;

// Work per step grows like p^2 in theory, and like a constant plus p in practice: dispatch and the
// start of a step weigh as much as the sums. The step grows like tolerance^(1/p). Measured on
// mechanisms, the product is least near this order, and flat around it.
int order_for(double tolerance) {
  const double order = 8.0 - 0.7 * std::log(tolerance);
  return std::clamp(static_cast<int>(std::ceil(order)), 8, 40);
}

double power_of_two_near(double value) { return std::exp2(std::round(std::log2(value))); }

}  // namespace

Instant Instant::plus(double step) const {
  Instant sum;
  const double high = high_ + step;
  const double part = high - high_;
  const double low = low_ + ((high_ - (high - part)) + (step - part));
  sum.high_ = high + low;
  sum.low_ = low - (sum.high_ - high);
  return sum;
}

TaylorIntegrator::TaylorIntegrator(const ExecutableMode& mode, double tolerance,
                                   std::vector<double> nominal)
    : mode_(mode),
      tolerance_(tolerance),
      order_(order_for(tolerance)),
      nominal_(std::move(nominal)),
      expansion_(mode, order_),
      point_(mode, mode.initial_extra_order),
      state_(expansion_.state_size(), 0.0),
      trial_(expansion_.state_size(), 0.0),
      scale_(expansion_.state_size(), 0.0),
      has_moved_(expansion_.state_size(), false),
      polynomial_(mode.unknowns.size() * expansion_.stride(), 0.0) {
  std::uint32_t slots = 1;
  for (std::uint32_t unknown = 0; unknown < mode.unknowns.size(); ++unknown) {
    slots = std::max(slots, expansion_.slot(unknown).count);
  }
  const std::size_t stride = expansion_.stride();
  falling_.assign(slots * stride, 1.0);
  for (std::size_t k = 1; k < slots; ++k) {
    for (std::size_t m = 0; m < stride; ++m) {
      const double factor = m < k ? 0.0 : static_cast<double>(m - k + 1);
      falling_[k * stride + m] = falling_[(k - 1) * stride + m] * factor;
    }
  }
}

std::optional<ExpansionFailure> TaylorIntegrator::begin(double time,
                                                        std::span<const double> state) {
  time_ = Instant(time);
  std::copy(state.begin(), state.end(), state_.begin());
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = expansion_.slot(unknown);
    for (std::uint32_t k = 0; k < slot.count; ++k) {
      const double nominal = k == 0 ? nominal_[unknown] : 0.0;
      scale_[slot.first + k] = nominal > 0.0 ? nominal : kSmallestScale;
    }
  }
  update_scales();
  std::copy(state_.begin(), state_.end(), trial_.begin());
  if (const auto failure = expand_at(time)) return failure;
  state_ = trial_;
  update_scales();
  keep_polynomial();
  return std::nullopt;
}

std::optional<ExpansionFailure> TaylorIntegrator::expand_at(double time) {
  ++statistics_.expansions;
  return expansion_.expand(time, time_scale_, trial_, scale_, order_);
}

// The largest magnitude so far: errors count relative to it.
void TaylorIntegrator::update_scales() {
  for (std::size_t i = 0; i < state_.size(); ++i) {
    scale_[i] = std::max(scale_[i], std::fabs(state_[i]));
    has_moved_[i] = has_moved_[i] || state_[i] != 0.0;
  }
}

void TaylorIntegrator::keep_polynomial() {
  const std::size_t stride = expansion_.stride();
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const std::span<const double> series = expansion_.series(unknown);
    std::copy(series.begin(), series.end(), polynomial_.begin() + unknown * stride);
  }
  polynomial_time_ = time_;
  polynomial_scale_ = time_scale_;
}

// |u_m| of a state component u = x^(k), scaled: (m+k)!/m! H^-k |x_(m+k)|.
double TaylorIntegrator::term(std::uint32_t unknown, std::uint32_t k, int m) const {
  double value = polynomial_[unknown * expansion_.stride() + static_cast<std::size_t>(m) + k];
  for (std::uint32_t i = 1; i <= k; ++i) {
    value *= static_cast<double>(m + static_cast<int>(i)) / polynomial_scale_;
  }
  return std::fabs(value);
}

// For a component that was zero until now: the h/H with |u_m| (h/H)^m a small
// part of what the component grows to over h by its own earlier terms, or of
// what counts as zero.
double TaylorIntegrator::step_from_zero(std::uint32_t unknown, std::uint32_t k, int m) const {
  const double last = term(unknown, k, m);
  if (last == 0.0) return kInfinity;
  const double share = kErrorShare * tolerance_ / last;
  const double floor = scale_[expansion_.slot(unknown).first + k];
  double longest = std::pow(share * floor, 1.0 / m);
  for (int n = 1; n < m; ++n) {
    longest = std::max(longest, std::pow(share * term(unknown, k, n), 1.0 / (m - n)));
  }
  return longest;
}

// The step h at which one of the last two terms of some state component reaches
// its share of the tolerance: |u_m| (h/H)^m = share * tolerance * scale.
//
// Leading values are not looked at: they follow from the state at every point.
// Those of nonlinear blocks are, since they seed Newton's iteration.
double TaylorIntegrator::choose_step() {
  double shortest = kInfinity;
  double largest[2] = {0.0, 0.0};  // |u_m|/scale for m = order - 1 and order
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = expansion_.slot(unknown);
    if (slot.count == 1 && mode_.blocks[mode_.unknowns[unknown].block].is_quasilinear) continue;
    // x itself, and the highest derivative that is state.
    const std::uint32_t top = slot.count > 1 ? slot.count - 2 : 0;
    for (std::uint32_t k = 0; k <= top; k += std::max(top, 1u)) {
      const bool was_zero = state_[slot.first + k] == 0.0 && !has_moved_[slot.first + k];
      for (int i = 0; i < 2; ++i) {
        const int m = order_ - 1 + i;
        if (was_zero) {
          const double length = step_from_zero(unknown, k, m);
          if (length < shortest) limiting_unknown_ = unknown;
          shortest = std::min(shortest, length);
          continue;
        }
        const double share = term(unknown, k, m) / scale_[slot.first + k];
        if (share > largest[i]) limiting_unknown_ = unknown;
        largest[i] = std::max(largest[i], share);
      }
    }
  }
  for (int i = 0; i < 2; ++i) {
    if (largest[i] == 0.0) continue;
    const double ratio = kErrorShare * tolerance_ / largest[i];
    shortest = std::min(shortest, std::pow(ratio, 1.0 / (order_ - 1 + i)));
  }
  return shortest * polynomial_scale_;
}

// x^(k)(h) = sum over m of (m+k)!/m! H^-k x_(m+k) (h/H)^m, by Horner's rule.
void TaylorIntegrator::predict(double step, std::span<double> state) const {
  const double s = step / polynomial_scale_;
  const std::size_t stride = expansion_.stride();
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = expansion_.slot(unknown);
    const double* const series = polynomial_.data() + unknown * stride;
    const int degree = order_ + mode_.unknowns[unknown].offset;
    double unscale = 1.0;
    for (int k = 0; k < static_cast<int>(slot.count); ++k) {
      double value = 0.0;
      const double* const falling = falling_.data() + static_cast<std::size_t>(k) * stride;
      for (int m = degree; m > k; --m) value = (value + falling[m] * series[m]) * s;
      state[slot.first + static_cast<std::uint32_t>(k)] =
          (value + falling[k] * series[k]) * unscale;
      unscale /= polynomial_scale_;
    }
  }
}

// How far the new point lies from the polynomial that led to it, in units of the
// tolerance: an error e in a leading value is an error of about e*h/order in the
// state below it.
double TaylorIntegrator::defect(double step) const {
  double largest = expansion_.largest_projection() / tolerance_;
  const std::span<const double> correction = expansion_.leading_correction();
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = expansion_.slot(unknown);
    if (slot.count > 1) {
      const double error = std::fabs(correction[unknown] * step) / order_;
      largest = std::max(largest, error / (tolerance_ * scale_[slot.first + slot.count - 2]));
    } else if (!mode_.blocks[mode_.unknowns[unknown].block].is_quasilinear) {
      const double jump = std::fabs(correction[unknown]) / scale_[slot.first];
      largest = std::max(largest, jump / kBranchJump * kLargestDefect);
    }
  }
  return largest;
}

StepOutcome TaylorIntegrator::step(double limit) {
  const double remaining = -time_.minus(limit);
  if (remaining == 0.0) return Advanced{time()};
  keep_polynomial();
  const double direction = remaining > 0.0 ? 1.0 : -1.0;
  double length = choose_step();
  if (std::isnan(length)) return StepFailed{time(), std::nullopt};
  const double smallest = 4.0 * kEpsilon * std::max(std::fabs(time()), std::fabs(remaining));
  double last_defect = kInfinity;  // of the attempt before, twice as long
  std::optional<ExpansionFailure> cause;
  for (;;) {
    const bool is_last = length >= std::fabs(remaining) * (1.0 - 1e-10);
    const double step = is_last ? remaining : direction * length;
    if (!is_last && length < smallest) return StepFailed{time(), cause};
    // The next expansion is scaled by this step: coefficients stay of one size.
    const double previous_scale = time_scale_;
    time_scale_ = power_of_two_near(std::clamp(std::fabs(step), 1e-100, 1e100));
    predict(step, trial_);
    const Instant next = is_last ? Instant(limit) : time_.plus(step);
    const auto failure = expand_at(next.value());
    const double found = failure ? kInfinity : defect(step);
    if (found * tolerance_ < kLargestRounding && found > kTruncationReduction * last_defect) {
      rounding_defect_ = std::max(rounding_defect_, found);
    }
    if (found <= std::max(kLargestDefect, kRoundingMargin * rounding_defect_)) {
      time_ = next;
      state_ = trial_;
      update_scales();
      ++statistics_.steps;
      const double size = std::fabs(step);
      statistics_.smallest_step =
          statistics_.steps == 1 ? size : std::min(statistics_.smallest_step, size);
      statistics_.largest_step = std::max(statistics_.largest_step, size);
      statistics_.largest_error = std::max(statistics_.largest_error, found);
      statistics_.largest_projection =
          std::max(statistics_.largest_projection, expansion_.largest_projection() / tolerance_);
      return Advanced{time()};
    }
    ++statistics_.rejected_steps;
    time_scale_ = previous_scale;
    cause = failure;
    last_defect = found;
    length = 0.5 * std::fabs(step);
  }
}

std::optional<ExpansionFailure> TaylorIntegrator::evaluate(double time, std::span<double> state) {
  if (time == this->time()) {
    std::copy(state_.begin(), state_.end(), state.begin());
  } else {
    predict(-polynomial_time_.minus(time), state);
  }
  // Assertions may mention derivatives beyond the leading ones.
  return point_.expand(time, 1.0, state, scale_, mode_.initial_extra_order);
}

}  // namespace saltus
