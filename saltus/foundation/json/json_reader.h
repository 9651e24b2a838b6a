#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/foundation/diagnostics/source_text.h"

namespace saltus {

// Under which codes a format reports.
struct JsonCodes {
  Code field;   // missing, given twice, nested too deep
  Code kind;    // not a list, not an object
  Code size;    // rows of different length
  Code number;  // not a number, not finite
};

// The object that is the whole text. `deepest`: how deep values may be nested.
std::optional<nlohmann::ordered_json> read_json_object(const SourceText& source, int deepest,
                                                       const JsonCodes& codes,
                                                       Diagnostics& diagnostics);

// "a list", "a number", "null", …
std::string kind_of(const nlohmann::ordered_json& json);

// Reads parts of an object; what is wrong is reported with its path.
class JsonReader {
 public:
  using Json = nlohmann::ordered_json;

  JsonReader(const JsonCodes& codes, Diagnostics& diagnostics)
      : codes_(codes), diagnostics_(diagnostics) {}

  // The field of an object, or null; reported if it is missing and needed. `path` is that of the
  // object, with a point at its end.
  const Json* field(const Json& object, std::string_view name, bool is_needed,
                    std::string_view path = "");
  // `json` itself if it is a list, otherwise null; nothing is said of null.
  const Json* list(const Json* json, const std::string& path);
  const Json* object(const Json* json, const std::string& path);

  std::optional<double> number(const Json& json, const std::string& path);
  // A list of numbers.
  std::optional<std::vector<double>> numbers(const Json* json, const std::string& path);

  struct Size {
    std::size_t rows = 0, columns = 0;
  };
  // A matrix as a list of rows of one length; `entry` is called for each entry, row by row.
  std::optional<Size> matrix(
      const Json* json, const std::string& path,
      const std::function<void(std::size_t row, std::size_t column, double value)>& entry);

 private:
  void error(Code code, std::string message) { diagnostics_.error(code, {}, std::move(message)); }

  JsonCodes codes_;
  Diagnostics& diagnostics_;
};

}  // namespace saltus
