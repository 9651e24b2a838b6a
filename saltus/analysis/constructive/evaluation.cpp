#include "saltus/analysis/constructive/evaluation.h"

#include <algorithm>

#include "saltus/foundation/graph/block_triangular_form.h"
#include "saltus/foundation/graph/dulmage_mendelsohn.h"
#include "saltus/foundation/graph/maximum_matching.h"

namespace saltus {
namespace {

// The graph of some rows, in the given order.
BipartiteGraph restricted(const BipartiteGraph& graph, const std::vector<Row>& rows) {
  std::vector<BipartiteGraph::Edge> edges;
  for (std::uint32_t r = 0; r < rows.size(); ++r) {
    for (const Column column : graph.columns_of(rows[r])) edges.push_back({Row(r), column});
  }
  return BipartiteGraph(rows.size(), graph.column_count(), std::move(edges));
}

}  // namespace

Split split_rows(const BipartiteGraph& graph, const std::vector<std::vector<Row>>& groups) {
  Split split;
  for (const std::vector<Row>& group : groups) {
    std::vector<Row> rows = split.kept;
    rows.insert(rows.end(), group.begin(), group.end());
    const BipartiteGraph part = restricted(graph, rows);
    const DulmageMendelsohn decomposition = dulmage_mendelsohn(part, maximum_matching(part));
    std::vector<bool> is_over(rows.size(), false);
    for (const Row row : decomposition.over_determined.rows) is_over[row.index()] = true;
    for (std::size_t r = split.kept.size(); r < rows.size(); ++r) {
      if (is_over[r]) split.refused.push_back(rows[r]);
    }
    for (std::size_t r = rows.size() - group.size(); r < rows.size(); ++r) {
      if (!is_over[r]) split.kept.push_back(rows[r]);
    }
  }
  return split;
}

std::optional<SolvableBlock> first_block(const BipartiteGraph& graph,
                                         const std::vector<Row>& kept) {
  const BipartiteGraph part = restricted(graph, kept);
  const Matching matching = maximum_matching(part);
  const DulmageMendelsohn decomposition = dulmage_mendelsohn(part, matching);
  const auto& determined = decomposition.well_determined;
  if (determined.rows.empty()) return std::nullopt;

  std::vector<std::optional<std::uint32_t>> position(part.column_count());
  for (std::uint32_t c = 0; c < determined.columns.size(); ++c) {
    position[determined.columns[c].index()] = c;
  }
  std::vector<BipartiteGraph::Edge> edges;
  for (std::uint32_t r = 0; r < determined.rows.size(); ++r) {
    for (const Column column : part.columns_of(determined.rows[r])) {
      if (position[column.index()]) edges.push_back({Row(r), Column(*position[column.index()])});
    }
  }
  const BipartiteGraph square(determined.rows.size(), determined.columns.size(), std::move(edges));
  Matching perfect(square);
  for (std::uint32_t r = 0; r < determined.rows.size(); ++r) {
    const Column column = *matching.column_of[determined.rows[r]];
    perfect.match(Row(r), Column(*position[column.index()]));
  }
  const BlockTriangularForm form = block_triangular_form(square, perfect);
  SolvableBlock block;
  for (const Row row : form.rows_of(0)) {
    block.rows.push_back(kept[determined.rows[row.index()].index()]);
    block.columns.push_back(determined.columns[perfect.column_of[row]->index()]);
  }
  return block;
}

std::vector<Column> left_over_columns(const BipartiteGraph& graph,
                                      const std::vector<Column>& order) {
  // Columns become rows one after the other, so that earlier ones stay.
  std::vector<BipartiteGraph::Edge> edges;
  std::vector<std::uint32_t> place(graph.column_count(), 0);
  for (std::uint32_t c = 0; c < order.size(); ++c) place[order[c].index()] = c;
  for (const Row row : graph.rows()) {
    for (const Column column : graph.columns_of(row)) {
      edges.push_back({Row(place[column.index()]), Column(row.index())});
    }
  }
  const BipartiteGraph turned(graph.column_count(), graph.row_count(), std::move(edges));
  std::vector<std::vector<Row>> groups;
  for (const Row row : turned.rows()) groups.push_back({row});
  std::vector<Column> left_over;
  for (const Row row : split_rows(turned, groups).refused) left_over.push_back(order[row.index()]);
  return left_over;
}

std::size_t structural_rank(const BipartiteGraph& graph) {
  std::size_t rank = 0;
  for (const auto& column : maximum_matching(graph).column_of) rank += column ? 1 : 0;
  return rank;
}

}  // namespace saltus
