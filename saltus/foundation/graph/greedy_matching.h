#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "saltus/foundation/graph/column_incidence.h"
#include "saltus/foundation/graph/matching.h"

namespace saltus {

// A maximal matching in linear time, from which few augmentations are left.
//
// The rule of Karp and Sipser: a row or column with a single free neighbour is
// matched to it at once, which is always right (so that trees and chains come
// out maximum); only when there is none, a row takes its rarest free column.
template <class Admits>
class GreedyMatching {
 public:
  GreedyMatching(const BipartiteGraph& graph, Admits admits)
      : graph_(graph),
        admits_(admits),
        incidence_(graph, admits),
        matching_(graph),
        row_degree_(graph.row_count(), 0),
        column_degree_(graph.column_count(), 0) {}

  Matching run() {
    count_neighbours();
    match_single_neighbours();
    for (const Row row : graph_.rows()) {
      if (matching_.column_of[row] || row_degree_[row] == 0) continue;
      take(row, *rarest_free_column(row));
      match_single_neighbours();
    }
    return std::move(matching_);
  }

 private:
  void count_neighbours() {
    for (const Column column : graph_.columns()) {
      const auto rows = incidence_.rows_of(column);
      column_degree_[column] = static_cast<std::uint32_t>(rows.size());
      for (const Row row : rows) ++row_degree_[row];
      if (rows.size() == 1) single_columns_.push_back(column);
    }
    for (const Row row : graph_.rows()) {
      if (row_degree_[row] == 1) single_rows_.push_back(row);
    }
    // The worklists are stacks; the first in the text shall come out first.
    std::reverse(single_columns_.begin(), single_columns_.end());
    std::reverse(single_rows_.begin(), single_rows_.end());
  }

  void match_single_neighbours() {
    while (!single_rows_.empty() || !single_columns_.empty()) {
      if (!single_rows_.empty()) {
        const Row row = single_rows_.back();
        single_rows_.pop_back();
        if (matching_.column_of[row] || row_degree_[row] == 0) continue;
        take(row, *rarest_free_column(row));
      } else {
        const Column column = single_columns_.back();
        single_columns_.pop_back();
        if (matching_.row_of[column] || column_degree_[column] == 0) continue;
        take(*free_row(column), column);
      }
    }
  }

  std::optional<Column> rarest_free_column(Row row) const {
    std::optional<Column> rarest;
    const auto columns = graph_.columns_of(row);
    const auto weights = graph_.weights_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Column column = columns[k];
      if (matching_.row_of[column] || !admits_(row, column, weights[k])) continue;
      if (!rarest || column_degree_[column] < column_degree_[*rarest]) rarest = column;
    }
    return rarest;
  }

  std::optional<Row> free_row(Column column) const {
    for (const Row row : incidence_.rows_of(column)) {
      if (!matching_.column_of[row]) return row;
    }
    return std::nullopt;
  }

  void take(Row row, Column column) {
    matching_.match(row, column);
    for (const Row other : incidence_.rows_of(column)) {
      if (!matching_.column_of[other] && --row_degree_[other] == 1) single_rows_.push_back(other);
    }
    const auto columns = graph_.columns_of(row);
    const auto weights = graph_.weights_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Column other = columns[k];
      if (matching_.row_of[other] || !admits_(row, other, weights[k])) continue;
      if (--column_degree_[other] == 1) single_columns_.push_back(other);
    }
  }

  const BipartiteGraph& graph_;
  Admits admits_;
  ColumnIncidence incidence_;
  Matching matching_;
  IdMap<Row, std::uint32_t> row_degree_;        // free columns of a free row
  IdMap<Column, std::uint32_t> column_degree_;  // free rows of a free column
  std::vector<Row> single_rows_;
  std::vector<Column> single_columns_;
};

// Uses only the edges (row, column, weight) that `admits` accepts.
template <class Admits>
Matching greedy_matching(const BipartiteGraph& graph, Admits admits) {
  return GreedyMatching<Admits>(graph, admits).run();
}

}  // namespace saltus
