#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/segment.h"

namespace saltus {

// The solution at one point: the values of a segment's polynomials, moved onto all equations, and
// the event functions there.
class SegmentPoint {
 public:
  SegmentPoint(const ExecutableMode& mode, const ExpansionPlan& plan, const KnownValues& known);

  void rebind() { expansion_.rebind(); }

  // The branches of operations that count for the whole segment (docs/theory/branches.md).
  void hold_branches(std::span<const double> branches);
  // On a segment that passes through the zero of a root each point chooses its own.
  void release_branches() { branches_.clear(); }

  // The point at a time, `step` after the begin, on the segment's branches.
  std::optional<ExpansionFailure> evaluate(const Segment& segment, double step, double time,
                                           std::span<const double> metric, std::span<double> state);
  std::optional<ExpansionFailure> evaluate(const Segment& segment, double step,
                                           std::span<const double> metric,
                                           std::span<double> state) {
    return evaluate(segment, step, segment.begin().plus(step).value(), metric, state);
  }
  // What the equations say at any time: moves a state onto them. Branches are chosen anew.
  std::optional<ExpansionFailure> move_onto_equations(double time, std::span<const double> metric,
                                                      std::span<double> state);

  // Of the point evaluated last.
  Expansion& expansion() { return expansion_; }
  // The same, with event functions and switching functions; evaluated when first asked for.
  const Expansion& observed();
  double function(std::uint32_t i) { return observed().value(mode_.surfaces[i].row); }

 private:
  std::optional<ExpansionFailure> expand(double time, std::span<const double> metric,
                                         std::span<double> state);

  const ExecutableMode& mode_;
  Expansion expansion_;
  bool is_observed_ = false;
  std::vector<double> branches_;
};

}  // namespace saltus
