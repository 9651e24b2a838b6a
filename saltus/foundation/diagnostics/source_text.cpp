#include "saltus/foundation/diagnostics/source_text.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace saltus {
namespace {

bool is_continuation_byte(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

SourceText::SourceText(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), line_starts_{0} {
  // Positions are 32-bit: a text that is longer than that is refused by the parser, and has one
  // line.
  if (text_.size() > std::numeric_limits<std::uint32_t>::max()) return;
  for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1)) {
    line_starts_.push_back(static_cast<std::uint32_t>(at + 1));
  }
}

std::string_view SourceText::text(SourceSpan span) const {
  const std::size_t begin = std::min<std::size_t>(span.begin, text_.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, text_.size());
  return std::string_view(text_).substr(begin, end - begin);
}

SourceText::Position SourceText::position(std::uint32_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto number = static_cast<std::uint32_t>(next - line_starts_.begin());
  const std::string_view before = text({line_start(number), offset});
  const auto code_points = std::count_if(before.begin(), before.end(),
                                         [](char byte) { return !is_continuation_byte(byte); });
  return {number, static_cast<std::uint32_t>(code_points) + 1};
}

std::string_view SourceText::line(std::uint32_t number) const {
  const std::size_t begin = line_start(number);
  const std::size_t end = number < line_starts_.size() ? line_starts_[number] - 1 : text_.size();
  std::string_view content = std::string_view(text_).substr(begin, end - begin);
  if (content.ends_with('\r')) content.remove_suffix(1);
  return content;
}

}  // namespace saltus
