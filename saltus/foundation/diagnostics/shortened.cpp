#include "saltus/foundation/diagnostics/shortened.h"

#include <fmt/format.h>

#include <cstddef>

namespace saltus {
namespace {

constexpr std::size_t most_bytes = 10'000;

bool continues_code_point(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

std::string shortened(std::string_view text) {
  if (text.size() <= most_bytes) return std::string(text);
  std::size_t end = most_bytes;
  while (end > 0 && continues_code_point(text[end])) --end;
  return fmt::format("{}... ({} more bytes)", text.substr(0, end), text.size() - end);
}

}  // namespace saltus
