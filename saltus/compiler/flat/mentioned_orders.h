#pragma once

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// The highest derivative of each variable that equations and inequalities mention, in any mode.
IdMap<VariableId, int> mentioned_orders(const FlatSystem& system);

}  // namespace saltus
