#include "apps/saltus/account.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "apps/saltus/end_reason.h"
#include "apps/saltus/event_log.h"
#include "apps/saltus/open_model.h"
#include "apps/saltus/switching_text.h"
#include "saltus/compiler/structure/values.h"
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

std::string describe_start(const RunAccount& account) {
  const StartReport& start = account.simulation.start;
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
                                name_of(account.model.system, value.variable, value.order),
                                value.from, value.to));
  }
  for (const StartReport::Free& value : start.defaulted) {
    defaulted.push_back(fmt::format(
        "{} = {:.6g}", name_of(account.model.system, value.variable, value.order), value.value));
  }
  if (!moved.empty()) text += fmt::format("; moved: {}", joined(moved));
  text += '\n';
  if (!defaulted.empty()) text += fmt::format("         by default: {}\n", joined(defaulted));
  return text;
}

std::string describe_switching(const RunAccount& account) {
  const std::string text = switching_text(account.model.executable.discrete);
  if (text.empty()) return {};
  const Statistics& statistics = account.simulation.statistics;
  return fmt::format("  switch {}; {} tried at {} events\n", text, statistics.candidates,
                     statistics.switching_problems);
}

std::string describe_run(const RunAccount& account) {
  const Statistics& statistics = account.simulation.statistics;
  return fmt::format(
      "  run    {} steps of order {}, {} rejected; tolerance {:g}, error estimate at most {:.2g} "
      "times that\n",
      statistics.steps, statistics.order, statistics.rejected_steps, account.options.tolerance,
      statistics.largest_error);
}

constexpr std::size_t most_events_shown = 6;

// How many modes and events, then the events themselves: the first ones, and the last.
std::string describe_events(const RunAccount& account) {
  const Statistics& statistics = account.simulation.statistics;
  if (statistics.events == 0) return "";
  std::string text = fmt::format("  events {}, {}, {} visited", counted(statistics.events, "event"),
                                 counted(statistics.mode_changes, "mode change"),
                                 counted(statistics.modes, "mode"));
  if (statistics.cascades > 0) text += ", " + counted(statistics.cascades, "cascade");
  text += '\n';
  const std::vector<MicroStep>& steps = account.simulation.events;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool is_shown = i < most_events_shown || i + 1 == steps.size();
    if (i == most_events_shown && !is_shown) {
      text += fmt::format("         … {} more\n", steps.size() - most_events_shown - 1);
    }
    if (!is_shown) continue;
    text += event_text(describe_event(steps[i], account.model, account.source), "         ");
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

std::string describe_end(const SimulationEnd& end) {
  return fmt::format("  end    t = {:.10g}: {}\n", end.time, end_reason_text(end.reason));
}

std::string describe_seconds(double seconds) {
  return seconds < 1.0 ? fmt::format("{:.1f} ms", seconds * 1e3) : fmt::format("{:.2f} s", seconds);
}

std::string describe_files(const RunAccount& account) {
  const Trajectory& trajectory = account.simulation.trajectory;
  std::string text;
  if (!account.output.empty()) {
    text += fmt::format(
        "results: {} ({}, {})\n", account.output == "-" ? "standard output" : account.output,
        counted(trajectory.row_count(), "row"), counted(trajectory.columns().size(), "variable"));
  } else if (trajectory.row_count() == 0) {
    text += "results: none\n";
  }
  if (!account.events.empty()) {
    text +=
        fmt::format("events:  {}\n", account.events == "-" ? "standard output" : account.events);
  }
  return text;
}

// Columns carry names; the variables behind them are found by name.
std::vector<ColumnRole> roles_of_columns(const RunAccount& account) {
  std::set<VariableId> states;
  if (account.model.first_mode) {
    const AnalyzedMode& mode = *account.model.first_mode;
    for (std::uint32_t i = 0; i < mode.equations.unknowns.size(); ++i) {
      if (mode.structure.offsets.variable[Column(i)] > 0) states.insert(mode.equations.unknowns[i]);
    }
  }
  std::unordered_map<std::string_view, ColumnRole> role_by_name;
  for (const VariableId id : account.model.system.variables.ids()) {
    const FlatVariable& variable = account.model.system.variables[id];
    if (variable.is_hidden) continue;
    // Booleans and the mode say when, which the marks of events say already.
    const bool is_drawn = !variable.is_protected && variable.type != ValueType::boolean;
    role_by_name[variable.name] = {states.contains(id), is_drawn};
  }
  std::vector<ColumnRole> roles;
  for (const TrajectoryColumn& column : account.simulation.trajectory.columns()) {
    const auto role = role_by_name.find(column.name);
    roles.push_back(role == role_by_name.end() ? ColumnRole{false, false} : role->second);
  }
  return roles;
}

std::string plot_main_variables(const RunAccount& account, const PlotOptions& options) {
  const Trajectory& trajectory = account.simulation.trajectory;
  const auto columns = choose_main_variables(trajectory, roles_of_columns(account));
  PlotOptions marked = options;
  for (const MicroStep& step : account.simulation.events) {
    marked.events.push_back(step.time);
    for (const MicroStep::VariableImpulse& impulse : step.impulses) {
      marked.impulses.push_back({step.time, account.model.system.variables[impulse.variable].name,
                                 impulse.weights.back() > 0.0});
    }
  }
  const std::string plot = plot_in_terminal(trajectory, columns, marked);
  return plot.empty() ? plot : '\n' + plot + '\n';
}

Json start_to_json(const RunAccount& account) {
  const StartReport& start = account.simulation.start;
  Json moved = Json::array();
  for (const StartReport::Moved& value : start.moved) {
    moved.push_back({{"name", name_of(account.model.system, value.variable, value.order)},
                     {"from", value.from},
                     {"to", value.to}});
  }
  Json defaulted = Json::array();
  for (const StartReport::Free& value : start.defaulted) {
    defaulted.push_back({{"name", name_of(account.model.system, value.variable, value.order)},
                         {"value", value.value}});
  }
  return {{"iterations", start.iterations},
          {"used_homotopy", start.used_homotopy},
          {"largest_residual", start.largest_residual},
          {"moved", moved},
          {"defaulted", defaulted}};
}

Json final_values_to_json(const Trajectory& trajectory) {
  if (trajectory.row_count() == 0) return nullptr;
  const std::size_t last = trajectory.row_count() - 1;
  Json values = {{"time", trajectory.time(last)}};
  for (std::size_t column = 0; column < trajectory.columns().size(); ++column) {
    values[trajectory.columns()[column].name] = trajectory.value(last, column);
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

std::string write_account(const RunAccount& account, const PlotOptions& plot) {
  const FlatSystem& system = account.model.system;
  std::string text = system.name;
  if (!system.description.empty()) text += ": " + system.description;
  text += fmt::format("\n  model  {}\n", describe_size(system, account.model));
  text += describe_start(account);
  text += describe_run(account);
  text += describe_switching(account);
  text += describe_events(account);
  text += describe_verdict(account.verdict);
  text += describe_end(account.simulation.end);
  text +=
      fmt::format("  time   {} to compile, {} to run\n", describe_seconds(account.compile_seconds),
                  describe_seconds(account.run_seconds));
  text += plot_main_variables(account, plot);
  return text + describe_files(account);
}

Json account_to_json(const RunAccount& account) {
  const FlatSystem& system = account.model.system;
  const Json log = Json::parse(events_to_json(
      make_event_log(account.model, account.source, account.simulation, LoggedEvents::none)));
  const auto& first = account.model.first_mode;
  return {{"model", system.name},
          {"description", system.description},
          {"equations", first ? Json(first->equations.equations.size()) : Json(nullptr)},
          {"unknowns", first ? Json(first->equations.unknowns.size()) : Json(nullptr)},
          {"index", first ? Json(first->structure.index) : Json(nullptr)},
          {"degrees_of_freedom", first ? Json(first->structure.degrees_of_freedom) : Json(nullptr)},
          {"guards", system.guards.size()},
          {"tolerance", account.options.tolerance},
          {"start", start_to_json(account)},
          {"end", log["end"]},
          {"statistics", log["statistics"]},
          {"matrices", verdict_to_json(account.verdict)},
          {"seconds", {{"compile", account.compile_seconds}, {"run", account.run_seconds}}},
          {"rows", account.simulation.trajectory.row_count()},
          {"final", final_values_to_json(account.simulation.trajectory)},
          {"output", path_to_json(account.output)},
          {"events", path_to_json(account.events)}};
}

}  // namespace saltus
