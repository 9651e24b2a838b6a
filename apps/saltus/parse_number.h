#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "saltus/foundation/base/result.h"

namespace saltus {

// Why a text is not the number that is asked for: "it is not a number".
struct NumberError {
  std::string reason;
};

// The finite number that the whole text is, in the notation of Modelica whatever the locale; a sign
// in front is allowed.
Result<double, NumberError> parse_number(std::string_view text);

// Numbers separated by commas, at least one.
Result<std::vector<double>, NumberError> parse_number_list(std::string_view text);

}  // namespace saltus
