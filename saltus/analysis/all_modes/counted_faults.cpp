#include "saltus/analysis/all_modes/counted_faults.h"

#include <algorithm>
#include <set>

#include "saltus/foundation/graph/column_incidence.h"
#include "saltus/foundation/graph/maximum_matching.h"

namespace saltus {
namespace {

// Where more of the sets than `limit` hold.
ModeSet more_than(std::size_t limit, const std::vector<ModeSet>& sets) {
  ConditionalNumber number;
  for (const ModeSet& set : sets) number.raise(set);
  return number.at_least(static_cast<int>(limit) + 1);
}

template <typename Item>
bool has(const std::vector<Item>& sorted, Item item) {
  return std::binary_search(sorted.begin(), sorted.end(), item);
}

// Too many equations and too few in the same modes are one fault.
void add_to(std::vector<StructuralFault>& faults, StructuralFault under) {
  for (StructuralFault& over : faults) {
    if (!(over.modes == under.modes) || !over.undetermined.empty()) continue;
    over.undetermined = std::move(under.undetermined);
    over.sharing = std::move(under.sharing);
    return;
  }
  faults.push_back(std::move(under));
}

// Beyond, the sets "more than n of them hold" are neither small nor readable.
constexpr std::size_t most_counted = 40;

}  // namespace

CountedFaults::CountedFaults(const ConditionalSignature& signature, const GuardLogic& logic,
                             const ModeCluster& cluster)
    : signature_(signature),
      logic_(logic),
      cluster_(cluster),
      position_of_row_(signature.active.size(), Row(0)),
      position_of_column_(signature.edges_of_column.size(), Column(0)) {
  for (std::uint32_t k = 0; k < cluster.rows.size(); ++k) {
    position_of_row_[cluster.rows[k]] = Row(k);
  }
  for (std::uint32_t k = 0; k < cluster.columns.size(); ++k) {
    position_of_column_[cluster.columns[k]] = Column(k);
  }
}

// From a free row alternating paths lead to rows, any of which could be the free one; from a
// free column likewise.
std::vector<StructuralFault> CountedFaults::in(const std::vector<bool>& mode) const {
  std::vector<BipartiteGraph::Edge> edges;
  std::vector<bool> is_active(cluster_.rows.size(), false);
  for (const Row row : cluster_.rows) {
    if (!signature_.active[row].contains(mode)) continue;
    is_active[position_of_row_[row].index()] = true;
    for (const std::uint32_t number : signature_.edges_of_row[row]) {
      const ConditionalEdge& edge = signature_.edges[number];
      if (!edge.modes.contains(mode)) continue;
      edges.push_back({position_of_row_[row], position_of_column_[edge.column]});
    }
  }
  const BipartiteGraph graph(cluster_.rows.size(), cluster_.columns.size(), std::move(edges));
  const Matching matching = maximum_matching(graph);
  std::vector<StructuralFault> faults;
  for (const Row free : graph.rows()) {
    if (matching.column_of[free] || !is_active[free.index()]) continue;
    Reached reached{{free}, {}};
    std::set<Column> met;
    for (std::size_t next = 0; next < reached.rows.size(); ++next) {
      for (const Column column : graph.columns_of(reached.rows[next])) {
        if (met.insert(column).second) reached.rows.push_back(*matching.row_of[column]);
      }
    }
    reached.columns.assign(met.begin(), met.end());
    faults.push_back(too_many(reached));
  }
  const ColumnIncidence incidence(graph);
  for (const Column free : graph.columns()) {
    if (matching.row_of[free]) continue;
    Reached reached{{}, {free}};
    std::set<Row> met;
    for (std::size_t next = 0; next < reached.columns.size(); ++next) {
      for (const Row row : incidence.rows_of(reached.columns[next])) {
        if (met.insert(row).second) reached.columns.push_back(*matching.column_of[row]);
      }
    }
    reached.rows.assign(met.begin(), met.end());
    add_to(faults, too_few(reached));
  }
  return faults;
}

// Wherever more equations than `determined` contain nothing else.
StructuralFault CountedFaults::too_many(const Reached& reached) const {
  StructuralFault fault;
  for (const Column column : reached.columns) {
    fault.determined.push_back(cluster_.columns[column.index()]);
  }
  std::vector<Row> found;
  for (const Row row : reached.rows) found.push_back(cluster_.rows[row.index()]);
  std::sort(found.begin(), found.end());
  std::vector<Row> candidates = rows_next_to(fault.determined);
  if (candidates.empty() || candidates.size() > most_counted) candidates = found;
  std::vector<ModeSet> where;
  for (const Row row : candidates) where.push_back(contains_only(row, fault.determined));
  fault.modes = more_than(fault.determined.size(), where);
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if ((where[k] & fault.modes).is_empty()) continue;
    fault.too_many.push_back(candidates[k]);
    fault.hold_together &= logic_.without(fault.modes, where[k]).is_empty();
  }
  leave_out_known(fault);
  return fault;
}

// `Real p = 5` and the like determine an unknown by themselves, in every mode; the conflict is
// between the others.
void CountedFaults::leave_out_known(StructuralFault& fault) const {
  for (bool found = true; found && fault.determined.size() > 1;) {
    found = false;
    for (std::size_t k = 0; k < fault.too_many.size() && !found; ++k) {
      const Row row = fault.too_many[k];
      if (!logic_.possible(!signature_.active[row]).is_empty()) continue;
      std::vector<Column> open;
      for (const std::uint32_t number : signature_.edges_of_row[row]) {
        const ConditionalEdge& edge = signature_.edges[number];
        if (has(fault.determined, edge.column)) open.push_back(edge.column);
      }
      if (open.size() != 1) continue;
      std::erase(fault.determined, open.front());
      fault.too_many.erase(fault.too_many.begin() + static_cast<std::ptrdiff_t>(k));
      found = true;
    }
  }
}

// Wherever more unknowns than there are equations `sharing` are in no other equation.
StructuralFault CountedFaults::too_few(const Reached& reached) const {
  StructuralFault fault;
  for (const Row row : reached.rows) fault.sharing.push_back(cluster_.rows[row.index()]);
  std::vector<Column> found;
  for (const Column column : reached.columns) found.push_back(cluster_.columns[column.index()]);
  std::sort(found.begin(), found.end());
  std::vector<Column> candidates = columns_next_to(fault.sharing);
  if (candidates.empty() || candidates.size() > most_counted) candidates = found;
  std::vector<ModeSet> where;
  for (const Column column : candidates) {
    where.push_back(contained_only_in(column, fault.sharing));
  }
  fault.modes = more_than(fault.sharing.size(), where);
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (!(where[k] & fault.modes).is_empty()) fault.undetermined.push_back(candidates[k]);
  }
  return fault;
}

std::vector<Row> CountedFaults::rows_next_to(const std::vector<Column>& columns) const {
  std::set<Row> rows;
  for (const Column column : columns) {
    for (const std::uint32_t number : signature_.edges_of_column[column]) {
      rows.insert(signature_.edges[number].row);
    }
  }
  return {rows.begin(), rows.end()};
}

std::vector<Column> CountedFaults::columns_next_to(const std::vector<Row>& rows) const {
  std::set<Column> columns;
  for (const Row row : rows) {
    for (const std::uint32_t number : signature_.edges_of_row[row]) {
      columns.insert(signature_.edges[number].column);
    }
  }
  return {columns.begin(), columns.end()};
}

ModeSet CountedFaults::contains_only(Row row, const std::vector<Column>& columns) const {
  ModeSet modes = signature_.active[row];
  for (const std::uint32_t number : signature_.edges_of_row[row]) {
    const ConditionalEdge& edge = signature_.edges[number];
    if (!has(columns, edge.column)) modes = logic_.without(modes, edge.modes);
  }
  return modes;
}

ModeSet CountedFaults::contained_only_in(Column column, const std::vector<Row>& rows) const {
  ModeSet modes = ModeSet::all();
  for (const std::uint32_t number : signature_.edges_of_column[column]) {
    const ConditionalEdge& edge = signature_.edges[number];
    if (!has(rows, edge.row)) modes = logic_.without(modes, edge.modes);
  }
  return modes;
}

}  // namespace saltus
