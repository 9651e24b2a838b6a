#pragma once

#include <string>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// "engaged, not (x > 1)"; "every mode" if nothing is guarded.
std::string mode_name(const FlatSystem& system, const std::vector<GuardLiteral>& literals);

}  // namespace saltus
