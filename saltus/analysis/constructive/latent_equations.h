#pragma once

#include <vector>

#include "saltus/analysis/constructive/guarded_system.h"

namespace saltus {

// The smallest offsets c_i not below the shifts already reached: d_j - c_i >= sigma_ij, equality
// on the transversal. What lies between is latent.
std::vector<EquationAt> latent_equations(const Status& status, const SelectedMode& mode);

// For a singular mode: shifted equations that determine more without bringing in as much
// that is new, in the order of the text.
std::vector<EquationAt> latent_by_rank(GuardedSystem& system, const Status& status);

}  // namespace saltus
