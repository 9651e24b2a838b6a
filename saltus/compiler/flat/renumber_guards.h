#pragma once

#include "saltus/compiler/flat/flat_system.h"

namespace saltus {

// Keeps the guards that something depends on, numbered in the order of their first
// use; a guard comes after those in its own condition. The numbers then depend on the
// system alone, not on how it was written.
void renumber_guards(FlatSystem& system);

}  // namespace saltus
