#include "saltus/runtime/taylor/segment_point.h"

namespace saltus {

SegmentPoint::SegmentPoint(const ExecutableMode& mode, const ExpansionPlan& plan,
                           const KnownValues& known)
    : mode_(mode), expansion_(mode, plan, mode.initial_extra_order, known) {
  expansion_.end_roots();
}

void SegmentPoint::hold_branches(std::span<const double> branches) {
  branches_.assign(branches.begin(), branches.end());
}

std::optional<ExpansionFailure> SegmentPoint::evaluate(const Segment& segment, double step,
                                                       double time, std::span<const double> metric,
                                                       std::span<double> state) {
  segment.predict(step, state);
  if (branches_.empty()) {
    expansion_.release_branches();
  } else {
    expansion_.hold_branches(branches_);
  }
  return expand(time, metric, state);
}

std::optional<ExpansionFailure> SegmentPoint::move_onto_equations(double time,
                                                                  std::span<const double> metric,
                                                                  std::span<double> state) {
  expansion_.release_branches();
  return expand(time, metric, state);
}

std::optional<ExpansionFailure> SegmentPoint::expand(double time, std::span<const double> metric,
                                                     std::span<double> state) {
  is_observed_ = false;
  return expansion_.expand(time, 1.0, state, metric, mode_.initial_extra_order);
}

const Expansion& SegmentPoint::observed() {
  if (!is_observed_) expansion_.observe(0);
  is_observed_ = true;
  return expansion_;
}

}  // namespace saltus
