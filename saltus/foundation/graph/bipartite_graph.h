#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/foundation/base/id_map.h"

namespace saltus {

// The two sides of a structural problem. Graph code knows neither equations nor
// variables: rows and columns are positions in lists that the caller keeps.
using Row = Id<struct RowTag>;
using Column = Id<struct ColumnTag>;

// Which columns occur in which row, each with an integer weight (the order of a
// derivative, in a signature). Compressed by rows; columns ascend within a row.
class BipartiteGraph {
 public:
  struct Edge {
    Row row;
    Column column;
    int weight = 0;
  };

  BipartiteGraph() = default;
  // Edges in any order; of parallel edges the heaviest counts.
  BipartiteGraph(std::size_t row_count, std::size_t column_count, std::vector<Edge> edges);

  std::size_t row_count() const { return row_start_.empty() ? 0 : row_start_.size() - 1; }
  std::size_t column_count() const { return column_count_; }
  std::size_t edge_count() const { return columns_.size(); }
  IdRange<Row> rows() const { return IdRange<Row>(row_count()); }
  IdRange<Column> columns() const { return IdRange<Column>(column_count_); }

  std::span<const Column> columns_of(Row row) const {
    return std::span(columns_).subspan(row_start_[row.index()], degree(row));
  }
  // Parallel to columns_of(row).
  std::span<const int> weights_of(Row row) const {
    return std::span(weights_).subspan(row_start_[row.index()], degree(row));
  }
  // The position of the row's first edge in the order of all edges.
  std::uint32_t first_edge(Row row) const { return row_start_[row.index()]; }

 private:
  std::size_t degree(Row row) const {
    return row_start_[row.index() + 1] - row_start_[row.index()];
  }

  std::size_t column_count_ = 0;
  std::vector<std::uint32_t> row_start_;
  std::vector<Column> columns_;
  std::vector<int> weights_;
};

}  // namespace saltus
