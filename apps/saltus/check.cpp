#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "saltus/compiler/all_modes/explain_all_modes.h"
#include "saltus/compiler/structure/initialisable.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

// Numbers of modes are text: they can have hundreds of digits.
Json modes_to_json(const FlatSystem& system, const ModesWhere& modes) {
  return Json{{"count", modes.count.digits()},
              {"when", modes.condition ? Json(condition_text(system, modes)) : Json(nullptr)}};
}

std::vector<std::string> names_of(const FlatSystem& system, const std::vector<VariableId>& ids) {
  std::vector<std::string> names;
  for (const VariableId id : ids) names.push_back(system.variables[id].name);
  return names;
}

std::vector<std::size_t> lines_of(const OpenModel& model, const std::vector<EquationId>& ids) {
  std::vector<std::size_t> lines;
  for (const EquationId id : ids) {
    lines.push_back(model.text().position(model.system().equations[id].span.begin).line);
  }
  return lines;
}

std::string_view kind_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::counted:
      return "counted";
    case FaultKind::superfluous:
      return "superfluous";
    case FaultKind::forgotten:
      return "forgotten";
    case FaultKind::dependent:
      return "dependent";
    case FaultKind::misplaced:
      break;
  }
  return "misplaced";
}

Json fault_to_json(const OpenModel& model, const FlatSystem& system, const ModeFault& fault) {
  Json json = modes_to_json(system, fault.modes);
  json["kind"] = kind_of(fault.kind);
  json["too_many_lines"] = lines_of(model, fault.too_many);
  json["determined"] = names_of(system, fault.determined);
  json["undetermined"] = names_of(system, fault.undetermined);
  json["sharing_lines"] = lines_of(model, fault.sharing);
  json["elsewhere_lines"] = lines_of(model, fault.elsewhere);
  return json;
}

// How many there are, and of which index.
Json mode_classes_to_json(const FlatSystem& system, const AllModes& modes) {
  Json classes = Json::array(), indices = Json::array();
  for (const ModeClass& each : modes.classes) {
    classes.push_back(Json{{"index", each.index},
                           {"degrees_of_freedom", each.degrees_of_freedom},
                           {"most_degrees_of_freedom", each.most_degrees_of_freedom},
                           {"count", each.count.digits()}});
  }
  for (const IndexClass& each : modes.indices) {
    Json json = modes_to_json(system, each.modes);
    json["index"] = each.index;
    indices.push_back(std::move(json));
  }
  return Json{{"count", modes.count.digits()},
              {"singular", modes.singular.digits()},
              {"classes", classes},
              {"indices", indices}};
}

Json all_modes_to_json(const OpenModel& model, const FlatSystem& system, const AllModes& modes) {
  Json json = mode_classes_to_json(system, modes);
  json["faults"] = Json::array();
  for (const ModeFault& fault : modes.faults) {
    json["faults"].push_back(fault_to_json(model, system, fault));
  }
  json["singular_without_fault"] = modes.unexplained.digits();
  return json;
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
      {"starts",
       first ? start_choices_to_json(*system, first->equations, first->structure) : Json(nullptr)},
      {"guards", system ? Json(system->guards.size()) : Json(nullptr)},
      {"modes", modes ? all_modes_to_json(model, *system, *modes) : Json(nullptr)},
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
    print(
        print_start_choices(system, checked.first_mode->equations, checked.first_mode->structure));
  }
  return code;
}

}  // namespace saltus
