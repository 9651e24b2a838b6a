#pragma once

#include <cstdint>
#include <span>

#include "saltus/runtime/taylor/expansion.h"

namespace saltus {

// What is left of errors in the unknowns of a block that is solved; `largest`, one per unknown, is
// raised to it. `scratch`: as many numbers.

// Errors of the residuals add up with any signs: two choices of them are tried.
void add_errors_of_right_side(const Expansion& expansion, std::uint32_t block,
                              std::span<const double> errors, std::span<double> scratch,
                              std::span<double> largest);

// Elimination mixes rows: what is zero by two equations of its own comes out as rounding of the
// other unknowns. How much, solutions tell that are known beforehand, of the sizes of the unknowns
// and with digits that leave nothing to luck.
void add_rounding_of_solve(const Expansion& expansion, std::uint32_t block,
                           std::span<const double> sizes, std::span<double> scratch,
                           std::span<double> largest);

}  // namespace saltus
