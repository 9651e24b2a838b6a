#include "apps/saltus/read_linear_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "saltus/compiler/names/closest_name.h"
#include "saltus/foundation/diagnostics/words.h"
#include "saltus/foundation/json/json_reader.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 9> known_fields = {
    "E", "A", "B", "u", "u_derivatives", "x", "xminus", "names", "variables"};
// An object of lists of lists of numbers.
constexpr int deepest_nesting = 3;

const JsonCodes kLinearCodes = {.field = codes::wrong_field,
                                .kind = codes::wrong_shape,
                                .size = codes::wrong_shape,
                                .number = codes::not_a_number};

class ChangeReader {
 public:
  ChangeReader(const Json& json, Diagnostics& diagnostics)
      : json_(json), diagnostics_(diagnostics), reader_(kLinearCodes, diagnostics) {}

  std::optional<LinearChange> read() {
    warn_of_misspelt_fields();
    change_.system.e = matrix("E");
    change_.system.a = matrix("A");
    if (diagnostics_.has_errors()) return std::nullopt;
    require_square();
    read_inputs();
    const std::string before(chosen("x", "xminus"));
    change_.before = vector(field(before), before, size(), "`E` has {}", "row");
    read_names();
    if (diagnostics_.has_errors()) return std::nullopt;
    return std::move(change_);
  }

 private:
  std::size_t size() const { return change_.system.e.rows; }

  void error(Code code, std::string message) { diagnostics_.error(code, {}, std::move(message)); }

  void warn_of_misspelt_fields() {
    for (const auto& [name, value] : json_.items()) {
      if (std::ranges::find(known_fields, name) != known_fields.end()) continue;
      const auto closest = find_closest_name(name, known_fields);
      if (!closest || json_.contains(*closest)) continue;
      diagnostics_.warning(codes::wrong_field, {}, fmt::format("`{}` is not read", name))
          .suggest(fmt::format("did you mean `{}`?", *closest));
    }
  }

  // One of two names for the same field.
  std::string_view chosen(std::string_view name, std::string_view other) {
    if (json_.contains(name) && json_.contains(other)) {
      error(codes::wrong_field, fmt::format("`{}` and `{}` mean the same", name, other));
    }
    return json_.contains(other) ? other : name;
  }

  const Json* field(std::string_view name) { return reader_.field(json_, name, true); }

  Matrix matrix(const std::string& name) {
    Matrix result;
    const auto size = reader_.matrix(
        field(name), name,
        [&](std::size_t, std::size_t, double value) { result.entries.push_back(value); });
    if (!size) return {};
    result.rows = size->rows;
    result.columns = size->columns;
    return result;
  }

  static std::string counted_entries(std::size_t count) {
    return fmt::format("{} {}", count, count == 1 ? "entry" : "entries");
  }

  void require_square() {
    const Matrix& e = change_.system.e;
    const Matrix& a = change_.system.a;
    if (e.rows == 0) {
      error(codes::wrong_shape, "`E` is empty");
    } else if (e.rows != e.columns) {
      error(codes::wrong_shape,
            fmt::format("`E` has {} and {}; as many equations are needed as variables",
                        counted(e.rows, "row"), counted(e.columns, "column")));
    } else if (a.rows != e.rows || a.columns != e.columns) {
      error(codes::wrong_shape, fmt::format("`A` is {} x {}, but `E` is {} x {}", a.rows, a.columns,
                                            e.rows, e.columns));
    }
  }

  // `expected` tells where the length comes from.
  std::vector<double> vector(const Json* json, const std::string& path, std::size_t length,
                             std::string_view expected, std::string_view noun) {
    auto values = reader_.numbers(json, path);
    if (!values) return {};
    if (values->size() == length) return std::move(*values);
    error(codes::wrong_shape,
          fmt::format("`{}` has {}, but {}", path, counted_entries(values->size()),
                      fmt::format(fmt::runtime(expected), counted(length, noun))));
    return {};
  }

  void read_inputs() {
    if (!json_.contains("B")) {
      for (const std::string_view name : {"u", "u_derivatives"}) {
        if (json_.contains(name) && !json_.at(std::string(name)).empty()) {
          error(codes::wrong_field, fmt::format("`{}` is given, but `B` is missing", name));
        }
      }
      return;
    }
    change_.system.b = matrix("B");
    const Matrix& b = change_.system.b;
    if (diagnostics_.has_errors()) return;
    if (b.rows != size()) {
      error(codes::wrong_shape, fmt::format("`B` has {}, but `E` has {}", counted(b.rows, "row"),
                                            counted(size(), "row")));
      return;
    }
    change_.inputs.push_back(vector(field("u"), "u", b.columns, "`B` has {}", "column"));
    if (json_.contains("u_derivatives")) read_derivatives();
  }

  // Row k holds the k-th derivatives of all inputs.
  void read_derivatives() {
    const Json* rows = reader_.list(field("u_derivatives"), "u_derivatives");
    if (rows == nullptr) return;
    for (const Json& row : *rows) {
      const std::string path = fmt::format("u_derivatives[{}]", change_.inputs.size());
      if (!row.is_array()) {
        error(codes::wrong_shape,
              fmt::format("`{}` is {}, not a list; row k holds the k-th derivatives of all inputs",
                          path, kind_of(row)));
        return;
      }
      change_.inputs.push_back(
          vector(&row, path, change_.system.b.columns, "`B` has {}", "column"));
    }
  }

  void read_names() {
    const std::string path(chosen("names", "variables"));
    if (!json_.contains(path)) {
      for (std::size_t i = 0; i < size(); ++i) change_.names.push_back(fmt::format("x{}", i + 1));
      return;
    }
    const Json* names = reader_.list(field(path), path);
    if (names == nullptr) return;
    if (names->size() != size()) {
      error(codes::wrong_shape,
            fmt::format("`{}` has {}, but `E` has {}", path, counted_entries(names->size()),
                        counted(size(), "row")));
      return;
    }
    for (const Json& name : *names) read_name(name, path);
  }

  void read_name(const Json& name, const std::string& list) {
    const std::string path = fmt::format("{}[{}]", list, change_.names.size() + 1);
    change_.names.push_back(name.is_string() ? name.get<std::string>() : std::string());
    const std::string& text = change_.names.back();
    const bool is_plain = !text.empty() && std::ranges::none_of(text, [](unsigned char c) {
      return c < 32 || c == 127;
    });
    if (!name.is_string() || !is_plain) {
      error(codes::wrong_field, fmt::format("`{}` is not a name", path));
    } else if (std::ranges::count(change_.names, text) > 1) {
      error(codes::wrong_field, fmt::format("`{}` is `{}` once more", path, text));
    }
  }

  const Json& json_;
  Diagnostics& diagnostics_;
  JsonReader reader_;
  LinearChange change_;
};

}  // namespace

std::optional<LinearChange> read_linear_change(const SourceText& source, Diagnostics& diagnostics) {
  const auto json = read_json_object(source, deepest_nesting, kLinearCodes, diagnostics);
  if (!json) return std::nullopt;
  return ChangeReader(*json, diagnostics).read();
}

}  // namespace saltus
