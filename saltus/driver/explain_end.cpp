#include "saltus/driver/explain_end.h"

#include <fmt/format.h>

#include "saltus/driver/explain_continuous_end.h"
#include "saltus/driver/explain_discrete_end.h"
#include "saltus/driver/explain_event_end.h"
#include "saltus/driver/explain_mode_end.h"
#include "saltus/driver/warn_of_run.h"

namespace saltus {
namespace {

// Of a mode that no analysis of its equations alone finds at fault, as with initial equations, the
// run has kept what was said when it was compiled.
Diagnostics faults_of(const CompiledModel& model, const ExplainContext& context,
                      const SimulationEnd& end) {
  Diagnostics faults = reasons_of(model, context.reasons, end.mode);
  return faults.has_errors() ? faults : context.faults;
}

void explain_failure(const CompiledModel& model, const ExplainContext& context,
                     const SimulationEnd& end, Diagnostics& diagnostics) {
  switch (end.reason) {
    case EndReason::reached_stop_time:
      return;
    case EndReason::start_conflict:
      return explain_start_conflict(model, end, diagnostics);
    case EndReason::start_not_found:
      return explain_start_not_found(model, end, diagnostics);
    case EndReason::clock_too_fast:
      return explain_fast_clock(model, end, diagnostics);
    case EndReason::singular_jacobian:
      return explain_singular_block(model, end, diagnostics);
    case EndReason::newton_diverged:
      return explain_divergence(model, end, diagnostics);
    case EndReason::value_not_finite:
      if (!end.surfaces.empty()) return explain_undefined_relation(model, end, diagnostics);
      return explain_non_finite_value(model, end, diagnostics);
    case EndReason::discrete_not_finite:
      return explain_non_finite_discrete(model, end, diagnostics);
    case EndReason::step_too_small:
      return explain_small_step(model, end, diagnostics);
    case EndReason::too_many_steps:
      diagnostics
          .error(codes::too_many_steps, {},
                 fmt::format("the run takes too many steps: it has come to t = {:.9g}", end.time))
          .note(fmt::format("a run has at most {} steps, and ends after a tenth of them where ten "
                            "times as many would not suffice",
                            SimulationOptions{}.max_steps))
          .suggest(
              "look for what is far faster than the time simulated, and leave it out, or "
              "simulate a shorter time");
      return;
    case EndReason::assertion_failed:
      return explain_assertion(model, end, diagnostics);
    case EndReason::mode_singular:
      return explain_singular_mode(model, end, faults_of(model, context, end), diagnostics);
    case EndReason::reset_failed:
      return explain_failed_reset(model, end, diagnostics);
    case EndReason::state_undetermined:
      return explain_undetermined_state(model, end, diagnostics);
    case EndReason::reinit_failed:
      return explain_failed_reinit(model, end, diagnostics);
    case EndReason::events_unsettled:
      return explain_unsettled(model, end, diagnostics);
    case EndReason::inequalities_infeasible:
      return explain_infeasible(model, end, diagnostics);
    case EndReason::zeno:
      return explain_zeno(model, end, diagnostics);
    case EndReason::stopped:
    case EndReason::terminated:
      return;
    case EndReason::interrupted:
      diagnostics.error(codes::interrupted, {}, fmt::format("interrupted at t = {:.9g}", end.time))
          .note("the results up to there are kept");
      return;
    case EndReason::out_of_memory:
      diagnostics
          .error(codes::out_of_memory, {}, fmt::format("memory is used up at t = {:.9g}", end.time))
          .note("the results up to there are kept")
          .suggest("a larger limit (`ulimit -v`), fewer programs beside it, or a smaller model");
      return;
  }
}

}  // namespace

void explain_end(const CompiledModel& model, const ExplainContext& context,
                 const RunResult& simulation, Diagnostics& diagnostics) {
  warn_of_assertions(model, simulation, diagnostics);
  warn_of_run(model, simulation, diagnostics);
  explain_failure(model, context, simulation.end, diagnostics);
}

}  // namespace saltus
