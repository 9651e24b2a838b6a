#include "saltus/runtime/taylor/event_location.h"

#include <algorithm>
#include <cmath>

namespace saltus {

EventLocation::EventLocation(const ExecutableMode& mode) : mode_(mode) {}

std::optional<EventLocation::Found> EventLocation::find(const Segment& segment,
                                                        EventFunctions& functions, double reach,
                                                        double direction,
                                                        std::span<const Side> held) {
  crossings_.clear();
  at_.clear();
  const double unit = segment.unit();
  const double same_time = 0.5 * tolerances::same_time * std::fabs(segment.begin().value());
  Search search{.length = reach / unit,
                .together = (tolerances::simultaneous * reach + same_time) / unit,
                .direction = direction,
                .first = reach / unit};
  find_functions(segment, functions, search, held);
  const std::optional<double> end = search.before_touch;
  if (end && (crossings_.empty() || *end < search.first)) {
    crossings_.clear();
    return Found{*end * unit, false};
  }
  if (crossings_.empty()) return std::nullopt;
  return Found{search.first * unit, true};
}

std::span<const double> EventLocation::oriented(std::span<const double> series, double direction) {
  if (direction > 0.0) return series;
  oriented_.assign(series.begin(), series.end());
  for (std::size_t m = 1; m < oriented_.size(); m += 2) oriented_[m] = -oriented_[m];
  return oriented_;
}

void EventLocation::find_functions(const Segment& segment, EventFunctions& functions,
                                   Search& search, std::span<const Side> held) {
  for (std::uint32_t i = 0; i < mode_.surfaces.size(); ++i) {
    if (!functions.has_series(i)) continue;
    if (held[i] != Side::zero) {
      find_function(segment, functions, search, i, held[i]);
      continue;
    }
    // It was identically zero, and still is unless the first coefficients say otherwise.
    const bool was_at_zero = functions.was_at_zero(i);
    if (was_at_zero && functions.rests(segment, i, search.length)) continue;
    if (!functions.leaves_zero(segment, i, search.length)) continue;
    if (!was_at_zero && functions.rests(segment, i, search.length)) continue;
    const double value = segment.function(i)[0];
    const Side side =
        functions.is_zero(segment, i, true)
            ? functions.side_of_leaving(segment, i, EventFunctions::Accuracy::of_rounding,
                                        search.direction < 0.0, search.length)
            : side_of(value);
    if (side == Side::zero) continue;
    at_.push_back(0.0);
    crossings_.push_back({i, side});
    search.first = 0.0;
  }
  const auto has_crossing = [&](std::uint32_t function) {
    return std::any_of(crossings_.begin(), crossings_.end(), [&](const SurfaceCrossing& crossing) {
      return crossing.position == function;
    });
  };
  for (std::uint32_t i = 0; i < mode_.surfaces.size(); ++i) {
    if (held[i] == Side::zero || !functions.has_series(i) || has_crossing(i)) continue;
    find_touch(segment, functions, search, i, held[i]);
  }
  // Those that turned out to come later than the first one do not count yet.
  std::size_t kept = 0;
  for (std::size_t k = 0; k < crossings_.size(); ++k) {
    if (at_[k] <= search.first + search.together) crossings_[kept++] = crossings_[k];
  }
  crossings_.resize(kept);
}

void EventLocation::find_function(const Segment& segment, EventFunctions& functions, Search& search,
                                  std::uint32_t function, Side held) {
  const std::span<const double> series =
      oriented(segment.function_terms(function), search.direction);
  const double length = std::min(search.first + search.together, search.length);
  const double sign = static_cast<double>(static_cast<int>(held));
  // Noise matters where the function is not on its side at the begin.
  const double noise = sign * series[0] > 0.0 ? 0.0 : functions.start_noise(function);
  const bool was_at_zero = functions.was_at_zero(function);
  if (was_at_zero && functions.rests(segment, function, search.length)) return;
  auto found = search_.first(series, held, length, noise);
  if (found && search_.comes_back()) {
    const bool is_exact = functions.is_exact(segment, function, std::min(1.5 * found->at, length));
    const double rounding = functions.depth(function, series, found->at);
    const double depth = is_exact ? rounding : std::max(rounding, functions.accuracy(function));
    const auto deep = search_.first(series, held, length, noise, depth);
    const bool is_shallow = !deep || deep->at > found->at;
    if (!is_exact && is_shallow) note_touch(search, found->at);
    found = deep;
  }
  if (found) {
    if (!was_at_zero && functions.rests(segment, function, search.length)) return;
    at_.push_back(found->at);
    crossings_.push_back({function, found->after});
    search.first = std::min(search.first, found->at);
  }
}

// A function that comes closer to zero than it is accurate may touch it or cross it twice; which
// of both, a step that begins nearby tells. What comes after the first crossing does not matter.
void EventLocation::find_touch(const Segment& segment, const EventFunctions& functions,
                               Search& search, std::uint32_t function, Side held) {
  const double length = std::min(search.first + search.together, search.length);
  if (!(length > 0.0) || functions.is_exact(segment, function, length)) return;
  const std::span<const double> series =
      oriented(segment.function_terms(function), search.direction);
  const double sign = static_cast<double>(static_cast<int>(held));
  const double accuracy = functions.accuracy(function);
  if (!(sign * series[0] > accuracy)) return;
  lowered_.assign(series.begin(), series.end());
  lowered_[0] -= sign * accuracy;
  const auto near = search_.first(lowered_, held, length, 0.0);
  if (near && !functions.is_exact(segment, function, std::min(1.5 * near->at, length))) {
    note_touch(search, near->at);
  }
}

void EventLocation::note_touch(Search& search, double at) {
  constexpr double part = 0.75;
  search.before_touch = std::min(part * at, search.before_touch.value_or(at));
}

}  // namespace saltus
