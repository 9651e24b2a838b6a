#include "saltus/foundation/graph/maximum_matching.h"

#include <gtest/gtest.h>

#include "tests/unit/graph/random_graphs.h"

namespace saltus {
namespace {

using testing::random_graph;
using testing::random_size;
using testing::SimpleMatching;
using testing::weight_of;

std::size_t pair_count(const BipartiteGraph& graph, const Matching& matching) {
  std::size_t count = 0;
  for (const Row row : graph.rows()) {
    if (!matching.column_of[row]) continue;
    EXPECT_EQ(matching.row_of[*matching.column_of[row]], row);
    EXPECT_TRUE(weight_of(graph, row, *matching.column_of[row]).has_value());
    ++count;
  }
  return count;
}

TEST(MaximumMatching, IsAsLargeAsOnePathAtATimeFindsIt) {
  std::mt19937 random(1);
  for (int k = 0; k < 500; ++k) {
    const std::uint32_t rows = random_size(random, 20), columns = random_size(random, 20);
    const BipartiteGraph graph = random_graph(random, rows, columns, 0.05 + 0.002 * (k % 100), 2);
    EXPECT_EQ(pair_count(graph, maximum_matching(graph)), SimpleMatching(graph).size());
  }
}

TEST(MaximumMatching, PairsEveryRowOfAPermutedTriangle) {
  // Column k of row i exists for k <= i: one perfect matching only.
  const std::uint32_t n = 50;
  testing::Edges edges;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t k = 0; k <= i; ++k) edges.push_back({Row((i * 7) % n), Column((k * 3) % n)});
  }
  const Matching matching = maximum_matching(BipartiteGraph(n, n, edges));
  for (std::uint32_t i = 0; i < n; ++i) {
    EXPECT_EQ(matching.column_of[Row((i * 7) % n)], Column((i * 3) % n));
  }
}

TEST(MaximumMatching, LeavesFreeWhatHasNoPartner) {
  const BipartiteGraph graph(3, 2, {{Row(0), Column(0)}, {Row(2), Column(0)}});
  const Matching matching = maximum_matching(graph);
  EXPECT_EQ(pair_count(graph, matching), 1u);
  EXPECT_FALSE(matching.has_all_rows());
  EXPECT_FALSE(matching.has_all_columns());
  EXPECT_FALSE(matching.column_of[Row(1)].has_value());
}

TEST(MaximumMatching, AugmentsAlongAMillionRowsWithoutRecursion) {
  // A ring: rows i with columns i and i + 1. Removing one column's choice forces
  // the whole ring to turn.
  const std::uint32_t n = 1'000'000;
  testing::Edges edges;
  for (std::uint32_t i = 0; i < n; ++i) {
    edges.push_back({Row(i), Column(i)});
    edges.push_back({Row(i), Column((i + 1) % n)});
  }
  EXPECT_TRUE(maximum_matching(BipartiteGraph(n, n, std::move(edges))).has_all_rows());
}

}  // namespace
}  // namespace saltus
