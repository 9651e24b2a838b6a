#include "saltus/analysis/constructive/latent_equations.h"

#include <algorithm>

#include "saltus/analysis/constructive/evaluation.h"
#include "saltus/analysis/constructive/open_system.h"

namespace saltus {

std::vector<EquationAt> latent_equations(const Status& status, const SelectedMode& mode) {
  const ModeStructure& structure = *mode.structure;
  const auto& equations = mode.system.equations;
  std::vector<int> c, d(mode.system.unknowns.size(), 0);
  for (const ModeEquation& equation : equations) {
    c.push_back(highest_shift(status.equations[equation.equation.index()]));
  }
  const std::vector<int> reached = c;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Row row : structure.signature.rows()) {
      const auto columns = structure.signature.columns_of(row);
      const auto orders = structure.signature.weights_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        int& degree = d[columns[k].index()];
        degree = std::max(degree, c[row.index()] + orders[k]);
      }
    }
    for (const Row row : structure.signature.rows()) {
      const auto columns = structure.signature.columns_of(row);
      const auto orders = structure.signature.weights_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        if (columns[k] != structure.transversal[row]) continue;
        const int needed = d[columns[k].index()] - orders[k];
        changed |= needed > c[row.index()];
        c[row.index()] = std::max(c[row.index()], needed);
      }
    }
  }
  std::vector<EquationAt> latent;
  for (std::uint32_t r = 0; r < equations.size(); ++r) {
    for (int shift = reached[r] + 1; shift <= c[r]; ++shift) {
      latent.push_back({equations[r].equation, shift});
    }
  }
  return latent;
}

std::vector<EquationAt> latent_by_rank(GuardedSystem& system, const Status& status) {
  const auto missing = [&](const std::vector<EquationAt>& rows) {
    const OpenSystem open = open_system(system, status, rows);
    return open.columns.size() - structural_rank(open.graph);
  };
  std::vector<EquationAt> rows = open_system(system, status).rows;
  if (rows.empty()) return {};
  std::vector<EquationAt> latent;
  for (const EquationId id : system.equations()) {
    if (!is_enabled(system, id, status)) continue;
    const int shift = highest_shift(status.equations[id.index()]);
    if (status.of(EquationAt{id, shift}) != Truth::is_true) continue;
    std::vector<EquationAt> more = rows;
    more.push_back({id, shift + 1});
    if (missing(more) >= missing(rows)) continue;
    rows = std::move(more);
    latent.push_back(rows.back());
  }
  return latent;
}

}  // namespace saltus
