#include "saltus/foundation/json/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

// "[json.exception.parse_error.101] parse error at line 1, column 2: … - invalid literal; last …"
std::string_view reason_of(std::string_view what) {
  if (const auto dash = what.find(" - "); dash != std::string_view::npos) {
    what.remove_prefix(dash + 3);
  } else if (const auto bracket = what.find("] "); bracket != std::string_view::npos) {
    what.remove_prefix(bracket + 2);
  }
  return what.substr(0, what.find("; last read"));
}

// Text to values; keys that come twice in one object are reported.
class JsonText {
 public:
  JsonText(const SourceText& source, int deepest, const JsonCodes& codes, Diagnostics& diagnostics)
      : source_(source),
        deepest_(deepest),
        codes_(codes),
        diagnostics_(diagnostics),
        keys_(static_cast<std::size_t>(deepest) + 2) {}

  std::optional<Json> read() {
    const std::size_t errors = diagnostics_.error_count();
    try {
      const auto text = source_.text();
      Json json = Json::parse(text.begin(), text.end(),
                              [&](int depth, Json::parse_event_t event, Json& part) {
                                return accept(depth, event, part);
                              });
      if (diagnostics_.error_count() == errors) return json;
    } catch (const Json::parse_error& error) {
      const auto size = static_cast<std::uint32_t>(source_.text().size());
      const auto end = std::min(static_cast<std::uint32_t>(error.byte), size);
      report({end == 0 ? 0 : end - 1, end}, error.what());
    } catch (const Json::exception& error) {
      report({}, error.what());
    }
    return std::nullopt;
  }

 private:
  // One mistake of this kind is enough.
  void report(SourceSpan span, std::string_view what) {
    if (diagnostics_.has_errors()) return;
    diagnostics_.error(codes::not_json, span, fmt::format("this is not JSON: {}", reason_of(what)));
  }

  // Called for every part of the text; what is not accepted is not kept.
  bool accept(int depth, Json::parse_event_t event, const Json& part) {
    if (depth > deepest_) {
      if (!is_too_deep_) {
        diagnostics_.error(codes_.field, {},
                           fmt::format("values are nested more than {} deep", deepest_));
      }
      is_too_deep_ = true;
      return false;
    }
    const auto level = static_cast<std::size_t>(depth);
    if (event == Json::parse_event_t::object_start) keys_[level + 1].clear();
    if (event == Json::parse_event_t::key) {
      const auto key = part.get<std::string>();
      if (!keys_[level].insert(key).second) {
        diagnostics_.error(codes_.field, {}, fmt::format("`{}` is given twice", key));
      }
    }
    return true;
  }

  const SourceText& source_;
  const int deepest_;
  const JsonCodes& codes_;
  Diagnostics& diagnostics_;
  std::vector<std::set<std::string>> keys_;  // of the open objects
  bool is_too_deep_ = false;
};

std::string entries(std::size_t count) {
  return fmt::format("{} {}", count, count == 1 ? "entry" : "entries");
}

}  // namespace

std::string kind_of(const Json& json) {
  if (json.is_null()) return "null";
  if (json.is_string()) return "a text";
  if (json.is_boolean()) return "true or false";
  if (json.is_number()) return "a number";
  if (json.is_array()) return "a list";
  return "an object";
}

std::optional<Json> read_json_object(const SourceText& source, int deepest, const JsonCodes& codes,
                                     Diagnostics& diagnostics) {
  auto json = JsonText(source, deepest, codes, diagnostics).read();
  if (!json || json->is_object()) return json;
  diagnostics.error(codes.field, {},
                    fmt::format("the file holds {}, not one object", kind_of(*json)));
  return std::nullopt;
}

const Json* JsonReader::field(const Json& object, std::string_view name, bool is_needed,
                              std::string_view path) {
  const auto found = object.find(name);
  if (found != object.end()) return &*found;
  if (is_needed) error(codes_.field, fmt::format("`{}{}` is missing", path, name));
  return nullptr;
}

const Json* JsonReader::list(const Json* json, const std::string& path) {
  if (json == nullptr || json->is_array()) return json;
  error(codes_.kind, fmt::format("`{}` is {}, not a list", path, kind_of(*json)));
  return nullptr;
}

const Json* JsonReader::object(const Json* json, const std::string& path) {
  if (json == nullptr || json->is_object()) return json;
  error(codes_.kind, fmt::format("`{}` is {}, not an object", path, kind_of(*json)));
  return nullptr;
}

std::optional<double> JsonReader::number(const Json& json, const std::string& path) {
  if (!json.is_number()) {
    error(codes_.number, fmt::format("`{}` is {}, not a number", path, kind_of(json)));
    return std::nullopt;
  }
  const double value = json.get<double>();
  if (std::isfinite(value)) return value;
  error(codes_.number, fmt::format("`{}` is not finite", path));
  return std::nullopt;
}

std::optional<std::vector<double>> JsonReader::numbers(const Json* json, const std::string& path) {
  const Json* values = list(json, path);
  if (values == nullptr) return std::nullopt;
  std::vector<double> result;
  for (std::size_t i = 0; i < values->size(); ++i) {
    const auto value = number((*values)[i], fmt::format("{}[{}]", path, i + 1));
    if (!value) return std::nullopt;
    result.push_back(*value);
  }
  return result;
}

std::optional<JsonReader::Size> JsonReader::matrix(
    const Json* json, const std::string& path,
    const std::function<void(std::size_t, std::size_t, double)>& entry) {
  const Json* rows = list(json, path);
  if (rows == nullptr) return std::nullopt;
  Size size{rows->size(), 0};
  for (std::size_t i = 0; i < size.rows; ++i) {
    const std::string row_path = fmt::format("{}[{}]", path, i + 1);
    const auto row = numbers(&(*rows)[i], row_path);
    if (!row) return std::nullopt;
    if (i == 0) size.columns = row->size();
    if (row->size() != size.columns) {
      error(codes_.size, fmt::format("`{}` has {}, but `{}[1]` has {}", row_path,
                                     entries(row->size()), path, size.columns));
      return std::nullopt;
    }
    for (std::size_t k = 0; k < size.columns; ++k) entry(i, k, (*row)[k]);
  }
  return size;
}

}  // namespace saltus
