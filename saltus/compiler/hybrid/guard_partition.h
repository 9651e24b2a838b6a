#pragma once

#include <optional>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// Guard values for which not exactly one of several lists of literals holds.
struct PartitionFault {
  std::vector<GuardLiteral> where;
  std::vector<std::size_t> holding;  // positions of the lists that hold there: none or several
};

// Does exactly one list hold whatever the guards are? Guards count as independent.
std::optional<PartitionFault> find_partition_fault(
    const std::vector<const std::vector<GuardLiteral>*>& lists);

}  // namespace saltus
