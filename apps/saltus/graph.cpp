#include <nlohmann/json.hpp>

#include "apps/saltus/open_model.h"
#include "apps/saltus/report.h"
#include "saltus/compiler/all_modes/binaries_as_guards.h"
#include "saltus/compiler/constructive/build_graph.h"
#include "saltus/compiler/constructive/explain_resets.h"
#include "saltus/compiler/constructive/print_graph.h"
#include "saltus/compiler/constructive/split_branches.h"
#include "saltus/compiler/hybrid/build_hybrid.h"
#include "saltus/compiler/modes/first_mode.h"

namespace saltus {
namespace {

struct OpenGraphs {
  HybridSystem hybrid;
  std::vector<ConstructiveGraph> graphs;
};

std::optional<OpenGraphs> open_graphs(OpenModel& model) {
  model.system = with_binaries_as_guards(*model.system);
  split_branches(*model.system);
  auto hybrid = build_hybrid(*model.system, model.diagnostics);
  if (!hybrid) return std::nullopt;
  const auto first = find_first_mode(*model.system, model.diagnostics);
  if (!first) return std::nullopt;
  auto graphs = build_constructive_graphs(*model.system, *hybrid, *first, model.diagnostics);
  if (!graphs) return std::nullopt;
  return OpenGraphs{std::move(*hybrid), std::move(*graphs)};
}

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
  if (!model.system) return fail(model.failure(), model.diagnostics, model.text(), json);
  const auto open = open_graphs(model);
  if (!open) return fail(ExitCode::model_is_wrong, model.diagnostics, model.text(), json);
  const ExitCode code = model.diagnostics.has_errors() ? ExitCode::model_is_wrong : ExitCode::done;
  if (json) {
    nlohmann::ordered_json result = {{"ok", code == ExitCode::done},
                                     {"exit_code", static_cast<int>(code)}};
    result.update(graph_to_json(*model.system, open->graphs, model.text()));
    result["diagnostics"] = diagnostics_to_json(model.diagnostics, model.text());
    print_json(result);
    return code;
  }
  print(print_as(command.format, *model.system, open->graphs, model.text()));
  report(model.diagnostics, model.text());
  return code;
}

ExitCode execute(const ExplainResetsCommand& command) {
  OpenModel model = open_model(command.choice);
  if (!model.system) return fail(model.failure(), model.diagnostics, model.text(), false);
  const auto open = open_graphs(model);
  if (!open) return fail(ExitCode::model_is_wrong, model.diagnostics, model.text(), false);
  print(explain_resets(*model.system, open->hybrid, open->graphs, model.text()));
  report(model.diagnostics, model.text());
  return model.diagnostics.has_errors() ? ExitCode::model_is_wrong : ExitCode::done;
}

}  // namespace saltus
