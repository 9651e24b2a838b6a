#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "saltus/foundation/base/id.h"
#include "saltus/runtime/results/trajectory.h"

namespace saltus {

// Every way in which a run can end.
enum class EndReason : std::uint8_t {
  reached_stop_time,
  // before the first step
  start_conflict,   // fixed starts, initial equations and constraints contradict each other
  start_not_found,  // no consistent point found near the start values
  // during the run
  singular_jacobian,  // the block's equations do not determine its leading values here
  newton_diverged,    // the block's equations could not be solved
  value_not_finite,   // an operation left its domain: sqrt(-1), log(0), 1/0, overflow
  step_too_small,     // the step shrank below what time can resolve: a singularity, or too stiff
  too_many_steps,
  assertion_failed,
  interrupted,
};

// An equation that takes part in a failure.
struct BlamedEquation {
  bool is_initial = false;  // an initial equation; `index` counts those
  std::uint32_t index = 0;  // otherwise an EquationId of the flat system
  int differentiated = 0;   // how often
  double residual = 0.0;
};

struct SimulationEnd {
  EndReason reason = EndReason::reached_stop_time;
  double time = 0.0;                   // where the results end
  std::vector<BlamedEquation> blamed;  // the block at fault, or the conditions in conflict
  std::vector<VariableId> variables;   // their unknowns
  std::vector<int> orders;             // which derivative of each is solved for; may be empty
  std::vector<VariableId> fixed;       // fixed starts that take part in a conflict
  // For a singular block: the combinations of equations that cancels and of
  // unknowns that is not determined, parallel to `blamed` and `variables`.
  std::vector<double> cancelling, undetermined;
  std::uint32_t assertion = 0;  // which, for assertion_failed
};

// What the author should know of the start that was found.
struct StartReport {
  int iterations = 0;
  bool used_homotopy = false;
  double largest_residual = 0.0;
  struct Moved {
    VariableId variable;
    int order;
    double from, to;
  };
  std::vector<Moved> moved;  // written, not fixed start values that had to move
  struct Free {
    VariableId variable;
    int order;
    double value;
  };
  std::vector<Free>
      defaulted;  // nothing determines them: the default was taken; best choices first
};

struct Statistics {
  std::uint64_t steps = 0;
  std::uint64_t rejected_steps = 0;
  int order = 0;
  double smallest_step = 0.0;
  double largest_step = 0.0;
  double largest_error = 0.0;       // estimated local error, in units of the tolerance
  double largest_projection = 0.0;  // how far projection moved the solution, in the same units
  std::uint64_t expansions = 0;     // Taylor expansions, rejected ones included
  std::uint64_t factorizations = 0;
  std::uint64_t newton_iterations = 0;
};

// An assertion of level warning that failed, and when it first did.
struct AssertionWarning {
  std::uint32_t assertion;
  double time;
};

struct Simulation {
  Trajectory trajectory;
  SimulationEnd end;
  StartReport start;
  Statistics statistics;
  std::vector<AssertionWarning> warnings;
};

}  // namespace saltus
