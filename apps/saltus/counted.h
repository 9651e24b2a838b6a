#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace saltus {

// "1 row", "2 rows"
inline std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace saltus
