#include "saltus/driver/explain_discrete_end.h"

#include <fmt/format.h>

#include <variant>

#include "saltus/driver/blamed_block.h"
#include "saltus/driver/explain_mode_end.h"
#include "saltus/driver/mode_text.h"

namespace saltus {
namespace {

const WhenAction& when_action(const CompiledModel& model, std::uint32_t index) {
  const WhenActionCode& code = model.executable.discrete.actions[index];
  return model.system.whens[code.clause].branches[code.branch].actions[code.source];
}

SourceSpan when_action_span(const CompiledModel& model, std::uint32_t index) {
  return std::visit([](const auto& action) { return action.span; }, when_action(model, index));
}

struct AssertionText {
  std::string message;
  SourceSpan span;
};

// Of an assertion of the model, or of one in a `when` clause.
AssertionText assertion_text(const CompiledModel& model, bool is_in_when, std::uint32_t index) {
  if (is_in_when) {
    const auto& assertion = std::get<WhenAssert>(when_action(model, index));
    return {assertion.message, assertion.span};
  }
  const FlatAssertion& assertion = model.system.assertions[index];
  return {assertion.message, assertion.span};
}

// The equation `variable = …`, or the declaration if there is none.
SourceSpan definition_span(const FlatSystem& system, VariableId variable) {
  for (const FlatEquation& equation : system.equations) {
    const Expr& left = system.pool[equation.left];
    if (left.op == Op::variable && left.variable() == variable) return equation.span;
  }
  return system.variables[variable].span;
}

// Where a node of the discrete system is written.
SourceSpan node_span(const CompiledModel& model, const DiscreteNode& node) {
  const FlatSystem& system = model.system;
  switch (node.kind) {
    case NodeKind::equation:
      return definition_span(system, VariableId(node.target));
    case NodeKind::guard:
      return system.guards[GuardId(node.target)].span;
    case NodeKind::when_action:
      return when_action_span(model, node.target);
    case NodeKind::assertion:
      return system.assertions[node.target].span;
    case NodeKind::when_clause:
      return {};
  }
  return {};
}

}  // namespace

void explain_assertion(const CompiledModel& model, const SimulationEnd& end,
                       Diagnostics& diagnostics) {
  if (!end.is_when_assertion && model.system.assertions[end.assertion].of_substitution) {
    const std::size_t substitution = *model.system.assertions[end.assertion].of_substitution;
    return explain_inactive_substitution(model, model.system.substitutions[substitution], end,
                                         diagnostics);
  }
  const AssertionText assertion = assertion_text(
      model, end.is_when_assertion, end.is_when_assertion ? end.action : end.assertion);
  diagnostics
      .error(codes::assertion_failed, assertion.span,
             fmt::format("assertion failed at t = {:.9g}: {}", end.time, assertion.message))
      .note("the results end here");
}

void explain_failed_reinit(const CompiledModel& model, const SimulationEnd& end,
                           Diagnostics& diagnostics) {
  Diagnostic& error = diagnostics.error(codes::reinit_failed, when_action_span(model, end.action),
                                        fmt::format("`reinit` of {} is not possible at t = {:.9g}",
                                                    names_of(model, end.variables), end.time));
  error.mark("fired here");
  if (!end.mode.empty())
    error.note(fmt::format("in the mode `{}`", mode_text(model.system, end.mode)));
  error.suggest(
      "a value can be set where it is state: not if an equation of the mode determines "
      "it, and only to a finite number");
}

void explain_non_finite_discrete(const CompiledModel& model, const SimulationEnd& end,
                                 Diagnostics& diagnostics) {
  const FlatSystem& system = model.system;
  const DiscreteSystem& discrete = model.executable.discrete;
  const DiscreteNode& node = discrete.nodes[end.node];
  std::string what = "a condition";
  if (node.kind == NodeKind::equation) {
    what = fmt::format("`{}`", system.variables[VariableId(node.target)].name);
  } else if (node.kind == NodeKind::when_action) {
    const VariableId target(discrete.actions[node.target].target);
    what = fmt::format("`{}`", system.variables[target].name);
  }
  diagnostics
      .error(codes::left_domain, node_span(model, node),
             fmt::format("the value of {} is not finite at t = {:.9g}", what, end.time))
      .mark("evaluated at this event")
      .note("the results up to there are kept")
      .suggest(
          "look for a division by zero, a root or logarithm of a negative number, or an overflow");
}

void explain_fast_clock(const CompiledModel& model, const SimulationEnd& end,
                        Diagnostics& diagnostics) {
  const Clock& clock = model.executable.discrete.clocks[end.clock];
  diagnostics
      .error(codes::clock_too_fast, model.hybrid.clock_spans[end.clock],
             fmt::format("the ticks of `sample({}, {})` cannot be told apart in this run",
                         clock.start, clock.interval))
      .note("times have about 16 digits: two ticks are the same event where the time between them "
            "is less than 4e-15 of the largest time that matters, the first tick included")
      .suggest("let it tick more slowly, and begin with it near the time of the run");
}

void explain_undefined_relation(const CompiledModel& model, const SimulationEnd& end,
                                Diagnostics& diagnostics) {
  const SurfaceSource& surface = model.hybrid.surfaces[end.surfaces.front()];
  Diagnostic& error =
      diagnostics.error(codes::left_domain, surface.span,
                        fmt::format("`{}` compares something that is not a number at t = {:.9g}",
                                    surface.text, end.time));
  error.mark("neither true nor false");
  if (!end.mode.empty())
    error.note(fmt::format("in the mode `{}`", mode_text(model.system, end.mode)));
  error.suggest(
      "look for a root or logarithm of a negative number, or for 0/0, on either side of the "
      "relation");
}

void warn_of_assertions(const CompiledModel& model, const RunResult& simulation,
                        Diagnostics& diagnostics) {
  for (const AssertionWarning& warning : simulation.warnings) {
    const AssertionText assertion =
        assertion_text(model, warning.is_when_assertion, warning.assertion);
    diagnostics.warning(codes::assertion_warning, assertion.span,
                        fmt::format("from t = {:.9g}: {}", warning.time, assertion.message));
  }
}

}  // namespace saltus
