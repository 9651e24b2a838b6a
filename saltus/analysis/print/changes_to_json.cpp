#include <nlohmann/json.hpp>

#include "saltus/analysis/print/graph_names.h"
#include "saltus/analysis/print/print_changes.h"
#include "saltus/analysis/print/verdict_name.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/structure/values.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(MissingLaw law) {
  switch (law) {
    case MissingLaw::restitution:
      return "restitution";
    case MissingLaw::force:
      return "force";
    case MissingLaw::equation:
    case MissingLaw::declaration:
      return "equation";
    case MissingLaw::choice:
      return "too_many_equations";
  }
  return "";
}

class ChangeWriter {
 public:
  ChangeWriter(const FlatSystem& system, const ChangeTable& table, const SourceText& source)
      : system_(system), table_(table), source_(source) {}

  Json write() const {
    Json parts = Json::array(), large = Json::array();
    for (const PartChanges& each : table_.parts) parts.push_back(part(each));
    for (const CrossingClasses& each : table_.large_parts) large.push_back(part(each));
    return {{"model", system_.name}, {"parts", parts}, {"large_parts", large}};
  }

 private:
  Json variables(const std::vector<VariableId>& ids) const {
    Json names = Json::array();
    for (const VariableId id : ids) names.push_back(system_.variables[id].name);
    return names;
  }

  Json lines(const std::vector<EquationId>& ids) const {
    Json result = Json::array();
    for (const EquationId id : ids) {
      result.push_back(source_.position(system_.equations[id].span.begin).line);
    }
    return result;
  }

  void add_orders(Json& json, const std::vector<VariableOrder>& orders) const {
    json["impulsive"] = Json::array();
    json["jump"] = Json::array();
    json["follow"] = Json::array();
    for (const VariableOrder& order : orders) {
      const std::string value =
          value_name(system_.variables[order.variable].name, order.jumping_derivative());
      if (order.is_impulsive()) {
        json["impulsive"].push_back(Json{{"variable", value}, {"order", order.order}});
      } else {
        json[order.is_state() ? "jump" : "follow"].push_back(value);
      }
    }
  }

  Json mode(const PartChanges& part, const GraphNames& names, ModeNumber number) const {
    const ConstructiveMode& mode = part.graph.modes[number];
    return {{"name", names.mode(mode)},
            {"first", part.first == number},
            {"reachable", static_cast<bool>(part.reachable[number])},
            {"singular", mode.is_singular},
            {"lasts_one_instant", mode.lasts_one_instant}};
  }

  Json change(const PartChanges& part, const TabledChange& each) const {
    const ModeChange& change = each.change;
    Json json = {{"from", change.from.index()},
                 {"to", change.to.index()},
                 {"verdict", verdict_key(change.verdict)},
                 {"reachable", each.is_reachable}};
    if (!change.is_determined()) {
      const ConstructiveMode& mode = part.graph.modes[change.to];
      json["too_many_lines"] = lines(mode.defect.too_many);
      json["undetermined"] = variables(mode.defect.open);
      if (mode.missing_law) {
        json["missing"] = {{"law", name_of(mode.missing_law->law)},
                           {"says", mode.missing_law->says},
                           {"advice", mode.missing_law->advice}};
      }
      return json;
    }
    add_orders(json, change.orders);
    json["left_limits"] = Json::array();
    for (const ValueAt value : change.left_limits) {
      json["left_limits"].push_back(
          value_name(system_.variables[value.variable].name, value.shift));
    }
    json["path_dependent_lines"] = lines(change.path_dependent);
    json["nonlinear_lines"] = lines(change.nonlinear);
    return json;
  }

  Json part(const PartChanges& part) const {
    const std::vector<ConstructiveGraph> graphs = {part.graph};
    const GraphNames names(system_, graphs, source_);
    Json modes = Json::array(), changes = Json::array(), events = Json::array();
    for (const ModeNumber each : part.graph.modes.ids()) modes.push_back(mode(part, names, each));
    for (const TabledChange& each : part.changes) changes.push_back(change(part, each));
    for (const SelfTransition& each : part.graph.self_transitions) {
      Json event = {{"mode", each.mode.index()},
                    {"text", names.text(each)},
                    {"verdict", verdict_key(each.verdict)}};
      add_orders(event, each.orders);
      events.push_back(std::move(event));
    }
    return {{"variables", variables(part.graph.variables)},
            {"copies", part.copies},
            {"modes", modes},
            {"changes", changes},
            {"events", events}};
  }

  // Numbers of modes are text: they can have hundreds of digits.
  Json part(const CrossingClasses& part) const {
    ExprPrinter printer(system_.pool, expr_names(system_));
    Json crossings = Json::array();
    for (const GuardCrossing& crossing : part.crossings) {
      Json classes = Json::array();
      for (const CrossingClass& each : crossing.classes) {
        Json json = {{"verdict", verdict_key(each.verdict)},
                     {"count", each.entered.count.digits()}};
        if (each.order > 0) json["order"] = each.order;
        if (each.entered.condition) json["when"] = printer.print(*each.entered.condition);
        classes.push_back(std::move(json));
      }
      crossings.push_back(Json{{"guard", printer.print(system_.guards[crossing.guard].condition)},
                               {"becomes", crossing.value},
                               {"count", crossing.count.digits()},
                               {"classes", classes}});
    }
    Json json = {{"variables", variables(part.variables)},
                 {"guards", part.guards.size()},
                 {"modes", part.modes.digits()}};
    if (part.sampled) json["sampled"] = *part.sampled;
    json["crossings"] = std::move(crossings);
    return json;
  }

  const FlatSystem& system_;
  const ChangeTable& table_;
  const SourceText& source_;
};

}  // namespace

nlohmann::ordered_json changes_to_json(const FlatSystem& system, const ChangeTable& table,
                                       const SourceText& source) {
  return ChangeWriter(system, table, source).write();
}

}  // namespace saltus
