#pragma once

#include <cstddef>
#include <vector>

#include "saltus/foundation/base/result.h"
#include "saltus/runtime/projection/linear_system.h"

namespace saltus {

// A decision on what is zero that a small change of the data would turn round. Magnitudes are
// relative to the largest of the balanced matrix.
struct NearDecision {
  std::size_t step = 0;  // from 1
  double smallest_kept = 0.0;
  double largest_dropped = 0.0;
};

// Orthogonal P, Q with
//
//   P E Q = [E_f  E_c]     P A Q = [A_f  A_c]
//           [ 0   E_i]             [ 0   A_i]
//
// E_f regular, A_i block upper triangular with regular diagonal blocks, E_i strictly block upper
// triangular with the same blocks: A_i^-1 E_i is nilpotent. The number of blocks is the index.
struct Staircase {
  Matrix e;
  Matrix a;
  Matrix row_rotation;             // P
  Matrix column_rotation;          // Q
  std::size_t finite = 0;          // order of E_f
  std::vector<std::size_t> steps;  // orders of the blocks of E_i, A_i, first to last
  std::vector<NearDecision> near_decisions;
  // By how much the rank decisions may have enlarged errors of the data; at least 1.
  double growth = 1.0;
};

struct StaircaseFault {
  enum class Kind {
    singular_pencil,  // det(s E + A) = 0 for all s, to working precision
    too_large,        // a step takes the cube of the order, and there are as many as the index
  };
  Kind kind = Kind::singular_pencil;
  std::size_t step = 0;  // from 1
};

// Both matrices square and of one size, balanced.
Result<Staircase, StaircaseFault> reduce_to_staircase(const Matrix& e, const Matrix& a);

}  // namespace saltus
