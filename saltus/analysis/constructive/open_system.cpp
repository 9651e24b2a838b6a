#include "saltus/analysis/constructive/open_system.h"

#include <algorithm>
#include <map>

namespace saltus {

bool is_open(Truth truth) { return truth == Truth::irrelevant || truth == Truth::undefined; }

int highest_shift(const ShiftedTruth& truth) {
  for (int shift = truth.size() - 1; shift > 0; --shift) {
    if (truth[shift] == Truth::undefined || truth[shift] == Truth::is_true) return shift;
  }
  return 0;
}

bool is_enabled(GuardedSystem& system, EquationId equation, const Status& status) {
  return system.decide(equation, status).enabling == GuardedSystem::Enabling::enabled;
}

std::vector<int> shifting_degrees(GuardedSystem& system, const Status& status) {
  std::vector<int> degrees(system.variable_count(), 0);
  for (const EquationId id : system.equations()) {
    const GuardedSystem::Decision& decision = system.decide(id, status);
    if (decision.enabling != GuardedSystem::Enabling::enabled) continue;
    const int shift = highest_shift(status.equations[id.index()]);
    for (const Incidence& incidence : decision.incidences) {
      int& degree = degrees[incidence.variable.index()];
      degree = std::max(degree, shift + incidence.order);
    }
  }
  return degrees;
}

OpenSystem open_system(GuardedSystem& system, const Status& status) {
  std::vector<EquationAt> rows;
  for (const EquationId id : system.equations()) {
    if (!is_enabled(system, id, status)) continue;
    const ShiftedTruth& truth = status.equations[id.index()];
    for (int shift = 0; shift < truth.size(); ++shift) {
      if (truth[shift] == Truth::undefined) rows.push_back({id, shift});
    }
  }
  return open_system(system, status, std::move(rows));
}

OpenSystem open_system(GuardedSystem& system, const Status& status, std::vector<EquationAt> rows) {
  std::map<ValueAt, std::vector<Row>> mentions;
  for (std::uint32_t r = 0; r < rows.size(); ++r) {
    for (const Incidence& incidence : system.decide(rows[r].equation, status).incidences) {
      for (int k = 0; k <= incidence.order; ++k) {
        const ValueAt value{incidence.variable, rows[r].shift + k};
        if (is_open(status.of(value))) mentions[value].push_back(Row(r));
      }
    }
  }
  OpenSystem open{.rows = std::move(rows), .columns = {}, .graph = {}};
  std::vector<BipartiteGraph::Edge> edges;
  for (const auto& [value, in_rows] : mentions) {
    const Column column(static_cast<std::uint32_t>(open.columns.size()));
    open.columns.push_back(value);
    for (const Row row : in_rows) edges.push_back({row, column});
  }
  open.graph = BipartiteGraph(open.rows.size(), open.columns.size(), std::move(edges));
  return open;
}

}  // namespace saltus
