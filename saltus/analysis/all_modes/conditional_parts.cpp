#include "saltus/analysis/all_modes/conditional_parts.h"

#include <deque>
#include <utility>
#include <vector>

namespace saltus {
namespace {

// Alternating paths in all modes at once. What arrives anew at a row or column goes on.
class PartSearch {
 public:
  PartSearch(const ConditionalSignature& signature, const ConditionalStructure& structure,
             const GuardLogic& logic, const ModeCluster& cluster)
      : signature_(signature), structure_(structure), logic_(logic), cluster_(cluster) {}

  IdMap<Row, ModeSet> rows_from_free_rows() const {
    IdMap<Row, ModeSet> rows(signature_.active.size());
    Queue<Row> queue;
    for (const Row row : cluster_.rows) arrive(row, structure_.free_rows[row], rows, queue);
    follow(signature_.edges_of_row, &ConditionalEdge::row, signature_.edges_of_column,
           &ConditionalEdge::column, rows, queue);
    return rows;
  }

  IdMap<Column, ModeSet> columns_from_free_columns() const {
    IdMap<Column, ModeSet> columns(signature_.edges_of_column.size());
    Queue<Column> queue;
    for (const Column column : cluster_.columns) {
      arrive(column, structure_.free_columns[column] & cluster_.possible, columns, queue);
    }
    follow(signature_.edges_of_column, &ConditionalEdge::column, signature_.edges_of_row,
           &ConditionalEdge::row, columns, queue);
    return columns;
  }

 private:
  template <class Item>
  using Queue = std::deque<std::pair<Item, ModeSet>>;
  template <class Item>
  using Edges = IdMap<Item, std::vector<std::uint32_t>>;

  // Over any edge to the opposite side, and back over those of the matching.
  template <class Item, class Opposite>
  void follow(const Edges<Item>& edges_of, Item ConditionalEdge::*own,
              const Edges<Opposite>& edges_of_opposite, Opposite ConditionalEdge::*opposite,
              IdMap<Item, ModeSet>& reached, Queue<Item>& queue) const {
    IdMap<Opposite, ModeSet> passed(edges_of_opposite.size());
    while (!queue.empty() && !logic_.is_exhausted()) {
      const auto [item, modes] = std::move(queue.front());
      queue.pop_front();
      for (const std::uint32_t number : edges_of[item]) {
        const ConditionalEdge& edge = signature_.edges[number];
        const Opposite across = edge.*opposite;
        const ModeSet fresh = logic_.without(modes & edge.modes, passed[across]);
        if (fresh.is_empty()) continue;
        passed[across] |= fresh;
        for (const std::uint32_t partner : edges_of_opposite[across]) {
          arrive(signature_.edges[partner].*own, fresh & structure_.matched[partner], reached,
                 queue);
        }
      }
    }
  }

  template <class Item>
  void arrive(Item item, const ModeSet& modes, IdMap<Item, ModeSet>& reached,
              Queue<Item>& queue) const {
    ModeSet fresh = logic_.without(modes, reached[item]);
    if (fresh.is_empty()) return;
    reached[item] |= fresh;
    queue.emplace_back(item, std::move(fresh));
  }

  const ConditionalSignature& signature_;
  const ConditionalStructure& structure_;
  const GuardLogic& logic_;
  const ModeCluster& cluster_;
};

}  // namespace

ConditionalParts conditional_parts(const ConditionalSignature& signature,
                                   const ConditionalStructure& structure, const GuardLogic& logic,
                                   const ModeCluster& cluster) {
  const PartSearch search(signature, structure, logic, cluster);
  return {search.rows_from_free_rows(), search.columns_from_free_columns()};
}

}  // namespace saltus
