#pragma once

#include <optional>
#include <string_view>

#include "saltus/foundation/expr/expr.h"

namespace saltus {

// What an operation that is written as a function is called: `sin`, `max`. Nothing for others.
std::optional<std::string_view> function_name(Op op);

}  // namespace saltus
