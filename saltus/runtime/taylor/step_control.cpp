#include "saltus/runtime/taylor/step_control.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// The first terms say how large a value becomes over this part of a step; over the whole of it they
// would be larger than a value that oscillates.
constexpr double kPartOfStep = 0.5;
// How much of a size the metric remembers a step later.
constexpr double kMemory = 0.75;

}  // namespace

StepControl::StepControl(const ExecutableMode& mode, const Expansion& layout,
                         const Tolerances& tolerances, std::vector<double> nominal, int order)
    : mode_(mode),
      tolerances_(tolerances),
      nominal_(std::move(nominal)),
      order_(order),
      size_(layout.state_size(), 0.0),
      metric_(layout.state_size(), 0.0),
      growth_(mode.unknowns.size(), 0.0),
      growth_before_(mode.unknowns.size(), 0.0),
      growth_long_before_(mode.unknowns.size(), 0.0) {
  for (std::uint32_t unknown = 0; unknown < mode.unknowns.size(); ++unknown) {
    slots_.push_back(layout.slot(unknown));
  }
}

// What counts as the size of a value that is smaller.
double StepControl::least_size(std::uint32_t unknown, std::uint32_t k) const {
  return tolerances_.size_to_resolve(tolerances::negligible, k == 0 ? nominal_[unknown] : 0.0);
}

void StepControl::begin(std::span<const double> state, std::span<const double> sizes, double unit) {
  if (!sizes.empty()) size_.assign(sizes.begin(), sizes.end());
  for (std::size_t i = 0; i < state.size(); ++i) size_[i] = std::max(size_[i], std::fabs(state[i]));
  std::fill(metric_.begin(), metric_.end(), 0.0);
  find_metric(state, unit);
  longest_ = 0.0;
  is_beside_rounding_ = false;
}

// A value that passes through zero has errors of the size that it had before, which projection
// moves back: the metric remembers it for a few steps. A value that is zero has the size to which
// its derivatives take it.
void StepControl::find_metric(std::span<const double> state, double unit) {
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = slots_[unknown];
    for (std::uint32_t k = 0; k < slot.count; ++k) {
      double size = std::max({size_[slot.first + k], kMemory * metric_[slot.first + k],
                              k == 0 ? nominal_[unknown] : 0.0});
      double power = 1.0;
      for (std::uint32_t n = k + 1; size == 0.0 && n < slot.count; ++n) {
        power *= unit;
        size = std::fabs(state[slot.first + n]) * power;
      }
      metric_[slot.first + k] = size > tolerances::negligible ? size : tolerances::unknown_size;
    }
  }
}

void StepControl::measure(const Segment& segment, double step, std::span<const double> from,
                          std::span<const double> reached) {
  const double s = std::fabs(step) / segment.unit();
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = slots_[unknown];
    // What nothing controls may be anything at the end of its series.
    const bool is_reached = is_controlled(unknown);
    for (std::uint32_t k = 0; k < slot.count; ++k) {
      const std::uint32_t i = slot.first + k;
      size_[i] = std::max({std::fabs(from[i]), is_reached ? std::fabs(reached[i]) : 0.0,
                           segment.size(unknown, k, kPartOfStep * s)});
    }
  }
  find_metric(reached, std::fabs(step));
}

std::optional<double> StepControl::time_scale(const Expansion& expansion,
                                              std::span<const double> rounding) const {
  double fastest = 0.0;
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    if (slots_[unknown].count < 2) continue;
    const std::span<const double> series = expansion.series(unknown);
    const double value = std::fabs(series[0]);
    double slope = std::fabs(series[1]);
    const bool is_leading = slots_[unknown].count == 2;
    if (is_leading && slope <= tolerances::rounding_margin * rounding[unknown]) slope = 0.0;
    const double rate = value > 0.0   ? slope / value
                        : slope > 0.0 ? std::fabs(series[2]) / slope
                                      : 0.0;
    if (std::isfinite(rate)) fastest = std::max(fastest, rate);
  }
  if (fastest == 0.0) return std::nullopt;
  return std::exp2(-std::round(std::log2(fastest)));
}

// Sizes depend on the step, and the step on them: they are measured over a step that is not much
// longer than the one that they allow.
double StepControl::choose(const Segment& segment) {
  double s = 1.0;
  for (;;) {
    const double allowed = shortest(segment, s);
    if (!(allowed < 0.5 * s)) {
      return std::isnan(allowed) ? allowed : std::min(allowed, kLongest) * segment.unit();
    }
    s = allowed;
  }
}

bool StepControl::may_be_limited_by_rounding(const Segment& segment, double length) {
  const double expected = std::max(longest_, segment.unit());
  longest_ = std::max(longest_, std::min(length, expected));
  return is_beside_rounding_ || length < tolerances::collapsed_step * expected;
}

double StepControl::choose_beside(const Segment& segment, double length,
                                  std::span<const double> rounding) {
  rounding_ = rounding;
  const double longer = choose(segment);
  rounding_ = {};
  is_beside_rounding_ = longer > tolerances::clearly_longer * length;
  return longer;
}

// The size whose errors are what rounding of the leading value does over the step:
// tolerance * size = margin * rounding * h^n/n!, n orders below it.
double StepControl::rounding_size(const Segment& segment, std::uint32_t unknown, std::uint32_t k,
                                  double s) const {
  if (rounding_.empty() || !std::isfinite(rounding_[unknown])) return 0.0;
  double error = tolerances::rounding_margin * rounding_[unknown];
  for (std::uint32_t n = 1; n + k < slots_[unknown].count; ++n) error *= s * segment.unit() / n;
  return error / tolerances_.relative;
}

// The s at which one of the last two terms of some state component reaches its share of the
// tolerance, |u_m| s^m = share * tolerance * size, for sizes over a step of length `s`.
//
// Leading values are not looked at: they follow from the state at every point.
// Those of nonlinear blocks are, since they seed Newton's iteration.
double StepControl::shortest(const Segment& segment, double s) {
  double length = kInfinity;
  double largest[2] = {0.0, 0.0};  // |u_m|/size for m = order - 1 and order
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    if (!is_controlled(unknown)) continue;
    const StateSlot& slot = slots_[unknown];
    // x itself, and the highest derivative that is state.
    const std::uint32_t top = slot.count > 1 ? slot.count - 2 : 0;
    for (std::uint32_t k = 0; k <= top; k += std::max(top, 1u)) {
      if (segment.degree(unknown) < order_ - 1 + static_cast<int>(k)) continue;
      const double size = std::max(segment.size(unknown, k, kPartOfStep * s),
                                   rounding_size(segment, unknown, k, s));
      for (int i = 0; i < 2; ++i) {
        const int m = order_ - 1 + i;
        if (size <= least_size(unknown, k)) {
          const double own = from_zero(segment, unknown, k, m);
          if (own < length) limiting_unknown_ = unknown;
          length = std::min(length, own);
          continue;
        }
        const double share = segment.term(unknown, k, m) / size;
        if (share > largest[i]) limiting_unknown_ = unknown;
        largest[i] = std::max(largest[i], share);
        if (std::isnan(share)) return share;
      }
    }
  }
  for (int i = 0; i < 2; ++i) {
    if (largest[i] == 0.0) continue;
    const double ratio = tolerances::error_share * tolerances_.relative / largest[i];
    length = std::min(length, std::pow(ratio, 1.0 / (order_ - 1 + i)));
  }
  return length;
}

// For a component whose first terms vanish: the s with |u_m| s^m a small part of what it grows
// to over the step by its own earlier terms, or of the least size.
double StepControl::from_zero(const Segment& segment, std::uint32_t unknown, std::uint32_t k,
                              int m) const {
  const double last = segment.term(unknown, k, m);
  if (last == 0.0) return kInfinity;
  const double share = tolerances::error_share * tolerances_.relative / last;
  double longest = std::pow(share * least_size(unknown, k), 1.0 / m);
  for (int n = 1; n < m; ++n) {
    longest = std::max(longest, std::pow(share * segment.term(unknown, k, n), 1.0 / (m - n)));
  }
  return longest;
}

bool StepControl::has_size(std::uint32_t unknown, std::uint32_t k) const {
  return size_[slots_[unknown].first + k] > least_size(unknown, k);
}

bool StepControl::has_value_without_size() const {
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const std::uint32_t count = slots_[unknown].count;
    if (count > 1 && !has_size(unknown, count - 2)) return true;
  }
  return false;
}

bool StepControl::has_zero(std::span<const double> state) const {
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = slots_[unknown];
    if (slot.count < 2) continue;
    if (std::fabs(state[slot.first + slot.count - 2]) <= least_size(unknown, slot.count - 2)) {
      return true;
    }
  }
  return false;
}

void StepControl::begin_step() {
  std::fill(growth_.begin(), growth_.end(), 0.0);
  std::fill(growth_before_.begin(), growth_before_.end(), 0.0);
  std::fill(growth_long_before_.begin(), growth_long_before_.end(), 0.0);
}

void StepControl::begin_attempt() {
  growth_long_before_.swap(growth_before_);
  growth_before_.swap(growth_);
  std::fill(growth_.begin(), growth_.end(), 0.0);
}

void StepControl::note_growth(std::span<const double> state, double weight) {
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = slots_[unknown];
    if (slot.count < 2) continue;
    growth_[unknown] += std::fabs(state[slot.first + slot.count - 1]) * weight;
  }
}

StepControl::Defect StepControl::defect(const Expansion& reached, double weight,
                                        std::span<const double> rounding) const {
  const auto beyond_rounding = [&](double error, std::uint32_t unknown) {
    return rounding.empty() || !std::isfinite(rounding[unknown])
               ? error
               : std::max(0.0, error - tolerances::rounding_margin * rounding[unknown]);
  };
  Defect defect;
  double rounding_of_projection = 0.0;
  const std::span<const double> correction = reached.leading_correction();
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = slots_[unknown];
    const double error = beyond_rounding(std::fabs(correction[unknown]), unknown);
    if (slot.count > 1) {
      const std::uint32_t below = slot.count - 2;
      const double size =
          has_size(unknown, below)
              ? size_[slot.first + below]
              : std::max(least_size(unknown, below),
                         std::min(growth_before_[unknown], growth_long_before_[unknown]));
      defect.of_state = std::max(defect.of_state, error * weight / (tolerances_.relative * size));
      if (!rounding.empty()) {
        rounding_of_projection =
            std::max(rounding_of_projection, tolerances::rounding_margin * rounding[unknown] *
                                                 weight * order_ / metric_[slot.first + below]);
      }
    } else if (is_controlled(unknown)) {
      const double jump = error / metric_[slot.first];
      defect.of_point =
          std::max(defect.of_point, jump / tolerances::branch_jump * tolerances::largest_defect);
    }
  }
  const double projection = std::max(0.0, reached.largest_projection() - rounding_of_projection);
  defect.of_point = std::max(defect.of_point, projection / tolerances_.relative);
  return defect;
}

}  // namespace saltus
