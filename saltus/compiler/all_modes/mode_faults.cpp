#include "saltus/compiler/all_modes/mode_faults.h"

#include <algorithm>
#include <map>
#include <set>

#include "saltus/foundation/base/check.h"
#include "saltus/foundation/graph/column_incidence.h"
#include "saltus/foundation/graph/maximum_matching.h"

namespace saltus {
namespace {

class FaultSearch {
 public:
  FaultSearch(const ConditionalSignature& signature, const GuardLogic& logic,
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

  FaultList run(ModeSet singular, std::size_t most) {
    FaultList list;
    while (!singular.is_empty() && list.faults.size() < most && !logic_.is_exhausted()) {
      std::vector<StructuralFault> found = faults_in(first_mode(singular));
      SALTUS_CHECK(!found.empty());
      for (StructuralFault& fault : found) {
        singular = logic_.without(singular, fault.modes);
        list.faults.push_back(std::move(fault));
      }
    }
    list.left = std::move(singular);
    return list;
  }

 private:
  // As few guards as possible are true, the last ones first.
  std::vector<bool> first_mode(const ModeSet& modes) const {
    std::vector<bool> valuation(logic_.level_count(), false);
    ModeSet rest = modes;
    while (!rest.is_all()) {
      const ModeSet low = rest.low();
      valuation[rest.level()] = low.is_empty();
      rest = low.is_empty() ? rest.high() : low;
    }
    return valuation;
  }

  std::vector<StructuralFault> faults_in(const std::vector<bool>& mode) {
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
    for (const Row row : graph.rows()) {
      if (!matching.column_of[row] && is_active[row.index()]) {
        faults.push_back(too_many_from(row, graph, matching));
      }
    }
    const ColumnIncidence incidence(graph);
    for (const Column column : graph.columns()) {
      if (!matching.row_of[column]) add_to(faults, too_few_from(column, incidence, matching));
    }
    return faults;
  }

  // Too many equations and too few in the same modes are one fault.
  static void add_to(std::vector<StructuralFault>& faults, StructuralFault under) {
    for (StructuralFault& over : faults) {
      if (!(over.modes == under.modes) || !over.undetermined.empty()) continue;
      over.undetermined = std::move(under.undetermined);
      over.sharing = std::move(under.sharing);
      return;
    }
    faults.push_back(std::move(under));
  }

  // Alternating paths from a free row: any of the rows reached could be the free one.
  StructuralFault too_many_from(Row free, const BipartiteGraph& graph,
                                const Matching& matching) const {
    std::vector<Row> rows = {free};
    std::set<Column> columns;
    for (std::size_t next = 0; next < rows.size(); ++next) {
      for (const Column column : graph.columns_of(rows[next])) {
        if (columns.insert(column).second) rows.push_back(*matching.row_of[column]);
      }
    }
    StructuralFault fault;
    fault.modes = ModeSet::all();
    for (const Row row : rows) fault.too_many.push_back(cluster_.rows[row.index()]);
    for (const Column column : columns) {
      fault.determined.push_back(cluster_.columns[column.index()]);
    }
    std::sort(fault.too_many.begin(), fault.too_many.end());
    // Wherever these equations hold and contain nothing else.
    for (const Row row : fault.too_many) {
      fault.modes = logic_.possible(fault.modes & signature_.active[row]);
      for (const std::uint32_t number : signature_.edges_of_row[row]) {
        const ConditionalEdge& edge = signature_.edges[number];
        if (columns.contains(position_of_column_[edge.column])) continue;
        fault.modes = logic_.without(fault.modes, edge.modes);
      }
    }
    return fault;
  }

  StructuralFault too_few_from(Column free, const ColumnIncidence& incidence,
                               const Matching& matching) const {
    std::vector<Column> columns = {free};
    std::set<Row> rows;
    for (std::size_t next = 0; next < columns.size(); ++next) {
      for (const Row row : incidence.rows_of(columns[next])) {
        if (rows.insert(row).second) columns.push_back(*matching.column_of[row]);
      }
    }
    StructuralFault fault;
    fault.modes = ModeSet::all();
    for (const Row row : rows) fault.sharing.push_back(cluster_.rows[row.index()]);
    for (const Column column : columns) {
      fault.undetermined.push_back(cluster_.columns[column.index()]);
    }
    std::sort(fault.undetermined.begin(), fault.undetermined.end());
    // Wherever no other equation contains one of these unknowns.
    for (const Column column : fault.undetermined) {
      for (const std::uint32_t number : signature_.edges_of_column[column]) {
        const ConditionalEdge& edge = signature_.edges[number];
        if (rows.contains(position_of_row_[edge.row])) continue;
        fault.modes = logic_.without(fault.modes, edge.modes);
      }
    }
    return fault;
  }

  const ConditionalSignature& signature_;
  const GuardLogic& logic_;
  const ModeCluster& cluster_;
  IdMap<Row, Row> position_of_row_;  // in the cluster
  IdMap<Column, Column> position_of_column_;
};

}  // namespace

FaultList find_faults(const ConditionalSignature& signature, const GuardLogic& logic,
                      const ModeCluster& cluster, const ModeSet& singular, std::size_t most) {
  return FaultSearch(signature, logic, cluster).run(singular, most);
}

}  // namespace saltus
