#include "saltus/driver/compile.h"

#include <algorithm>

#include "saltus/compiler/flat/flatten.h"
#include "saltus/compiler/lower/lower_mode.h"
#include "saltus/compiler/modes/check_runnable.h"
#include "saltus/compiler/modes/first_mode.h"
#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/names/resolve.h"
#include "saltus/compiler/structure/analyze_structure.h"
#include "saltus/compiler/syntax/parse.h"
#include "saltus/driver/explain_end.h"
#include "saltus/runtime/simulate/simulate.h"

namespace saltus {

std::optional<FlatSystem> compile_flat(const SourceText& source, const CompileOptions& options,
                                       Diagnostics& diagnostics) {
  const auto tree = syntax::parse(source, diagnostics);
  if (!tree) return std::nullopt;
  const auto resolved = resolve(*tree, source, options.model, diagnostics);
  if (!resolved) return std::nullopt;
  return flatten(*tree, *resolved, source, options.overrides, diagnostics);
}

std::optional<AnalyzedMode> analyze_first_mode(FlatSystem& system, Diagnostics& diagnostics) {
  const auto mode = find_first_mode(system, diagnostics);
  if (!mode) return std::nullopt;
  ModeSystem equations = select_mode(system, *mode);
  auto structure = analyze_structure(system, equations, diagnostics);
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

std::vector<UnknownStart> start_values(const FlatSystem& system, const ModeSystem& mode) {
  std::vector<UnknownStart> starts;
  for (const VariableId id : mode.unknowns) {
    const FlatVariable& variable = system.variables[id];
    starts.push_back({.value = variable.start,
                      .fixed = variable.fixed,
                      .nominal = variable.nominal ? std::abs(*variable.nominal) : 0.0,
                      .preference = preference_of(variable.state_select)});
  }
  return starts;
}

std::string derivative_name(const std::string& name, int order) {
  std::string text = name;
  for (int i = 0; i < order; ++i) text = "der(" + text + ")";
  return text;
}

// The highest derivative of each unknown that the equations mention.
std::vector<int> mentioned_orders(const AnalyzedMode& mode) {
  std::vector<int> orders(mode.equations.unknowns.size(), 0);
  const BipartiteGraph& signature = mode.structure.signature;
  for (const Row row : signature.rows()) {
    const auto columns = signature.columns_of(row);
    const auto weights = signature.weights_of(row);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      orders[columns[i].index()] = std::max(orders[columns[i].index()], weights[i]);
    }
  }
  return orders;
}

// Variables in the order of their declarations, then derivatives if asked for.
std::vector<OutputColumn> output_columns(const FlatSystem& system, const AnalyzedMode& mode,
                                         bool with_derivatives) {
  IdMap<VariableId, std::optional<std::uint32_t>> position(system.variables.size());
  for (std::uint32_t i = 0; i < mode.equations.unknowns.size(); ++i) {
    position[mode.equations.unknowns[i]] = i;
  }
  std::vector<OutputColumn> columns;
  for (const VariableId id : system.variables.ids()) {
    const FlatVariable& variable = system.variables[id];
    OutputColumn column{.column = {.name = variable.name, .unit = variable.unit}};
    column.is_constant = !position[id].has_value();
    column.unknown = position[id].value_or(0);
    column.constant = variable.start.value_or(0.0);
    columns.push_back(column);
  }
  if (!with_derivatives) return columns;
  const std::vector<int> orders = mentioned_orders(mode);
  for (const VariableId id : system.variables.ids()) {
    if (!position[id]) continue;
    for (int order = 1; order <= orders[*position[id]]; ++order) {
      columns.push_back({.column = {.name = derivative_name(system.variables[id].name, order),
                                    .unit = "",
                                    .is_derivative = true},
                         .unknown = *position[id],
                         .order = order});
    }
  }
  return columns;
}

bool check_guards_decided(const FlatSystem& system, Diagnostics& diagnostics) {
  if (system.guards.empty()) return true;
  auto& error = diagnostics.error(codes::mode_changes_not_yet, system.guards[GuardId(0)].span,
                                  "mode changes are understood but not run yet");
  error.mark("decided while the model runs");
  error.note("`check`, `flatten` and `analyze` work on this model");
  error.suggest("a condition on parameters, or inside `noEvent(…)`, runs today");
  return false;
}

}  // namespace

std::optional<CompiledModel> compile_model(FlatSystem& system, Diagnostics& diagnostics) {
  const bool is_runnable = check_runnable(system, diagnostics);
  if (!check_guards_decided(system, diagnostics) || !is_runnable) return std::nullopt;
  auto mode = analyze_first_mode(system, diagnostics);
  if (!mode) return std::nullopt;
  ExecutableMode executable = lower_mode(system, mode->mode, mode->equations, mode->structure);
  std::vector<UnknownStart> starts = start_values(system, mode->equations);
  return CompiledModel{std::move(*mode), std::move(executable), std::move(starts)};
}

Simulation run_model(const FlatSystem& system, const CompiledModel& model,
                     const SimulationOptions& options, Diagnostics& diagnostics) {
  Simulation result =
      simulate(model.executable, model.starts,
               output_columns(system, model.mode, options.with_derivatives), options);
  explain_end(system, result, diagnostics);
  return result;
}

std::optional<Simulation> simulate_model(FlatSystem& system, const SimulationOptions& options,
                                         Diagnostics& diagnostics) {
  const auto model = compile_model(system, diagnostics);
  if (!model) return std::nullopt;
  return run_model(system, *model, options, diagnostics);
}

}  // namespace saltus
