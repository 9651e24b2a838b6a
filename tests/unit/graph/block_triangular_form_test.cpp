#include "saltus/foundation/graph/block_triangular_form.h"

#include <gtest/gtest.h>

#include "saltus/foundation/graph/maximum_matching.h"
#include "tests/unit/graph/random_graphs.h"

namespace saltus {
namespace {

using testing::random_graph;
using testing::random_size;

TEST(BlockTriangularForm, ARowUsesColumnsOfItsOwnAndOfEarlierBlocksOnly) {
  std::mt19937 random(5);
  int checked = 0;
  for (int k = 0; k < 500; ++k) {
    const std::uint32_t n = random_size(random, 10);
    const BipartiteGraph graph = random_graph(random, n, n, 0.3, 0);
    const Matching matching = maximum_matching(graph);
    if (!matching.has_all_rows()) continue;
    ++checked;
    const BlockTriangularForm form = block_triangular_form(graph, matching);
    ASSERT_EQ(form.rows.size(), n);
    for (const Row row : graph.rows()) {
      for (const Column column : graph.columns_of(row)) {
        EXPECT_LE(form.block_of[*matching.row_of[column]], form.block_of[row]);
      }
    }
  }
  EXPECT_GT(checked, 100);
}

TEST(BlockTriangularForm, ATriangleHasBlocksOfOneRow) {
  const BipartiteGraph graph(3, 3,
                             {{Row(0), Column(2)},
                              {Row(1), Column(1)},
                              {Row(1), Column(2)},
                              {Row(2), Column(0)},
                              {Row(2), Column(1)}});
  const BlockTriangularForm form = block_triangular_form(graph, maximum_matching(graph));
  EXPECT_EQ(form.rows, (std::vector<Row>{Row(0), Row(1), Row(2)}));
  EXPECT_EQ(form.block_count(), 3u);
}

TEST(BlockTriangularForm, RefiningSplitsABlockAlongTightEdges) {
  // Both rows contain both columns, but row 0 is tight in column 0 only.
  const BipartiteGraph graph(2, 2,
                             {{Row(0), Column(0), 1},
                              {Row(0), Column(1), 0},
                              {Row(1), Column(0), 1},
                              {Row(1), Column(1), 1}});
  Matching matching(graph);
  matching.match(Row(0), Column(0));
  matching.match(Row(1), Column(1));
  const BlockTriangularForm coarse = block_triangular_form(graph, matching);
  EXPECT_EQ(coarse.block_count(), 1u);
  const BlockTriangularForm fine =
      refine(coarse, graph, matching, IdMap<Row, int>(2, 0), IdMap<Column, int>(2, 1));
  EXPECT_EQ(fine.block_count(), 2u);
  EXPECT_EQ(fine.rows, (std::vector<Row>{Row(0), Row(1)}));
}

}  // namespace
}  // namespace saltus
