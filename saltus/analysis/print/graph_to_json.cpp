#include <nlohmann/json.hpp>

#include "saltus/analysis/print/graph_names.h"
#include "saltus/analysis/print/print_graph.h"
#include "saltus/analysis/print/step_colours.h"
#include "saltus/analysis/print/verdict_name.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(MicroStepKind kind) {
  switch (kind) {
    case MicroStepKind::guard:
      return "guard";
    case MicroStepKind::assume_guard:
      return "assume_guard";
    case MicroStepKind::redundant:
      return "redundant";
    case MicroStepKind::solve:
      return "solve";
    case MicroStepKind::forward_shift:
      return "forward_shift";
    case MicroStepKind::latent:
      return "latent";
    case MicroStepKind::left_limit:
      return "left_limit";
    case MicroStepKind::tick:
      return "tick";
  }
  return "";
}

const char* name_of(RunKind kind) {
  switch (kind) {
    case RunKind::continuous:
      return "continuous";
    case RunKind::reset:
      return "reset";
    case RunKind::failed:
      return "failed";
  }
  return "";
}

const char* letter_of(Truth truth) {
  switch (truth) {
    case Truth::irrelevant:
      return "I";
    case Truth::undefined:
      return "U";
    case Truth::is_false:
      return "F";
    case Truth::is_true:
      return "T";
  }
  return "";
}

class JsonWriter {
 public:
  JsonWriter(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
             const SourceText& source)
      : system_(system), graphs_(graphs), names_(system, graphs, source) {}

  Json write() const {
    Json parts = Json::array();
    for (const ConstructiveGraph& graph : graphs_) parts.push_back(part(graph));
    return {{"model", system_.name}, {"parts", std::move(parts)}};
  }

 private:
  Json list(const std::vector<EquationAt>& equations) const {
    Json result = Json::array();
    for (const EquationAt e : equations) {
      result.push_back({{"equation", names_.equation(e.equation)}, {"shift", e.shift}});
    }
    return result;
  }
  Json list(const std::vector<ValueAt>& values) const {
    Json result = Json::array();
    for (const ValueAt v : values) {
      result.push_back({{"variable", names_.variable(v.variable)}, {"shift", v.shift}});
    }
    return result;
  }
  Json list(const std::vector<EquationId>& equations) const {
    Json result = Json::array();
    for (const EquationId id : equations) result.push_back(names_.equation(id));
    return result;
  }
  static Json list(const std::vector<RunId>& runs) {
    Json result = Json::array();
    for (const RunId run : runs) result.push_back(run.index());
    return result;
  }

  Json equation(EquationId id) const {
    Json result = {{"name", names_.equation(id)}, {"text", names_.written(id)}};
    if (const auto line = names_.line(id)) result["line"] = *line;
    if (!names_.condition(id).empty()) result["condition"] = names_.condition(id);
    return result;
  }

  // Only what is relevant: {"w1": "T", "w1•": "U", …}.
  Json status(const ConstructiveGraph& graph, const Status& status) const {
    Json guards = Json::object(), variables = Json::object(), equations = Json::object();
    for (const GuardId id : graph.guards) guards[names_.guard(id)] = letter_of(status.of(id));
    for (const VariableId id : graph.variables) {
      for (int k = 0; k < status.variables[id.index()].size(); ++k) {
        variables[names_.text(ValueAt{id, k})] = letter_of(status.of(ValueAt{id, k}));
      }
    }
    for (const EquationId id : graph.equations) {
      for (int k = 0; k < status.equations[id.index()].size(); ++k) {
        equations[names_.text(EquationAt{id, k})] = letter_of(status.of(EquationAt{id, k}));
      }
    }
    return {{"guards", guards}, {"variables", variables}, {"equations", equations}};
  }

  Json node(const ConstructiveGraph& graph, const ConstructiveNode& node) const {
    Json result = {{"status", status(graph, node.status)},
                   {"context", list(node.context)},
                   {"begins_instant", node.begins_instant}};
    if (node.failure) {
      result["failure"] = {{"equations", list(node.failure->equations)},
                           {"variables", list(node.failure->variables)}};
    }
    return result;
  }

  Json step(const ConstructiveStep& step, StepColour colour) const {
    Json result = {{"kind", name_of(step.kind)},
                   {"from", step.from.index()},
                   {"to", step.to.index()},
                   {"text", names_.text(step)},
                   {"colour", colour_name(colour)}};
    if (step.literal) {
      result["guard"] = names_.guard(step.literal->guard);
      result["value"] = step.literal->value;
    }
    if (!step.equations.empty()) result["equations"] = list(step.equations);
    if (!step.variables.empty()) result["variables"] = list(step.variables);
    return result;
  }

  Json mode(const ConstructiveMode& mode) const {
    Json result = {{"name", names_.mode(mode)},
                   {"equations", list(mode.equations)},
                   {"singular", mode.is_singular},
                   {"lasts_one_instant", mode.lasts_one_instant}};
    if (!mode.is_singular) {
      result["index"] = mode.index;
      result["degrees_of_freedom"] = mode.degrees_of_freedom;
    }
    if (mode.run) result["run"] = mode.run->index();
    return result;
  }

  Json list(const std::vector<VariableOrder>& orders) const {
    Json result = Json::array();
    for (const VariableOrder& order : orders) {
      result.push_back({{"variable", names_.variable(order.variable)},
                        {"order", order.order},
                        {"state", order.is_state()}});
    }
    return result;
  }

  Json self_transition(const SelfTransition& transition) const {
    return {{"mode", transition.mode.index()},
            {"text", names_.text(transition)},
            {"verdict", verdict_key(transition.verdict)},
            {"orders", list(transition.orders)}};
  }

  Json change(const ModeChange& change) const {
    return {{"from", change.from.index()},
            {"to", change.to.index()},
            {"verdict", verdict_key(change.verdict)},
            {"orders", list(change.orders)},
            {"runs", list(change.runs)},
            {"deferred", list(change.deferred)},
            {"left_limits", list(change.left_limits)},
            {"path_dependent", list(change.path_dependent)},
            {"nonlinear", list(change.nonlinear)}};
  }

  Json part(const ConstructiveGraph& graph) const {
    Json result = {{"rejected", graph.is_rejected()}};
    for (const EquationId id : graph.equations) result["equations"].push_back(equation(id));
    for (const ConstructiveMode& each : graph.modes) result["modes"].push_back(mode(each));
    result["changes"] = Json::array();
    for (const ModeChange& each : graph.changes) result["changes"].push_back(change(each));
    result["self_transitions"] = Json::array();
    for (const SelfTransition& each : graph.self_transitions) {
      result["self_transitions"].push_back(self_transition(each));
    }
    result["runs"] = Json::array();
    for (const ConstructiveRun& run : graph.runs) {
      result["runs"].push_back({{"mode", run.mode.index()},
                                {"kind", name_of(run.kind)},
                                {"from", run.from.index()},
                                {"to", run.to.index()},
                                {"steps", run.steps}});
    }
    result["endless"] = Json::array();
    for (const auto& cycle : graph.endless) result["endless"].push_back(list(cycle));
    for (const ConstructiveNode& each : graph.nodes) result["nodes"].push_back(node(graph, each));
    const std::vector<StepColour> colours = colour_steps(graph);
    result["micro_steps"] = Json::array();
    for (std::size_t i = 0; i < graph.micro_steps.size(); ++i) {
      result["micro_steps"].push_back(step(graph.micro_steps[i], colours[i]));
    }
    return result;
  }

  const FlatSystem& system_;
  const std::vector<ConstructiveGraph>& graphs_;
  GraphNames names_;
};

}  // namespace

nlohmann::ordered_json graph_to_json(const FlatSystem& system,
                                     const std::vector<ConstructiveGraph>& graphs,
                                     const SourceText& source) {
  return JsonWriter(system, graphs, source).write();
}

}  // namespace saltus
