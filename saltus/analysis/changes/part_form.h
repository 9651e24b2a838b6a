#pragma once

#include <string>

#include "saltus/analysis/constructive/guarded_system.h"

namespace saltus {

// The equations and guards of a component with its names replaced by numbers in the order of their
// first use: components with the same form have the same changes of mode. Values of parameters, and
// thresholds of guards, count only as far as they decide which modes are possible.
std::string form_of(GuardedSystem& system, const PossibleModes& possible);

}  // namespace saltus
