#include "saltus/runtime/numeric/start_plan.h"

#include <algorithm>
#include <limits>
#include <map>

#include "saltus/foundation/graph/matching.h"
#include "saltus/foundation/graph/strong_components.h"
#include "saltus/foundation/graph/union_find.h"
#include "saltus/runtime/numeric/preferential_matching.h"

namespace saltus {
namespace {

// Over-determined parts up to this many unknowns are solved in the least-squares
// sense as a whole; larger ones by as many rows as unknowns, and the rest checked.
constexpr std::size_t largest_overdetermined_part = 300;

}  // namespace

// Every block is a strong component of the digraph row -> row that solves for one
// of its columns. Rows that have to stay together are tied into a cycle.
class StartPlanner {
 public:
  StartPlanner(const BipartiteGraph& pattern, std::span<const StartValue> start,
               std::span<const Column> candidates, std::span<const DeficientBlock> deficient)
      : pattern_(pattern),
        start_(start),
        deficient_(deficient),
        excluded_(pattern.row_count(), false),
        solver_of_(pattern.column_count(), no_row),
        cluster_of_(pattern.row_count(), no_cluster) {
    for (const DeficientBlock& block : deficient) {
      for (const Row row : block.rows) excluded_[row] = true;
    }
    matching_ = preferential_matching(pattern, candidates, excluded_);
  }

  StartPlan make() {
    for (const Row row : pattern_.rows()) {
      const auto column = matching_.column_of[row];
      if (!column) continue;
      solver_of_[*column] = row.index();
      plan_.determined_.push_back(*column);
    }
    for (const DeficientBlock& block : deficient_) tie(block.rows, block.columns, block.rank);
    tie_overdetermined_parts();
    find_components();
    tie_competing_guesses();
    fill_blocks();
    find_units();
    return std::move(plan_);
  }

 private:
  static constexpr std::uint32_t no_row = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t no_cluster = std::numeric_limits<std::uint32_t>::max();

  // Rows that form one block together, and the columns it solves for.
  struct Cluster {
    std::vector<Row> rows;
    std::size_t rank;
  };

  void tie(const std::vector<Row>& rows, const std::vector<Column>& columns, std::size_t rank) {
    const auto cluster = static_cast<std::uint32_t>(clusters_.size());
    clusters_.push_back({rows, rank});
    for (const Row row : rows) cluster_of_[row] = cluster;
    for (const Column column : columns) solver_of_[column] = rows.front().index();
  }

  bool is_solved(Row row) const {
    return matching_.column_of[row].has_value() || cluster_of_[row] != no_cluster;
  }

  // What alternating paths row - column - matched row reach from an unmatched row:
  // Dulmage and Mendelsohn's over-determined part.
  void tie_overdetermined_parts() {
    std::vector<Row> reached;
    IdMap<Row, bool> seen(pattern_.row_count(), false);
    for (const Row row : pattern_.rows()) {
      if (is_solved(row)) continue;
      reached.push_back(row);
      seen[row] = true;
    }
    UnionFind parts(pattern_.row_count());
    for (std::size_t head = 0; head < reached.size(); ++head) {
      for (const Column column : pattern_.columns_of(reached[head])) {
        const std::optional<Row> next = matching_.row_of[column];
        if (!next) continue;
        parts.unite(reached[head].index(), next->index());
        if (seen[*next]) continue;
        seen[*next] = true;
        reached.push_back(*next);
      }
    }
    std::map<std::uint32_t, std::vector<Row>> rows_of_part;
    std::sort(reached.begin(), reached.end());
    for (const Row row : reached) rows_of_part[parts.find(row.index())].push_back(row);
    for (const auto& [part, rows] : rows_of_part) tie_overdetermined_part(rows);
  }

  void tie_overdetermined_part(const std::vector<Row>& rows) {
    std::vector<Column> columns;
    for (const Row row : rows) {
      if (const auto column = matching_.column_of[row]) columns.push_back(*column);
    }
    if (!columns.empty() && columns.size() <= largest_overdetermined_part) {
      tie(rows, columns, columns.size());
      return;
    }
    for (const Row row : rows) {
      if (!matching_.column_of[row]) plan_.checked_rows_.push_back(row);
    }
  }

  // Arcs lead from a row to the rows that solve for its columns.
  void find_components() {
    DirectedGraph graph;
    for (const Row row : pattern_.rows()) {
      if (is_solved(row)) {
        for (const Column column : pattern_.columns_of(row)) {
          const std::uint32_t solver = solver_of_[column];
          if (solver != no_row && solver != row.index()) graph.arcs.push_back(solver);
        }
        if (cluster_of_[row] != no_cluster) graph.arcs.push_back(next_in_cluster(row));
      }
      graph.start.push_back(static_cast<std::uint32_t>(graph.arcs.size()));
    }
    components_ = strong_components(graph);
  }

  std::uint32_t next_in_cluster(Row row) const {
    const std::vector<Row>& rows = clusters_[cluster_of_[row]].rows;
    const auto position = std::lower_bound(rows.begin(), rows.end(), row);
    return (position + 1 == rows.end() ? rows.front() : *(position + 1)).index();
  }

  std::uint32_t component_of(Row row) const { return components_.component_of[row.index()]; }
  bool is_guessed(Column column) const { return start_[column.index()].kind == StartKind::guessed; }

  // A pinned guess and a determined guess compete when the first influences the second:
  // the blocks between them become one least-squares block, in which both may move.
  // The others never need to move (theory/start.md, 4).
  void tie_competing_guesses() {
    const std::vector<std::vector<Row>> rows_of = rows_by_component();
    mark_influenced(rows_of);
    mark_influencing(rows_of);
    UnionFind groups(pattern_.row_count() + pattern_.column_count());
    bool any = false;
    for (const auto& rows : rows_of) {
      for (const Row row : rows) {
        if (!is_competing(row)) continue;
        any = true;
        join_group(row, groups);
      }
    }
    if (!any) return;
    tie_groups(groups);
    find_components();
  }

  bool is_competing(Row row) const {
    return influenced_[component_of(row)] && influencing_[component_of(row)];
  }
  bool is_pinned_guess(Column column) const {
    return is_guessed(column) && solver_of_[column] == no_row;
  }

  std::vector<std::vector<Row>> rows_by_component() const {
    std::vector<std::vector<Row>> rows_of(components_.count);
    for (const Row row : pattern_.rows()) {
      if (is_solved(row)) rows_of[component_of(row)].push_back(row);
    }
    return rows_of;
  }

  void mark_influenced(const std::vector<std::vector<Row>>& rows_of) {
    influenced_.assign(components_.count, false);
    for (std::uint32_t component = 0; component < components_.count; ++component) {
      for (const Row row : rows_of[component]) {
        if (cluster_of_[row] != no_cluster) continue;
        for (const Column column : pattern_.columns_of(row)) {
          const std::uint32_t solver = solver_of_[column];
          if (solver == no_row ? is_pinned_guess(column) : influenced_[component_of(Row(solver))]) {
            influenced_[component] = true;
          }
        }
      }
    }
  }

  void mark_influencing(const std::vector<std::vector<Row>>& rows_of) {
    influencing_.assign(components_.count, false);
    for (std::uint32_t component = components_.count; component-- > 0;) {
      for (const Row row : rows_of[component]) {
        if (cluster_of_[row] != no_cluster) continue;
        const auto column = matching_.column_of[row];
        if (column && is_guessed(*column)) influencing_[component] = true;
      }
      if (!influencing_[component]) continue;
      for (const Row row : rows_of[component]) {
        for (const Column column : pattern_.columns_of(row)) {
          const std::uint32_t solver = solver_of_[column];
          if (solver != no_row && cluster_of_[Row(solver)] == no_cluster) {
            influencing_[component_of(Row(solver))] = true;
          }
        }
      }
    }
  }

  void join_group(Row row, UnionFind& groups) {
    for (const Column column : pattern_.columns_of(row)) {
      const std::uint32_t solver = solver_of_[column];
      if (solver != no_row && is_competing(Row(solver))) groups.unite(row.index(), solver);
      if (is_pinned_guess(column)) {
        const auto pin = static_cast<std::uint32_t>(pattern_.row_count()) + column.index();
        groups.unite(row.index(), pin);
      }
    }
  }

  void tie_groups(UnionFind& groups) {
    std::map<std::uint32_t, std::pair<std::vector<Row>, std::vector<Column>>> members;
    for (const Row row : pattern_.rows()) {
      if (!is_solved(row) || !is_competing(row)) continue;
      auto& [rows, columns] = members[groups.find(row.index())];
      rows.push_back(row);
      columns.push_back(*matching_.column_of[row]);
      for (const Column column : pattern_.columns_of(row)) {
        if (is_pinned_guess(column)) columns.push_back(column);
      }
    }
    for (auto& [group, both] : members) {
      auto& [rows, columns] = both;
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      tie(rows, columns, rows.size());
    }
  }

  void fill_blocks() {
    const std::vector<std::vector<Row>> rows_of = rows_by_component();
    IdMap<Row, std::uint32_t> block_of_row(pattern_.row_count(), StartPlan::no_block);
    for (const std::vector<Row>& rows : rows_of) {
      if (rows.empty()) continue;
      for (const Row row : rows) {
        block_of_row[row] = plan_.block_count();
        plan_.rows_.push_back(row);
      }
      plan_.row_start_.push_back(static_cast<std::uint32_t>(plan_.rows_.size()));
      const std::uint32_t cluster = cluster_of_[rows.front()];
      plan_.kind_.push_back(cluster == no_cluster ? StartPlan::BlockKind::square
                                                  : StartPlan::BlockKind::least_squares);
      plan_.rank_.push_back(cluster == no_cluster ? rows.size() : clusters_[cluster].rank);
    }
    distribute_columns(block_of_row);
  }

  void distribute_columns(const IdMap<Row, std::uint32_t>& block_of_row) {
    plan_.block_of_ = IdMap<Column, std::uint32_t>(pattern_.column_count(), StartPlan::no_block);
    plan_.position_of_ = IdMap<Column, std::uint32_t>(pattern_.column_count(), 0);
    std::vector<std::uint32_t>& start = plan_.column_start_;
    start.assign(plan_.block_count() + 1, 0);
    for (const Column column : pattern_.columns()) {
      if (solver_of_[column] == no_row) continue;
      const std::uint32_t block = block_of_row[Row(solver_of_[column])];
      plan_.block_of_[column] = block;
      plan_.position_of_[column] = start[block + 1]++;
    }
    for (std::uint32_t block = 0; block < plan_.block_count(); ++block) {
      start[block + 1] += start[block];
    }
    plan_.columns_.assign(start.back(), Column(0));
    for (const Column column : pattern_.columns()) {
      if (plan_.is_given(column)) continue;
      plan_.columns_[start[plan_.block_of_[column]] + plan_.position_of_[column]] = column;
    }
  }

  void find_units() {
    UnionFind units(plan_.block_count());
    for (std::uint32_t block = 0; block < plan_.block_count(); ++block) {
      for (const Row row : plan_.rows_of(block)) {
        for (const Column column : pattern_.columns_of(row)) {
          if (const auto other = plan_.block_of(column)) units.unite(block, *other);
        }
      }
    }
    std::vector<std::uint32_t> number(plan_.block_count(), 0);
    for (std::uint32_t block = 0; block < plan_.block_count(); ++block) {
      const std::uint32_t first = units.find(block);
      if (first == block) number[block] = plan_.unit_count_++;
      plan_.unit_of_.push_back(number[first]);
    }
  }

  const BipartiteGraph& pattern_;
  std::span<const StartValue> start_;
  std::span<const DeficientBlock> deficient_;
  IdMap<Row, bool> excluded_;
  Matching matching_;
  IdMap<Column, std::uint32_t> solver_of_;  // the row whose block solves for the column
  IdMap<Row, std::uint32_t> cluster_of_;
  std::vector<Cluster> clusters_;
  StrongComponents components_;
  std::vector<bool> influenced_, influencing_;  // by component
  StartPlan plan_;
};

std::vector<Column> determination_order(std::span<const StartValue> start) {
  std::vector<Column> order;
  for (std::uint32_t column = 0; column < start.size(); ++column) {
    if (start[column].kind != StartKind::fixed) order.push_back(Column(column));
  }
  const auto rank = [&](Column column) {
    const StartValue& value = start[column.index()];
    return value.kind == StartKind::guessed ? std::numeric_limits<std::int64_t>::max()
                                            : std::int64_t{value.preference};
  };
  // Among equals, the one declared last is determined first.
  std::sort(order.begin(), order.end(),
            [&](Column a, Column b) { return rank(a) != rank(b) ? rank(a) < rank(b) : a > b; });
  return order;
}

StartPlan make_start_plan(const BipartiteGraph& pattern, std::span<const StartValue> start,
                          std::span<const Column> candidates,
                          std::span<const DeficientBlock> deficient) {
  return StartPlanner(pattern, start, candidates, deficient).make();
}

}  // namespace saltus
