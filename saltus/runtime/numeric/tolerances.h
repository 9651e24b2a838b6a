#pragma once

#include <algorithm>
#include <limits>

// Every number that decides in the course of a run. Each is derived from the user's tolerance,
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
// The same, added up over points within the step: there it is no estimate of the last term.
inline constexpr double largest_defect_within = 0.01;
// The polynomial of an operation encloses its values, for what is computed of them, if it leaves
// out no more than this part of them: an exponential of a thousand times the value moves by a
// thousandth.
inline constexpr double enclosing = 1e-6;
// The operand of a root that has come so near to zero at an event is zero: as near as the solution
// is accurate, but clearly so.
inline double root_accuracy(double tolerance) { return std::min(10.0 * tolerance, 1e-4); }
// A derivative of an event function this small, beside its size over the last step, is zero as
// far as the solution is known.
inline constexpr double slow = 10.0;
// Left limits are known to the accuracy of the solution; but no tolerance makes a jump of this part
// of a value look like none.
inline constexpr double left_limit_accuracy = 100.0;
inline constexpr double largest_inaccuracy = 1e-6;
// A variable has jumped, in the log, if it moved by more than this; whatever the tolerance, more
// than the second number, a part of the value, is no inaccuracy.
inline constexpr double jump = 100.0;
inline constexpr double clear_jump = 0.1;
// Values in two configurations of an instant are the same if they differ by no more than this.
inline constexpr double same_value = 100.0;

// --- Rounding ---

// Rounding errors of a leading value, in units of what a sweep through its operations adds up:
// operations are bounded one by one, solutions of linear systems are estimated.
inline constexpr double rounding_margin = 8.0;
// A step that is no more than this part of the longest one since the last event may be limited by
// rounding: what rounds is asked for.
inline constexpr double collapsed_step = 0x1p-6;
// Rounding was what limited a step if without it the step may be so many times as long.
inline constexpr double clearly_longer = 2.0;
// A derivative of an event function that is more than this part of what it was over the last step
// goes on: it has not become rounding.
inline constexpr double going_on = 0.1;
// A multiplier m with m (1 - m) below the negative of this is outside of [0, 1] whatever its
// rounding.
inline constexpr double outside_of_share = 0.1;
// How far beside a share that was chosen another one is tried, in [0, 1]; shares that differ by
// less than the second are the same.
inline constexpr double other_share = 0.015625, same_share = 1e-6;
// Halving the step divides truncation errors by 2^order. A defect that shrinks by less than this
// is rounding; no step can be short enough for it.
inline constexpr double truncation_reduction = 0.1;
// No rounding that was only recognised by that is larger than this, relative to the solution.
inline constexpr double largest_rounding = 1e-7;
// The value of an event function is zero below this many times what a sweep through its operations
// adds up: its terms may be solutions of linear systems, and have gone through a reset.
inline constexpr double value_noise = 1024.0;
// What the polynomial of an event function may add, of the sum of its terms: each coefficient is a
// sum of so many roundings at most, and so much is what an exact polynomial may leave out. Between
// two changes of side a value that is no farther beyond zero is a touch.
inline constexpr double polynomial_noise = 64.0 * epsilon;
// A derivative of it is zero below this part of the terms that it is the sum of.
inline constexpr double coefficient_noise = 1e-11;
// What the operations of an event function round is not found out again for a derivative this many
// times larger than what counted as zero the last time: it does not grow so much between two
// events.
inline constexpr double far_above_rounding = 1e6;
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
// A step that leaves no more than this part of the way to its limit goes there: what is left would
// be a step of its own, of a length that nothing in the solution asks for.
inline constexpr double rest_of_way = 1e-10;
// Steps this short, as a part of the time scale, leave out nothing: their polynomials are exact.
inline constexpr double exact_step = 1e-4;
// Steps from kink to kink this short, in units of the smallest one, do not lead on.
inline constexpr double at_kink = 64.0;
// The value of a switching function moves the place of a kink by no more than this part of the
// step: the polynomial, which found it, is as accurate as the solution.
inline constexpr double kink_correction = 1e-3;
// A point has no value if it is beyond the end of its branch by what its place is not known. One
// this much before it, in units of the smallest step, has one.
inline constexpr double before_end = 8.0;
// A root whose zero is so near, in units of the smallest step, is at its zero.
inline constexpr double at_root = 8.0;
// Of the way from the root over which the solution has come: the radius of convergence.
inline constexpr double reach_from_root = 0.75;
// Steps over a root this short, in units of the smallest one, are taken if the derivatives tend to
// a limit: what begins at zero has an error of its own size at every length. They do if they change
// by less than the second number from one attempt to the next, a quarter as long: by 4^-q, q = 1/6,
// or hardly at all.
inline constexpr double shortest_over_root = 64.0;
inline constexpr double converging_over_root = 0.8;
// A series ends before the zero of a root: an event of another component this much later, in units
// of same_event, is there.
inline constexpr double near_failure = 8.0;
// Steps that fail this near to each other, as a part of the run, fail at one place: crossings of
// surfaces that are reached there again and again lead nowhere.
inline constexpr double same_arrival = 1e-9;

// Rounding of a state, relative to its size over the last step.
inline constexpr double state_noise = 64.0 * epsilon;
// Left limits that the constraints of the next mode move no farther than this, relative to their
// size, are its right limits: anything more is a reset, so that what it conserves is conserved at
// every tolerance.
inline constexpr double consistent = 1e4 * epsilon;
// Differences of a start value smaller than this part of the largest value do not count.
inline constexpr double start_noise = 1e-10;
// Events are one event when their times differ by no more than this, relative to the time.
inline constexpr double same_event = 16.0 * epsilon;

// --- Newton's iteration for one stage of a block ---

// After a move of this part of a value nothing is left to move: the iteration converges
// quadratically, and the next move would be of the order of the square, below rounding.
inline constexpr double negligible_move = 1e-9;
// A linear block needs one move, unless its prediction was so many times as large as the values:
// far outside of the circle in which a series converges, where what is predicted for a value that
// nothing controls, as the currents of a resistive circuit, has no digit in common with it. Then
// the equations are solved without it.
inline constexpr double cancelling_move = 1024.0;
// The projection moves what is large rather than what is small, but only so much rather: values
// whose size is less than this part of the largest, as those that have hardly left zero, are as
// free to move as if they had that size.
inline constexpr double smallest_weight = 1e-3;
// An iteration that converges quadratically from a prediction needs few moves; one that has made so
// many does not converge.
inline constexpr int most_newton_iterations = 25;

// --- Beside a branch point ---

// How far a series that does not exist is begun beside its point, relative to the time: a few
// steps of the smallest length. And at most, in units of the square root of the tolerance: Euler's
// method has an error of the second order.
inline constexpr double nearest_beside = 2e-14;
inline constexpr double farthest_beside = 1e-2;
// An event function without a series at its point, as sqrt(x) at 0, has one this far from it, as a
// part of the step that the solution allows: the square root of rounding, half of the digits of x.
// And in units of the smallest step, at least.
inline constexpr double beside_singularity = 0x1p-26;
inline constexpr double least_beside_singularity = 16.0;
// With each step the way to the point grows by this factor.
inline constexpr double beside_growth = 1.5;
// A derivative is the same eight times as near to the point if it changes by less than this part.
inline constexpr double same_derivative = 1e-2;
// A derivative that tends to a limit like t^q changes by 8^-q times as much where it is eight times
// as near; q = 1/6.
inline constexpr double converging_derivative = 0.7;
// What changes by so many times its size over the run, at its present speed, has a pole.
inline constexpr double pole = 1e9;
// A value that nothing follows is looked at so near to where it may be infinite, relative to the
// time, and so many times as far from there. If it has grown by more than the third number between
// them, like d^-q, q > 0.3, it is.
inline constexpr double beside_pole = 4096.0 * epsilon;
inline constexpr double farther_from_pole = 1024.0;
inline constexpr double growth_to_pole = 8.0;
// Its place is as far from where polynomials put it, in units of the tolerance times the step.
inline constexpr double place_of_pole = 100.0;

// --- Runs without end ---

// So many steps of a component have to lead on by so much of the run. At this pace it would take
// 10^12 steps.
inline constexpr int steps_of_pace = 1 << 16;
inline constexpr double slowest_pace = 1e-7;
// A run ends with too many steps before it has taken them where the latest so many steps say that
// it would take so many times the limit: it may become ten times as fast later on, and would still
// not end. It has taken the third number of the limit then: what is fast at the begin only has
// passed.
inline constexpr int steps_of_forecast = 1 << 21;
inline constexpr double hopeless_forecast = 10.0;
inline constexpr double part_before_forecast = 0.1;

// --- Events that accumulate ---

// So near to where events tend, relative to the time elapsed, they have accumulated.
inline constexpr double accumulated = 1e-4;
// The way to the limit is no longer than this multiple of what the present speeds take.
inline constexpr double way_to_limit = 100.0;
// Intervals between events shrink steadily if the ratio of every other one changes by no more than
// this part, and stays below the second number.
inline constexpr double steady_ratio = 0.05;
inline constexpr double largest_ratio = 0.9999;
// Events this near to their limit, relative to the time elapsed, are not followed any more; the
// second number where intervals stop being steady.
inline constexpr double at_limit = 1e-9;
inline constexpr double lost_near_limit = 1e-6;

// --- Other decisions ---

// A fixed start value that the run does not begin with differs by more than this part of itself.
inline constexpr double fixed_start = 1e-6;

// Numbers below are not told apart from zero: near the end of their range doubles lose digits.
inline constexpr double negligible = 1e-290;

// Units of time in which third derivatives, coefficients divided by the third power of the unit,
// stay in the range of doubles.
inline constexpr double smallest_unit = 1e-100;
inline constexpr double largest_unit = 1e100;

// A nonlinear algebraic value that jumps by this much of itself has changed its branch.
inline constexpr double branch_jump = 1e-2;
// Where a value, its derivatives and its past are all zero and no nominal value is given, nothing
// says how large it will be. Modelica's default of `nominal` is 1; this part of it is the metric in
// which such a value is moved onto the equations. No error is measured by it.
inline constexpr double unknown_size = 1e-8;

}  // namespace tolerances
}  // namespace saltus
