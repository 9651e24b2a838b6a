#include "saltus/runtime/results/dot_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace saltus {
namespace {

// Bits of the Unicode braille patterns U+2800 … U+28FF, by row from the top and column.
constexpr std::array<std::array<std::uint8_t, 2>, 4> braille_bits = {
    {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};

std::string braille(std::uint8_t dots) {
  return {'\xe2', static_cast<char>(0xa0 | (dots >> 6)), static_cast<char>(0x80 | (dots & 0x3f))};
}

}  // namespace

DotCanvas::DotCanvas(int columns, int rows, bool unicode)
    : columns_(columns),
      rows_(rows),
      dots_across_(unicode ? 2 : 1),
      dots_down_(unicode ? 4 : 1),
      dots_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)),
      series_(dots_.size(), -1) {}

void DotCanvas::draw_dot(int x, int y, int series) {
  if (x < 0 || y < 0 || x >= dot_width() || y >= dot_height()) return;
  const auto cell = static_cast<std::size_t>(row_of(y) * columns_ + x / dots_across_);
  const auto down = static_cast<std::size_t>(dots_down_ - 1 - y % dots_down_);
  const auto across = static_cast<std::size_t>(x % dots_across_);
  dots_[cell] |= braille_bits[down][across];
  series_[cell] = static_cast<std::int8_t>(series);
}

void DotCanvas::draw_line(int x0, int y0, int x1, int y1, int series) {
  // Rounding must not depend on the direction: a backward run draws the same picture.
  if (x1 < x0) {
    std::swap(x0, x1);
    std::swap(y0, y1);
  }
  const int steps = std::max(std::abs(x1 - x0), std::abs(y1 - y0));
  draw_dot(x0, y0, series);
  for (int i = 1; i <= steps; ++i) {
    const double share = static_cast<double>(i) / steps;
    draw_dot(x0 + static_cast<int>(std::lround(share * (x1 - x0))),
             y0 + static_cast<int>(std::lround(share * (y1 - y0))), series);
  }
}

DotCanvas::Cell DotCanvas::cell(int column, int row) const {
  const auto index = static_cast<std::size_t>(row * columns_ + column);
  if (series_[index] < 0) return {};
  const int series = series_[index];
  return {dots_down_ == 1 ? std::string(1, mark(series)) : braille(dots_[index]), series};
}

char DotCanvas::mark(int series) {
  constexpr std::string_view marks = "*ox+#@";
  return marks[static_cast<std::size_t>(series) % marks.size()];
}

}  // namespace saltus
