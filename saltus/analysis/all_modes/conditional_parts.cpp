#include "saltus/analysis/all_modes/conditional_parts.h"

#include <deque>
#include <utility>

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
    IdMap<Column, ModeSet> columns(signature_.edges_of_column.size());
    std::deque<std::pair<Row, ModeSet>> queue;
    for (const Row row : cluster_.rows) arrive(row, structure_.free_rows[row], rows, queue);
    while (!queue.empty() && !logic_.is_exhausted()) {
      const auto [row, modes] = std::move(queue.front());
      queue.pop_front();
      for (const std::uint32_t number : signature_.edges_of_row[row]) {
        const ConditionalEdge& edge = signature_.edges[number];
        const ModeSet fresh = logic_.without(modes & edge.modes, columns[edge.column]);
        if (fresh.is_empty()) continue;
        columns[edge.column] |= fresh;
        for (const std::uint32_t partner : signature_.edges_of_column[edge.column]) {
          const ModeSet next = fresh & structure_.matched[partner];
          arrive(signature_.edges[partner].row, next, rows, queue);
        }
      }
    }
    return rows;
  }

  IdMap<Column, ModeSet> columns_from_free_columns() const {
    IdMap<Row, ModeSet> rows(signature_.active.size());
    IdMap<Column, ModeSet> columns(signature_.edges_of_column.size());
    std::deque<std::pair<Column, ModeSet>> queue;
    for (const Column column : cluster_.columns) {
      arrive(column, structure_.free_columns[column] & cluster_.possible, columns, queue);
    }
    while (!queue.empty() && !logic_.is_exhausted()) {
      const auto [column, modes] = std::move(queue.front());
      queue.pop_front();
      for (const std::uint32_t number : signature_.edges_of_column[column]) {
        const ConditionalEdge& edge = signature_.edges[number];
        const ModeSet fresh = logic_.without(modes & edge.modes, rows[edge.row]);
        if (fresh.is_empty()) continue;
        rows[edge.row] |= fresh;
        for (const std::uint32_t partner : signature_.edges_of_row[edge.row]) {
          const ModeSet next = fresh & structure_.matched[partner];
          arrive(signature_.edges[partner].column, next, columns, queue);
        }
      }
    }
    return columns;
  }

 private:
  template <typename Item>
  void arrive(Item item, const ModeSet& modes, IdMap<Item, ModeSet>& reached,
              std::deque<std::pair<Item, ModeSet>>& queue) const {
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
