#pragma once

#include <cstddef>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// The least and the largest number of items that are active in a mode.
struct CountRange {
  std::size_t least = 0;
  std::size_t most = 0;
};

// `literals` are those of each item. Counts of different if-equations are added up as if
// their guards were independent of each other: the range may be wider than it is.
CountRange count_active(const std::vector<std::vector<GuardLiteral>>& literals);

}  // namespace saltus
