#pragma once

#include <optional>
#include <span>
#include <vector>

#include "saltus/executable/executable_model.h"
#include "saltus/runtime/simulate/options.h"
#include "saltus/runtime/simulate/visited_modes.h"

namespace saltus {

// Where a root is zero the series does not exist, but the solution may have a derivative and go
// on: a component begins *beside* such a point.
class BranchPoint {
 public:
  BranchPoint(const ExecutableComponent& component, const SimulationOptions& options)
      : component_(component), options_(options) {}

  // Leads the mode's integrator, which may stand at the point, to where its series exists. False if
  // there is no way: then the integrator stands somewhere beside the point.
  bool begin_beside(VisitedMode& next, Instant time, std::span<const double> state,
                    std::span<const double> scales);
  void forget() { distance_ = 0.0; }

  // How far from the point it has begun; zero if the series exists.
  double distance() const { return distance_; }
  // Nothing before the beginning is evaluated.
  bool is_before_begin(const Instant& time, double direction) const {
    return distance_ > 0.0 && time.minus(time_) * direction <= 0.0;
  }
  const std::vector<double>& first_state() const { return state_; }
  // Beside a root steps are shorter than the way to it, and grow with that.
  double step_limit(double time, double limit) const;
  void grow() { distance_ *= tolerances::beside_growth; }

 private:
  std::optional<ExpansionFailure> begin_after(VisitedMode& next, const Instant& time,
                                              std::span<const double> state,
                                              std::span<const double> scales, double length) const;
  bool has_derivative(const VisitedMode& next, std::span<const double> near,
                      std::span<const double> far, double size) const;

  const ExecutableComponent& component_;
  const SimulationOptions& options_;
  double distance_ = 0.0;
  Instant time_;
  std::vector<double> state_;
};

// At a pole there is no way through.
bool is_derivative_finite(const VisitedMode& mode, std::size_t variable_count, double span);

}  // namespace saltus
