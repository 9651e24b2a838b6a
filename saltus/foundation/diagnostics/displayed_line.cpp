#include "saltus/foundation/diagnostics/displayed_line.h"

#include <algorithm>

#include "saltus/foundation/diagnostics/utf8.h"

namespace saltus {
namespace {

constexpr std::size_t kMaximumWidth = 140;
constexpr std::size_t kBeforeAnchor = 40;
constexpr std::string_view kTab = "    ";
constexpr std::string_view kCut = "...";

std::size_t glyph_length(std::string_view text) {
  return std::max<std::size_t>(code_point_length(text), 1);
}

std::size_t step_forward(std::string_view line, std::size_t byte, std::size_t count) {
  for (; count > 0 && byte < line.size(); --count) byte += glyph_length(line.substr(byte));
  return byte;
}

std::size_t step_back(std::string_view line, std::size_t byte, std::size_t count) {
  for (; count > 0 && byte > 0; --count) {
    --byte;
    while (byte > 0 && (static_cast<unsigned char>(line[byte]) & 0xC0U) == 0x80U) --byte;
  }
  return byte;
}

}  // namespace

DisplayedLine::DisplayedLine(std::string_view line, std::size_t anchor)
    : first_byte_(step_back(line, std::min(anchor, line.size()), kBeforeAnchor)) {
  const std::size_t last_byte = step_forward(line, first_byte_, kMaximumWidth);
  // Near the end of the line there is room for more of what comes before.
  if (last_byte == line.size()) first_byte_ = step_back(line, last_byte, kMaximumWidth);
  if (first_byte_ > 0) append(kCut, kCut.size());
  for (std::size_t byte = first_byte_; byte < last_byte;) {
    const std::size_t length = glyph_length(line.substr(byte));
    columns_.insert(columns_.end(), length, width_);
    const bool tab = line[byte] == '\t';
    append(tab ? kTab : line.substr(byte, length), tab ? kTab.size() : 1);
    byte += length;
  }
  columns_.push_back(width_);
  if (last_byte < line.size()) append(kCut, kCut.size());
}

std::size_t DisplayedLine::column(std::size_t byte) const {
  const std::size_t index = byte < first_byte_ ? 0 : byte - first_byte_;
  return columns_[std::min(index, columns_.size() - 1)];
}

void DisplayedLine::append(std::string_view shown, std::size_t columns) {
  text_ += shown;
  width_ += columns;
}

}  // namespace saltus
