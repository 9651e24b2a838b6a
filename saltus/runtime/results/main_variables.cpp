#include "saltus/runtime/results/main_variables.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

enum class Behaviour { moves, constant, absent };

Behaviour behaviour_of(const Trajectory& trajectory, std::size_t column) {
  double first = std::nan("");
  for (std::size_t row = 0; row < trajectory.row_count(); ++row) {
    const double value = trajectory.value(row, column);
    if (!std::isfinite(value)) continue;
    if (std::isnan(first)) first = value;
    if (value != first) return Behaviour::moves;
  }
  return std::isnan(first) ? Behaviour::absent : Behaviour::constant;
}

}  // namespace

std::vector<std::size_t> choose_main_variables(const Trajectory& trajectory,
                                               std::span<const ColumnRole> roles,
                                               std::size_t at_most) {
  SALTUS_CHECK(roles.size() == trajectory.columns().size());
  std::vector<std::pair<int, std::size_t>> ranked;
  for (std::size_t column = 0; column < roles.size(); ++column) {
    const bool is_derivative = trajectory.columns()[column].kind == ColumnKind::derivative;
    if (!roles[column].is_public || is_derivative) continue;
    const Behaviour behaviour = behaviour_of(trajectory, column);
    if (behaviour == Behaviour::absent) continue;
    const int rank = (roles[column].is_state ? 0 : 2) + (behaviour == Behaviour::constant ? 1 : 0);
    ranked.emplace_back(rank, column);
  }
  std::sort(ranked.begin(), ranked.end());
  if (ranked.size() > at_most) ranked.resize(at_most);
  std::vector<std::size_t> chosen;
  for (const auto& [rank, column] : ranked) chosen.push_back(column);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace saltus
