#include "saltus/compiler/modes/first_mode.h"

#include "saltus/foundation/expr/evaluate.h"

namespace saltus {
namespace {

double start_of(const FlatVariable& variable) { return variable.start.value_or(0.0); }

}  // namespace

Evaluator evaluator_at_start(const FlatSystem& system, const Mode& mode) {
  return Evaluator(system.pool, [&](const Expr& leaf) -> std::optional<double> {
    switch (leaf.op) {
      case Op::variable:
        return leaf.order() == 0 ? start_of(system.variables[leaf.variable()]) : 0.0;
      case Op::pre:
        return start_of(system.variables[leaf.variable()]);
      case Op::parameter:
        return system.parameters[ParameterId(leaf.a)].value;
      case Op::guard:
        return mode[GuardId(leaf.a)] ? 1.0 : 0.0;
      case Op::time:
        return system.experiment.start_time.value_or(0.0);
      case Op::initial:
        return 1.0;
      default:
        return 0.0;
    }
  });
}

std::optional<Mode> find_first_mode(const FlatSystem& system, Diagnostics&) {
  Mode mode(system.guards.size(), false);
  Evaluator evaluator = evaluator_at_start(system, mode);
  // A guard comes after those in its own condition. What depends on `sample` is not
  // known here and counts as false.
  for (const GuardId guard : system.guards.ids()) {
    mode[guard] = evaluator.evaluate(system.guards[guard].condition).value_or(0.0) != 0.0;
  }
  return mode;
}

}  // namespace saltus
