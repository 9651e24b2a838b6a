#include "apps/saltus/run_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "apps/saltus/open_model.h"
#include "apps/saltus/switching_text.h"
#include "saltus/compiler/structure/values.h"
#include "saltus/driver/describe_event.h"
#include "saltus/driver/end_reason.h"
#include "saltus/runtime/results/main_variables.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_values_in_a_line = 3;

std::string joined(const std::vector<std::string>& items) {
  const std::size_t shown = std::min(items.size(), most_values_in_a_line);
  std::string text =
      fmt::format("{}", fmt::join(items.begin(), items.begin() + static_cast<int>(shown), ", "));
  if (items.size() > shown) text += fmt::format(" and {} more", items.size() - shown);
  return text;
}

std::string name_of(const FlatSystem& system, VariableId variable, int order) {
  return value_name(system.variables[variable].name, order);
}

std::string describe_start(const RunSummary& summary) {
  const StartReport& start = summary.result.start;
  std::string text = "  start  ";
  if (start.iterations == 0 && start.moved.empty()) {
    text += "as given";
  } else {
    text +=
        fmt::format("consistent after {} iteration{}{}", start.iterations,
                    start.iterations == 1 ? "" : "s", start.used_homotopy ? ", by homotopy" : "");
  }
  std::vector<std::string> moved, defaulted;
  for (const StartReport::Moved& value : start.moved) {
    moved.push_back(fmt::format("{} {:.6g} -> {:.6g}",
                                name_of(summary.model.system, value.variable, value.order),
                                value.from, value.to));
  }
  for (const StartReport::Free& value : start.defaulted) {
    defaulted.push_back(fmt::format(
        "{} = {:.6g}", name_of(summary.model.system, value.variable, value.order), value.value));
  }
  if (!moved.empty()) text += fmt::format("; moved: {}", joined(moved));
  text += '\n';
  if (!defaulted.empty()) text += fmt::format("         by default: {}\n", joined(defaulted));
  return text;
}

std::string describe_switching(const RunSummary& summary) {
  const std::string text = switching_text(summary.model.executable.discrete);
  if (text.empty()) return {};
  const Statistics& statistics = summary.result.statistics;
  return fmt::format("  switch {}; {} tried at {} events\n", text, statistics.candidates,
                     statistics.switching_problems);
}

std::string describe_run(const RunSummary& summary) {
  const Statistics& statistics = summary.result.statistics;
  return fmt::format(
      "  run    {} steps of order {}, {} rejected; tolerance {:g}, error estimate at most {:.2g} "
      "times that\n",
      statistics.steps, statistics.order, statistics.rejected_steps, summary.options.tolerance,
      statistics.largest_error);
}

constexpr std::size_t most_events_shown = FirstEvents::kMostDescribed;

// How many modes and events, then the events themselves: the first ones, and the last.
std::string describe_events(const RunSummary& summary) {
  const Statistics& statistics = summary.result.statistics;
  if (statistics.events == 0) return "";
  std::string text = fmt::format("  events {}, {}, {} visited", counted(statistics.events, "event"),
                                 counted(statistics.mode_changes, "mode change"),
                                 counted(statistics.modes, "mode"));
  if (statistics.cascades > 0) text += ", " + counted(statistics.cascades, "cascade");
  text += '\n';
  const std::vector<MicroStep>& steps = summary.first_events.events();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool is_shown = i < most_events_shown || i + 1 == steps.size();
    if (i == most_events_shown && !is_shown) {
      text +=
          fmt::format("         … {} more\n", summary.first_events.count() - most_events_shown - 1);
    }
    if (!is_shown) continue;
    text += event_text(describe_event(steps[i], summary.model, summary.source), "         ");
  }
  return text;
}

// What the matrices of a multilinear model say of the run.
std::string describe_verdict(const std::optional<MatrixVerdict>& verdict) {
  if (!verdict) return "";
  std::string text =
      fmt::format("  matrix largest |f| {:.2g}, largest g {:.2g} over {}", verdict->largest_f,
                  verdict->largest_g, counted(verdict->instants, "instant"));
  if (verdict->sliding > 0) text += fmt::format(", g at {}", verdict->instants - verdict->sliding);
  return text + '\n';
}

std::string end_text(const SimulationEnd& end) {
  return fmt::format("  end    t = {:.10g}: {}\n", end.time, end_reason_text(end.reason));
}

std::string describe_seconds(double seconds) {
  return seconds < 1.0 ? fmt::format("{:.1f} ms", seconds * 1e3) : fmt::format("{:.2f} s", seconds);
}

std::string describe_files(const RunSummary& summary) {
  const SummarySink& rows = summary.rows;
  std::string text;
  if (!summary.output.empty()) {
    text += fmt::format(
        "results: {} ({}, {})\n", summary.output == "-" ? "standard output" : summary.output,
        counted(rows.row_count(), "row"), counted(rows.columns().size(), "variable"));
  } else if (rows.row_count() == 0) {
    text += "results: none\n";
  }
  if (!summary.events.empty()) {
    text +=
        fmt::format("events:  {}\n", summary.events == "-" ? "standard output" : summary.events);
  }
  return text;
}

// Columns carry names; the variables behind them are found by name.
std::vector<ColumnRole> roles_of_columns(const RunSummary& summary) {
  std::set<VariableId> states;
  if (summary.model.first_mode) {
    const AnalyzedMode& mode = *summary.model.first_mode;
    for (std::uint32_t i = 0; i < mode.equations.unknowns.size(); ++i) {
      if (mode.structure.offsets.variable[Column(i)] > 0) states.insert(mode.equations.unknowns[i]);
    }
  }
  std::unordered_map<std::string_view, ColumnRole> role_by_name;
  for (const VariableId id : summary.model.system.variables.ids()) {
    const FlatVariable& variable = summary.model.system.variables[id];
    if (variable.is_hidden) continue;
    // Booleans and the mode say when, which the marks of events say already.
    const bool is_drawn = !variable.is_protected && variable.type != ValueType::boolean;
    role_by_name[variable.name] = {states.contains(id), is_drawn};
  }
  std::vector<ColumnRole> roles;
  for (const ResultColumn& column : summary.rows.columns()) {
    const auto role = role_by_name.find(column.name);
    roles.push_back(role == role_by_name.end() ? ColumnRole{false, false} : role->second);
  }
  return roles;
}

std::string plot_main_variables(const RunSummary& summary, const PlotOptions& options) {
  const Trajectory trajectory = summary.rows.curves();
  const auto columns = choose_main_variables(trajectory, roles_of_columns(summary));
  PlotOptions marked = options;
  for (const MicroStep& step : summary.first_events.events()) {
    marked.events.push_back(step.time);
    for (const MicroStep::VariableImpulse& impulse : step.impulses) {
      marked.impulses.push_back({step.time, summary.model.system.variables[impulse.variable].name,
                                 impulse.weights.back() > 0.0});
    }
  }
  const std::string plot = plot_in_terminal(trajectory, columns, marked);
  return plot.empty() ? plot : '\n' + plot + '\n';
}

Json start_to_json(const RunSummary& summary) {
  const StartReport& start = summary.result.start;
  Json moved = Json::array();
  for (const StartReport::Moved& value : start.moved) {
    moved.push_back({{"name", name_of(summary.model.system, value.variable, value.order)},
                     {"from", value.from},
                     {"to", value.to}});
  }
  Json defaulted = Json::array();
  for (const StartReport::Free& value : start.defaulted) {
    defaulted.push_back({{"name", name_of(summary.model.system, value.variable, value.order)},
                         {"value", value.value}});
  }
  return {{"iterations", start.iterations},
          {"used_homotopy", start.used_homotopy},
          {"largest_residual", start.largest_residual},
          {"moved", moved},
          {"defaulted", defaulted}};
}

Json final_values_to_json(const SummarySink& rows) {
  if (rows.row_count() == 0) return nullptr;
  Json values = {{"time", rows.last_time()}};
  for (std::size_t column = 0; column < rows.columns().size(); ++column) {
    values[rows.columns()[column].name] = rows.last_row()[column];
  }
  return values;
}

Json verdict_to_json(const std::optional<MatrixVerdict>& verdict) {
  if (!verdict) return nullptr;
  return {{"instants", verdict->instants},           {"sliding", verdict->sliding},
          {"largest_f", verdict->largest_f},         {"largest_g", verdict->largest_g},
          {"largest_share", verdict->largest_share}, {"faults", verdict->faults}};
}

Json path_to_json(const std::string& path) { return path.empty() ? Json(nullptr) : Json(path); }

}  // namespace

std::string write_summary(const RunSummary& summary, const PlotOptions& plot) {
  const FlatSystem& system = summary.model.system;
  std::string text = system.name;
  if (!system.description.empty()) text += ": " + system.description;
  text += fmt::format("\n  model  {}\n", describe_size(system, summary.model));
  text += describe_start(summary);
  text += describe_run(summary);
  text += describe_switching(summary);
  text += describe_events(summary);
  text += describe_verdict(summary.verdict);
  text += end_text(summary.result.end);
  text +=
      fmt::format("  time   {} to compile, {} to run\n", describe_seconds(summary.compile_seconds),
                  describe_seconds(summary.run_seconds));
  text += plot_main_variables(summary, plot);
  return text + describe_files(summary);
}

Json summary_to_json(const RunSummary& summary) {
  const FlatSystem& system = summary.model.system;
  const auto& first = summary.model.first_mode;
  return {{"model", system.name},
          {"description", system.description},
          {"equations", first ? Json(first->equations.equations.size()) : Json(nullptr)},
          {"unknowns", first ? Json(first->equations.unknowns.size()) : Json(nullptr)},
          {"index", first ? Json(first->structure.index) : Json(nullptr)},
          {"degrees_of_freedom", first ? Json(first->structure.degrees_of_freedom) : Json(nullptr)},
          {"guards", system.guards.size()},
          {"tolerance", summary.options.tolerance},
          {"start", start_to_json(summary)},
          {"end", end_to_json(describe_end(summary.result.end, summary.model, summary.source))},
          {"statistics", statistics_to_json(describe_statistics(summary.result.statistics))},
          {"matrices", verdict_to_json(summary.verdict)},
          {"seconds", {{"compile", summary.compile_seconds}, {"run", summary.run_seconds}}},
          {"rows", summary.rows.row_count()},
          {"final", final_values_to_json(summary.rows)},
          {"output", path_to_json(summary.output)},
          {"events", path_to_json(summary.events)}};
}

}  // namespace saltus
