#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// Of a mode with more of them the others are counted.
inline constexpr std::size_t most_conditions_of_mode = 64;

// A mode in the words of the model: `engaged, not braked`.
std::string mode_text(const FlatSystem& system, const std::vector<GuardValue>& values);

// The same of a mode that may slide: `sliding on v > 0, engaged`.
std::string mode_text(const FlatSystem& system, const HybridSystem& hybrid,
                      const std::vector<GuardValue>& values, const std::vector<HeldSurface>& held);

}  // namespace saltus
