#pragma once

#include <algorithm>
#include <limits>

// Every number that decides in the course of a step. Each is derived from the user's tolerance,
// from rounding, or from the present size of what it judges (docs/theory/tolerances.md); none has
// a unit.

namespace saltus {

// What the user asks for.
struct Tolerances {
  // Implicit: in most places there is only the relative one.
  Tolerances(double relative_error, double absolute_error = 0.0)
      : relative(relative_error), absolute(absolute_error) {}

  double relative;
  double absolute;  // errors below it do not count, whatever the size

  // The size by which a value's error is measured: relative * size is what is allowed.
  double size_to_resolve(double present, double nominal) const {
    return std::max({present, nominal, absolute / relative});
  }
};

namespace tolerances {

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

// --- Accuracy of the solution, in units of the tolerance times the present size ---

// The last terms of a series may reach this share: what is left out is as large as they are.
inline constexpr double error_share = 0.2;
// What the equations at a point may differ from the polynomial that led there.
inline constexpr double largest_defect = 10.0;
// The operand of a root that has come so near to zero at an event is zero.
inline constexpr double root_accuracy = 10.0;
// A derivative of an event function this small, beside its size over the last step, is zero as
// far as the solution is known.
inline constexpr double slow = 10.0;

// --- Rounding ---

// Rounding errors of a leading value, in units of what a sweep through its operations adds up:
// operations are bounded one by one, solutions of linear systems are estimated.
inline constexpr double rounding_margin = 8.0;
// Halving the step divides truncation errors by 2^order. A defect that shrinks by less than this
// is rounding; no step can be short enough for it.
inline constexpr double truncation_reduction = 0.1;
// No rounding that was only recognised by that is larger than this, relative to the solution.
inline constexpr double largest_rounding = 1e-7;
// The value of an event function is zero below this many times what a sweep through its operations
// adds up: its terms may be solutions of linear systems, and have gone through a reset.
inline constexpr double value_noise = 1024.0;
// A derivative of it is zero below this part of the terms that it is the sum of.
inline constexpr double coefficient_noise = 1e-11;
// The same, relative to the largest term of the whole series over the next step.
inline constexpr double series_noise = 1e-14;
// A coefficient of this size beside the next one is no rounding.
inline constexpr double clearly_there = 1e-6;
// A switching function of a branch (abs, min, noEvent) that is no larger than this part of its
// terms where a series begins is zero: the branch is the one to which the solution goes.
inline constexpr double branch_noise = 1e-13;
// Impulses that cancel to less than this part of themselves are none.
inline constexpr double impulse_noise = 1e-9;
// An event function that is no larger where a step fails, beside its size over that step, is zero.
inline constexpr double arrived = 1e-11;
// Times differ by no more than this, relative to themselves or to what is left of the run, when
// they are the same instant.
inline constexpr double same_time = 32.0 * epsilon;
// Crossings this close, as a part of the step, are one event.
inline constexpr double simultaneous = 1e-13;
// No step is shorter than this, relative to the time or to what is left of the run.
inline constexpr double smallest_step = 4.0 * epsilon;

// --- Other decisions ---

// Numbers below are not told apart from zero: near the end of their range doubles lose digits.
inline constexpr double negligible = 1e-290;

// A nonlinear algebraic value that jumps by this much of itself has changed its branch.
inline constexpr double branch_jump = 1e-2;
// Where a value, its derivatives and its past are all zero and no nominal value is given, nothing
// says how large it will be. Modelica's default of `nominal` is 1; this part of it is the metric in
// which such a value is moved onto the equations. No error is measured by it.
inline constexpr double unknown_size = 1e-8;

}  // namespace tolerances
}  // namespace saltus
