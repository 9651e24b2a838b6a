#pragma once

#include "saltus/runtime/projection/staircase.h"

namespace saltus {

// The finite and the infinite part on their own: with y = Q^T x = (y_1, y_2) and
//
//   x_1 = y_1 - R y_2,   x_2 = y_2
//
// the equations of the staircase become E_f x_1' + A_f x_1 + ... = 0 and
// N x_2' + x_2 + A_i^-1 B_2 u = 0.
struct Decoupled {
  Matrix coupling;   // R
  Matrix nilpotent;  // N = A_i^-1 E_i
  Matrix input;      // A_i^-1 B_2
};

// `b` is B in the rows of the balanced system.
Decoupled decouple(const Staircase& staircase, const Matrix& b);

}  // namespace saltus
