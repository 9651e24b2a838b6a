#include "saltus/foundation/graph/bipartite_graph.h"

#include <algorithm>

#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

using Edge = BipartiteGraph::Edge;

// Stable, by counting: linear in rows and edges.
std::vector<Edge> sort_by_row(std::size_t row_count, std::vector<Edge> edges) {
  const auto before = [](const Edge& a, const Edge& b) { return a.row < b.row; };
  if (std::is_sorted(edges.begin(), edges.end(), before)) return edges;
  std::vector<std::uint32_t> next(row_count + 1, 0);
  for (const Edge& edge : edges) ++next[edge.row.index() + 1];
  for (std::size_t row = 0; row < row_count; ++row) next[row + 1] += next[row];
  std::vector<Edge> sorted(edges.size(), Edge{Row(0), Column(0), 0});
  for (const Edge& edge : edges) sorted[next[edge.row.index()]++] = edge;
  return sorted;
}

// Ascending columns; of parallel edges the heaviest comes first.
void sort_by_column(std::vector<Edge>::iterator begin, std::vector<Edge>::iterator end) {
  std::sort(begin, end, [](const Edge& a, const Edge& b) {
    return a.column != b.column ? a.column < b.column : a.weight > b.weight;
  });
}

}  // namespace

BipartiteGraph::BipartiteGraph(std::size_t row_count, std::size_t column_count,
                               std::vector<Edge> edges)
    : column_count_(column_count), row_start_(row_count + 1, 0) {
  for (const Edge& edge : edges) {
    SALTUS_CHECK(edge.row.index() < row_count && edge.column.index() < column_count);
  }
  edges = sort_by_row(row_count, std::move(edges));
  columns_.reserve(edges.size());
  weights_.reserve(edges.size());
  auto next = edges.begin();
  for (std::uint32_t row = 0; row < row_count; ++row) {
    const auto begin = next;
    while (next != edges.end() && next->row == Row(row)) ++next;
    sort_by_column(begin, next);
    for (auto edge = begin; edge != next; ++edge) {
      if (edge != begin && std::prev(edge)->column == edge->column) continue;
      columns_.push_back(edge->column);
      weights_.push_back(edge->weight);
    }
    row_start_[row + 1] = static_cast<std::uint32_t>(columns_.size());
  }
}

}  // namespace saltus
