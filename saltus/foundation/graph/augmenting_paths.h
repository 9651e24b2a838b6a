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
      augment_along_levels(admits);
      augment_anywhere(admits);
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

  // Shortest paths: each row of a path is one level above the one before it.
  template <class Admits>
  void augment_along_levels(Admits admits) {
    augment_each(admits, [this](Row row, Row next) {
      return visit_[next].round == round_ && visit_[next].level == visit_[row].level + 1;
    });
  }

  // What is left free may find a longer path now; where the graph is barely
  // connected this saves many rounds (Duff and Wiberg 1988).
  template <class Admits>
  void augment_anywhere(Admits admits) {
    ++round_;
    for (const Row row : free_rows_) visit_[row] = {.round = round_};
    augment_each(admits, [this](Row, Row next) {
      if (visit_[next].round == round_) return false;
      visit_[next] = {.round = round_};
      return true;
    });
  }

  template <class Admits, class LeadsOn>
  void augment_each(Admits admits, LeadsOn leads_on) {
    for (const Row row : free_rows_) augment_from(row, admits, leads_on);
    std::erase_if(free_rows_, [&](Row row) { return matching_.column_of[row].has_value(); });
  }

  // Depth first from row to row as `leads_on` allows; no row is entered twice in a pass.
  template <class Admits, class LeadsOn>
  void augment_from(Row start, Admits admits, LeadsOn leads_on) {
    path_.assign(1, start);
    while (!path_.empty()) {
      const Row row = path_.back();
      const std::optional<Column> column = next_column(row, admits, leads_on);
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

  // The column at the row's cursor, moved on to one that is free or leads on.
  template <class Admits, class LeadsOn>
  std::optional<Column> next_column(Row row, Admits admits, LeadsOn leads_on) {
    const auto columns = graph_.columns_of(row);
    const auto weights = graph_.weights_of(row);
    std::uint32_t& cursor = visit_[row].cursor;
    if (cursor == 0) look_ahead(row, admits);
    for (; cursor < columns.size(); ++cursor) {
      const Column column = columns[cursor];
      if (!admits(row, column, weights[cursor])) continue;
      const std::optional<Row> next = matching_.row_of[column];
      if (!next || leads_on(row, *next)) return column;
    }
    return std::nullopt;
  }

  // Puts the cursor on a free column if the row has one: no path is shorter.
  template <class Admits>
  void look_ahead(Row row, Admits admits) {
    const auto columns = graph_.columns_of(row);
    const auto weights = graph_.weights_of(row);
    for (std::uint32_t k = 0; k < columns.size(); ++k) {
      if (matching_.row_of[columns[k]] || !admits(row, columns[k], weights[k])) continue;
      visit_[row].cursor = k;
      return;
    }
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
