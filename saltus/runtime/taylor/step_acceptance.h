#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/event_functions.h"
#include "saltus/runtime/taylor/kink_watch.h"
#include "saltus/runtime/taylor/rounding_sweep.h"
#include "saltus/runtime/taylor/segment_point.h"
#include "saltus/runtime/taylor/series_check.h"
#include "saltus/runtime/taylor/series_rounding.h"
#include "saltus/runtime/taylor/step_control.h"

namespace saltus {

// Whether the polynomials of a segment may stand for the solution over a step: the equations at its
// end decide, and within it where the series cannot speak for all of it.
class StepAcceptance {
 public:
  // All must outlive it. `degree`: of the event functions.
  StepAcceptance(const ExecutableMode& mode, const Tolerances& tolerances, const Segment& segment,
                 StepControl& control, EventFunctions& functions, SegmentPoint& point, int degree);

  // How far an expansion lies from the segment that led to it, in units of the tolerance; what
  // rounding alone may have done does not count.
  double defect(const Expansion& reached, double weight);
  // What rounding may have done at a point.
  const RoundingSweep& sweep(const Expansion& reached);
  // What rounding may have done to each leading value.
  std::span<const double> rounding(const Expansion& reached);
  bool accepts(double defect) const;
  // Of an attempt, after another one that was twice as long: a defect that halving does not reduce
  // is rounding, no step can be short enough for it.
  void compare(double defect, double defect_before);

  // Whether the polynomials of the event functions are as accurate as the solution at a point.
  bool are_functions_met(double step, const Expansion& reached);

  // Whether the series about the begin speaks for a step; and, if it does not, whether the
  // equations are met at points within.
  enum class Within : std::uint8_t { spoken_for, good, bad };
  Within judge_within(const Expansion& about_begin, const KinkWatch& kinks, double step);
  // Of a step that is bad: why a point within it has no values, if that is the reason.
  const std::optional<ExpansionFailure>& failure_within() const { return failure_within_; }

  // The distance in time beyond which nothing belongs to the mode.
  void set_horizon(double distance) { horizon_ = distance; }

 private:
  double horizon_ = std::numeric_limits<double>::infinity();
  bool is_pole(const StepCells::PossiblePole& pole, double step);
  bool grows_to(double place, double near, double step, std::uint32_t unknown);
  double find_largest(double place, double reach, double near, double step, std::uint32_t unknown);
  double size_at(double at, std::uint32_t unknown);
  bool are_equations_met_within(const KinkWatch& kinks, double step);
  StepControl::Defect defect_within(const Expansion& reached, double weight, double share);

  const ExecutableMode& mode_;
  Tolerances tolerances_;
  const Segment& segment_;
  StepControl& control_;
  EventFunctions& functions_;
  SegmentPoint& point_;
  int degree_;
  SeriesCheck check_;
  RoundingSweep sweep_;
  SeriesRounding series_rounding_;
  double rounding_ = 0.0;  // the largest defect that turned out to be rounding
  std::vector<double> within_;
  std::optional<ExpansionFailure> failure_within_;
};

}  // namespace saltus
