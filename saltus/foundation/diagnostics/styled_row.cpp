#include "saltus/foundation/diagnostics/styled_row.h"

#include <algorithm>

#include "saltus/foundation/diagnostics/utf8.h"

namespace saltus {
namespace {

bool is_control(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value < 0x20 || value == 0x7F;
}

}  // namespace

std::string_view ansi_escape(Ink ink) {
  switch (ink) {
    case Ink::plain:
      return "\x1b[0m";
    case Ink::bold:
      return "\x1b[0;1m";
    case Ink::frame:
      return "\x1b[0;1;34m";
    case Ink::error:
      return "\x1b[0;1;31m";
    case Ink::warning:
      return "\x1b[0;1;33m";
    case Ink::note:
      return "\x1b[0;1;32m";
  }
  return "\x1b[0m";
}

void StyledRow::put(std::size_t column, std::string_view text, Ink ink) {
  while (!text.empty()) {
    const std::size_t length = code_point_length(text);
    const std::size_t consumed = std::max<std::size_t>(length, 1);
    const bool printable = length > 0 && !is_control(text.front());
    if (cells_.size() <= column) cells_.resize(column + 1);
    cells_[column++] = {printable ? std::string(text.substr(0, consumed)) : "\uFFFD", ink};
    text.remove_prefix(consumed);
  }
}

std::string StyledRow::text(bool color) const {
  std::size_t end = cells_.size();
  while (end > 0 && cells_[end - 1].glyph == " ") --end;
  std::string result;
  Ink current = Ink::plain;
  for (std::size_t column = 0; column < end; ++column) {
    const Cell& cell = cells_[column];
    if (color && cell.ink != current && cell.glyph != " ") {
      result += ansi_escape(cell.ink);
      current = cell.ink;
    }
    result += cell.glyph;
  }
  if (color && current != Ink::plain) result += ansi_escape(Ink::plain);
  return result + "\n";
}

}  // namespace saltus
