#pragma once

#include <span>

namespace saltus {

// An interval at whose ends a polynomial has opposite signs; `sign_before` is the sign at lo.
struct Bracket {
  double lo = 0.0;
  double hi = 0.0;
  int sign_before = 0;
};

// The root of the polynomial in the bracket to the last bits, by Newton's iteration from `guess`
// that the bracket safeguards. The polynomial at the result no longer has `sign_before`.
double locate_root(std::span<const double> coefficients, const Bracket& bracket, double guess);

// A place in the bracket where the polynomial ceases to have `sign_before`, by bisection: for
// several roots close together, where slopes say nothing.
double bisect_root(std::span<const double> coefficients, const Bracket& bracket);

// The first double at or a few ulp after x at which the polynomial no longer has `sign_before`:
// a mode change must not be taken before its guard has changed.
double no_longer_before(std::span<const double> coefficients, double x, int sign_before);

}  // namespace saltus
