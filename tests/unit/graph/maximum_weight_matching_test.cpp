#include "saltus/foundation/graph/maximum_weight_matching.h"

#include <gtest/gtest.h>

#include "saltus/foundation/graph/maximum_matching.h"
#include "tests/unit/graph/random_graphs.h"

namespace saltus {
namespace {

using testing::highest_value_by_enumeration;
using testing::random_graph;
using testing::random_size;
using testing::weight_of;

int value_of(const BipartiteGraph& graph, const Matching& matching) {
  int value = 0;
  for (const Row row : graph.rows()) value += *weight_of(graph, row, *matching.column_of[row]);
  return value;
}

void expect_potentials_prove_optimality(const BipartiteGraph& graph, const WeightedMatching& best) {
  for (const Row row : graph.rows()) {
    EXPECT_GE(best.row_potential[row], 0);
    const auto columns = graph.columns_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const int slack =
          best.column_potential[columns[k]] - best.row_potential[row] - graph.weights_of(row)[k];
      EXPECT_GE(slack, 0);
      if (best.matching.column_of[row] == columns[k]) {
        EXPECT_EQ(slack, 0);
      }
    }
  }
}

TEST(MaximumWeightMatching, HasTheValueThatEnumerationFinds) {
  std::mt19937 random(2);
  int solvable = 0;
  for (int k = 0; k < 1500; ++k) {
    const std::uint32_t n = random_size(random, 6);
    const BipartiteGraph graph = random_graph(random, n, n, 0.5, 1 + k % 4);
    const auto highest = highest_value_by_enumeration(graph);
    if (!highest) continue;
    ++solvable;
    const WeightedMatching whole = maximum_weight_matching(graph);
    EXPECT_EQ(value_of(graph, whole.matching), *highest);
    expect_potentials_prove_optimality(graph, whole);

    const Matching any = maximum_matching(graph);
    const WeightedMatching by_blocks =
        maximum_weight_matching(graph, any, block_triangular_form(graph, any));
    EXPECT_EQ(value_of(graph, by_blocks.matching), *highest);
  }
  EXPECT_GT(solvable, 300);
}

TEST(MaximumWeightMatching, PrefersAHeavyPairToTwoLightOnes) {
  const BipartiteGraph graph(2, 2,
                             {{Row(0), Column(0), 1},
                              {Row(0), Column(1), 1},
                              {Row(1), Column(0), 3},
                              {Row(1), Column(1), 0}});
  const WeightedMatching best = maximum_weight_matching(graph);
  EXPECT_EQ(best.matching.column_of[Row(0)], Column(1));
  EXPECT_EQ(best.matching.column_of[Row(1)], Column(0));
}

// The lattice of optimal potentials has a least element; brute force finds it.
TEST(MaximumWeightMatching, ItsPotentialsAreTheSmallest) {
  std::mt19937 random(3);
  for (int k = 0; k < 150; ++k) {
    const std::uint32_t n = random_size(random, 4);
    const BipartiteGraph graph = random_graph(random, n, n, 0.6, 2);
    if (!highest_value_by_enumeration(graph)) continue;
    const WeightedMatching best = maximum_weight_matching(graph);
    // Every optimal c in a box; d follows from it.
    const int bound = 2 * static_cast<int>(n);
    std::vector<int> c(n, 0), least(n, bound);
    for (;;) {
      bool optimal = true;
      for (const Row row : graph.rows()) {
        const Column own = *best.matching.column_of[row];
        const int d = c[row.index()] + *weight_of(graph, row, own);
        for (const Row other : graph.rows()) {
          const auto weight = weight_of(graph, other, own);
          optimal &= !weight || d >= c[other.index()] + *weight;
        }
      }
      for (std::size_t i = 0; optimal && i < n; ++i) least[i] = std::min(least[i], c[i]);
      std::size_t digit = 0;
      while (digit < n && ++c[digit] > bound) c[digit++] = 0;
      if (digit == n) break;
    }
    EXPECT_EQ(best.row_potential.values(), least);
  }
}

}  // namespace
}  // namespace saltus
