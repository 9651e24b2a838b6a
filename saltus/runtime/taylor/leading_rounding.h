#pragma once

#include <vector>

#include "saltus/runtime/taylor/expansion.h"

namespace saltus {

// By how much rounding may change the leading values of the last expansion, one per unknown:
// every operation rounds once and passes on the errors of its operands; a block that is solved
// passes them through its Jacobian. An estimate, for blocks; states count as rounded once.
std::vector<double> leading_rounding(const ExecutableMode& mode, const Expansion& expansion);

}  // namespace saltus
