#pragma once

#include <string>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// A mode in the words of the model: `engaged, not braked`.
std::string mode_text(const FlatSystem& system, const std::vector<GuardValue>& values);

}  // namespace saltus
