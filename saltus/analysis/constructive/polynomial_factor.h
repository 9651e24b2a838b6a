#pragma once

#include <optional>

#include "saltus/analysis/constructive/polynomial.h"

namespace saltus {

// a/b, if b divides a without remainder. Powers must not be negative.
std::optional<Polynomial> divide_exactly(const Polynomial& a, const Polynomial& b);

// A polynomial that divides both, as large as possible: Euclid's algorithm with pseudo-remainders,
// one atom after the other. 1 where the intermediate polynomials become too large to be of use.
Polynomial common_factor(const Polynomial& a, const Polynomial& b);

}  // namespace saltus
