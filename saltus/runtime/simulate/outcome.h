#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/executable/sliding.h"
#include "saltus/foundation/base/id.h"
#include "saltus/runtime/events/first_crossing.h"
#include "saltus/runtime/reset/reset.h"
#include "saltus/runtime/results/trajectory.h"

namespace saltus {

struct GuardValue {
  std::uint32_t guard;  // GuardId
  bool value;
  friend bool operator==(const GuardValue&, const GuardValue&) = default;
};

// Every way in which a run can end.
enum class EndReason : std::uint8_t {
  reached_stop_time,
  // before the first step
  start_conflict,   // fixed starts, initial equations and constraints contradict each other
  start_not_found,  // no consistent point found near the start values
  clock_too_fast,   // time cannot tell the ticks of `clock` apart
  // during the run
  singular_jacobian,    // the block's equations do not determine its leading values here
  newton_diverged,      // the block's equations could not be solved
  value_not_finite,     // an operation left its domain: sqrt(-1), log(0), 1/0, overflow
  discrete_not_finite,  // the same for a discrete variable or a condition; `node` says which
  step_too_small,       // the step shrank below what time can resolve: a singularity, or too stiff
  too_many_steps,
  assertion_failed,
  // at a change of mode
  mode_singular,            // the equations of the mode do not determine its unknowns
  reset_failed,             // no right limit: see SimulationEnd::reset_fault
  state_undetermined,       // --strict: a new state without a past
  reinit_failed,            // the value is no state of this mode, or contradicts its equations
  events_unsettled,         // the modes at one instant do not come to an end
  inequalities_infeasible,  // no values of the binary unknowns satisfy them
  zeno,                     // events accumulate; `time` is where
  terminated,               // by the model: a success
  stopped,                  // by the program that runs it: a success
  interrupted,
  out_of_memory,
};

// An equation that takes part in a failure.
struct BlamedEquation {
  bool is_initial = false;  // an initial equation; `index` counts those
  std::uint32_t index = 0;  // otherwise an EquationId of the flat system
  int differentiated = 0;   // how often
  double residual = 0.0;
};

// Why a `reinit` is not possible.
enum class ReinitFault : std::uint8_t {
  no_state,     // an equation of the mode determines it
  not_finite,   // the value
  contradicts,  // the value, the equations `blamed`
};

// Why the modes of an instant, or of the start, are not found.
enum class UnsettledCause : std::uint8_t {
  cycle,                 // micro-steps come back to what they began with; see `cycle`
  no_mode,               // each mode that was tried is impossible; see `tried`
  too_many_candidates,   // the search has come to its bound; see `tried`
  too_many_micro_steps,  // the cascade has; `cycle` has its last steps
};

// A relation that does not hold in the motion to which it leads.
struct Contradiction {
  SurfaceId surface;
  Side assumed;                // the side that was assumed for its event function
  Side found;                  // and the one on which it is, immediately after the instant
  double value = 0.0;          // of the function, at the instant
  bool is_zero = false;        // it counts as zero there
  bool is_by_impulse = false;  // an impulse drives it there
};

// A mode that was tried, and why it is not the one that follows.
struct TriedMode {
  std::vector<GuardValue> mode;           // of the component at fault
  std::optional<EndReason> failure = {};  // it cannot be entered …
  std::optional<ResetFault> reset_fault = {};
  std::vector<Contradiction> contradictions = {};  // … or contradicts its own conditions
};

// One of the micro-steps that follow each other without end.
struct CycleStep {
  std::vector<GuardValue> mode;  // of what has changed its mode; may be empty
  std::vector<std::pair<VariableId, double>> values = {};  // discrete variables that change
  std::vector<std::uint32_t> fired = {};                   // when-actions
};

struct SimulationEnd {
  EndReason reason = EndReason::reached_stop_time;
  double time = 0.0;                        // where the results end
  std::vector<BlamedEquation> blamed = {};  // the block at fault, or the conditions in conflict
  std::vector<VariableId> variables = {};   // their unknowns
  // Of binary unknowns, before; of what a reinit sets; of what changes fastest, and its derivative;
  // of the one fixed start that the equations contradict.
  std::vector<double> values = {};
  std::vector<int> orders = {};        // which derivative of each is solved for; may be empty
  std::vector<VariableId> fixed = {};  // fixed starts that take part in a conflict
  // For a singular block: the combinations of equations that cancels and of
  // unknowns that is not determined, parallel to `blamed` and `variables`.
  std::vector<double> cancelling = {}, undetermined = {};
  std::uint32_t assertion = 0;  // which, for assertion_failed
  bool is_when_assertion = false;
  std::uint32_t node = 0;    // of the discrete system, for discrete_not_finite
  std::uint32_t clock = 0;   // of the discrete system, for clock_too_fast
  std::uint32_t action = 0;  // a when-action, for terminated, reinit_failed and assertions in when
  std::optional<ResetFault> reset_fault = {};
  std::optional<ReinitFault> reinit_fault = {};
  bool has_not_begun = false;  // step_too_small: no step leads on from where the mode begins
  bool is_too_slow = false;    // step_too_small: no end of steps is in sight
  // start_conflict and the like: with the start values as left limits the run begins
  bool begins_from_left_limits = false;
  std::vector<GuardValue> mode = {};               // of the component at fault
  UnsettledCause cause = UnsettledCause::no_mode;  // for events_unsettled
  std::vector<TriedMode> tried = {};               // the nearest few, each mode once
  int tried_count = 0;                             // how many attempts there were
  std::vector<CycleStep> cycle = {};
  bool could_not_go_on = false;          // zeno: the run was to go on from there
  std::vector<SurfaceId> surfaces = {};  // that keep crossing
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

// One change at one instant. Several at the same time are a cascade.
struct MicroStep {
  double time = 0.0;
  int number = 0;  // 0, 1, … at one time
  std::vector<SurfaceId> crossed;
  std::vector<std::uint32_t> clocks;  // that ticked
  bool is_mode_change = false;
  std::vector<GuardValue> from, to;                   // guards of the components that changed
  std::vector<HeldSurface> sliding_from, sliding_to;  // surfaces along which they slide
  int index_before = 0, index_after = 0;              // the largest of these components
  int freedom_before = 0, freedom_after = 0;          // their degrees of freedom
  struct Jump {
    VariableId variable;
    double left, right;
  };
  std::vector<Jump> jumps;
  std::vector<Jump> switched;  // binary unknowns
  struct VariableImpulse {
    VariableId variable;
    int order;
    std::vector<double>
        weights;  // weights[k-1] multiplies the (k-1)-th derivative of Dirac's delta
  };
  std::vector<VariableImpulse> impulses;
  struct Open {
    VariableId variable;
    int order;
  };
  std::vector<Open> from_left_limit;          // new states that nothing determined
  std::vector<std::uint32_t> path_dependent;  // EquationIds
  std::vector<std::uint32_t> fired;           // when-actions
  std::optional<ResetMethod> method;          // nothing: continuous
  int iterations = 0, ticks = 0;
  int valuations = 1;     // that were tried for guards which depend on what they guard
  bool is_unique = true;  // no other valuation that was tried is consistent
};

struct Statistics {
  std::uint64_t events = 0;       // instants
  std::uint64_t micro_steps = 0;  // changes at them
  std::uint64_t cascades = 0;     // instants with several changes of mode
  std::uint64_t mode_changes = 0;
  std::uint64_t switching_problems = 0;  // in which binary unknowns were searched for
  std::uint64_t candidates = 0;          // valuations that were tried for them
  std::uint64_t resets = 0;              // that were no continuation of the left limits
  std::uint64_t modes = 0;               // of the whole model, visited
  std::uint64_t component_modes = 0;     // compiled
  std::uint64_t components = 0;
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
  bool is_when_assertion = false;  // `assertion` is then a when-action
};

// What the author should know of a motion on a surface, once per surface.
enum class SurfaceRemarkKind : std::uint8_t {
  repelling,             // both sides lead away from it: the solution could go on otherwise
  stays_as_written,      // what is written for it keeps the motion there, a side leads away
  continues_after_zeno,  // its events accumulate: the motion goes on along it
  mixes_equations,       // its sides do not mix linearly: other definitions of sliding differ
  share_undetermined,    // others keep the motion there as well: who bears what is not determined
};
struct SurfaceRemark {
  SurfaceRemarkKind kind;
  SurfaceId surface;
  double time;
  friend bool operator==(const SurfaceRemark&, const SurfaceRemark&) = default;
};

// How a run ended, and what its author should know of it. Rows and events went to sinks.
struct RunResult {
  SimulationEnd end;
  StartReport start;
  Statistics statistics;
  std::vector<AssertionWarning> warnings;
  std::vector<SurfaceRemark> remarks;
  // Events that the author should know of: the first whose configuration is not the only one, and
  // for each equation the first whose reset depends on the path.
  std::vector<MicroStep> remarkable;
};

// A run with all of its rows and events in memory.
struct Simulation : RunResult {
  Trajectory trajectory;
  std::vector<MicroStep> events;
};

}  // namespace saltus
