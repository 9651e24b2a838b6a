#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "saltus/compiler/multilinear/imti_json.h"

namespace saltus {
namespace {

// Names may hold quotes and backslashes.
std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string list_of(const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  for (const std::string& name : names) texts.push_back(quoted(name));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string list_of(const std::vector<std::optional<double>>& starts) {
  std::vector<std::string> texts;
  for (const auto& start : starts) texts.push_back(start ? fmt::format("{}", *start) : "null");
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string text_of(const InputSignal& signal) {
  if (signal.is_constant()) return fmt::format("{}", signal.values.front());
  return fmt::format("{{\"time\": [{}], \"value\": [{}], \"between\": \"{}\"}}",
                     fmt::join(signal.times, ", "), fmt::join(signal.values, ", "),
                     signal.is_linear ? "linear" : "held");
}

bool has_any(const std::vector<std::optional<double>>& starts) {
  for (const auto& start : starts) {
    if (start) return true;
  }
  return false;
}

// One line for each column that is not empty.
std::string text_of(const SparseMatrix& matrix) {
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < matrix.columns(); ++k) {
    std::vector<std::string> entries;
    for (const MatrixEntry& entry : matrix.column(k)) {
      entries.push_back(fmt::format("[{}, {}, {}]", entry.row + 1, k + 1, entry.value));
    }
    if (!entries.empty()) lines.push_back(fmt::format("{}", fmt::join(entries, ", ")));
  }
  if (lines.empty()) {
    return fmt::format("{{\"rows\": {}, \"columns\": {}, \"entries\": []}}", matrix.rows(),
                       matrix.columns());
  }
  return fmt::format("{{\"rows\": {}, \"columns\": {}, \"entries\": [\n    {}\n  ]}}",
                     matrix.rows(), matrix.columns(), fmt::join(lines, ",\n    "));
}

void add_experiment(const Experiment& experiment, std::vector<std::string>& fields) {
  std::vector<std::string> settings;
  const auto add = [&](std::string_view name, std::optional<double> value) {
    if (value) settings.push_back(fmt::format("\"{}\": {}", name, *value));
  };
  add("start_time", experiment.start_time);
  add("stop_time", experiment.stop_time);
  add("tolerance", experiment.tolerance);
  add("interval", experiment.interval);
  if (settings.empty()) return;
  fields.push_back(fmt::format("\"experiment\": {{{}}}", fmt::join(settings, ", ")));
}

}  // namespace

std::string write_imti_json(const MultilinearModel& model) {
  std::vector<std::string> fields = {"\"imti\": 1", fmt::format("\"name\": {}", quoted(model.name)),
                                     fmt::format("\"x\": {}", list_of(model.x))};
  const auto add_names = [&](std::string_view kind, const std::vector<std::string>& names) {
    if (!names.empty()) fields.push_back(fmt::format("\"{}\": {}", kind, list_of(names)));
  };
  add_names("u", model.u);
  add_names("y", model.y);
  add_names("z", model.z);
  if (!model.u.empty()) {
    std::vector<std::string> signals;
    for (const InputSignal& signal : model.u_value) signals.push_back(text_of(signal));
    fields.push_back(fmt::format("\"u_value\": [{}]", fmt::join(signals, ", ")));
  }
  std::vector<std::string> starts;
  const auto add_start = [&](std::string_view kind,
                             const std::vector<std::optional<double>>& values) {
    if (has_any(values)) starts.push_back(fmt::format("\"{}\": {}", kind, list_of(values)));
  };
  add_start("x", model.x_start);
  add_start("y", model.y_start);
  add_start("z", model.z_start);
  if (!starts.empty()) fields.push_back(fmt::format("\"start\": {{{}}}", fmt::join(starts, ", ")));
  add_experiment(model.experiment, fields);
  fields.push_back(fmt::format("\"S\": {}", text_of(model.structure)));
  fields.push_back(fmt::format("\"Phi_f\": {}", text_of(model.phi_f)));
  if (!model.z.empty()) fields.push_back(fmt::format("\"Phi_g\": {}", text_of(model.phi_g)));
  return fmt::format("{{\n  {}\n}}\n", fmt::join(fields, ",\n  "));
}

}  // namespace saltus
