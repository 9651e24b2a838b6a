#include "saltus/driver/compile.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "saltus/compiler/flat/flatten.h"
#include "saltus/compiler/hybrid/build_hybrid.h"
#include "saltus/compiler/lower/lower_mode.h"
#include "saltus/compiler/modes/check_runnable.h"
#include "saltus/compiler/modes/first_mode.h"
#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/modes/values_at_start.h"
#include "saltus/compiler/names/resolve.h"
#include "saltus/compiler/structure/resolve_cancellations.h"
#include "saltus/compiler/syntax/parse.h"
#include "saltus/driver/explain_end.h"
#include "saltus/driver/output_columns.h"
#include "saltus/runtime/simulate/simulate.h"

namespace saltus {

namespace {

double start_of_input(const FlatSystem& system, const std::string& name) {
  const auto found = std::find_if(system.variables.begin(), system.variables.end(),
                                  [&](const FlatVariable& each) { return each.name == name; });
  return found == system.variables.end() ? 0.0 : found->start.value_or(0.0);
}

}  // namespace

std::optional<FlatSystem> compile_flat(const SourceText& source, const CompileOptions& options,
                                       Diagnostics& diagnostics) {
  const auto tree = syntax::parse(source, diagnostics);
  if (!tree) return std::nullopt;
  const auto resolved = resolve(*tree, source, options.model, diagnostics);
  if (!resolved) return std::nullopt;
  auto system = flatten(*tree, *resolved, source, options.overrides, diagnostics);
  if (!system) return system;
  const std::size_t errors_before = diagnostics.error_count();
  std::vector<InputValue> inputs = options.inputs;
  for (const std::string& name : options.open_inputs) {
    inputs.push_back({name, start_of_input(*system, name)});
  }
  if (!inputs.empty()) bind_inputs(*system, inputs, diagnostics);
  if (diagnostics.error_count() > errors_before) system.reset();
  return system;
}

std::optional<AnalyzedMode> analyze_first_mode(FlatSystem& system, Diagnostics& diagnostics) {
  const auto mode = find_first_mode(system, diagnostics);
  if (!mode) return std::nullopt;
  ModeSystem equations = select_mode(system, *mode);
  auto structure = resolve_cancellations(system, equations, diagnostics);
  if (!structure) return std::nullopt;
  return AnalyzedMode{*mode, std::move(equations), std::move(*structure)};
}

namespace {

int preference_of(StateSelect select) {
  switch (select) {
    case StateSelect::never:
      return -200;
    case StateSelect::avoid:
      return -100;
    case StateSelect::standard:
      return 0;
    case StateSelect::prefer:
      return 100;
    case StateSelect::always:
      return 200;
  }
  return 0;
}

UnknownStart start_of(const FlatVariable& variable) {
  return {.value = variable.start,
          .fixed = variable.fixed,
          .nominal = variable.nominal ? std::abs(*variable.nominal) : 0.0,
          .preference = preference_of(variable.state_select)};
}

ExecutableModel make_executable(const FlatSystem& system, const HybridSystem& hybrid) {
  ExecutableModel model;
  model.discrete = hybrid.discrete;
  for (const VariableId id : system.variables.ids()) {
    model.discrete.is_hidden.push_back(system.variables[id].is_hidden);
    if (system.variables[id].is_input) model.inputs.push_back(id);
  }
  for (const Component& component : hybrid.components) {
    ExecutableComponent executable{.variables = component.variables,
                                   .guards = {},
                                   .surfaces = component.surfaces,
                                   .pre_variables = component.pre_variables,
                                   .read_values = {},
                                   .has_initial_equations = !component.initial_equations.empty()};
    for (const GuardId guard : component.guards) executable.guards.push_back(guard.index());
    model.components.push_back(std::move(executable));
  }
  for (const VariableId variable : system.variables.ids()) {
    for (const std::uint32_t c : hybrid.discrete.readers.components_of_value[variable.index()]) {
      model.components[c].read_values.push_back(variable);
    }
  }
  return model;
}

// The sign of a function, as far as it is known.
Side side_of(std::optional<double> value) {
  if (!value || !(std::fabs(*value) > 0.0)) return Side::zero;
  return *value > 0.0 ? Side::positive : Side::negative;
}

// The guess for a run is made with its own start time and inputs.
StartGuess make_guess(const FlatSystem& system, const HybridSystem& hybrid) {
  StartGuess guess;
  for (const FlatVariable& variable : system.variables) guess.starts.push_back(start_of(variable));
  guess.find_point = [&system, &hybrid](double time, std::span<const double> known) {
    ValuesAtStart values(system, time, known);
    StartPoint point;
    for (const VariableId id : system.variables.ids()) point.values.push_back(values.value(id));
    for (const SurfaceSource& surface : hybrid.surfaces) {
      point.sides.push_back(side_of(values.evaluate(surface.function)));
    }
    return point;
  };
  return guess;
}

}  // namespace

std::optional<CompiledFirstMode> compile_first_mode(FlatSystem& system, Diagnostics& diagnostics) {
  auto mode = analyze_first_mode(system, diagnostics);
  if (!mode) return std::nullopt;
  ExecutableMode executable = lower_mode(system, mode->mode, mode->equations, mode->structure);
  std::vector<UnknownStart> starts;
  for (const VariableId id : mode->equations.unknowns) {
    starts.push_back(start_of(system.variables[id]));
  }
  return CompiledFirstMode{std::move(*mode), std::move(executable), std::move(starts)};
}

CompiledModel::CompiledModel(FlatSystem flat, HybridSystem parts, ExecutableModel code,
                             std::optional<AnalyzedMode> first)
    : system(std::move(flat)),
      hybrid(std::move(parts)),
      executable(std::move(code)),
      guess(make_guess(system, hybrid)),
      first_mode(std::move(first)),
      modes(std::make_unique<ModeLibrary>(system, hybrid)) {}

std::shared_ptr<const CompiledModel> compile_model(FlatSystem system, Diagnostics& diagnostics) {
  bind_inputs(system, {}, diagnostics);
  if (!check_runnable(system, diagnostics)) return nullptr;
  auto hybrid = build_hybrid(system, diagnostics);
  if (!hybrid) return nullptr;
  // Without guards there is one mode only, and a fault in it is a fault of the model.
  Diagnostics of_first_mode;
  auto first_mode = analyze_first_mode(system, system.guards.empty() ? diagnostics : of_first_mode);
  if (!first_mode && system.guards.empty()) return nullptr;
  ExecutableModel executable = make_executable(system, *hybrid);
  return std::make_shared<const CompiledModel>(std::move(system), std::move(*hybrid),
                                               std::move(executable), std::move(first_mode));
}

RunResult run_model(const CompiledModel& model, const SimulationOptions& options, ResultSink& sink,
                    Diagnostics& diagnostics) {
  LibraryModes modes(*model.modes);
  const std::vector<OutputColumn> columns = output_columns(model, options);
  RunResult result = simulate({.model = model.executable,
                               .source = modes,
                               .guess = model.guess,
                               .columns = columns,
                               .options = options,
                               .sink = sink});
  explain_end(model, {.faults = modes.faults()}, result, diagnostics);
  return result;
}

Simulation run_model(const CompiledModel& model, const SimulationOptions& options,
                     Diagnostics& diagnostics) {
  TrajectorySink rows;
  EventCollector events;
  SinkList sinks;
  sinks.add(rows);
  sinks.add(events);
  Simulation simulation;
  static_cast<RunResult&>(simulation) = run_model(model, options, sinks, diagnostics);
  simulation.trajectory = rows.take();
  simulation.events = events.take();
  return simulation;
}

std::optional<Simulation> simulate_model(FlatSystem system, const SimulationOptions& options,
                                         Diagnostics& diagnostics) {
  const auto model = compile_model(std::move(system), diagnostics);
  if (!model) return std::nullopt;
  return run_model(*model, options, diagnostics);
}

}  // namespace saltus
