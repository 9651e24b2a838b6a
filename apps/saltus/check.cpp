#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "saltus/compiler/all_modes/analyze_all_modes.h"
#include "saltus/compiler/all_modes/explain_all_modes.h"
#include "saltus/compiler/hybrid/build_hybrid.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

ExitCode check_only_mode(OpenModel& model, bool is_sorted, bool json) {
  const auto mode = analyze_first_mode(*model.system, model.diagnostics);
  if (!mode || !is_sorted) {
    return fail(ExitCode::model_is_wrong, model.diagnostics, model.text(), json);
  }
  if (!json) {
    report(model.diagnostics, model.text());
    print(fmt::format("{}: {}: ok\n", model.system->name, describe_size(*model.system, *mode)));
    return ExitCode::done;
  }
  print_json(Json{{"ok", true},
                  {"exit_code", 0},
                  {"model", model.system->name},
                  {"equations", mode->equations.equations.size()},
                  {"unknowns", mode->equations.unknowns.size()},
                  {"index", mode->structure.index},
                  {"degrees_of_freedom", mode->structure.degrees_of_freedom},
                  {"guards", model.system->guards.size()},
                  {"diagnostics", diagnostics_to_json(model.diagnostics, model.text())}});
  return ExitCode::done;
}

// Numbers of modes are text: they can have hundreds of digits.
Json modes_to_json(const FlatSystem& system, const ModesWhere& modes) {
  Json json{{"count", modes.count.digits()}};
  if (modes.condition) json["when"] = condition_text(system, modes);
  return json;
}

std::vector<std::string> names_of(const FlatSystem& system, const std::vector<VariableId>& ids) {
  std::vector<std::string> names;
  for (const VariableId id : ids) names.push_back(system.variables[id].name);
  return names;
}

std::vector<std::size_t> lines_of(const OpenModel& model, const std::vector<EquationId>& ids) {
  std::vector<std::size_t> lines;
  for (const EquationId id : ids) {
    lines.push_back(model.text().position(model.system->equations[id].span.begin).line);
  }
  return lines;
}

Json fault_to_json(const OpenModel& model, const ModeFault& fault) {
  Json json = modes_to_json(*model.system, fault.modes);
  json["too_many_lines"] = lines_of(model, fault.too_many);
  json["determined"] = names_of(*model.system, fault.determined);
  json["undetermined"] = names_of(*model.system, fault.undetermined);
  json["sharing_lines"] = lines_of(model, fault.sharing);
  return json;
}

Json all_modes_to_json(const OpenModel& model, const AllModes& modes) {
  Json classes = Json::array(), indices = Json::array(), faults = Json::array();
  for (const ModeClass& each : modes.classes) {
    classes.push_back(Json{{"index", each.index},
                           {"degrees_of_freedom", each.degrees_of_freedom},
                           {"count", each.count.digits()}});
  }
  for (const IndexClass& each : modes.indices) {
    Json json = modes_to_json(*model.system, each.modes);
    json["index"] = each.index;
    indices.push_back(std::move(json));
  }
  for (const ModeFault& fault : modes.faults) faults.push_back(fault_to_json(model, fault));
  return Json{{"count", modes.count.digits()},
              {"singular", modes.singular.digits()},
              {"classes", classes},
              {"indices", indices},
              {"faults", faults},
              {"singular_without_fault", modes.unexplained.digits()}};
}

ExitCode check_all_modes(OpenModel& model, const AllModes& modes, bool json) {
  const FlatSystem& system = *model.system;
  explain_all_modes(system, modes, model.text(), model.diagnostics);
  const ExitCode code = model.diagnostics.has_errors() ? ExitCode::model_is_wrong : ExitCode::done;
  if (json) {
    print_json(Json{{"ok", code == ExitCode::done},
                    {"exit_code", static_cast<int>(code)},
                    {"model", system.name},
                    {"unknowns", modes.unknowns},
                    {"guards", system.guards.size()},
                    {"modes", all_modes_to_json(model, modes)},
                    {"diagnostics", diagnostics_to_json(model.diagnostics, model.text())}});
    return code;
  }
  report(model.diagnostics, model.text());
  print(fmt::format("{}: {}, {}, {} mode{}{}\n", system.name, counted(modes.unknowns, "unknown"),
                    counted(system.guards.size(), "guard"), modes.count.text(),
                    modes.count == ModeCount(1) ? "" : "s", code == ExitCode::done ? ": ok" : ""));
  if (!modes.count.is_zero()) print(print_all_modes(system, modes));
  return code;
}

}  // namespace

ExitCode execute(const CheckCommand& command) {
  OpenModel model = open_model(command.choice);
  if (!model.system) return fail(model.failure(), model.diagnostics, model.text(), command.json);
  const bool is_sorted = build_hybrid(*model.system, model.diagnostics).has_value();
  if (model.system->guards.empty() || !is_sorted) {
    return check_only_mode(model, is_sorted, command.json);
  }
  if (const auto modes = analyze_all_modes(*model.system)) {
    return check_all_modes(model, *modes, command.json);
  }
  model.diagnostics
      .warning(codes::modes_not_checked, {}, "the modes are too entangled to check all of them")
      .note("only the mode that the start values select was checked");
  return check_only_mode(model, is_sorted, command.json);
}

}  // namespace saltus
