#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "saltus/foundation/graph/matching.h"

namespace saltus {

// Makes a matching larger along shortest augmenting paths, many at a time
// (Hopcroft and Karp 1973). Each round costs no more than the part of the graph
// that free rows reach, so that a nearly complete matching is completed cheaply.
class AugmentingPaths {
 public:
  AugmentingPaths(const BipartiteGraph& graph, Matching& matching)
      : graph_(graph), matching_(matching), visit_(graph.row_count()) {
    for (const Row row : graph.rows()) {
      if (!matching.column_of[row]) free_rows_.push_back(row);
    }
  }

  // Until no augmenting path is left among the edges (row, column, weight) that
  // `admits` accepts. Matched edges must be among them.
  template <class Admits>
  void augment_all(Admits admits) {
    while (!free_rows_.empty() && find_levels(admits)) {
      for (const Row row : free_rows_) augment_from(row, admits);
      std::erase_if(free_rows_, [&](Row row) { return matching_.column_of[row].has_value(); });
    }
  }

  const std::vector<Row>& free_rows() const { return free_rows_; }

 private:
  static constexpr std::uint32_t used_up = std::numeric_limits<std::uint32_t>::max();

  struct Visit {
    std::uint32_t round = 0;   // in which the rest was written
    std::uint32_t level = 0;   // matched edges on a shortest alternating path from a free row
    std::uint32_t cursor = 0;  // edges of the row before this one lead nowhere
  };

  // Breadth first from the free rows, to the level at which the first free
  // columns are. False when there are none.
  template <class Admits>
  bool find_levels(Admits admits) {
    ++round_;
    queue_.assign(free_rows_.begin(), free_rows_.end());
    for (const Row row : free_rows_) visit_[row] = {.round = round_};
    last_level_ = used_up;
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const Row row = queue_[head];
      if (visit_[row].level >= last_level_) break;
      visit_neighbours(row, admits);
    }
    return last_level_ != used_up;
  }

  template <class Admits>
  void visit_neighbours(Row row, Admits admits) {
    const auto columns = graph_.columns_of(row);
    const auto weights = graph_.weights_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (!admits(row, columns[k], weights[k])) continue;
      const std::optional<Row> next = matching_.row_of[columns[k]];
      if (!next) {
        last_level_ = visit_[row].level + 1;
      } else if (visit_[*next].round != round_) {
        visit_[*next] = {.round = round_, .level = visit_[row].level + 1};
        queue_.push_back(*next);
      }
    }
  }

  // Depth first along ascending levels; what was visited is not visited again.
  template <class Admits>
  void augment_from(Row start, Admits admits) {
    path_.assign(1, start);
    while (!path_.empty()) {
      const Row row = path_.back();
      const std::optional<Column> column = next_column(row, admits);
      if (!column) {
        visit_[row].level = used_up;
        path_.pop_back();
        if (!path_.empty()) ++visit_[path_.back()].cursor;
      } else if (const std::optional<Row> next = matching_.row_of[*column]) {
        path_.push_back(*next);
      } else {
        flip_path();
        return;
      }
    }
  }

  // The column at the row's cursor, moved on to one that is free or leads to the next level.
  template <class Admits>
  std::optional<Column> next_column(Row row, Admits admits) {
    const auto columns = graph_.columns_of(row);
    const auto weights = graph_.weights_of(row);
    Visit& visit = visit_[row];
    for (; visit.cursor < columns.size(); ++visit.cursor) {
      const Column column = columns[visit.cursor];
      if (!admits(row, column, weights[visit.cursor])) continue;
      const std::optional<Row> next = matching_.row_of[column];
      if (!next) return column;
      if (visit_[*next].round == round_ && visit_[*next].level == visit.level + 1) return column;
    }
    return std::nullopt;
  }

  // Each row of the path takes the column at its cursor: one pair more.
  void flip_path() {
    for (auto row = path_.rbegin(); row != path_.rend(); ++row) {
      matching_.match(*row, graph_.columns_of(*row)[visit_[*row].cursor]);
      visit_[*row].level = used_up;
    }
  }

  const BipartiteGraph& graph_;
  Matching& matching_;
  std::uint32_t round_ = 0;
  std::uint32_t last_level_ = used_up;  // where free columns were found in this round
  IdMap<Row, Visit> visit_;
  std::vector<Row> free_rows_, queue_, path_;
};

}  // namespace saltus
