#include <nlohmann/json.hpp>

#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "saltus/analysis/print/print_graph.h"
#include "saltus/analysis/print/print_resets.h"

namespace saltus {
namespace {

std::string print_as(GraphFormat format, const FlatSystem& system,
                     const std::vector<ConstructiveGraph>& graphs, const SourceText& source) {
  if (format == GraphFormat::dot) return graph_to_dot(system, graphs, source);
  if (format == GraphFormat::svg) return graph_to_svg(system, graphs, source);
  return print_graph(system, graphs, source);
}

}  // namespace

// A graph that is rejected is printed all the same: it shows why.
ExitCode execute(const GraphCommand& command) {
  const bool json = command.format == GraphFormat::json;
  OpenModel model = open_model(command.choice);
  if (!model.model) return fail(model.failure(), model.diagnostics, model.text(), json);
  const ModelGraphs& made = model.model->graphs();
  model.add(made.diagnostics);
  if (!made.graphs) return fail(ExitCode::model_is_wrong, model.diagnostics, model.text(), json);
  const ExitCode code = model.diagnostics.has_errors() ? ExitCode::model_is_wrong : ExitCode::done;
  if (json) {
    nlohmann::ordered_json result = {{"ok", code == ExitCode::done},
                                     {"exit_code", static_cast<int>(code)}};
    result.update(graph_to_json(made.system, *made.graphs, model.text()));
    result["diagnostics"] = diagnostics_to_json(model.diagnostics, model.text());
    print_json(result);
    return code;
  }
  print(print_as(command.format, made.system, *made.graphs, model.text()));
  report(model.diagnostics, model.text());
  return code;
}

ExitCode execute(const ExplainResetsCommand& command) {
  OpenModel model = open_model(command.choice);
  if (!model.model) return fail(model.failure(), model.diagnostics, model.text(), false);
  const ModelGraphs& made = model.model->graphs();
  model.add(made.diagnostics);
  if (!made.graphs) return fail(ExitCode::model_is_wrong, model.diagnostics, model.text(), false);
  const ModelResets& found = model.model->resets();
  print(print_resets(found.system, *made.graphs, found.resets, model.text()));
  report(model.diagnostics, model.text());
  return model.diagnostics.has_errors() ? ExitCode::model_is_wrong : ExitCode::done;
}

}  // namespace saltus
