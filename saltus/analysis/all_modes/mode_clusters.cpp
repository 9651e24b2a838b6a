#include "saltus/analysis/all_modes/mode_clusters.h"

#include <algorithm>

#include "saltus/foundation/graph/union_find.h"

namespace saltus {

std::vector<ModeCluster> find_clusters(const GuardLogic& logic, const ModelRows& rows,
                                       const std::vector<std::vector<std::uint32_t>>& neighbours) {
  // Numbered: groups of guards, then equations, then unknowns.
  const auto group_count = static_cast<std::uint32_t>(logic.groups().size());
  const auto row_count = static_cast<std::uint32_t>(rows.equations.size());
  const auto column_count = static_cast<std::uint32_t>(rows.unknowns.size());
  const auto guard_count = static_cast<std::uint32_t>(logic.guard_count());
  UnionFind together(group_count + row_count + column_count);
  for (std::uint32_t row = 0; row < row_count; ++row) {
    for (const std::uint32_t item : neighbours[row]) {
      const bool is_guard = item < guard_count;
      together.unite(group_count + row, is_guard ? static_cast<std::uint32_t>(
                                                       logic.group_at(logic.level(GuardId(item))))
                                                 : group_count + row_count + (item - guard_count));
    }
  }
  std::vector<std::size_t> cluster_at(group_count + row_count + column_count, 0);
  std::vector<ModeCluster> clusters;
  for (std::uint32_t item = 0; item < cluster_at.size(); ++item) {
    const std::uint32_t first = together.find(item);
    if (first == item) {
      cluster_at[item] = clusters.size();
      clusters.push_back({{}, {}, {}, ModeSet::all()});
    }
    cluster_at[item] = cluster_at[first];
    ModeCluster& cluster = clusters[cluster_at[item]];
    if (item < group_count) {
      const std::vector<std::uint32_t>& levels = logic.groups()[item].levels;
      cluster.levels.insert(cluster.levels.end(), levels.begin(), levels.end());
    } else if (item < group_count + row_count) {
      cluster.rows.push_back(Row(item - group_count));
    } else {
      cluster.columns.push_back(Column(item - group_count - row_count));
    }
  }
  for (ModeCluster& cluster : clusters) std::sort(cluster.levels.begin(), cluster.levels.end());
  // The last group first: what is joined already lies below it in the diagrams.
  for (std::uint32_t group = group_count; group-- > 0;) {
    clusters[cluster_at[group]].possible &= logic.groups()[group].possible;
  }
  return clusters;
}

}  // namespace saltus
