#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "saltus/foundation/graph/bipartite_graph.h"

namespace saltus::testing {

using Edges = std::vector<BipartiteGraph::Edge>;

inline std::uint32_t random_size(std::mt19937& random, std::uint32_t at_most) {
  return std::uniform_int_distribution<std::uint32_t>(1, at_most)(random);
}

// Each edge with the given probability; weights 0 … max_weight.
inline BipartiteGraph random_graph(std::mt19937& random, std::uint32_t rows, std::uint32_t columns,
                                   double density, int max_weight) {
  std::bernoulli_distribution present(density);
  std::uniform_int_distribution<int> weight(0, max_weight);
  Edges edges;
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      if (present(random)) edges.push_back({Row(row), Column(column), weight(random)});
    }
  }
  return BipartiteGraph(rows, columns, std::move(edges));
}

inline std::optional<int> weight_of(const BipartiteGraph& graph, Row row, Column column) {
  const auto columns = graph.columns_of(row);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k] == column) return graph.weights_of(row)[k];
  }
  return std::nullopt;
}

// The greatest value of a transversal, by trying every permutation.
inline std::optional<int> highest_value_by_enumeration(const BipartiteGraph& graph) {
  std::vector<std::uint32_t> column_of(graph.row_count());
  std::iota(column_of.begin(), column_of.end(), 0u);
  std::optional<int> best;
  do {
    int value = 0;
    bool exists = true;
    for (const Row row : graph.rows()) {
      const auto weight = weight_of(graph, row, Column(column_of[row.index()]));
      exists &= weight.has_value();
      value += weight.value_or(0);
    }
    if (exists && (!best || value > *best)) best = value;
  } while (std::next_permutation(column_of.begin(), column_of.end()));
  return best;
}

// The size of a maximum matching, by the simplest algorithm there is: one
// augmenting path at a time.
class SimpleMatching {
 public:
  explicit SimpleMatching(const BipartiteGraph& graph)
      : graph_(graph), row_of_(graph.column_count()), tried_(graph.column_count()) {}

  std::size_t size() {
    std::size_t size = 0;
    for (const Row row : graph_.rows()) {
      tried_ = IdMap<Column, char>(graph_.column_count());
      size += place(row) ? 1 : 0;
    }
    return size;
  }

 private:
  bool place(Row row) {
    for (const Column column : graph_.columns_of(row)) {
      if (tried_[column]) continue;
      tried_[column] = 1;
      if (!row_of_[column] || place(*row_of_[column])) {
        row_of_[column] = row;
        return true;
      }
    }
    return false;
  }

  const BipartiteGraph& graph_;
  IdMap<Column, std::optional<Row>> row_of_;
  IdMap<Column, char> tried_;
};

}  // namespace saltus::testing
