#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "saltus/runtime/results/trajectory.h"

namespace saltus {

// What the choice depends on, for one column of a trajectory.
struct ColumnRole {
  bool is_state = false;
  bool is_public = true;
};

// The columns worth a look first, at most `at_most`: states before other variables and, among
// equals, those that move before constant ones; in the order of the trajectory. Protected
// variables, derivatives and columns without a single number are left out. `roles` runs parallel to
// the columns.
std::vector<std::size_t> choose_main_variables(const Trajectory& trajectory,
                                               std::span<const ColumnRole> roles,
                                               std::size_t at_most = 6);

}  // namespace saltus
