#include "saltus/foundation/graph/dulmage_mendelsohn.h"

#include <gtest/gtest.h>

#include "saltus/foundation/graph/maximum_matching.h"
#include "tests/unit/graph/random_graphs.h"

namespace saltus {
namespace {

using testing::random_graph;
using testing::random_size;

std::size_t free_row_count(const Matching& matching) {
  return static_cast<std::size_t>(
      std::count(matching.column_of.begin(), matching.column_of.end(), std::nullopt));
}

TEST(DulmageMendelsohn, PartsHaveTheSizesTheyClaim) {
  std::mt19937 random(6);
  for (int k = 0; k < 500; ++k) {
    const std::uint32_t rows = random_size(random, 12), columns = random_size(random, 12);
    const BipartiteGraph graph = random_graph(random, rows, columns, 0.2, 0);
    const Matching matching = maximum_matching(graph);
    const auto [over, well, under] = dulmage_mendelsohn(graph, matching);
    const std::size_t free_rows = free_row_count(matching);
    const std::size_t pairs = rows - free_rows;
    EXPECT_EQ(over.rows.size() - over.columns.size(), free_rows);
    EXPECT_EQ(well.rows.size(), well.columns.size());
    EXPECT_EQ(under.columns.size() - under.rows.size(), columns - pairs);
    EXPECT_EQ(over.rows.size() + well.rows.size() + under.rows.size(), rows);
    EXPECT_EQ(over.columns.size() + well.columns.size() + under.columns.size(), columns);
  }
}

TEST(DulmageMendelsohn, RowsOfTheOverDeterminedPartHaveNoOtherColumns) {
  std::mt19937 random(7);
  for (int k = 0; k < 300; ++k) {
    const BipartiteGraph graph = random_graph(random, 8, 7, 0.2, 0);
    const auto parts = dulmage_mendelsohn(graph, maximum_matching(graph));
    const auto& columns = parts.over_determined.columns;
    for (const Row row : parts.over_determined.rows) {
      for (const Column column : graph.columns_of(row)) {
        EXPECT_NE(std::find(columns.begin(), columns.end(), column), columns.end());
      }
    }
    const auto& under = parts.under_determined.columns;
    for (const Row row : graph.rows()) {
      const auto& rows = parts.under_determined.rows;
      if (std::find(rows.begin(), rows.end(), row) != rows.end()) continue;
      for (const Column column : graph.columns_of(row)) {
        EXPECT_EQ(std::find(under.begin(), under.end(), column), under.end());
      }
    }
  }
}

TEST(DulmageMendelsohn, TwoEquationsForOneUnknownAreTooMany) {
  // x, x, x + y + z: rows 0 and 1 fight for column 0; columns 1 and 2 share row 2.
  const BipartiteGraph graph(3, 3,
                             {{Row(0), Column(0)},
                              {Row(1), Column(0)},
                              {Row(2), Column(0)},
                              {Row(2), Column(1)},
                              {Row(2), Column(2)}});
  const auto parts = dulmage_mendelsohn(graph, maximum_matching(graph));
  EXPECT_EQ(parts.over_determined.rows.size(), 2u);
  EXPECT_EQ(parts.over_determined.columns, std::vector<Column>{Column(0)});
  EXPECT_EQ(parts.under_determined.rows, std::vector<Row>{Row(2)});
  EXPECT_EQ(parts.under_determined.columns.size(), 2u);
  EXPECT_TRUE(parts.well_determined.rows.empty());
}

}  // namespace
}  // namespace saltus
