#include "saltus/runtime/taylor/event_location.h"

#include <algorithm>
#include <cmath>

#include "saltus/runtime/events/polynomial_value.h"

namespace saltus {

EventLocation::EventLocation(const ExecutableMode& mode, int degree)
    : mode_(mode), degree_(degree), oriented_(static_cast<std::size_t>(degree) + 1, 0.0) {}

std::optional<EventLocation::Found> EventLocation::find(const Segment& segment,
                                                        const EventFunctions& functions,
                                                        double reach, double direction,
                                                        std::span<const Side> held) {
  crossings_.clear();
  at_.clear();
  const double length = reach / segment.unit();
  const double together = (tolerances::simultaneous * reach +
                           0.5 * tolerances::same_time * std::fabs(segment.begin().value())) /
                          segment.unit();
  const double first = find_functions(segment, functions, length, together, direction, held);
  const std::optional<double> kink = find_kink(segment, length, direction);
  if (kink && (crossings_.empty() || *kink < first)) {
    crossings_.clear();
    return Found{*kink * segment.unit(), true};
  }
  if (crossings_.empty()) return std::nullopt;
  return Found{first * segment.unit(), false};
}

std::span<const double> EventLocation::oriented(std::span<const double> series, double direction) {
  const auto size = static_cast<std::size_t>(degree_) + 1;
  if (direction > 0.0) return series.first(size);
  for (std::size_t m = 0; m < size; ++m) oriented_[m] = m % 2 == 0 ? series[m] : -series[m];
  return oriented_;
}

double EventLocation::find_functions(const Segment& segment, const EventFunctions& functions,
                                     double length, double together, double direction,
                                     std::span<const Side> held) {
  double first = length;
  for (std::uint32_t i = 0; i < mode_.surfaces.size(); ++i) {
    if (!functions.has_series(i)) continue;
    if (held[i] == Side::zero) {
      // It was identically zero, and still is unless the first coefficients say otherwise.
      if (!functions.leaves_zero(segment, i, length)) continue;
      const auto side = functions.side_after(
          segment, i, functions.is_zero(segment, i, false) ? 1 : 0,
          EventFunctions::Accuracy::of_rounding, direction < 0.0, degree_, length);
      if (!side || *side == Side::zero) continue;
      at_.push_back(0.0);
      crossings_.push_back({i, *side});
      first = 0.0;
      continue;
    }
    const auto found = search_.first(oriented(segment.function(i), direction), held[i],
                                     std::min(first + together, length), functions.start_noise(i));
    if (!found) continue;
    at_.push_back(found->at);
    crossings_.push_back({i, found->after});
    first = std::min(first, found->at);
  }
  // Those that turned out to come later than the first one do not count yet.
  std::size_t kept = 0;
  for (std::size_t k = 0; k < crossings_.size(); ++k) {
    if (at_[k] <= first + together) crossings_[kept++] = crossings_[k];
  }
  crossings_.resize(kept);
  return first;
}

// The branch is the one that the value at the begin has selected.
std::optional<double> EventLocation::find_kink(const Segment& segment, double length,
                                               double direction) {
  std::optional<double> first;
  for (std::size_t i = 0; i < segment.kink_count(); ++i) {
    const std::span<const double> series = oriented(segment.kink(i), direction);
    const bool is_finite = std::all_of(series.begin(), series.end(), [](double coefficient) {
      return std::isfinite(coefficient);
    });
    if (!is_finite) continue;
    const Side held = std::signbit(series[0]) ? Side::negative : Side::positive;
    const auto found = search_.first(series, held, first.value_or(length), 0.0);
    if (found) first = beyond_kink(series, *found, first.value_or(length));
  }
  return first;
}

// A little further, so that the value there selects the other branch in spite of rounding.
double EventLocation::beyond_kink(std::span<const double> series, const Crossing& crossing,
                                  double length) {
  constexpr double roundings = 64.0 * tolerances::epsilon;
  double size = 0.0, power = 1.0;
  for (const double coefficient : series) {
    size = std::max(size, std::fabs(coefficient) * power);
    power *= length;
  }
  const double sign = static_cast<double>(static_cast<int>(crossing.after));
  double distance = tolerances::epsilon * std::max(crossing.at, tolerances::epsilon * length);
  double at = crossing.at;
  while (at < length && sign * accurate_value(series, at) <= roundings * size) {
    at = std::min(crossing.at + distance, length);
    distance *= 2.0;
  }
  return at;
}

}  // namespace saltus
