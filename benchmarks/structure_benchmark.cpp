// How the structural analysis grows with the model: the argument is the number of
// equations. Building the system is not timed.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "saltus/compiler/structure/analyze_structure.h"

namespace saltus {
namespace {

class Model {
 public:
  VariableId unknown() {
    const VariableId id = system.variables.add(FlatVariable{});
    mode.unknowns.push_back(id);
    return id;
  }
  ExprId x(VariableId variable, int order = 0) { return pool().variable(variable, order); }
  ExprId add(ExprId a, ExprId b) { return pool().binary(Op::add, a, b); }
  ExprId subtract(ExprId a, ExprId b) { return pool().binary(Op::subtract, a, b); }
  ExprId multiply(ExprId a, ExprId b) { return pool().binary(Op::multiply, a, b); }
  void zero(ExprId residual) {
    const EquationId id =
        system.equations.add(FlatEquation{residual, pool().constant(0.0), {}, {}, ""});
    mode.equations.push_back({id, residual});
  }
  ExprPool& pool() { return system.pool; }

  FlatSystem system;
  ModeSystem mode;
};

// Masses in the plane with unknown forces along rods: rod k joins masses `parent(k)`
// and k, mass 0 hangs at the origin. Three equations per mass:
//   x_k'' = sum of T x differences,  y_k'' likewise,  |p_k - p_parent|² = 1.
template <class Parent>
void add_rods(Model& model, std::uint32_t masses, Parent parent) {
  std::vector<VariableId> x, y, force;
  for (std::uint32_t k = 0; k < masses; ++k) {
    x.push_back(model.unknown());
    y.push_back(model.unknown());
    force.push_back(model.unknown());
  }
  std::vector<ExprId> x_sum, y_sum;
  const auto difference = [&](const std::vector<VariableId>& p, std::uint32_t k) {
    return k == 0 ? model.x(p[0]) : model.subtract(model.x(p[k]), model.x(p[parent(k)]));
  };
  for (std::uint32_t k = 0; k < masses; ++k) {
    const ExprId pull_x = model.multiply(model.x(force[k]), difference(x, k));
    const ExprId pull_y = model.multiply(model.x(force[k]), difference(y, k));
    x_sum.push_back(model.add(model.x(x[k], 2), pull_x));
    y_sum.push_back(model.add(model.x(y[k], 2), pull_y));
    if (k == 0) continue;
    x_sum[parent(k)] = model.subtract(x_sum[parent(k)], pull_x);
    y_sum[parent(k)] = model.subtract(y_sum[parent(k)], pull_y);
  }
  for (std::uint32_t k = 0; k < masses; ++k) {
    const ExprId dx = difference(x, k), dy = difference(y, k);
    model.zero(x_sum[k]);
    model.zero(y_sum[k]);
    model.zero(model.subtract(model.add(model.multiply(dx, dx), model.multiply(dy, dy)),
                              model.pool().constant(1.0)));
  }
}

Model rod_chain(std::uint32_t equations) {
  Model model;
  add_rods(model, equations / 3, [](std::uint32_t k) { return k - 1; });
  return model;
}

Model rod_tree(std::uint32_t equations) {
  Model model;
  add_rods(model, equations / 3, [](std::uint32_t k) { return (k - 1) / 2; });
  return model;
}

// Gears on a line: J_k w_k' = tau_k - tau_(k+1), a_k' = w_k, a_k = a_(k-1) rigidly.
Model rigid_shafts(std::uint32_t equations) {
  Model model;
  const std::uint32_t count = equations / 3;
  std::vector<VariableId> angle, speed, torque;
  for (std::uint32_t k = 0; k < count; ++k) {
    angle.push_back(model.unknown());
    speed.push_back(model.unknown());
    torque.push_back(model.unknown());
  }
  for (std::uint32_t k = 0; k < count; ++k) {
    const ExprId next = k + 1 < count ? model.x(torque[k + 1]) : model.pool().time();
    model.zero(model.subtract(model.x(speed[k], 1), model.subtract(model.x(torque[k]), next)));
    model.zero(model.subtract(model.x(angle[k], 1), model.x(speed[k])));
    model.zero(k == 0 ? model.subtract(model.x(angle[0]), model.x(torque[0]))
                      : model.subtract(model.x(angle[k]), model.x(angle[k - 1])));
  }
  return model;
}

// x_k' = x_(k+1) - x_(k-1), closed to a ring: one coarse block.
Model ode_ring(std::uint32_t equations) {
  Model model;
  std::vector<VariableId> x;
  for (std::uint32_t k = 0; k < equations; ++k) x.push_back(model.unknown());
  for (std::uint32_t k = 0; k < equations; ++k) {
    const VariableId next = x[(k + 1) % equations], last = x[(k + equations - 1) % equations];
    model.zero(model.subtract(model.x(x[k], 1), model.subtract(model.x(next), model.x(last))));
  }
  return model;
}

// Algebraic: the five-point stencil on a square grid, one block whose matching is not unique.
Model grid(std::uint32_t equations) {
  Model model;
  std::uint32_t side = 1;
  while ((side + 1) * (side + 1) <= equations) ++side;
  std::vector<VariableId> x;
  for (std::uint32_t k = 0; k < side * side; ++k) x.push_back(model.unknown());
  for (std::uint32_t row = 0; row < side; ++row) {
    for (std::uint32_t column = 0; column < side; ++column) {
      const std::uint32_t k = row * side + column;
      ExprId sum = model.x(x[k]);
      if (row > 0) sum = model.subtract(sum, model.x(x[k - side]));
      if (row + 1 < side) sum = model.subtract(sum, model.x(x[k + side]));
      if (column > 0) sum = model.subtract(sum, model.x(x[k - 1]));
      if (column + 1 < side) sum = model.subtract(sum, model.x(x[k + 1]));
      model.zero(sum);
    }
  }
  return model;
}

// x_0 = sin(time), x_(k+1) = x_k': offsets as large as the model.
Model derivative_chain(std::uint32_t equations) {
  Model model;
  VariableId last = model.unknown();
  model.zero(model.subtract(model.x(last), model.pool().unary(Op::sin, model.pool().time())));
  for (std::uint32_t k = 1; k < equations; ++k) {
    const VariableId next = model.unknown();
    model.zero(model.subtract(model.x(next), model.x(last, 1)));
    last = next;
  }
  return model;
}

// Six random unknowns in each equation besides its own, of random order up to 2.
Model random_system(std::uint32_t equations) {
  Model model;
  std::mt19937 random(1);
  std::uniform_int_distribution<std::uint32_t> any(0, equations - 1);
  std::uniform_int_distribution<int> order(0, 2);
  std::vector<VariableId> x;
  for (std::uint32_t k = 0; k < equations; ++k) x.push_back(model.unknown());
  for (std::uint32_t k = 0; k < equations; ++k) {
    ExprId sum = model.x(x[k], order(random));
    for (int n = 0; n < 6; ++n) {
      const VariableId other = x[any(random)];
      sum = model.add(sum, model.x(other, order(random)));
    }
    model.zero(sum);
  }
  return model;
}

void analyze(benchmark::State& state, Model (*make)(std::uint32_t)) {
  const Model model = make(static_cast<std::uint32_t>(state.range(0)));
  int index = 0;
  for (auto _ : state) {
    Diagnostics diagnostics;
    const auto structure = analyze_structure(model.system, model.mode, diagnostics);
    if (!structure) return state.SkipWithError("the model is singular");
    index = structure->index;
  }
  state.counters["index"] = index;
  state.SetComplexityN(state.range(0));
}

void sizes_up_to(benchmark::internal::Benchmark* benchmark, int largest) {
#ifndef NDEBUG
  largest = std::min(largest, 10'000);  // unoptimised builds only see that it runs
#endif
  for (const int n : {100, 1'000, 5'000, 10'000, 50'000, 100'000, 1'000'000}) {
    if (n <= largest) benchmark->Arg(n);
  }
  benchmark->Unit(benchmark::kMillisecond)->Complexity();
}

void to_a_million(benchmark::internal::Benchmark* benchmark) { sizes_up_to(benchmark, 1'000'000); }
// Entries far from each other, everywhere: no model looks like this, and it is the
// worst case for the matchings.
void to_fifty_thousand(benchmark::internal::Benchmark* benchmark) {
  sizes_up_to(benchmark, 50'000);
}
// Offsets as large as the model: who expands such a series needs the square of it.
void to_ten_thousand(benchmark::internal::Benchmark* benchmark) { sizes_up_to(benchmark, 10'000); }

BENCHMARK_CAPTURE(analyze, rod_chain, rod_chain)->Apply(to_a_million);
BENCHMARK_CAPTURE(analyze, rod_tree, rod_tree)->Apply(to_a_million);
BENCHMARK_CAPTURE(analyze, rigid_shafts, rigid_shafts)->Apply(to_a_million);
BENCHMARK_CAPTURE(analyze, ode_ring, ode_ring)->Apply(to_a_million);
BENCHMARK_CAPTURE(analyze, grid, grid)->Apply(to_a_million);
BENCHMARK_CAPTURE(analyze, random_system, random_system)->Apply(to_fifty_thousand);
BENCHMARK_CAPTURE(analyze, derivative_chain, derivative_chain)->Apply(to_ten_thousand);

}  // namespace
}  // namespace saltus
