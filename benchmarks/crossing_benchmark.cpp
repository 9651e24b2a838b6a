// What looking for a crossing costs per event function and step.

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "saltus/runtime/events/first_crossing.h"

namespace saltus {
namespace {

using Polynomial = std::vector<double>;

constexpr std::size_t order = 24;

// cos(frequency s + phase) + level, to the order of a usual step.
Polynomial wave(double frequency, double phase, double level) {
  Polynomial g(order + 1);
  double factor = 1.0;
  for (std::size_t m = 0; m <= order; ++m) {
    const double quarter_turns = static_cast<double>(m) * std::acos(0.0);
    g[m] = std::cos(phase + quarter_turns) * factor;
    factor *= frequency / static_cast<double>(m + 1);
  }
  g[0] += level;
  return g;
}

void search(benchmark::State& state, const Polynomial& g, double length = 0.9) {
  CrossingSearch crossings;
  const Side held = g[0] > 0.0 ? Side::positive : Side::negative;
  for (auto _ : state) {
    benchmark::DoNotOptimize(crossings.first(g, held, length, 1e-15));
  }
}

void excluded_by_enclosure(benchmark::State& state) { search(state, wave(1.0, 0.3, 4.0)); }
void excluded_just_after_an_event(benchmark::State& state) {
  Polynomial g = wave(1.0, -std::acos(0.0), 0.0);
  g[0] = 1e-17;
  search(state, g);
}
void excluded_by_bernstein_signs(benchmark::State& state) { search(state, wave(6.0, 0.3, 1.1)); }
void falling_ball(benchmark::State& state) { search(state, {1.0, 0.5, -4.9}); }
void one_root(benchmark::State& state) { search(state, wave(1.0, 1.0, 0.0)); }
void one_root_in_an_odd_length(benchmark::State& state) {
  search(state, wave(1.0, 1.4, 0.0), 0.23);
}
void first_of_three_roots(benchmark::State& state) { search(state, wave(10.0, 0.3, 0.0)); }
void touch(benchmark::State& state) {
  Polynomial g(order + 1, 0.0);  // (s - 2/5)^2 (1 + s^22), exact up to the scale
  g[0] = g[22] = 4.0;
  g[1] = g[23] = -20.0;
  g[2] = g[24] = 25.0;
  search(state, g);
}

BENCHMARK(excluded_by_enclosure);
BENCHMARK(excluded_just_after_an_event);
BENCHMARK(excluded_by_bernstein_signs);
BENCHMARK(falling_ball);
BENCHMARK(one_root);
BENCHMARK(one_root_in_an_odd_length);
BENCHMARK(first_of_three_roots);
BENCHMARK(touch);

}  // namespace
}  // namespace saltus
