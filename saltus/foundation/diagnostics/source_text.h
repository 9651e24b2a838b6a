#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/foundation/diagnostics/source_span.h"

namespace saltus {

// One file of model text, with its lines found once.
class SourceText {
 public:
  struct Position {
    std::uint32_t line;    // from 1
    std::uint32_t column;  // from 1, in code points
  };

  SourceText(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  std::string_view text(SourceSpan span) const;
  Position position(std::uint32_t offset) const;
  std::size_t line_count() const { return line_starts_.size(); }
  // The text of a line, counted from 1, without its line end.
  std::string_view line(std::uint32_t number) const;
  std::uint32_t line_start(std::uint32_t number) const { return line_starts_[number - 1]; }

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

}  // namespace saltus
