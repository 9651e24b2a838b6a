#pragma once

namespace saltus {

// A sum of n terms that cancels is taken for zero below this times n times
// epsilon times the sum of the magnitudes. Singular random matrices of order 2
// to 10 in random units left up to 18 (118 with sparse pivots) epsilon.
inline constexpr double rounding_errors_per_term = 32.0;

}  // namespace saltus
