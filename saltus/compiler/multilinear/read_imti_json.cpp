#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "saltus/compiler/multilinear/imti_json.h"
#include "saltus/compiler/multilinear/model_checks.h"
#include "saltus/compiler/names/closest_name.h"
#include "saltus/foundation/json/json_reader.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string_view>;

// An object with an object with a list of lists.
constexpr int deepest_nesting = 4;
constexpr double largest_size = 1e7;  // of a matrix, either way

const JsonCodes kImtiCodes = {.field = codes::imti_field,
                              .kind = codes::imti_field,
                              .size = codes::imti_size,
                              .number = codes::imti_number};

class ImtiReader {
 public:
  explicit ImtiReader(Diagnostics& diagnostics)
      : diagnostics_(diagnostics), reader_(kImtiCodes, diagnostics) {}

  std::optional<MultilinearModel> read(const Json& json) {
    const std::size_t errors = diagnostics_.error_count();
    require_known(json, "",
                  {"imti", "name", "x", "u", "y", "z", "S", "Phi_f", "Phi_g", "u_value", "start",
                   "experiment"});
    if (json.contains("imti") && json.at("imti") != 1) {
      error(codes::imti_field, "`imti`, the version of the layout, is not 1");
    }
    read_name(json);
    model_.x = names(json, "x", true);
    model_.u = names(json, "u", false);
    model_.y = names(json, "y", false);
    model_.z = names(json, "z", false);
    read_matrices(json);
    read_inputs(json);
    read_starts(json);
    read_experiment(json);
    if (diagnostics_.error_count() > errors) return std::nullopt;
    check_multilinear(model_, diagnostics_);
    if (diagnostics_.error_count() > errors) return std::nullopt;
    return std::move(model_);
  }

 private:
  Diagnostic& error(Code code, std::string message) {
    return diagnostics_.error(code, {}, std::move(message));
  }

  void require_known(const Json& object, const std::string& path, const Names& known) {
    for (const auto& [key, value] : object.items()) {
      if (std::ranges::find(known, key) != known.end()) continue;
      Diagnostic& diagnostic =
          error(codes::imti_field, fmt::format("there is no field `{}{}`", path, key));
      if (const auto closest = find_closest_name(key, known)) {
        diagnostic.suggest(fmt::format("did you mean `{}{}`?", path, *closest));
      } else {
        diagnostic.note(fmt::format("fields are `{}`", fmt::join(known, "`, `")));
      }
    }
  }

  void read_name(const Json& json) {
    const Json* name = reader_.field(json, "name", false);
    if (name == nullptr) return;
    if (name->is_string()) {
      model_.name = name->get<std::string>();
    } else {
      error(codes::imti_field, fmt::format("`name` is {}, not a text", kind_of(*name)));
    }
  }

  std::vector<std::string> names(const Json& json, const std::string& kind, bool is_needed) {
    std::vector<std::string> result;
    const Json* entries = reader_.list(reader_.field(json, kind, is_needed), kind);
    if (entries == nullptr) return result;
    for (const Json& entry : *entries) {
      if (entry.is_string()) {
        result.push_back(entry.get<std::string>());
      } else {
        error(codes::imti_field,
              fmt::format("`{}[{}]` is {}, not a name", kind, result.size() + 1, kind_of(entry)));
        result.emplace_back("?");
      }
    }
    return result;
  }

  void read_matrices(const Json& json) {
    model_.structure = matrix(json, "S", true);
    model_.phi_f = matrix(json, "Phi_f", true);
    if (!json.contains("Phi_g") && model_.z.empty()) {
      model_.phi_g = SparseMatrix(0);
      for (std::size_t k = 0; k < model_.structure.columns(); ++k) model_.phi_g.add_column({});
    } else {
      model_.phi_g = matrix(json, "Phi_g", true);
    }
  }

  SparseMatrix matrix(const Json& json, const std::string& name, bool is_needed) {
    const Json* value = reader_.field(json, name, is_needed);
    if (value == nullptr) return {};
    if (value->is_array()) return dense(*value, name);
    if (value->is_object()) return sparse(*value, name);
    error(codes::imti_field,
          fmt::format("`{}` is {}, neither a list of rows nor an object", name, kind_of(*value)));
    return {};
  }

  SparseMatrix dense(const Json& rows, const std::string& name) {
    std::vector<std::vector<MatrixEntry>> columns;
    const auto size = reader_.matrix(&rows, name, [&](std::size_t i, std::size_t k, double value) {
      if (k >= columns.size()) columns.resize(k + 1);
      if (value != 0.0) columns[k].push_back({static_cast<std::uint32_t>(i), value});
    });
    if (!size) return {};
    SparseMatrix result(size->rows);
    for (const auto& column : columns) result.add_column(column);
    return result;
  }

  // {"rows": 3, "columns": 5, "entries": [[row, column, value], …]}
  SparseMatrix sparse(const Json& json, const std::string& name) {
    require_known(json, name + ".", {"rows", "columns", "entries"});
    const auto rows = size(json, name, "rows");
    const auto column_count = size(json, name, "columns");
    const std::string path = name + ".entries";
    const Json* entries = reader_.list(reader_.field(json, "entries", true, name + "."), path);
    if (!rows || !column_count || entries == nullptr) return {};
    std::vector<Triplet> triplets;
    for (std::size_t i = 0; i < entries->size(); ++i) {
      const auto triplet =
          read_entry((*entries)[i], fmt::format("{}[{}]", path, i + 1), *rows, *column_count);
      if (!triplet) return {};
      triplets.push_back(*triplet);
    }
    auto matrix = matrix_of_triplets(*rows, *column_count, std::move(triplets));
    if (matrix) return std::move(matrix.value());
    const Triplet& twin = matrix.error();
    error(codes::imti_field,
          fmt::format("`{}` gives row {}, column {} twice", path, twin.row + 1, twin.column + 1));
    return {};
  }

  std::optional<std::size_t> size(const Json& json, const std::string& name, const char* key) {
    const std::string path = fmt::format("{}.{}", name, key);
    const Json* given = reader_.field(json, key, true, name + ".");
    if (given == nullptr) return std::nullopt;
    const auto value = reader_.number(*given, path);
    if (!value) return std::nullopt;
    if (*value >= 0.0 && *value <= largest_size && *value == std::floor(*value)) {
      return static_cast<std::size_t>(*value);
    }
    error(codes::imti_size, fmt::format("`{}` is {}, which is no size", path, *value));
    return std::nullopt;
  }

  std::optional<Triplet> read_entry(const Json& entry, const std::string& path, std::size_t rows,
                                    std::size_t columns) {
    if (!entry.is_array() || entry.size() != 3) {
      error(codes::imti_field, fmt::format("`{}` is not [row, column, value]", path));
      return std::nullopt;
    }
    const auto row = position(entry[0], path + "[1]", "row", rows);
    const auto column = position(entry[1], path + "[2]", "column", columns);
    const auto value = reader_.number(entry[2], path + "[3]");
    if (!row || !column || !value) return std::nullopt;
    return Triplet{*row, *column, *value};
  }

  std::optional<std::uint32_t> position(const Json& json, const std::string& path,
                                        std::string_view what, std::size_t count) {
    const auto value = reader_.number(json, path);
    if (!value) return std::nullopt;
    if (*value >= 1.0 && *value <= static_cast<double>(count) && *value == std::floor(*value)) {
      return static_cast<std::uint32_t>(*value) - 1;
    }
    error(codes::imti_size,
          fmt::format("`{}` is {}, but {}s go from 1 to {}", path, *value, what, count));
    return std::nullopt;
  }

  void read_inputs(const Json& json) {
    const Json* values = reader_.list(reader_.field(json, "u_value", !model_.u.empty()), "u_value");
    if (values == nullptr || !require_length(*values, "u_value", "u", model_.u.size())) return;
    for (std::size_t i = 0; i < values->size(); ++i) {
      const std::string path = fmt::format("u_value[{}]", i + 1);
      const Json& value = (*values)[i];
      model_.u_value.push_back(value.is_object() ? signal(value, path)
                                                 : reader_.number(value, path).value_or(0.0));
    }
  }

  // {"time": […], "value": […], "between": "linear"}
  InputSignal signal(const Json& table, const std::string& path) {
    require_known(table, path + ".", {"time", "value", "between"});
    InputSignal result(numbers(table, path, "time"), numbers(table, path, "value"), true);
    const auto between = table.find("between");
    if (between == table.end() || *between == "linear") return result;
    result.is_linear = false;
    if (*between == "held") return result;
    error(codes::imti_field, fmt::format("`{}.between` is neither \"linear\" nor \"held\"", path));
    return result;
  }

  std::vector<double> numbers(const Json& object, const std::string& path, const char* key) {
    const Json* values = reader_.field(object, key, true, path + ".");
    return reader_.numbers(values, fmt::format("{}.{}", path, key)).value_or(std::vector<double>());
  }

  bool require_length(const Json& values, const std::string& path, std::string_view names,
                      std::size_t length) {
    if (values.size() == length) return true;
    error(codes::imti_size, fmt::format("`{}` has {} entries, but `{}` has {} names", path,
                                        values.size(), names, length));
    return false;
  }

  void read_starts(const Json& json) {
    static const Json nothing = Json::object();
    const Json* given = reader_.object(reader_.field(json, "start", false), "start");
    const Json& starts = given == nullptr ? nothing : *given;
    require_known(starts, "start.", {"x", "y", "z"});
    model_.x_start = start_list(starts, "x", model_.x.size());
    model_.y_start = start_list(starts, "y", model_.y.size());
    model_.z_start = start_list(starts, "z", model_.z.size());
  }

  std::vector<std::optional<double>> start_list(const Json& starts, const std::string& kind,
                                                std::size_t length) {
    std::vector<std::optional<double>> result(length);
    const std::string path = "start." + kind;
    const Json* values = reader_.list(reader_.field(starts, kind, false), path);
    if (values == nullptr || !require_length(*values, path, kind, length)) return result;
    for (std::size_t i = 0; i < length; ++i) {
      if ((*values)[i].is_null()) continue;
      result[i] = reader_.number((*values)[i], fmt::format("{}[{}]", path, i + 1));
    }
    return result;
  }

  void read_experiment(const Json& json) {
    const Json* experiment = reader_.object(reader_.field(json, "experiment", false), "experiment");
    if (experiment == nullptr) return;
    require_known(*experiment, "experiment.", {"start_time", "stop_time", "tolerance", "interval"});
    const auto read = [&](const char* key) -> std::optional<double> {
      if (!experiment->contains(key)) return std::nullopt;
      return reader_.number(experiment->at(key), fmt::format("experiment.{}", key));
    };
    model_.experiment = {read("start_time"), read("stop_time"), read("tolerance"),
                         read("interval")};
  }

  Diagnostics& diagnostics_;
  JsonReader reader_;
  MultilinearModel model_;
};

}  // namespace

std::optional<MultilinearModel> read_imti_json(const SourceText& source, Diagnostics& diagnostics) {
  const auto json = read_json_object(source, deepest_nesting, kImtiCodes, diagnostics);
  if (!json) return std::nullopt;
  return ImtiReader(diagnostics).read(*json);
}

}  // namespace saltus
