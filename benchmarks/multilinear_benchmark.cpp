// Values and derivatives of a multilinear model from its matrices: linear in the non-zeros, next to
// the formula taken literally, over all signals. A ladder of n tanks: neighbours exchange heat,
// each has a valve.

#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "saltus/compiler/multilinear/evaluate_multilinear.h"

namespace saltus {
namespace {

// f_i = x_i' + (x_i - x_{i+1}) (1 - z_i)/2 + x_i z_i z_{i+1}; the names do not matter.
MultilinearModel ladder(std::uint32_t n) {
  MultilinearModel model;
  model.x.resize(n);
  model.z.resize(n);
  model.structure = SparseMatrix(3 * n);
  model.phi_f = SparseMatrix(n);
  model.phi_g = SparseMatrix(n);
  const auto add = [&](std::uint32_t row, const std::vector<MatrixEntry>& factors, double phi) {
    model.structure.add_column(factors);
    model.phi_f.add_column(std::vector<MatrixEntry>{{row, phi}});
    model.phi_g.add_column(std::vector<MatrixEntry>{{row, -phi}});
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t x = n + i, z = 2 * n + i;
    add(i, {{i, 1.0}}, 1.0);
    add(i, {{x, 1.0}, {z, -0.5}}, 1.0);
    if (i + 1 == n) continue;
    add(i, {{x + 1, 1.0}, {z, -0.5}}, -1.0);
    add(i, {{x, 1.0}, {z, 1.0}, {z + 1, 1.0}}, 1.0);
  }
  return model;
}

std::vector<double> signals(const MultilinearModel& model) {
  std::vector<double> v;
  for (std::size_t i = 0; i < model.signal_count(); ++i) {
    v.push_back(i < model.first_z() ? 0.1 * static_cast<double>(i % 7)
                                    : static_cast<double>(i % 2));
  }
  return v;
}

void values_and_total_derivative(benchmark::State& state) {
  const MultilinearModel model = ladder(static_cast<std::uint32_t>(state.range(0)));
  const std::vector<double> v = signals(model);
  for ([[maybe_unused]] auto iteration : state) {
    const MultilinearPoint point(model, v);
    benchmark::DoNotOptimize(point.f());
    benchmark::DoNotOptimize(point.f_along(v));
  }
  state.counters["nonzeros"] = static_cast<double>(model.structure.nonzeros());
}
BENCHMARK(values_and_total_derivative)
    ->RangeMultiplier(10)
    ->Range(10, 10'000)
    ->Unit(benchmark::kMicrosecond);

void whole_jacobian(benchmark::State& state) {
  const MultilinearModel model = ladder(static_cast<std::uint32_t>(state.range(0)));
  const std::vector<double> v = signals(model);
  for ([[maybe_unused]] auto iteration : state) {
    benchmark::DoNotOptimize(MultilinearPoint(model, v).f_jacobian());
  }
}
BENCHMARK(whole_jacobian)->RangeMultiplier(10)->Range(10, 10'000)->Unit(benchmark::kMicrosecond);

// The values alone, over all signals.
void values_by_the_dense_formula(benchmark::State& state) {
  const MultilinearModel model = ladder(static_cast<std::uint32_t>(state.range(0)));
  const std::vector<double> v = signals(model);
  const std::size_t columns = model.structure.columns();
  std::vector<double> s(columns * v.size(), 0.0);
  for (std::size_t k = 0; k < columns; ++k) {
    for (const MatrixEntry& entry : model.structure.column(k)) {
      s[k * v.size() + entry.row] = entry.value;
    }
  }
  for ([[maybe_unused]] auto iteration : state) {
    std::vector<double> f(model.phi_f.rows(), 0.0);
    for (std::size_t k = 0; k < columns; ++k) {
      double product = 1.0;
      for (std::size_t i = 0; i < v.size(); ++i) {
        const double weight = s[k * v.size() + i];
        product *= 1.0 - std::fabs(weight) + weight * v[i];
      }
      for (const MatrixEntry& entry : model.phi_f.column(k)) f[entry.row] += entry.value * product;
    }
    benchmark::DoNotOptimize(f);
  }
}
BENCHMARK(values_by_the_dense_formula)
    ->RangeMultiplier(10)
    ->Range(10, 1000)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace saltus
