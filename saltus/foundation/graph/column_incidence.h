#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus {

// The rows of each column, ascending: a bipartite graph seen from its other side.
class ColumnIncidence {
 public:
  explicit ColumnIncidence(const BipartiteGraph& graph)
      : ColumnIncidence(graph, [](Row, Column, int) { return true; }) {}

  // Only of the edges (row, column, weight) that `admits` accepts.
  template <class Admits>
  ColumnIncidence(const BipartiteGraph& graph, Admits admits)
      : column_start_(graph.column_count() + 1, 0) {
    for_each_edge(graph, admits, [&](Row, Column column) { ++column_start_[column.index() + 1]; });
    for (std::size_t column = 0; column < graph.column_count(); ++column) {
      column_start_[column + 1] += column_start_[column];
    }
    rows_.assign(column_start_.back(), Row(0));
    std::vector<std::uint32_t> next(column_start_.begin(), column_start_.end() - 1);
    for_each_edge(graph, admits,
                  [&](Row row, Column column) { rows_[next[column.index()]++] = row; });
  }

  std::span<const Row> rows_of(Column column) const {
    const std::uint32_t begin = column_start_[column.index()];
    return std::span(rows_).subspan(begin, column_start_[column.index() + 1] - begin);
  }

 private:
  template <class Admits, class Visit>
  static void for_each_edge(const BipartiteGraph& graph, Admits admits, Visit visit) {
    for (const Row row : graph.rows()) {
      const auto columns = graph.columns_of(row);
      const auto weights = graph.weights_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        if (admits(row, columns[k], weights[k])) visit(row, columns[k]);
      }
    }
  }

  std::vector<std::uint32_t> column_start_;
  std::vector<Row> rows_;
};

}  // namespace saltus
