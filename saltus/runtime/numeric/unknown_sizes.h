#pragma once

#include <span>

#include "saltus/runtime/numeric/nearest_point.h"

namespace saltus {

// The sizes of unknowns that have none (0), from those of the others: as large as what they are
// added to, in rows in which they have a constant coefficient (docs/theory/start.md, 6). Does not
// depend on the units of rows and unknowns. Where no row tells, the size is 1.
void find_unknown_sizes(NonlinearSystem& system, std::span<const double> x, std::span<double> size);

}  // namespace saltus
