#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/executable/executable_model.h"

namespace saltus {

// Components and discrete nodes whose start depends on each other: sides of their surfaces and
// binary unknowns are searched for together.
struct StartGroup {
  std::vector<std::uint32_t> components;
  std::vector<std::uint32_t> nodes;  // that read continuous values and decide something
  std::vector<std::uint32_t> sub_problems;
};

// All groups, each after those that it needs. `component_of`: by VariableId.
std::vector<StartGroup> find_start_groups(const ExecutableModel& model,
                                          std::span<const std::uint32_t> component_of);

}  // namespace saltus
