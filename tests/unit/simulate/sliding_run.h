#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tests/problems/event_log.h"

namespace saltus::testing {

inline std::string model_text(const std::string& declarations, const std::string& equations) {
  return "model M\n  " + declarations + "\nequation\n  " + equations + "\nend M;\n";
}

inline bool ever_slides(const Simulation& run) {
  return std::any_of(run.events.begin(), run.events.end(),
                     [](const MicroStep& step) { return !step.sliding_to.empty(); });
}

// How many surfaces hold the motion after the last event.
inline std::size_t slides_along(const Simulation& run) {
  return run.events.back().sliding_to.size();
}

// A model of a few lines, run to its end.
class SlidingRun {
 public:
  SlidingRun(const std::string& declarations, const std::string& equations,
             const SimulationOptions& options)
      : model_(model_text(declarations, equations)), run_(model_.run_to_end(options)) {}

  const std::vector<MicroStep>& events() const { return run_.events; }
  const Simulation& simulation() const { return run_; }
  double last(const std::string& name) const { return last_value(run_, name); }
  double at(double time, const std::string& name) const { return value_at(run_, time, name); }

  bool ever_slides() const { return testing::ever_slides(run_); }
  std::size_t held() const { return slides_along(run_); }
  bool says(const std::string& code) const {
    return model_.rendered().find(code) != std::string::npos;
  }

 private:
  ModelFromText model_;
  Simulation run_;
};

}  // namespace saltus::testing
