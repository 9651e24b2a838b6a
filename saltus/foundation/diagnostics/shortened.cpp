#include "saltus/foundation/diagnostics/shortened.h"

#include <fmt/format.h>

#include <cstddef>

namespace saltus {
namespace {

constexpr std::size_t most_at_beginning = 3'000;
constexpr std::size_t most_at_end = 1'000;

bool continues_code_point(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

std::string shortened(std::string_view text) {
  if (text.size() <= most_at_beginning + most_at_end) return std::string(text);
  std::size_t first = most_at_beginning, last = text.size() - most_at_end;
  while (first > 0 && continues_code_point(text[first])) --first;
  while (last < text.size() && continues_code_point(text[last])) ++last;
  return fmt::format("{}... ({} more bytes) ...{}", text.substr(0, first), last - first,
                     text.substr(last));
}

}  // namespace saltus
