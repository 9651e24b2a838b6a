#include "apps/saltus/read_linear_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "apps/saltus/counted.h"
#include "saltus/compiler/names/closest_name.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 9> known_fields = {
    "E", "A", "B", "u", "u_derivatives", "x", "xminus", "names", "variables"};
// An object of lists of lists of numbers.
constexpr int deepest_nesting = 3;

// "[json.exception.parse_error.101] parse error at line 1, column 2: … - invalid literal; last …"
std::string_view reason_of(std::string_view what) {
  if (const auto dash = what.find(" - "); dash != std::string_view::npos) {
    what.remove_prefix(dash + 3);
  } else if (const auto bracket = what.find("] "); bracket != std::string_view::npos) {
    what.remove_prefix(bracket + 2);
  }
  return what.substr(0, what.find("; last read"));
}

class JsonReader {
 public:
  JsonReader(const SourceText& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics) {}

  // The object at the root; what is wrong with it as text is reported.
  std::optional<Json> read() {
    try {
      const auto text = source_.text();
      Json json = Json::parse(text.begin(), text.end(),
                              [&](int depth, Json::parse_event_t event, Json& parsed) {
                                return accept(depth, event, parsed);
                              });
      if (diagnostics_.has_errors()) return std::nullopt;
      if (json.is_object()) return json;
      diagnostics_.error(codes::wrong_field, {},
                         fmt::format("`{}` holds no JSON object but {}", source_.name(),
                                     json.is_array() ? "a list" : "a single value"));
    } catch (const Json::parse_error& error) {
      const auto size = static_cast<std::uint32_t>(source_.text().size());
      const auto end = std::min(static_cast<std::uint32_t>(error.byte), size);
      report_malformed({end == 0 ? 0 : end - 1, end}, error.what());
    } catch (const Json::exception& error) {
      report_malformed({}, error.what());
    }
    return std::nullopt;
  }

 private:
  // One mistake of this kind is enough.
  void report_malformed(SourceSpan span, std::string_view what) {
    if (diagnostics_.has_errors()) return;
    diagnostics_.error(codes::not_json, span, fmt::format("this is not JSON: {}", reason_of(what)));
  }

  // Called for every part of the text; what is not accepted is not kept.
  bool accept(int depth, Json::parse_event_t event, const Json& parsed) {
    if (depth > deepest_nesting) {
      if (!too_deep_) {
        diagnostics_.error(codes::wrong_shape, {},
                           fmt::format("lists are nested more than {} deep", deepest_nesting - 1));
      }
      too_deep_ = true;
      return false;
    }
    if (event == Json::parse_event_t::key && depth == 1) {
      const auto name = parsed.get<std::string>();
      if (!fields_.insert(name).second) {
        diagnostics_.error(codes::wrong_field, {}, fmt::format("`{}` is given twice", name));
      }
    }
    return true;
  }

  const SourceText& source_;
  Diagnostics& diagnostics_;
  std::set<std::string> fields_;
  bool too_deep_ = false;
};

class ChangeReader {
 public:
  ChangeReader(const Json& json, Diagnostics& diagnostics)
      : json_(json), diagnostics_(diagnostics) {}

  std::optional<LinearChange> read() {
    warn_of_misspelt_fields();
    change_.system.e = matrix("E");
    change_.system.a = matrix("A");
    if (diagnostics_.has_errors()) return std::nullopt;
    require_square();
    read_inputs();
    change_.before = vector(chosen("x", "xminus"), size(), "`E` has {}", "row");
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

  // The list of that name, or nothing and a message.
  const Json* list(std::string_view name) {
    const auto found = json_.find(name);
    if (found == json_.end()) {
      error(codes::wrong_field, fmt::format("`{}` is missing", name));
      return nullptr;
    }
    if (found->is_array()) return &*found;
    error(codes::wrong_shape, fmt::format("`{}` is not a list", name));
    return nullptr;
  }

  // Reports the first entry that is no number; `where` is "row 2 of `E`".
  std::vector<double> numbers(const Json& values, const std::string& where) {
    std::vector<double> result;
    for (const Json& value : values) {
      if (!value.is_number() || !std::isfinite(value.get<double>())) {
        error(codes::not_a_number,
              fmt::format("entry {} of {} is {}, not a number", result.size() + 1, where,
                          value.is_array() ? "a list" : describe(value)));
        return {};
      }
      result.push_back(value.get<double>());
    }
    return result;
  }

  static std::string describe(const Json& value) {
    if (value.is_object()) return "an object";
    constexpr std::size_t longest = 40;
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > longest) text = text.substr(0, longest) + "…";
    return fmt::format("`{}`", text);
  }

  // Rows of the same length.
  Matrix matrix(std::string_view name) {
    const Json* rows = list(name);
    if (rows == nullptr) return {};
    Matrix result;
    for (const Json& row : *rows) {
      const std::string where = fmt::format("row {} of `{}`", result.rows + 1, name);
      if (!row.is_array()) {
        error(codes::wrong_shape,
              fmt::format("{} is not a list; a matrix is a list of rows", where));
        return {};
      }
      if (result.rows == 0) result.columns = row.size();
      if (row.size() != result.columns) {
        error(codes::wrong_shape, fmt::format("{} has {}, the rows before have {}", where,
                                              counted_entries(row.size()), result.columns));
        return {};
      }
      const std::vector<double> values = numbers(row, where);
      if (values.size() != row.size()) return {};
      result.entries.insert(result.entries.end(), values.begin(), values.end());
      ++result.rows;
    }
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
  std::vector<double> vector(std::string_view name, std::size_t length, std::string_view expected,
                             std::string_view noun) {
    const Json* values = list(name);
    if (values == nullptr) return {};
    return checked(*values, fmt::format("`{}`", name), length, expected, noun);
  }

  std::vector<double> checked(const Json& values, const std::string& where, std::size_t length,
                              std::string_view expected, std::string_view noun) {
    if (values.size() != length) {
      error(codes::wrong_shape,
            fmt::format("{} has {}, but {}", where, counted_entries(values.size()),
                        fmt::format(fmt::runtime(expected), counted(length, noun))));
      return {};
    }
    return numbers(values, where);
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
    change_.inputs.push_back(vector("u", b.columns, "`B` has {}", "column"));
    if (json_.contains("u_derivatives")) read_derivatives();
  }

  // Row k holds the k-th derivatives of all inputs.
  void read_derivatives() {
    const Json* rows = list("u_derivatives");
    if (rows == nullptr) return;
    for (const Json& row : *rows) {
      const std::string where = fmt::format("row {} of `u_derivatives`", change_.inputs.size());
      if (!row.is_array()) {
        error(
            codes::wrong_shape,
            fmt::format("{} is not a list; row k holds the k-th derivatives of all inputs", where));
        return;
      }
      change_.inputs.push_back(
          checked(row, where, change_.system.b.columns, "`B` has {}", "column"));
    }
  }

  void read_names() {
    const std::string_view field = chosen("names", "variables");
    if (!json_.contains(field)) {
      for (std::size_t i = 0; i < size(); ++i) change_.names.push_back(fmt::format("x{}", i + 1));
      return;
    }
    const Json* names = list(field);
    if (names == nullptr) return;
    if (names->size() != size()) {
      error(codes::wrong_shape,
            fmt::format("`{}` has {}, but `E` has {}", field, counted_entries(names->size()),
                        counted(size(), "row")));
      return;
    }
    for (const Json& name : *names) read_name(name, field);
  }

  void read_name(const Json& name, std::string_view field) {
    const std::string where = fmt::format("entry {} of `{}`", change_.names.size() + 1, field);
    change_.names.push_back(name.is_string() ? name.get<std::string>() : std::string());
    const std::string& text = change_.names.back();
    const bool is_plain = !text.empty() && std::ranges::none_of(text, [](unsigned char c) {
      return c < 32 || c == 127;
    });
    if (!name.is_string() || !is_plain) {
      error(codes::wrong_field, fmt::format("{} is not a name", where));
    } else if (std::ranges::count(change_.names, text) > 1) {
      error(codes::wrong_field, fmt::format("{} is `{}` once more", where, text));
    }
  }

  const Json& json_;
  Diagnostics& diagnostics_;
  LinearChange change_;
};

}  // namespace

std::optional<LinearChange> read_linear_change(const SourceText& source, Diagnostics& diagnostics) {
  const auto json = JsonReader(source, diagnostics).read();
  if (!json) return std::nullopt;
  return ChangeReader(*json, diagnostics).read();
}

}  // namespace saltus
