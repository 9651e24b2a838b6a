#include "saltus/driver/explain_discrete_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>
#include <vector>

#include "saltus/driver/blamed_block.h"
#include "saltus/driver/discrete_spans.h"
#include "saltus/driver/explain_mode_end.h"
#include "saltus/driver/run_names.h"
#include "saltus/driver/tried_modes.h"

namespace saltus {
namespace {

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
  const std::string name = unknown_names(model, end)[0];
  const double value = end.values.empty() ? 0.0 : end.values[0];
  std::string message, advice;
  switch (end.reinit_fault.value_or(ReinitFault::no_state)) {
    case ReinitFault::no_state:
      message =
          fmt::format("`{}` is no state at t = {:.9g}: an equation determines it", name, end.time);
      advice =
          "let the `when` fire only where it is integrated, or leave the `reinit` out: at a "
          "change of mode the equations of the new mode make it jump";
      break;
    case ReinitFault::not_finite:
      message = fmt::format("the value that `reinit` gives to `{}` at t = {:.9g} is not finite",
                            name, end.time);
      advice =
          "look for a division by zero, a root or logarithm of a negative number, or an "
          "overflow";
      break;
    case ReinitFault::contradicts:
      message = fmt::format("`{}` = {:.9g} contradicts the equations at t = {:.9g}", name, value,
                            end.time);
      advice = "set it to a value for which the equations have a solution, or set another variable";
      break;
  }
  Diagnostic& error =
      diagnostics.error(codes::reinit_failed, when_action_span(model, end.action), message);
  error.mark("fired here");
  std::vector<SourceSpan> shown;  // an equation may fail in several of its derivatives
  for (const BlamedEquation& blamed : end.blamed) {
    const SourceSpan span = span_of(model, blamed);
    if (shown.size() == most_shown_equations) break;
    if (std::find(shown.begin(), shown.end(), span) != shown.end()) continue;
    shown.push_back(span);
    error.also(span, "cannot hold with it");
  }
  note_mode(model, end, error);
  error.suggest(advice);
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
      .note(
          "times have about 16 digits: two ticks are the same event where the time between them "
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
  note_mode(model, end, error);
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
