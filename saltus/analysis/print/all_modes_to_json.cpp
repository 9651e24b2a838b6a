#include <nlohmann/json.hpp>

#include "saltus/analysis/print/print_all_modes.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

// Numbers of modes are text: they can have hundreds of digits.
Json modes_to_json(const FlatSystem& system, const ModesWhere& modes) {
  return Json{
      {"count", modes.count.digits()},
      {"when", modes.condition ? Json(print_expr(system.pool, *modes.condition, expr_names(system)))
                               : Json(nullptr)}};
}

std::vector<std::string> names_of(const FlatSystem& system, const std::vector<VariableId>& ids) {
  std::vector<std::string> names;
  for (const VariableId id : ids) names.push_back(system.variables[id].name);
  return names;
}

std::vector<std::size_t> lines_of(const FlatSystem& system, const SourceText& source,
                                  const std::vector<EquationId>& ids) {
  std::vector<std::size_t> lines;
  for (const EquationId id : ids) {
    lines.push_back(source.position(system.equations[id].span.begin).line);
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

Json fault_to_json(const FlatSystem& system, const ModeFault& fault, const SourceText& source) {
  Json json = modes_to_json(system, fault.modes);
  json["kind"] = kind_of(fault.kind);
  json["too_many_lines"] = lines_of(system, source, fault.too_many);
  json["determined"] = names_of(system, fault.determined);
  json["undetermined"] = names_of(system, fault.undetermined);
  json["sharing_lines"] = lines_of(system, source, fault.sharing);
  json["elsewhere_lines"] = lines_of(system, source, fault.elsewhere);
  return json;
}

}  // namespace

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

Json all_modes_to_json(const FlatSystem& system, const AllModes& modes, const SourceText& source) {
  Json json = mode_classes_to_json(system, modes);
  json["faults"] = Json::array();
  for (const ModeFault& fault : modes.faults) {
    json["faults"].push_back(fault_to_json(system, fault, source));
  }
  json["singular_without_fault"] = modes.unexplained.digits();
  return json;
}

}  // namespace saltus
