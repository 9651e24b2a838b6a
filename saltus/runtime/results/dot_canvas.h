#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace saltus {

// A grid of character cells to draw dots and lines on, each in the name of one series.
//
// With Unicode a cell has 2 x 4 dots (braille patterns); without, it is one dot, printed as the
// mark of the series that came last. Dot (0, 0) is bottom left.
class DotCanvas {
 public:
  DotCanvas(int columns, int rows, bool unicode);

  int dot_width() const { return columns_ * dots_across_; }
  int dot_height() const { return rows_ * dots_down_; }
  // The row of cells, counted from the top, that holds dots at height y.
  int row_of(int y) const { return rows_ - 1 - y / dots_down_; }

  void draw_dot(int x, int y, int series);
  void draw_line(int x0, int y0, int x1, int y1, int series);

  struct Cell {
    std::string glyph = " ";
    int series = -1;  // the last that drew here; -1: none
  };
  Cell cell(int column, int row) const;

  // What stands for a series where there are no braille dots.
  static char mark(int series);

 private:
  int columns_, rows_;
  int dots_across_, dots_down_;
  std::vector<std::uint8_t> dots_;  // bits of the braille pattern, row-major from the top
  std::vector<std::int8_t> series_;
};

}  // namespace saltus
