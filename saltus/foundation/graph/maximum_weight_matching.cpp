#include "saltus/foundation/graph/maximum_weight_matching.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "saltus/foundation/base/check.h"
#include "saltus/foundation/graph/augmenting_paths.h"
#include "saltus/foundation/graph/greedy_matching.h"

namespace saltus {
namespace {

// Kuhn's Hungarian method in phases. Row and column potentials c, d are kept
// feasible, slack = d - c - weight >= 0, and only tight edges (slack 0) are matched.
// A phase matches as many as possible, then raises c and d where rows left free
// compete with others for columns, until a new edge that helps becomes tight.
//
// Raising starts from the smallest conceivable values and never exceeds a competing
// set's need, so the final potentials are the smallest optimal ones (the argument of
// Demange, Gale and Sotomayor 1986 for auctions). A phase raises every free row by
// at least 1: there are no more phases than the largest row potential.
class HungarianPhases {
 public:
  explicit HungarianPhases(const BipartiteGraph& graph)
      : graph_(graph),
        row_(graph.row_count(), 0),
        column_(graph.column_count(), 0),
        distance_(graph.row_count(), far) {}

  WeightedMatching run() {
    raise_columns_to_their_heaviest_edge();
    const auto is_tight = [this](Row row, Column column, int weight) {
      return column_[column] - row_[row] == weight;
    };
    matching_ = greedy_matching(graph_, is_tight);
    AugmentingPaths paths(graph_, matching_);
    paths.augment_all(is_tight);
    while (!paths.free_rows().empty()) {
      raise_potentials(paths.free_rows());
      paths.augment_all(is_tight);
    }
    return {std::move(matching_), std::move(row_), std::move(column_)};
  }

 private:
  static constexpr int far = std::numeric_limits<int>::max();

  void raise_columns_to_their_heaviest_edge() {
    for (const Row row : graph_.rows()) {
      const auto columns = graph_.columns_of(row);
      const auto weights = graph_.weights_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        SALTUS_CHECK(weights[k] >= 0);
        column_[columns[k]] = std::max(column_[columns[k]], weights[k]);
      }
    }
  }

  // With D the distance from the free rows to the nearest free column, where an
  // edge row → column is as long as its slack and column → matched row is 0: raises
  // whatever is nearer than D by the difference. Slacks stay >= 0, matched edges
  // tight, and a whole path from a free row to a free column becomes tight.
  void raise_potentials(const std::vector<Row>& free_rows) {
    const int nearest = measure_distances(free_rows);
    SALTUS_CHECK(nearest != far);  // or there is no perfect matching
    for (const Row row : reached_) {
      const int raise = nearest - std::exchange(distance_[row], far);
      if (raise <= 0) continue;
      row_[row] += raise;
      if (const std::optional<Column> column = matching_.column_of[row]) column_[*column] += raise;
    }
    reached_.clear();
  }

  // Dijkstra's search with a bucket per distance (Dial). Returns D; distances below D
  // are exact.
  int measure_distances(const std::vector<Row>& free_rows) {
    int nearest = far;
    for (const Row row : free_rows) reach(row, 0);
    for (int distance = 0; distance < std::min(nearest, bucket_count()); ++distance) {
      // Edges without slack add to the bucket while it is read.
      for (std::size_t k = 0; k < bucket(distance).size(); ++k) {
        const Row row = bucket(distance)[k];
        if (distance_[row] == distance) pass_on(row, nearest);
      }
    }
    for (std::vector<Row>& bucket : buckets_) bucket.clear();
    return nearest;
  }

  void pass_on(Row row, int& nearest) {
    const auto columns = graph_.columns_of(row);
    const auto weights = graph_.weights_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const int slack = column_[columns[k]] - row_[row] - weights[k];
      const int distance = distance_[row] + slack;
      if (distance >= nearest) continue;
      if (const std::optional<Row> next = matching_.row_of[columns[k]]) {
        if (distance < distance_[*next]) reach(*next, distance);
      } else {
        nearest = distance;
      }
    }
  }

  void reach(Row row, int distance) {
    if (distance_[row] == far) reached_.push_back(row);
    distance_[row] = distance;
    if (distance >= bucket_count()) buckets_.resize(static_cast<std::size_t>(distance) + 1);
    bucket(distance).push_back(row);
  }

  int bucket_count() const { return static_cast<int>(buckets_.size()); }
  std::vector<Row>& bucket(int distance) { return buckets_[static_cast<std::size_t>(distance)]; }

  const BipartiteGraph& graph_;
  Matching matching_;
  IdMap<Row, int> row_;
  IdMap<Column, int> column_;
  IdMap<Row, int> distance_;
  std::vector<Row> reached_;
  std::vector<std::vector<Row>> buckets_;
};

// The graph of one block. Its row k is the k-th of the block, its column k the one
// that `perfect` matched to that row.
BipartiteGraph block_graph(const BipartiteGraph& graph, const Matching& perfect,
                           const BlockTriangularForm& form, std::uint32_t block,
                           const IdMap<Row, std::uint32_t>& position) {
  const auto rows = form.rows_of(block);
  std::vector<BipartiteGraph::Edge> edges;
  for (const Row row : rows) {
    const auto columns = graph.columns_of(row);
    const auto weights = graph.weights_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Row owner = *perfect.row_of[columns[k]];
      if (form.block_of[owner] != block) continue;
      edges.push_back({Row(position[row]), Column(position[owner]), weights[k]});
    }
  }
  return BipartiteGraph(rows.size(), rows.size(), std::move(edges));
}

int weight_of(const BipartiteGraph& graph, Row row, Column column) {
  const auto columns = graph.columns_of(row);
  const auto found = std::lower_bound(columns.begin(), columns.end(), column);
  return graph.weights_of(row)[static_cast<std::size_t>(found - columns.begin())];
}

}  // namespace

WeightedMatching maximum_weight_matching(const BipartiteGraph& graph) {
  return HungarianPhases(graph).run();
}

WeightedMatching maximum_weight_matching(const BipartiteGraph& graph, const Matching& perfect,
                                         const BlockTriangularForm& form) {
  if (form.block_count() == 1) return maximum_weight_matching(graph);
  WeightedMatching best{perfect, IdMap<Row, int>(graph.row_count(), 0),
                        IdMap<Column, int>(graph.column_count(), 0)};
  IdMap<Row, std::uint32_t> position(graph.row_count(), 0);  // within its block
  for (std::uint32_t block = 0; block < form.block_count(); ++block) {
    const auto rows = form.rows_of(block);
    if (rows.size() == 1) {
      const Column column = *perfect.column_of[rows[0]];
      best.column_potential[column] = weight_of(graph, rows[0], column);
      continue;
    }
    for (std::uint32_t k = 0; k < rows.size(); ++k) position[rows[k]] = k;
    const WeightedMatching inside =
        maximum_weight_matching(block_graph(graph, perfect, form, block, position));
    for (std::uint32_t k = 0; k < rows.size(); ++k) {
      const Column own = *perfect.column_of[rows[k]];
      const Column matched = *perfect.column_of[rows[inside.matching.column_of[Row(k)]->index()]];
      best.matching.match(rows[k], matched);
      best.row_potential[rows[k]] = inside.row_potential[Row(k)];
      best.column_potential[own] = inside.column_potential[Column(k)];
    }
  }
  return best;
}

}  // namespace saltus
