#include "saltus/analysis/constructive/report_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "saltus/analysis/all_modes/binaries_as_guards.h"
#include "saltus/analysis/constructive/mode_name.h"

namespace saltus {
namespace {

std::string in_mode(const FlatSystem& system, const ConstructiveMode& mode) {
  return mode.literals.empty() ? std::string()
                               : fmt::format(" where `{}`", mode_name(system, mode.literals));
}

std::string quoted(const FlatSystem& system, const std::set<VariableId>& variables) {
  std::string text;
  for (const VariableId id : variables) {
    if (!text.empty()) text += ", ";
    text += fmt::format("`{}`", system.variables[id].name);
  }
  return text;
}

void report_endless(const FlatSystem& system, const ConstructiveGraph& graph,
                    const std::vector<RunId>& cycle, Diagnostics& diagnostics) {
  std::set<EquationId> deferred;
  for (const RunId run : cycle) {
    for (const std::uint32_t step : graph.runs[run].steps) {
      const ConstructiveStep& micro_step = graph.micro_steps[step];
      if (micro_step.kind != MicroStepKind::forward_shift) continue;
      for (const EquationAt e : micro_step.equations) deferred.insert(e.equation);
    }
  }
  const ConstructiveMode& mode = graph.modes[graph.runs[cycle.front()].mode];
  const SourceSpan span =
      deferred.empty() ? SourceSpan{} : system.equations[*deferred.begin()].span;
  Diagnostic& diagnostic = diagnostics.error(
      codes::endless_reset, span,
      fmt::format("a reset{} never ends: its equations cannot all hold", in_mode(system, mode)));
  diagnostic.mark("deferred, since it contradicts the others");
  for (const EquationId id : deferred) {
    if (system.equations[id].span == span) continue;
    diagnostic.also(system.equations[id].span, "deferred in its turn");
  }
  diagnostic.note(
      fmt::format("{} instants follow each other in a circle, and no guard changes", cycle.size()));
  if (mode.missing_law) {
    if (mode.missing_law->law != MissingLaw::choice) diagnostic.note(mode.missing_law->says);
    diagnostic.suggest(mode.missing_law->advice);
  }
}

void report_failure(const FlatSystem& system, const ConstructiveGraph& graph,
                    const ConstructiveRun& run, Diagnostics& diagnostics) {
  const ConstructiveFailure& failure = *graph.nodes[run.to].failure;
  std::set<VariableId> variables;
  for (const ValueAt value : failure.variables) variables.insert(value.variable);
  SourceSpan span;
  if (!failure.equations.empty()) {
    span = system.equations[failure.equations.front().equation].span;
  } else if (!variables.empty()) {
    span = system.variables[*variables.begin()].span;
  }
  Diagnostic& diagnostic =
      diagnostics.error(codes::no_way_on, span,
                        fmt::format("too few equations for {}{}", quoted(system, variables),
                                    in_mode(system, graph.modes[run.mode])));
  diagnostic.note(fmt::format("equations left: {}, unknowns left: {}; no latent equation helps",
                              failure.equations.size(), failure.variables.size()));
  if (const auto& law = graph.modes[run.mode].missing_law) {
    diagnostic.note(law->says);
    diagnostic.suggest(law->advice);
  }
}

}  // namespace

void report_too_large(const FlatSystem& system, const std::vector<GuardId>& guards,
                      const GraphLimits& limits, Diagnostics& diagnostics) {
  const SourceSpan span = guards.empty() ? SourceSpan{} : system.guards[guards.back()].span;
  if (guards.size() > limits.guards) {
    diagnostics
        .error(codes::graph_too_large, span,
               fmt::format("the graph of all runs is too large: {} guards of one component, and at "
                           "most {} can be enumerated",
                           guards.size(), limits.guards))
        .suggest("`saltus check` looks at all modes without enumerating them");
    return;
  }
  diagnostics
      .error(codes::graph_too_large, span,
             fmt::format("the graph of all runs is too large: more than {} nodes", limits.nodes))
      .suggest("`saltus check` looks at all modes without enumerating them");
}

void report_rejection(const FlatSystem& system, const ConstructiveGraph& graph,
                      Diagnostics& diagnostics) {
  std::set<ModeNumber> said;
  for (const auto& cycle : graph.endless) {
    if (said.insert(graph.runs[cycle.front()].mode).second) {
      report_endless(system, graph, cycle, diagnostics);
    }
  }
  for (const ConstructiveRun& run : graph.runs) {
    const ConstructiveMode& mode = graph.modes[run.mode];
    if (mode.is_singular && is_chosen_by_binaries(system, mode.literals)) continue;
    if (run.kind != RunKind::failed || !said.insert(run.mode).second) continue;
    report_failure(system, graph, run, diagnostics);
  }
}

}  // namespace saltus
