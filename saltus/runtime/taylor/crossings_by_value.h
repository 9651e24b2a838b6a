#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/event_location.h"
#include "saltus/runtime/taylor/present_series.h"

namespace saltus {

// Crossings of event functions as their values tell, where polynomials cannot: the polynomial of an
// event function is cut off, or there is none, its value at a point is not.
class CrossingsByValue {
 public:
  // All must outlive it. `location`: where crossings are, and which ones happen there.
  CrossingsByValue(const ExecutableMode& mode, PresentSeries& series, EventLocation& location);

  // For functions without a series: the distance in time to the first change of side within a
  // step, which is short.
  std::optional<double> find(double step, std::span<const Side> held);

  // Moves the crossing found at `step`, the point that was evaluated last, to where the value is
  // zero, or on the other side, as far as rounding goes; not farther than `longest`. `state`:
  // there.
  void refine(double& step, double longest, std::span<double> state);
  // Where the value at the crossing is not zero, and cannot be made so, the polynomial has crossed
  // and the function perhaps has not: one that touches zero, say. A shorter step is more accurate,
  // the shortest ones are as accurate as rounding.
  bool is_located(double step);

  // Those that the branch beyond a kink has taken to their other side at once. A root that has come
  // to zero stays there: an event function that is zero with it is crossed, though it only touches.
  // False if there are none.
  bool take_jumped(std::span<const Side> held, bool is_root);
  // Those that count as zero where a step has failed: the series may end at an event function's
  // zero, as that of sqrt(x) does. False if there are none.
  bool take_arrived(std::span<const Side> held);
  // The same of those that come to zero within `soon`; states become zero with them. Steps that
  // become shorter and shorter come no nearer.
  bool take_near(std::span<const Side> held, double soon);
  // Where the equations are singular at a crossing, the step ends as near to it as time can be
  // told: the states are moved to where the functions vanish, so that what rests there is at rest.
  void put_on_crossings(std::span<double> state);

 private:
  const ExecutableMode& mode_;
  PresentSeries& series_;
  EventLocation& location_;
  std::vector<double> there_;  // scratch: a state
};

// The place of a change of side within a step, by bisection: on the other side of it. `evaluate`
// goes to a point at a distance from the begin; it is false where there is none. A function that
// comes to zero and stays there is beyond where it is no more than `zero`.
template <class Evaluate>
double bisect_crossing(const SurfaceCrossing& crossing, double step, SegmentPoint& point,
                       const Evaluate& evaluate, std::optional<double> zero = {}) {
  constexpr int most_bisections = 60;
  double before = 0.0, after = step;
  for (int k = 0; k < most_bisections; ++k) {
    const double middle = 0.5 * (before + after);
    if (!evaluate(middle)) break;
    const double value = point.function(crossing.position);
    const bool is_beyond = zero ? std::fabs(value) <= *zero : side_of(value) == crossing.after;
    (is_beyond ? after : before) = middle;
  }
  return after;
}

}  // namespace saltus
