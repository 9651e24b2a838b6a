#pragma once

#include <optional>
#include <vector>

#include "saltus/runtime/projection/linear_system.h"
#include "saltus/runtime/reset/reset_plan.h"

namespace saltus {

struct KnownValues;

// The equations of a mode as E x' + A x + u(t) = 0, where they are that: linear with constant
// factors in the unknowns. Values x_j^(k) below the highest derivative that occurs are variables,
// each with an equation that says so.
struct LinearMode {
  std::vector<SolvedValue> variables;
  LinearSystem system;                      // B is the unit matrix
  std::vector<std::vector<double>> inputs;  // u, u', u'', … at the time
};

// Nothing if the mode is not linear, or u has no series at the time.
std::optional<LinearMode> find_linear_mode(const ExecutableMode& mode, double time,
                                           const KnownValues& known);

}  // namespace saltus
