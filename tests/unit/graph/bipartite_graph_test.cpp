#include "saltus/foundation/graph/bipartite_graph.h"

#include <gtest/gtest.h>

#include "saltus/foundation/graph/column_incidence.h"

namespace saltus {
namespace {

std::vector<std::uint32_t> indices(std::span<const Column> columns) {
  std::vector<std::uint32_t> result;
  for (const Column column : columns) result.push_back(column.index());
  return result;
}

TEST(BipartiteGraph, ColumnsAscendWhateverTheOrderOfTheEdges) {
  const BipartiteGraph graph(2, 3,
                             {{Row(1), Column(2), 5},
                              {Row(0), Column(1), 7},
                              {Row(1), Column(0), 3},
                              {Row(0), Column(0), 1}});
  EXPECT_EQ(indices(graph.columns_of(Row(0))), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(indices(graph.columns_of(Row(1))), (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(graph.weights_of(Row(1))[1], 5);
  EXPECT_EQ(graph.first_edge(Row(1)), 2u);
}

TEST(BipartiteGraph, TheHeaviestOfParallelEdgesCounts) {
  const BipartiteGraph graph(
      1, 1, {{Row(0), Column(0), 1}, {Row(0), Column(0), 4}, {Row(0), Column(0), 2}});
  ASSERT_EQ(graph.edge_count(), 1u);
  EXPECT_EQ(graph.weights_of(Row(0))[0], 4);
}

TEST(BipartiteGraph, MayBeEmpty) {
  EXPECT_EQ(BipartiteGraph().row_count(), 0u);
  EXPECT_EQ(BipartiteGraph(0, 0, {}).edge_count(), 0u);
  EXPECT_TRUE(BipartiteGraph(2, 0, {}).columns_of(Row(1)).empty());
}

TEST(ColumnIncidence, ListsTheRowsOfAColumn) {
  const BipartiteGraph graph(
      3, 2, {{Row(0), Column(1), 0}, {Row(2), Column(1), 1}, {Row(1), Column(0), 1}});
  const ColumnIncidence all(graph);
  ASSERT_EQ(all.rows_of(Column(1)).size(), 2u);
  EXPECT_EQ(all.rows_of(Column(1))[1], Row(2));
  const ColumnIncidence heavy(graph, [](Row, Column, int weight) { return weight > 0; });
  ASSERT_EQ(heavy.rows_of(Column(1)).size(), 1u);
  EXPECT_EQ(heavy.rows_of(Column(1))[0], Row(2));
}

}  // namespace
}  // namespace saltus
