#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace saltus {

// "1 row", "2 rows"
inline std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// "once", "twice", "3 times"
inline std::string times(int count) {
  if (count == 1) return "once";
  if (count == 2) return "twice";
  return fmt::format("{} times", count);
}

}  // namespace saltus
