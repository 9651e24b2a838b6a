#pragma once

#include <span>
#include <vector>

#include "saltus/executable/executable_model.h"
#include "saltus/runtime/simulate/discrete_state.h"
#include "saltus/runtime/simulate/visited_modes.h"

namespace saltus {

// A derivative beyond the leading ones, from a series about a point of a mode.
double derivative_beyond_state(const VisitedMode& mode, std::vector<double> state, double time,
                               const KnownValues& known, std::uint32_t unknown, int order);

// Rounding of a state, from its size over the last step.
double rounding_of_state(double size);

// The left limit of a component at an instant: where its motion in the last mode has ended.
class LeftLimit {
 public:
  LeftLimit(const ExecutableComponent& component, DiscreteState& discrete)
      : component_(component), discrete_(discrete) {}

  void set(VisitedMode& mode, const Sliding& sliding, const std::vector<double>& values,
           const Instant& time);
  VisitedMode* mode() const { return mode_; }  // nothing before the first instant
  const Sliding& sliding() const { return sliding_; }
  const std::vector<double>& values() const { return values_; }  // by state slots of its mode

  // x_j^(k), of any order.
  double value(std::uint32_t unknown, int order) const;
  double value(std::uint32_t unknown) const {
    return values_[mode_->integrator->slot(unknown).first] + 0.0;  // no negative zeros
  }
  // The sizes over the last step, in the layout of `next`; empty if it is the same mode.
  void find_scales_in_layout_of(const VisitedMode& next, std::vector<double>& scales) const;

  // As a state of `next`. False if new states are missing in the past, listed in `open`, and
  // nothing but it could determine them.
  bool find_state_of(const VisitedMode& next, std::vector<double>& state,
                     std::vector<OpenState>& open) const;
  // Whether what the past has fixed, `state` in `next`, went on without a jump where its
  // integrator stands; jumps up to a part `allowed` of a value are none.
  bool is_continued(const VisitedMode& next, std::span<const double> state, double allowed) const;

 private:
  double derivative(std::uint32_t unknown, int order) const;
  double noise(std::uint32_t unknown, int order) const;
  bool keeps_states(const VisitedMode& next, std::span<const double> state, double allowed) const;
  bool keeps_differentiated(const VisitedMode& next, std::uint32_t unknown, double allowed) const;

  const ExecutableComponent& component_;
  DiscreteState& discrete_;
  VisitedMode* mode_ = nullptr;
  Sliding sliding_;
  std::vector<double> values_;
  Instant time_;
};

}  // namespace saltus
