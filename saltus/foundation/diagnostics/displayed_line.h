#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace saltus {

// A line of source as a terminal shows it: tabs are four blanks, and of a very long line only the
// surroundings of `anchor` (a byte of the line) are kept.
class DisplayedLine {
 public:
  DisplayedLine(std::string_view line, std::size_t anchor);

  const std::string& text() const { return text_; }
  // The column, from 0, of a byte of the line; the nearest one that is shown.
  std::size_t column(std::size_t byte) const;

 private:
  void append(std::string_view shown, std::size_t columns);

  std::string text_;
  std::size_t first_byte_;            // of the line, that is shown
  std::vector<std::size_t> columns_;  // of each byte from first_byte_, and of the end
  std::size_t width_ = 0;
};

}  // namespace saltus
