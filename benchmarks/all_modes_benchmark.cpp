// Instruction counts and quick comparisons of the check of every mode; the argument is the number
// of parts (clutches, wagons, tanks, bridges). The table in docs/benchmarks.md is made by
// all_modes_table.
#include <benchmark/benchmark.h>

#include "benchmarks/all_modes_models.h"
#include "saltus/analysis/all_modes/analyze_all_modes.h"
#include "saltus/analysis/all_modes/conditional_structure.h"

namespace saltus::benchmarks {
namespace {

using Make = void (*)(ModelWriter&, std::uint32_t);

// All of it.
void analyze(benchmark::State& state, Make make) {
  ModelWriter model;
  make(model, static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) {
    const auto modes = analyze_all_modes(model.system);
    if (!modes) return state.SkipWithError("the diagrams became too large");
    state.counters["equations"] = static_cast<double>(modes->unknowns);
    state.counters["log10_modes"] = modes->count.log10();
  }
}

// Without counting.
void structure(benchmark::State& state, Make make) {
  ModelWriter model;
  make(model, static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) {
    const ModelRows rows = find_rows(model.system);
    const GuardLogic logic(model.system, find_neighbours(model.system, rows));
    const ConditionalSignature signature = conditional_signature(model.system, rows, logic);
    benchmark::DoNotOptimize(conditional_structure(signature, logic));
  }
}

void parts(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond);
#ifdef NDEBUG
  benchmark->Arg(1'000);  // unoptimised builds only see that it runs
#endif
}

BENCHMARK_CAPTURE(structure, clutch_chain, clutch_chain)->Apply(parts);
BENCHMARK_CAPTURE(structure, clutch_ring, clutch_ring)->Apply(parts);
BENCHMARK_CAPTURE(structure, clutch_tree, clutch_tree)->Apply(parts);
BENCHMARK_CAPTURE(structure, train, train)->Apply(parts);
BENCHMARK_CAPTURE(structure, tanks, tanks)->Apply(parts);
BENCHMARK_CAPTURE(structure, bridge_ladder, bridge_ladder)->Apply(parts);
BENCHMARK_CAPTURE(analyze, clutch_chain, clutch_chain)->Apply(parts);
BENCHMARK_CAPTURE(analyze, clutch_ring, clutch_ring)->Apply(parts);
BENCHMARK_CAPTURE(analyze, clutch_tree, clutch_tree)->Apply(parts);
BENCHMARK_CAPTURE(analyze, train, train)->Apply(parts);
BENCHMARK_CAPTURE(analyze, tanks, tanks)->Apply(parts);
BENCHMARK_CAPTURE(analyze, bridge_ladder, bridge_ladder)->Apply(parts);

}  // namespace
}  // namespace saltus::benchmarks
