#include "saltus/runtime/taylor/crossings_by_value.h"

#include <algorithm>
#include <cmath>

namespace saltus {

namespace {

// How often the place of a crossing is corrected by the value of the event function there.
constexpr int kMostRefinements = 4;

}  // namespace

CrossingsByValue::CrossingsByValue(const ExecutableMode& mode, PresentSeries& series,
                                   EventLocation& location)
    : mode_(mode),
      series_(series),
      location_(location),
      there_(series.expansion().state_size(), 0.0) {}

std::optional<double> CrossingsByValue::find(double step, std::span<const Side> held) {
  if (series_.evaluate(step, there_)) return std::nullopt;
  EventFunctions& functions = series_.functions();
  SegmentPoint& point = series_.point();
  std::optional<SurfaceCrossing> crossing;
  for (std::uint32_t i = 0; i < mode_.surfaces.size() && !crossing; ++i) {
    const double value = point.function(i);
    if (functions.has_series(i) || std::fabs(value) <= functions.rounding(i)) continue;
    if (!std::isnan(value) && side_of(value) != held[i]) crossing = {i, side_of(value)};
  }
  if (!crossing) return std::nullopt;
  const double at = bisect_crossing(
      *crossing, step, point, [&](double middle) { return !series_.evaluate(middle, there_); });
  location_.clear();
  location_.add(*crossing);
  return std::fabs(at);
}

void CrossingsByValue::refine(double& step, double longest, std::span<double> state) {
  const std::uint32_t first = location_.crossings().front().position;
  EventFunctions& functions = series_.functions();
  SegmentPoint& point = series_.point();
  for (int i = 0; i < kMostRefinements && functions.has_series(first); ++i) {
    const double value = point.function(first);
    const double move = -value / series_.segment().function_slope(first, step);
    if (std::fabs(value) <= functions.one_rounding(first) || !std::isfinite(move)) return;
    const double refined = step + move;
    if (refined * step <= 0.0 || std::fabs(refined) > longest) return;
    // Beyond the crossing there may be no value, as that of sqrt(-g).
    if (series_.evaluate(refined, there_) ||
        !(std::fabs(point.function(first)) < std::fabs(value))) {
      series_.evaluate(step, state);
      return;
    }
    step = refined;
    std::ranges::copy(there_, state.begin());
  }
}

bool CrossingsByValue::is_located(double step) {
  const std::uint32_t first = location_.crossings().front().position;
  EventFunctions& functions = series_.functions();
  if (!functions.has_series(first)) return true;
  const double value = series_.point().function(first);
  if (std::fabs(value) <= functions.rounding(first)) return true;
  // What a short step leaves out is no larger than rounding, if the series reaches that far. Beside
  // a root it does not: then the function is where it was.
  return std::fabs(step) <= tolerances::exact_step * series_.segment().unit() &&
         side_of(value) == location_.crossings().front().after;
}

bool CrossingsByValue::take_jumped(std::span<const Side> held, bool is_root) {
  constexpr double unit_of_series = 1.0;
  EventFunctions& functions = series_.functions();
  location_.clear();
  series_.observe();
  for (std::uint32_t i = 0; i < held.size(); ++i) {
    const double value = series_.segment().function(i)[0];
    if (held[i] == Side::zero || std::isnan(value)) continue;
    const bool is_touched = is_root && std::fabs(value) <= tolerances::arrived * functions.size(i);
    const bool is_zero = functions.is_zero(series_.segment(), i, false);
    const bool has_left =
        is_zero ? functions.rests(series_.segment(), i, unit_of_series) : side_of(value) != held[i];
    if (is_touched || has_left) location_.add({i, opposite(held[i])});
  }
  return !location_.crossings().empty();
}

bool CrossingsByValue::take_near(std::span<const Side> held, double soon) {
  const double unit = series_.segment().unit();
  bool has_any = false;
  for (std::uint32_t i = 0; i < held.size(); ++i) {
    const std::span<const double> terms = series_.segment().function_terms(i);
    if (held[i] == Side::zero || !series_.functions().has_series(i) || terms.size() < 2) continue;
    const double change = series_.direction() * terms[1] * soon / unit;
    if (!(terms[0] * change < 0.0) || std::fabs(terms[0]) > std::fabs(change)) continue;
    const bool is_known = std::ranges::any_of(
        location_.crossings(), [&](const SurfaceCrossing& own) { return own.position == i; });
    if (!is_known) location_.add({i, opposite(held[i])});
    series_.expansion().move_to_zero(mode_.surfaces[i].row, series_.control().metric(),
                                     series_.state(), Expansion::Moved::all_values);
    has_any = true;
  }
  return has_any;
}

void CrossingsByValue::put_on_crossings(std::span<double> state) {
  const Expansion& there = series_.point().observed();
  for (const SurfaceCrossing& crossing : location_.crossings()) {
    const std::uint32_t function = mode_.surfaces[crossing.position].row;
    there.move_to_zero(function, series_.control().metric(), state, Expansion::Moved::all_values);
  }
}

bool CrossingsByValue::take_arrived(std::span<const Side> held) {
  const EventFunctions& functions = series_.functions();
  location_.clear();
  for (std::uint32_t i = 0; i < held.size(); ++i) {
    if (held[i] == Side::zero) continue;
    const double value = series_.segment().function(i)[0];
    if (!(std::fabs(value) <= tolerances::arrived * functions.size(i))) continue;
    location_.add({i, opposite(held[i])});
  }
  return !location_.crossings().empty();
}

}  // namespace saltus
