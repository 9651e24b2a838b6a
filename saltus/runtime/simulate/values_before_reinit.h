#pragma once

#include "saltus/runtime/simulate/attempt.h"

namespace saltus {

// `reinit` takes effect after everything else of the event (Modelica 3.6, 8.3.6): what a pass
// computes from such a component is computed from its left limits.
class ValuesBeforeReinit : public ContinuousValues {
 public:
  ValuesBeforeReinit(const RunState& run, PresentInstant& instant, const Attempt& attempt)
      : run_(run), instant_(instant), attempt_(attempt) {}
  double value(std::uint32_t variable, int order) override {
    const std::uint32_t component = run_.component_of[variable];
    if (!attempt_.has_reinit(component)) return instant_.value(variable, order);
    return run_.components[component].left_value(run_.unknown_of[variable], order);
  }
  double left_limit(std::uint32_t variable) override { return instant_.left_limit(variable); }
  double rounding(std::uint32_t variable) override { return instant_.rounding(variable); }
  bool is_free(SurfaceId surface) override { return instant_.is_free(surface); }

 private:
  const RunState& run_;
  PresentInstant& instant_;
  const Attempt& attempt_;
};

}  // namespace saltus
