#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/numeric/tolerances.h"
#include "saltus/runtime/taylor/event_functions.h"
#include "saltus/runtime/taylor/expansion.h"
#include "saltus/runtime/taylor/segment.h"
#include "saltus/runtime/taylor/segment_point.h"
#include "saltus/runtime/taylor/step_control.h"

namespace saltus {

// The power of two next to a positive number: scaling by it is exact.
double power_of_two_near(double value);

// The point that the solution of a mode has come to, the series about it as far as it is known, and
// what is read from the series: the segment, the sizes of all values, the event functions.
//
// Where a run of the mode begins a few terms tell enough; complete() computes the others. An
// attempt at a step may expand at another point, which becomes the present one by move_to().
class PresentSeries {
 public:
  // `nominal` and `known`: see TaylorIntegrator.
  PresentSeries(const ExecutableMode& mode, const ExpansionPlan& plan, const Tolerances& tolerances,
                std::vector<double> nominal, const KnownValues& known);

  // A copy was put back in its place (Memento): its parts refer to the expansion.
  void rebind() {
    expansion_.rebind();
    point_.rebind();
  }

  // The present point.
  double time() const { return time_.value(); }
  const Instant& instant() const { return time_; }
  std::span<const double> state() const { return state_; }
  std::span<double> state() { return state_; }

  // The unit of time of the next expansions: the length of steps to expect.
  double time_scale() const { return time_scale_; }
  void set_time_scale(double scale) { time_scale_ = scale; }
  // The solution goes backward in time: what comes after an instant is before it on the clock.
  void set_backward() { is_backward_ = true; }
  bool is_backward() const { return is_backward_; }
  double direction() const { return is_backward_ ? -1.0 : 1.0; }

  // How many terms: all of them, and those that are computed before it is known whether a step is
  // taken from here. And the degree of event functions when all terms are known.
  int order() const { return order_; }
  int first_order() const { return first_order_; }
  int function_degree() const { return function_degree_; }

  // A point from outside, at which nothing is known yet. `scale`: sizes that the entries of the
  // state had over the last step in another mode, if there was one.
  void begin(const Instant& time, std::span<const double> state, std::span<const double> scale);
  // It was expanded, which has moved its state onto the equations.
  void accept_begin(std::span<const double> state);

  // Expands at any point; `state` is moved onto the equations. The segment and the event functions
  // stay as they are.
  std::optional<ExpansionFailure> expand(double time, std::span<double> state, int order);
  // The solution has come to a point over a step along the segment.
  void move_to(const Instant& time, std::span<const double> state);
  // All terms about the present point, from a state there that is moved onto the equations. False
  // if there is no series, which the next step will say.
  bool continue_from(std::span<double> state);
  // The same point and series again, after an attempt that has expanded elsewhere. `state`:
  // scratch.
  void expand_again(std::span<double> state);
  // The present point is the left limit of an event, or no series leads on from it.
  void forget() { is_expanded_ = is_kept_ = false; }
  void fail(const ExpansionFailure& cause);

  bool is_expanded() const { return is_expanded_; }
  // Why there is no series about the present point, if there is none.
  const std::optional<ExpansionFailure>& failure() const { return failure_; }

  // The rest of the series. False if it cannot be had.
  bool complete();
  // Takes the series for the segment, with its event functions.
  void keep();
  // Evaluates the event functions about the present point.
  void observe();
  // The degree up to which they are known.
  int observed_degree() const {
    return is_complete_ ? function_degree_ : first_order_ - (order_ - function_degree_);
  }
  // x^(order), of any order that the series reaches.
  double derivative(std::uint32_t unknown, int order);

  // The solution on the segment, moved onto all equations: point() has the values there.
  std::optional<ExpansionFailure> evaluate(double step, std::span<double> state) {
    return point_.evaluate(segment_, step, control_.metric(), state);
  }

  const Expansion& expansion() const { return expansion_; }
  Expansion& expansion() { return expansion_; }
  SegmentPoint& point() { return point_; }
  const Segment& segment() const { return segment_; }
  const StepControl& control() const { return control_; }
  StepControl& control() { return control_; }
  const EventFunctions& functions() const { return functions_; }
  EventFunctions& functions() { return functions_; }
  std::uint64_t expansion_count() const { return expansion_count_; }

 private:
  int order_, first_order_, function_degree_;
  Expansion expansion_;
  SegmentPoint point_;
  Segment segment_;
  StepControl control_;
  EventFunctions functions_;
  Instant time_;
  std::vector<double> state_;
  double time_scale_ = 1.0;
  bool is_backward_ = false;
  bool is_expanded_ = false;  // expansion_ is about time_
  bool is_complete_ = false;  // up to order_
  bool is_kept_ = false;      // and copied to segment_
  bool is_observed_ = false;  // and its event functions are evaluated
  std::optional<ExpansionFailure> failure_;
  std::uint64_t expansion_count_ = 0;
};

}  // namespace saltus
