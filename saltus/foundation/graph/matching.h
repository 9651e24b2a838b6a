#pragma once

#include <cstddef>
#include <optional>

#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus {

// Pairs of a row and a column; each row and each column is in at most one pair.
struct Matching {
  Matching() = default;
  explicit Matching(const BipartiteGraph& graph)
      : column_of(graph.row_count()), row_of(graph.column_count()) {}

  // The former partners, if any, must get another one by the caller.
  void match(Row row, Column column) {
    column_of[row] = column;
    row_of[column] = row;
  }
  bool has_all_rows() const { return has_all(column_of); }
  bool has_all_columns() const { return has_all(row_of); }

  IdMap<Row, std::optional<Column>> column_of;
  IdMap<Column, std::optional<Row>> row_of;

 private:
  template <class Partners>
  static bool has_all(const Partners& partners) {
    for (const auto& partner : partners) {
      if (!partner) return false;
    }
    return true;
  }
};

}  // namespace saltus
