#pragma once

#include <vector>

#include "saltus/analysis/all_modes/conditional_signature.h"

namespace saltus {

// A part of the model that shares no unknown and no related guard with the others.
struct ModeCluster {
  std::vector<Row> rows;
  std::vector<Column> columns;
  std::vector<std::uint32_t> levels;  // of its guards, ascending
  ModeSet possible;
};

// `neighbours` as for GuardLogic.
std::vector<ModeCluster> find_clusters(const GuardLogic& logic, const ModelRows& rows,
                                       const std::vector<std::vector<std::uint32_t>>& neighbours);

}  // namespace saltus
