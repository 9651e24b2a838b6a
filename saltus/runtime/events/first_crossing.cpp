#include "saltus/runtime/events/first_crossing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

// Covers the roundings below and the few ulp by which a search looks beyond the end.
constexpr double slightly_more = 1.0 + 1e-11;

// Not finite if one of them is not: cheaper than to look at each.
double sum_of(std::span<const double> coefficients) {
  return std::accumulate(coefficients.begin(), coefficients.end(), 0.0);
}

// A lower bound of the sum over m >= 2 of p_m [0, length]^m: only negative terms count.
// Four sums side by side, because each alone would wait for its own last product.
double lower_bound_of_tail(std::span<const double> g, double held, double length) {
  const auto negative = [&](std::size_t m) { return std::min(held * g[m], 0.0); };
  const double squared = length * length;
  const double fourth = squared * squared;
  std::array<double, 4> sum{};
  std::size_t m = g.size();
  for (std::size_t lane = (m - 2) % 4; lane-- > 0;) sum[lane] = negative(--m);
  while (m > 2) {
    m -= 4;
    for (std::size_t lane = 0; lane < 4; ++lane) {
      sum[lane] = sum[lane] * fourth + negative(m + lane);
    }
  }
  const double over_squared = (sum[0] + sum[1] * length) + squared * (sum[2] + sum[3] * length);
  return over_squared * squared * slightly_more;
}

// True if an enclosure of p on [0, length] shows that it stays on the held side. A quick test that
// may fail to see it; theory/event_location.md (1) and (2).
bool obviously_stays(std::span<const double> g, int held, double length, double noise) {
  const double p0 = held * g[0];
  if (g.size() == 1) return p0 >= -noise;
  const double p1 = held * g[1];
  const double tail = lower_bound_of_tail(g, held, length);
  if (p0 > 0.0 && p0 > -(tail + std::min(p1, 0.0) * length) * slightly_more) return true;
  // p(s) = p0 + s q(s) with q >= least.
  const double least = p1 * (1.0 - 1e-11) + tail / length;
  if (!(p0 >= -noise && least > 0.0)) return false;
  if (p0 >= 0.0) return true;
  // Positive from `arrival` on, and increasing before: it does not come back.
  const double arrival = -p0 / least * slightly_more;
  const double n = static_cast<double>(g.size());
  return arrival <= length && p1 > -n * tail / length * (arrival / length) * slightly_more;
}

std::optional<Crossing> leave_zero(std::span<const double> coefficients, double noise) {
  for (const double coefficient : coefficients) {
    if (std::fabs(coefficient) <= noise) continue;
    return Crossing{0.0, coefficient > 0.0 ? Side::positive : Side::negative, false};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Crossing> CrossingSearch::first(std::span<const double> coefficients, Side held,
                                              double length, double noise, double depth) {
  SALTUS_CHECK(std::isfinite(length) && length > 0.0 && noise >= 0.0);
  SALTUS_CHECK(std::isfinite(sum_of(coefficients)));
  if (coefficients.empty()) return std::nullopt;
  if (held == Side::zero) return leave_zero(coefficients, noise);
  const int sign = static_cast<int>(held);
  if (obviously_stays(coefficients, sign, length, noise)) return std::nullopt;

  const Side other = held == Side::positive ? Side::negative : Side::positive;
  const Crossing at_once{0.0, other, false};
  const auto next_crossing = [&](double from) -> std::optional<Crossing> {
    const auto change =
        depth > 0.0 ? next_deep(coefficients, sign, from, length, depth) : changes_.next();
    if (!change) return std::nullopt;
    return Crossing{change->at, other, change->is_cluster};
  };
  changes_.start(coefficients, length);
  if (changes_.sign() == 0) return std::nullopt;
  if (changes_.sign() == sign) return next_crossing(0.0);

  if (sign * coefficients[0] < -noise) return at_once;
  const std::optional<SignChange> arrival = changes_.next();
  if (falls_below_noise(coefficients, sign, length, noise, arrival)) return at_once;
  if (!arrival) return std::nullopt;
  return next_crossing(arrival->at);
}

// The next change to the other side that is followed by p < -depth before p comes back, or by no
// coming back. `from`: where p > 0 begins.
std::optional<SignChange> CrossingSearch::next_deep(std::span<const double> coefficients, int held,
                                                    double from, double length, double depth) {
  auto change = changes_.next();
  if (!change) return change;
  raise(coefficients, held, depth);
  changes_beyond_noise_.start(raised_, length);
  auto fall = changes_beyond_noise_.next();
  while (change) {
    while (fall && (changes_beyond_noise_.sign() > 0 || fall->at < from)) {
      fall = changes_beyond_noise_.next();
    }
    const auto back = changes_.next();
    if (!back || (fall && fall->at <= back->at)) return change;
    from = back->at;
    change = changes_.next();
  }
  return std::nullopt;
}

void CrossingSearch::raise(std::span<const double> coefficients, int held, double by) {
  raised_.resize(coefficients.size());
  std::transform(coefficients.begin(), coefficients.end(), raised_.begin(),
                 [held](double coefficient) { return held * coefficient; });
  raised_[0] += by;
}

// Whether p falls below -noise before it arrives on the held side.
bool CrossingSearch::falls_below_noise(std::span<const double> coefficients, int held,
                                       double length, double noise,
                                       const std::optional<SignChange>& arrival) {
  raise(coefficients, held, noise);
  changes_beyond_noise_.start(raised_, length);
  if (changes_beyond_noise_.sign() < 0) return true;
  const std::optional<SignChange> fall = changes_beyond_noise_.next();
  return fall && (!arrival || fall->at < arrival->at);
}

}  // namespace saltus
