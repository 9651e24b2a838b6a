#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/problems/model_from_text.h"

// What the log of events says, by the names of the model.
namespace saltus::testing {

inline const MicroStep::Jump* find_jump(const ModelFromText& model, const MicroStep& step,
                                        const std::string& name) {
  const VariableId variable = model.variable(name);
  for (const MicroStep::Jump& jump : step.jumps) {
    if (jump.variable == variable) return &jump;
  }
  return nullptr;
}

inline const MicroStep::VariableImpulse* find_impulse(const ModelFromText& model,
                                                      const MicroStep& step,
                                                      const std::string& name) {
  const VariableId variable = model.variable(name);
  for (const MicroStep::VariableImpulse& impulse : step.impulses) {
    if (impulse.variable == variable) return &impulse;
  }
  return nullptr;
}

// The weight of an impulse of order 1; 0 without one.
inline double impulse_weight(const ModelFromText& model, const MicroStep& step,
                             const std::string& name) {
  const MicroStep::VariableImpulse* impulse = find_impulse(model, step, name);
  if (impulse == nullptr) return 0.0;
  if (impulse->order != 1) throw std::runtime_error(name + " has an impulse of higher order");
  return impulse->weights.at(0);
}

// The instants of the log, each once.
inline std::vector<double> event_times(const Simulation& simulation) {
  std::vector<double> times;
  for (const MicroStep& step : simulation.events) {
    if (times.empty() || times.back() != step.time) times.push_back(step.time);
  }
  return times;
}

// Left and right limit of a variable at the n-th instant, from the two rows there.
struct Limits {
  double left = std::numeric_limits<double>::quiet_NaN();
  double right = std::numeric_limits<double>::quiet_NaN();
};
inline Limits limits_at(const Simulation& simulation, double time, const std::string& name) {
  const Trajectory& rows = simulation.trajectory;
  for (std::size_t row = 0; row + 1 < rows.row_count(); ++row) {
    if (rows.time(row) != time || rows.time(row + 1) != time) continue;
    return {value(rows, row, name), value(rows, row + 1, name)};
  }
  throw std::runtime_error("no event at this time");
}

// The value at an output time; at an event its right limit.
inline double value_at(const Simulation& simulation, double time, const std::string& name) {
  const Trajectory& rows = simulation.trajectory;
  for (std::size_t row = rows.row_count(); row-- > 0;) {
    if (rows.time(row) == time) return value(rows, row, name);
  }
  throw std::runtime_error("no row at this time");
}

}  // namespace saltus::testing
