#include "saltus/driver/end_reason.h"

#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

struct Words {
  std::string_view name;
  std::string_view text;
};

Words words_for(EndReason reason) {
  switch (reason) {
    case EndReason::reached_stop_time:
      return {"reached_stop_time", "reached the stop time"};
    case EndReason::start_conflict:
      return {"start_conflict", "did not begin: the start conditions contradict each other"};
    case EndReason::start_not_found:
      return {"start_not_found", "did not begin: no consistent start was found"};
    case EndReason::clock_too_fast:
      return {"clock_too_fast", "did not begin: a clock ticks faster than time can be resolved"};
    case EndReason::singular_jacobian:
      return {"singular_jacobian", "the equations do not determine the solution here"};
    case EndReason::newton_diverged:
      return {"newton_diverged", "the equations could not be solved"};
    case EndReason::value_not_finite:
    case EndReason::discrete_not_finite:
      return {"value_not_finite", "a value is not finite"};
    case EndReason::step_too_small:
      return {"step_too_small", "the step became too small"};
    case EndReason::too_many_steps:
      return {"too_many_steps", "too many steps"};
    case EndReason::assertion_failed:
      return {"assertion_failed", "an assertion failed"};
    case EndReason::mode_singular:
      return {"mode_singular", "a mode does not determine its unknowns"};
    case EndReason::reset_failed:
      return {"reset_failed", "a change of mode failed"};
    case EndReason::state_undetermined:
      return {"state_undetermined", "nothing determines a new state"};
    case EndReason::reinit_failed:
      return {"reinit_failed", "a reinit is not possible"};
    case EndReason::inequalities_infeasible:
      return {"inequalities_infeasible",
              "no values of the binary unknowns satisfy the inequalities"};
    case EndReason::events_unsettled:
      return {"events_unsettled", "no mode was found that the run could go on in"};
    case EndReason::zeno:
      return {"zeno", "events accumulate here"};
    case EndReason::terminated:
      return {"terminated", "ended by the model"};
    case EndReason::stopped:
      return {"stopped", "stopped by the program that runs it"};
    case EndReason::interrupted:
      return {"interrupted", "interrupted"};
    case EndReason::out_of_memory:
      return {"out_of_memory", "memory is used up"};
  }
  SALTUS_CHECK(false);
  return {};
}

}  // namespace

std::string_view end_reason_name(EndReason reason) { return words_for(reason).name; }
std::string_view end_reason_text(EndReason reason) { return words_for(reason).text; }

}  // namespace saltus
