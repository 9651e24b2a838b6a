#pragma once

#include <span>

#include "saltus/executable/executable_mode.h"

namespace saltus {

// An operand over a disc about the begin of a step: its value there, and how far it moves at most,
// the sum of |a_m| r^m over m >= 1.
struct OperandMove {
  double value = 0.0;
  double move = 0.0;
};

// Whether an operation has coefficients beyond those of its operands: all that are smooth and not
// linear. Sums do by their products, which are no matter of this file.
bool has_own_tail(SeriesOp op);

// A bound of |f(a + d) - f(a) - f'(a) d| for all complex moves |d| of the operands that they
// allow; infinite if f is not known to be analytic there. `result`: f(a) and, if there is one, its
// companion. By Cauchy's estimate it bounds what the series of f leaves out
// (docs/theory/taylor.md, (4)).
double curvature_bound(const Instruction& instruction, double result, double companion,
                       const OperandMove& a, const OperandMove& b);

}  // namespace saltus
