#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace saltus {

enum class Ink { plain, bold, frame, error, warning, note };

// What to put in front of a text on a terminal.
std::string_view ansi_escape(Ink ink);

// One row of a terminal, written at any column in any order; later writes win.
class StyledRow {
 public:
  std::size_t width() const { return cells_.size(); }
  // One code point per column; bytes that no terminal should see become U+FFFD.
  void put(std::size_t column, std::string_view text, Ink ink);
  void append(std::string_view text, Ink ink) { put(width(), text, ink); }
  // Without trailing blanks, with a line end.
  std::string text(bool color) const;

 private:
  struct Cell {
    std::string glyph = " ";
    Ink ink = Ink::plain;
  };
  std::vector<Cell> cells_;
};

}  // namespace saltus
