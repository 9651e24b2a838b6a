#include "saltus/driver/discrete_spans.h"

#include <algorithm>
#include <variant>

namespace saltus {

const WhenAction& when_action(const CompiledModel& model, std::uint32_t index) {
  const WhenActionCode& code = model.executable.discrete.actions[index];
  return model.system.whens[code.clause].branches[code.branch].actions[code.source];
}

SourceSpan when_action_span(const CompiledModel& model, std::uint32_t index) {
  return std::visit([](const auto& action) { return action.span; }, when_action(model, index));
}

SourceSpan definition_span(const FlatSystem& system, VariableId variable) {
  for (const FlatEquation& equation : system.equations) {
    const Expr& left = system.pool[equation.left];
    if (left.op == Op::variable && left.variable() == variable) return equation.span;
  }
  return system.variables[variable].span;
}

bool is_set_in_when(const CompiledModel& model, VariableId variable) {
  const auto& actions = model.executable.discrete.actions;
  return std::any_of(actions.begin(), actions.end(), [&](const WhenActionCode& action) {
    return action.kind == WhenActionKind::assign && action.target == variable.index();
  });
}

}  // namespace saltus
