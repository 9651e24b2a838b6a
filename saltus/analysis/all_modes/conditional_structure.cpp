#include "saltus/analysis/all_modes/conditional_structure.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <optional>
#include <tuple>

namespace saltus {

ModeSet ConditionalNumber::at_least(int value) const {
  if (value <= 0) return ModeSet::all();
  if (value > largest()) return ModeSet::none();
  return sets_[static_cast<std::size_t>(value) - 1];
}

void ConditionalNumber::raise(const ModeSet& modes) {
  ModeSet further = modes;  // of `modes`, where the number was at least k
  for (std::size_t k = 0; !further.is_empty(); ++k) {
    if (k == sets_.size()) sets_.emplace_back();
    ModeSet next = modes & sets_[k];
    sets_[k] |= further;
    further = std::move(next);
  }
}

void ConditionalNumber::require(int value, const ModeSet& modes) {
  if (modes.is_empty()) return;
  if (largest() < value) sets_.resize(static_cast<std::size_t>(value));
  for (std::size_t k = 0; k < static_cast<std::size_t>(value); ++k) sets_[k] |= modes;
}

void ConditionalNumber::set(int value, const ModeSet& modes) {
  for (ModeSet& set : sets_) set -= modes;
  require(value, modes);
}

namespace {

using EdgeNumber = std::uint32_t;

// Pantelides' algorithm for sets of modes. Offsets begin as c = 0, d_j = max sigma_ij. For
// each equation, in the modes in which it has no partner, alternating paths along tight
// edges (c_i + sigma_ij = d_j) are followed as far as they lead in each mode. Modes that
// meet a free unknown are matched along the path and drop out of the search. In those left
// over, what was reached is differentiated once more, and the search goes on; except where
// the equations reached have no unknowns but those reached, all taken: there the equation
// is one too many.
//
// Equations come in the order of the diagrams, and each prefers its highest derivative, then
// the unknown that later equations leave aside soonest: a choice that seldom has to be undone,
// and then along short paths.
class StructureSearch {
 public:
  StructureSearch(const ConditionalSignature& signature, const GuardLogic& logic)
      : signature_(signature),
        logic_(logic),
        tight_(signature.edges.size()),
        row_version_(signature.active.size(), 1),
        column_version_(signature.edges_of_column.size(), 1),
        reached_rows_(signature.active.size()),
        reached_columns_(signature.edges_of_column.size()),
        arrivals_(signature.edges_of_column.size()),
        edges_of_row_(signature.edges_of_row) {
    structure_.matched.resize(signature.edges.size());
    structure_.free_rows = signature.active;
    structure_.free_columns =
        IdMap<Column, ModeSet>(signature.edges_of_column.size(), ModeSet::all());
    structure_.equation_offset.resize(signature.active.size());
    structure_.variable_offset.resize(signature.edges_of_column.size());
    sort_edges();
  }

  ConditionalStructure run() {
    for (const ConditionalEdge& edge : signature_.edges) {
      for (const auto& [order, modes] : edge.orders) {
        structure_.variable_offset[edge.column].require(order, modes);
      }
    }
    for (const Row row : rows_in_order()) match_in_all_modes(row);
    return std::move(structure_);
  }

 private:
  // Equations of one unknown have no choice and go first.
  std::vector<Row> rows_in_order() const {
    std::vector<Row> rows;
    for (const std::uint32_t row : logic_.equation_order()) rows.push_back(Row(row));
    std::stable_partition(rows.begin(), rows.end(),
                          [&](Row row) { return edges_of_row_[row].size() == 1; });
    return rows;
  }

  // Higher derivatives first, then by the last equation that contains the unknown.
  void sort_edges() {
    IdMap<Column, std::uint32_t> last(signature_.edges_of_column.size(), 0);
    std::uint32_t position = 0;
    for (const std::uint32_t row : logic_.equation_order()) {
      for (const EdgeNumber edge : edges_of_row_[Row(row)]) {
        last[signature_.edges[edge].column] = position;
      }
      ++position;
    }
    const auto rank = [&](EdgeNumber number) {
      const ConditionalEdge& edge = signature_.edges[number];
      return std::tuple(-edge.orders.back().order, last[edge.column], edge.column);
    };
    for (std::vector<EdgeNumber>& edges : edges_of_row_) {
      std::sort(edges.begin(), edges.end(),
                [&](EdgeNumber a, EdgeNumber b) { return rank(a) < rank(b); });
    }
  }

  void match_in_all_modes(Row root) {
    root_ = root;
    searching_ = structure_.free_rows[root];
    if (searching_.is_empty()) return;
    reach_row(root, searching_);
    while (!searching_.is_empty() && !logic_.is_exhausted()) {
      follow_paths();
      if (!searching_.is_empty()) raise_or_give_up();
    }
    for (const Row row : touched_rows_) reached_rows_[row] = ModeSet::none();
    for (const Column column : touched_columns_) {
      reached_columns_[column] = ModeSet::none();
      arrivals_[column].clear();
    }
    touched_rows_.clear();
    touched_columns_.clear();
    queue_.clear();
  }

  void reach_row(Row row, const ModeSet& modes) {
    if (reached_rows_[row].is_empty()) touched_rows_.push_back(row);
    reached_rows_[row] |= modes;
    queue_.emplace_back(row, modes);
  }

  void follow_paths() {
    while (!queue_.empty() && !searching_.is_empty()) {
      const auto [row, arrived] = std::move(queue_.front());
      queue_.pop_front();
      ModeSet modes = arrived & searching_;
      // Where a free unknown is next to the equation, the search is over.
      for (const EdgeNumber edge : edges_of_row_[row]) {
        if (modes.is_empty()) break;
        const Column column = signature_.edges[edge].column;
        const ModeSet ends = modes & structure_.free_columns[column] & tight(edge);
        const ModeSet fresh = logic_.without(ends, reached_columns_[column]);
        if (fresh.is_empty()) continue;
        augment(edge, fresh);
        modes = logic_.without(modes, fresh);
      }
      for (const EdgeNumber edge : edges_of_row_[row]) {
        if (modes.is_empty()) break;
        follow(edge, modes);
      }
    }
  }

  void follow(EdgeNumber edge, const ModeSet& modes) {
    const Column column = signature_.edges[edge].column;
    const ModeSet fresh = logic_.without(modes & tight(edge), reached_columns_[column]);
    if (fresh.is_empty()) return;
    if (reached_columns_[column].is_empty()) touched_columns_.push_back(column);
    reached_columns_[column] |= fresh;
    arrivals_[column].push_back({edge, fresh});
    for (const EdgeNumber partner : signature_.edges_of_column[column]) {
      const ModeSet next = fresh & structure_.matched[partner];
      if (!next.is_empty()) reach_row(signature_.edges[partner].row, next);
    }
  }

  // Matches `last` in `modes` and, back along the paths by which its row was reached, gives
  // each equation on the way the unknown after it.
  void augment(EdgeNumber last, const ModeSet& modes) {
    structure_.free_columns[signature_.edges[last].column] -= modes;
    normalize(structure_.free_columns[signature_.edges[last].column]);
    structure_.free_rows[root_] = logic_.without(structure_.free_rows[root_], modes);
    searching_ = logic_.without(searching_, modes);
    std::vector<std::pair<EdgeNumber, ModeSet>> pieces = {{last, modes}};
    while (!pieces.empty()) {
      const auto [edge, piece] = std::move(pieces.back());
      pieces.pop_back();
      const Row row = signature_.edges[edge].row;
      if (row != root_) release_partner(row, piece, pieces);
      structure_.matched[edge] |= piece;
    }
  }

  // The row gives up its partners in `modes`; who led to them takes them.
  void release_partner(Row row, const ModeSet& modes,
                       std::vector<std::pair<EdgeNumber, ModeSet>>& pieces) {
    for (const EdgeNumber partner : edges_of_row_[row]) {
      const ModeSet given_up = modes & structure_.matched[partner];
      if (given_up.is_empty()) continue;
      structure_.matched[partner] = logic_.without(structure_.matched[partner], given_up);
      for (const auto& [edge, arrived] : arrivals_[signature_.edges[partner].column]) {
        const ModeSet by_this = given_up & arrived;
        if (!by_this.is_empty()) pieces.emplace_back(edge, by_this);
      }
    }
  }

  void raise_or_give_up() {
    ModeSet leading_out;
    for (const Row row : touched_rows_) {
      const ModeSet modes = reached_rows_[row] & searching_;
      if (modes.is_empty()) continue;
      for (const EdgeNumber edge : edges_of_row_[row]) {
        const ConditionalEdge& there = signature_.edges[edge];
        leading_out |= logic_.without(modes & there.modes, reached_columns_[there.column]);
      }
    }
    // In the others the equation stays without partner.
    searching_ &= leading_out;
    if (searching_.is_empty()) return;
    for (const Row row : touched_rows_) {
      const ModeSet modes = reached_rows_[row] & searching_;
      if (modes.is_empty()) continue;
      structure_.equation_offset[row].raise(modes);
      ++row_version_[row];
      queue_.emplace_back(row, modes);
    }
    for (const Column column : touched_columns_) {
      const ModeSet modes = reached_columns_[column] & searching_;
      if (modes.is_empty()) continue;
      structure_.variable_offset[column].raise(modes);
      ++column_version_[column];
    }
  }

  void normalize(ModeSet& set) const { set = logic_.possible(set); }

  // Where c_i + sigma_ij = d_j.
  const ModeSet& tight(EdgeNumber number) {
    const ConditionalEdge& edge = signature_.edges[number];
    Tight& known = tight_[number];
    if (known.row_version == row_version_[edge.row] &&
        known.column_version == column_version_[edge.column]) {
      return known.modes;
    }
    known = {row_version_[edge.row], column_version_[edge.column], {}};
    const ConditionalNumber& c = structure_.equation_offset[edge.row];
    const ConditionalNumber& d = structure_.variable_offset[edge.column];
    for (const auto& [order, modes] : edge.orders) {
      for (int value = 0; value <= c.largest(); ++value) {
        known.modes |= modes & c.equal(value) & d.equal(value + order);
      }
    }
    normalize(known.modes);
    return known.modes;
  }

  struct Tight {
    std::uint32_t row_version = 0, column_version = 0;
    ModeSet modes;
  };
  struct Arrival {
    EdgeNumber edge;
    ModeSet modes;
  };

  const ConditionalSignature& signature_;
  const GuardLogic& logic_;
  ConditionalStructure structure_;
  std::vector<Tight> tight_;
  IdMap<Row, std::uint32_t> row_version_;
  IdMap<Column, std::uint32_t> column_version_;

  // One search.
  Row root_ = Row(0);
  ModeSet searching_;  // the modes in which the root has no partner yet
  IdMap<Row, ModeSet> reached_rows_;
  IdMap<Column, ModeSet> reached_columns_;
  IdMap<Column, std::vector<Arrival>> arrivals_;  // how the column was reached, by mode
  std::vector<Row> touched_rows_;
  std::vector<Column> touched_columns_;
  std::deque<std::pair<Row, ModeSet>> queue_;

  IdMap<Row, std::vector<EdgeNumber>> edges_of_row_;  // the preferred one first
};

}  // namespace

ConditionalStructure conditional_structure(const ConditionalSignature& signature,
                                           const GuardLogic& logic) {
  return StructureSearch(signature, logic).run();
}

}  // namespace saltus
