#include "saltus/analysis/print/step_colours.h"

#include <optional>

namespace saltus {

std::vector<StepColour> colour_runs(const ConstructiveGraph& graph) {
  std::vector<StepColour> colours(graph.runs.size(), StepColour::black);
  for (const RunId id : graph.runs.ids()) {
    if (graph.runs[id].kind == RunKind::continuous) colours[id.index()] = StepColour::blue;
  }
  for (const ModeChange& change : graph.changes) {
    if (change.verdict != ChangeVerdict::impulsive) continue;
    for (const RunId run : change.runs) colours[run.index()] = StepColour::red;
  }
  return colours;
}

std::vector<StepColour> colour_steps(const ConstructiveGraph& graph) {
  const std::vector<StepColour> of_run = colour_runs(graph);
  std::vector<std::optional<StepColour>> found(graph.micro_steps.size());
  for (const RunId id : graph.runs.ids()) {
    for (const std::uint32_t step : graph.runs[id].steps) {
      const StepColour colour = of_run[id.index()];
      found[step] = found[step] && *found[step] != colour ? StepColour::black : colour;
    }
  }
  std::vector<StepColour> colours;
  for (const auto& colour : found) colours.push_back(colour.value_or(StepColour::black));
  return colours;
}

const char* colour_name(StepColour colour) {
  switch (colour) {
    case StepColour::blue:
      return "blue";
    case StepColour::red:
      return "red";
    case StepColour::black:
      return "black";
  }
  return "black";
}

}  // namespace saltus
