#include "saltus/runtime/simulate/zeno_watch.h"

#include <cmath>
#include <utility>

#include "saltus/runtime/numeric/tolerances.h"

namespace saltus {

namespace {

constexpr int kSteadyRatios = 8;
// Intervals that shrink fast reach rounding after a few events: then fewer are enough.
constexpr int kFastSteadyRatios = 4;
constexpr double kFastRatio = 0.1;
constexpr int kFastestSteadyRatios = 2;
constexpr double kFastestRatio = 0.01;
constexpr int kCrowd = 1000;

int steady_ratios_needed(double ratio) {
  if (ratio < kFastestRatio) return kFastestSteadyRatios;
  return ratio < kFastRatio ? kFastSteadyRatios : kSteadyRatios;
}

}  // namespace

std::optional<double> ZenoWatch::note(std::uint32_t surface, double time, double elapsed) {
  Watched& watched = watched_[surface];
  const double interval = std::fabs(time - watched.time);
  const double direction = time >= watched.time ? 1.0 : -1.0;
  const std::optional<double> expected = accumulation(surface);
  ++watched.events;
  watched.time = time;
  if (watched.events == 1) return std::nullopt;
  const double before_last = std::exchange(watched.previous_interval, watched.interval);
  watched.interval = interval;
  if (watched.events < 4) return std::nullopt;
  const double ratio = interval / before_last;
  watched.direction = direction;
  const bool shrinks = ratio < tolerances::largest_ratio && std::isfinite(ratio);
  const bool is_steady =
      shrinks && std::fabs(ratio - watched.ratio) <= tolerances::steady_ratio * ratio;
  watched.steady = is_steady ? watched.steady + 1 : 0;
  watched.ratio = ratio;
  // Near the limit rounding decides when the next event comes: what was expected counts.
  if (!is_steady && expected &&
      std::fabs(*expected - time) <= tolerances::lost_near_limit * std::fabs(elapsed)) {
    return expected;
  }
  const std::optional<double> limit = accumulation(surface);
  if (!limit || std::fabs(*limit - time) > tolerances::at_limit * std::fabs(elapsed))
    return std::nullopt;
  return limit;
}

std::optional<double> ZenoWatch::accumulation(std::uint32_t surface) const {
  const Watched& watched = watched_[surface];
  if (watched.steady < steady_ratios_needed(watched.ratio)) return std::nullopt;
  const double remaining =
      (watched.previous_interval + watched.interval) * watched.ratio / (1.0 - watched.ratio);
  return watched.time + watched.direction * remaining;
}

bool ZenoWatch::is_crowded(double time, double elapsed) {
  if (crowd_++ == 0) crowd_began_ = time;
  if (crowd_ < kCrowd) return false;
  crowd_ = 0;
  return std::fabs(time - crowd_began_) <= tolerances::at_limit * std::fabs(elapsed);
}

}  // namespace saltus
