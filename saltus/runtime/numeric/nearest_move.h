#pragma once

#include <span>

namespace saltus {

// The shortest move with A move = b, in the sense of the least sum of (move_j / weight_j)^2. A row
// by row; columns of weight 0 do not move. False when the rows of A depend on each other: that
// does not depend on weights or units. For rows that nearly do so in the units of the weights,
// where A W^2 A^T, the usual way, has lost the digits that matter.
[[nodiscard]] bool find_nearest_move(std::span<const double> row_major,
                                     std::span<const double> weight, std::span<const double> b,
                                     std::span<double> move);

}  // namespace saltus
