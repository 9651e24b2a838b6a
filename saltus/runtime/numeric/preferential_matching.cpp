#include "saltus/runtime/numeric/preferential_matching.h"

#include <optional>
#include <utility>
#include <vector>

#include "saltus/foundation/graph/column_incidence.h"

namespace saltus {
namespace {

class PreferentialMatching {
 public:
  PreferentialMatching(const BipartiteGraph& pattern, const IdMap<Row, bool>& excluded)
      : incidence_(pattern, [&](Row row, Column, int) { return !excluded[row]; }),
        matching_(pattern),
        visited_(pattern.row_count(), 0),
        cursor_(pattern.column_count(), 0) {}

  Matching run(std::span<const Column> candidates) {
    for (const Column column : candidates) augment_from(column);
    return std::move(matching_);
  }

 private:
  // Depth first along column - row - matched column - …; the path's columns are on
  // the stack. Rows visited by a search that fails lie in a part without a way out,
  // for later searches too: they stay visited, so that all failures together visit
  // each row once.
  void augment_from(Column start) {
    path_.assign(1, start);
    cursor_[start] = 0;
    while (!path_.empty()) {
      const Column column = path_.back();
      if (const std::optional<Row> free = free_row(column)) {
        flip_path(*free);
        for (const Row row : touched_) visited_[row] = 0;
        touched_.clear();
        return;
      }
      if (!descend(column)) path_.pop_back();
    }
    touched_.clear();
  }

  std::optional<Row> free_row(Column column) const {
    if (cursor_[column] != 0) return std::nullopt;  // looked at before
    for (const Row row : incidence_.rows_of(column)) {
      if (!matching_.column_of[row]) return row;
    }
    return std::nullopt;
  }

  bool descend(Column column) {
    const auto rows = incidence_.rows_of(column);
    while (cursor_[column] < rows.size()) {
      const Row row = rows[cursor_[column]++];
      if (visited_[row]) continue;
      visited_[row] = 1;
      touched_.push_back(row);
      const Column next = *matching_.column_of[row];
      cursor_[next] = 0;
      path_.push_back(next);
      return true;
    }
    return false;
  }

  // The last column takes the free row, each one before it the row of its successor.
  void flip_path(Row free) {
    Row row = free;
    while (!path_.empty()) {
      const Column column = path_.back();
      path_.pop_back();
      const std::optional<Row> released = matching_.row_of[column];
      matching_.match(row, column);
      if (!released) return;
      row = *released;
    }
  }

  ColumnIncidence incidence_;
  Matching matching_;
  IdMap<Row, char> visited_;
  IdMap<Column, std::uint32_t> cursor_;
  std::vector<Column> path_;
  std::vector<Row> touched_;
};

}  // namespace

Matching preferential_matching(const BipartiteGraph& pattern, std::span<const Column> candidates,
                               const IdMap<Row, bool>& excluded) {
  return PreferentialMatching(pattern, excluded).run(candidates);
}

}  // namespace saltus
