#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "saltus/analysis/print/print_all_modes.h"
#include "saltus/analysis/print/print_start_choices.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

std::vector<VariableStart> starts_of(const FlatSystem& system, const AnalyzedMode& mode) {
  return find_start_choices(system, mode.equations, mode.structure);
}

// The same keys for every model; what is not known is null.
Json check_to_json(const OpenModel& model, ExitCode code, const ModelCheck& checked) {
  const FlatSystem* system = model.model ? &checked.system : nullptr;
  const auto& first = checked.first_mode;
  const auto& modes = checked.modes;
  const auto& valuations = checked.valuations;
  return Json{
      {"ok", code == ExitCode::done},
      {"exit_code", static_cast<int>(code)},
      {"model", system ? Json(system->name) : Json(nullptr)},
      {"equations", first ? Json(first->equations.equations.size()) : Json(nullptr)},
      {"unknowns", first ? Json(first->equations.unknowns.size())
                         : (modes ? Json(modes->unknowns) : Json(nullptr))},
      {"index", first ? Json(first->structure.index) : Json(nullptr)},
      {"degrees_of_freedom", first ? Json(first->structure.degrees_of_freedom) : Json(nullptr)},
      {"starts", first ? start_choices_to_json(*system, starts_of(*system, *first),
                                               first->structure.degrees_of_freedom)
                       : Json(nullptr)},
      {"guards", system ? Json(system->guards.size()) : Json(nullptr)},
      {"modes", modes ? all_modes_to_json(*system, *modes, model.text()) : Json(nullptr)},
      {"binary_unknowns", system ? Json(count_binaries(*system)) : Json(nullptr)},
      {"valuations",
       valuations ? mode_classes_to_json(valuations->system, valuations->modes) : Json(nullptr)},
      {"diagnostics", diagnostics_to_json(model.diagnostics, model.text())}};
}

std::string describe_all_modes(const ModelCheck& checked, const FlatSystem& model, bool is_ok) {
  const auto& [system, modes] =
      checked.valuations ? std::tie(checked.valuations->system, checked.valuations->modes)
                         : std::tie(model, *checked.modes);
  std::string deciders;
  if (!model.guards.empty()) deciders += counted(model.guards.size(), "guard") + ", ";
  if (const std::size_t binaries = count_binaries(model)) {
    deciders += counted(binaries, "binary unknown") + ", ";
  }
  std::string text = fmt::format("{}: {}, {}{} mode{}{}\n", model.name,
                                 counted(modes.unknowns, "unknown"), deciders, modes.count.text(),
                                 modes.count == ModeCount(1) ? "" : "s", is_ok ? ": ok" : "");
  if (!modes.count.is_zero()) text += print_all_modes(system, modes);
  return text;
}

}  // namespace

ExitCode execute(const CheckCommand& command) {
  OpenModel model = open_model(command.choice);
  if (!model.model) {
    if (!command.json) return fail(model.failure(), model.diagnostics, model.text(), false);
    print_json(check_to_json(model, model.failure(), {}));
    return model.failure();
  }
  const ModelCheck& checked = model.model->check();
  model.add(checked.diagnostics);
  const bool is_ok = !model.diagnostics.has_errors();
  const ExitCode code = is_ok ? ExitCode::done : ExitCode::model_is_wrong;
  if (command.json) {
    print_json(check_to_json(model, code, checked));
    return code;
  }
  report(model.diagnostics, model.text());
  const FlatSystem& system = checked.system;
  if (checked.modes && (!system.guards.empty() || checked.valuations)) {
    print(describe_all_modes(checked, system, is_ok));
  } else if (is_ok) {
    print(fmt::format("{}: {}: ok\n", system.name, describe_size(system, *checked.first_mode)));
  }
  if (is_ok && checked.first_mode && !system.substitutions.empty()) {
    print(print_start_choices(system, starts_of(system, *checked.first_mode),
                              checked.first_mode->structure.degrees_of_freedom));
  }
  return code;
}

}  // namespace saltus
