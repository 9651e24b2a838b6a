#include "saltus/runtime/results/terminal_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "saltus/runtime/results/axis.h"
#include "saltus/runtime/results/dot_canvas.h"

namespace saltus {
namespace {

constexpr std::size_t most_series_per_panel = 3;
constexpr std::size_t most_panels = 4;
constexpr int least_width = 30;
constexpr std::size_t longest_name = 16;
// Lines for events cover at most this share of the columns.
constexpr int most_marked_share = 3;
constexpr std::string_view time_label = "  time [s]";
// Variables share a panel only if none of them would shrink below this share of it.
constexpr double least_share_of_panel = 0.25;

struct Series {
  std::size_t column;
  std::string name;  // shortened to what fits beside the plot
  double low, high;  // of the finite values
};

struct Panel {
  std::string unit;
  std::vector<Series> series;
};

struct Layout {
  int label_width = 0;  // of the value axis
  int plot_width = 0;
  int name_width = 0;  // beside the plot
  int plot_height = 0;
};

std::size_t code_point_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string shortened(std::string_view name, bool unicode) {
  if (code_point_count(name) <= longest_name) return std::string(name);
  const std::string ellipsis = unicode ? "…" : "~";
  std::size_t end = 0;
  for (std::size_t kept = 0; end < name.size(); ++end) {
    const bool starts_code_point = (static_cast<unsigned char>(name[end]) & 0xc0) != 0x80;
    if (starts_code_point && kept++ == longest_name - 1) break;
  }
  return std::string(name.substr(0, end)) + ellipsis;
}

std::optional<Series> find_series(const Trajectory& trajectory, std::size_t column, bool unicode) {
  std::optional<Series> series;
  for (std::size_t row = 0; row < trajectory.row_count(); ++row) {
    const double value = trajectory.value(row, column);
    if (!std::isfinite(value)) continue;
    if (!series)
      series = {column, shortened(trajectory.columns()[column].name, unicode), value, value};
    series->low = std::min(series->low, value);
    series->high = std::max(series->high, value);
  }
  return series;
}

double low_of(const Panel& panel) { return std::ranges::min(panel.series, {}, &Series::low).low; }
double high_of(const Panel& panel) {
  return std::ranges::max(panel.series, {}, &Series::high).high;
}

bool fits_into(const Panel& panel, const Series& series, const std::string& unit) {
  if (panel.unit != unit || panel.series.size() >= most_series_per_panel) return false;
  const double half_height =
      std::max(high_of(panel), series.high) / 2 - std::min(low_of(panel), series.low) / 2;
  const auto keeps_its_shape = [&](const Series& one) {
    return one.low == one.high || one.high / 2 - one.low / 2 >= least_share_of_panel * half_height;
  };
  return keeps_its_shape(series) && std::ranges::all_of(panel.series, keeps_its_shape);
}

std::vector<Panel> group_into_panels(const Trajectory& trajectory,
                                     std::span<const std::size_t> columns, bool unicode) {
  std::vector<Panel> panels;
  for (const std::size_t column : columns) {
    const auto series = find_series(trajectory, column, unicode);
    if (!series) continue;
    const std::string& unit = trajectory.columns()[column].unit;
    const auto home = std::ranges::find_if(
        panels, [&](const Panel& panel) { return fits_into(panel, *series, unit); });
    if (home != panels.end()) {
      home->series.push_back(*series);
    } else if (panels.size() < most_panels) {
      panels.push_back({unit, {*series}});
    }
  }
  return panels;
}

class PlotWriter {
 public:
  PlotWriter(const Trajectory& trajectory, const PlotOptions& options)
      : trajectory_(trajectory), options_(options) {}

  std::string write(const std::vector<Panel>& panels) {
    const auto [first, last] = std::ranges::minmax(trajectory_.times());
    time_axis_ = make_axis(first, last, 6, AxisEnds::exact);
    std::vector<Axis> axes;
    lay_out(panels, axes);
    mark_events();
    for (std::size_t i = 0; i < panels.size(); ++i) write_panel(panels[i], axes[i]);
    write_time_axis();
    return std::move(text_);
  }

 private:
  void lay_out(const std::vector<Panel>& panels, std::vector<Axis>& axes) {
    constexpr std::array<int, most_panels> heights = {12, 9, 7, 6};
    layout_.plot_height = heights[panels.size() - 1];
    for (const Panel& panel : panels) {
      axes.push_back(make_axis(low_of(panel), high_of(panel), std::max(4, layout_.plot_height / 2),
                               AxisEnds::rounded));
      for (const Tick& tick : axes.back().ticks) {
        layout_.label_width = std::max(layout_.label_width, static_cast<int>(tick.label.size()));
      }
      for (const Series& series : panel.series) {
        layout_.name_width =
            std::max(layout_.name_width, static_cast<int>(code_point_count(series.name)));
      }
    }
    layout_.name_width = std::max(layout_.name_width, static_cast<int>(time_label.size()) - 1);
    // One space before the labels, one after, the axis, one before the names.
    const int width = std::max(options_.width, least_width);
    layout_.plot_width = std::max(10, width - layout_.label_width - layout_.name_width - 4);
  }

  std::size_t column_at(double time) const {
    return static_cast<std::size_t>(dot_at(time_axis_.fraction(time), layout_.plot_width));
  }

  // A line per event; lines everywhere would say nothing.
  void mark_events() {
    has_event_.assign(static_cast<std::size_t>(layout_.plot_width), false);
    for (const double time : options_.events) has_event_[column_at(time)] = true;
    const auto marked = std::count(has_event_.begin(), has_event_.end(), true);
    if (marked > layout_.plot_width / most_marked_share) {
      std::fill(has_event_.begin(), has_event_.end(), false);
    }
  }

  // Arrows at the upper end of the panel that shows the variable, at the lower one if negative.
  void place_arrows(const Panel& panel) {
    up_.assign(static_cast<std::size_t>(layout_.plot_width), -1);
    down_ = up_;
    for (const PlottedImpulse& impulse : options_.impulses) {
      for (std::size_t i = 0; i < panel.series.size(); ++i) {
        if (trajectory_.columns()[panel.series[i].column].name != impulse.variable) continue;
        (impulse.is_positive ? up_ : down_)[column_at(impulse.time)] = static_cast<int>(i);
      }
    }
  }

  void write_panel(const Panel& panel, const Axis& axis) {
    place_arrows(panel);
    write_title(panel);
    DotCanvas canvas(layout_.plot_width, layout_.plot_height, options_.unicode);
    std::vector<int> name_of_row(static_cast<std::size_t>(layout_.plot_height), -1);
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      const int last_row = draw(canvas, panel.series[i], axis, static_cast<int>(i));
      place_name(name_of_row, last_row, static_cast<int>(i));
    }
    for (int row = 0; row < layout_.plot_height; ++row) {
      write_axis_label(canvas, axis, row);
      write_cells(canvas, row);
      write_name(panel, name_of_row[static_cast<std::size_t>(row)]);
      end_line();
    }
  }

  void write_title(const Panel& panel) {
    text_ += std::string(static_cast<std::size_t>(layout_.label_width) + 2, ' ');
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      if (i > 0) text_ += options_.unicode ? ", " : "   ";
      const std::string name =
          options_.unicode
              ? panel.series[i].name
              : fmt::format("{} {}", DotCanvas::mark(static_cast<int>(i)), panel.series[i].name);
      text_ += colored(name, static_cast<int>(i));
    }
    if (!panel.unit.empty()) text_ += fmt::format(" [{}]", panel.unit);
    end_line();
  }

  // Returns the row in which the curve ends on the right.
  int draw(DotCanvas& canvas, const Series& series, const Axis& axis, int number) const {
    struct Dot {
      int x = 0, y = 0;
      bool operator==(const Dot&) const = default;
    };
    Dot previous;
    bool pen_is_down = false;
    Dot rightmost{-1, 0};
    for (std::size_t row = 0; row < trajectory_.row_count(); ++row) {
      const double value = trajectory_.value(row, series.column);
      if (!std::isfinite(value)) {
        pen_is_down = false;
        continue;
      }
      const Dot dot{dot_at(time_axis_.fraction(trajectory_.time(row)), canvas.dot_width()),
                    dot_at(axis.fraction(value), canvas.dot_height())};
      if (!pen_is_down) previous = dot;
      if (!pen_is_down || dot != previous) {
        canvas.draw_line(previous.x, previous.y, dot.x, dot.y, number);
      }
      pen_is_down = true;
      previous = dot;
      if (dot.x >= rightmost.x) rightmost = dot;
    }
    return canvas.row_of(rightmost.y);
  }

  static int dot_at(double fraction, int count) {
    return std::clamp(static_cast<int>(std::lround(fraction * (count - 1))), 0, count - 1);
  }

  // The free row nearest to where the curve ends.
  static void place_name(std::vector<int>& name_of_row, int row, int series) {
    for (int distance = 0; distance < static_cast<int>(name_of_row.size()); ++distance) {
      for (const int candidate : {row - distance, row + distance}) {
        if (candidate < 0 || candidate >= static_cast<int>(name_of_row.size())) continue;
        int& name = name_of_row[static_cast<std::size_t>(candidate)];
        if (name >= 0) continue;
        name = series;
        return;
      }
    }
  }

  void write_axis_label(const DotCanvas& canvas, const Axis& axis, int row) {
    std::string_view label;
    for (const Tick& tick : axis.ticks) {
      if (canvas.row_of(dot_at(axis.fraction(tick.value), canvas.dot_height())) == row) {
        label = tick.label;
      }
    }
    const std::string_view line = !options_.unicode ? "|" : label.empty() ? "│" : "┤";
    text_ += fmt::format(" {:>{}} {}", label, layout_.label_width, line);
  }

  void write_cells(const DotCanvas& canvas, int row) {
    for (int column = 0; column < layout_.plot_width; ++column) {
      const DotCanvas::Cell cell = canvas.cell(column, row);
      const auto place = static_cast<std::size_t>(column);
      if (row == 0 && up_[place] >= 0) {
        text_ += colored(options_.unicode ? "↑" : "^", up_[place]);
      } else if (row == layout_.plot_height - 1 && down_[place] >= 0) {
        text_ += colored(options_.unicode ? "↓" : "v", down_[place]);
      } else if (cell.series < 0) {
        text_ += has_event_[place] ? std::string(options_.unicode ? "┊" : ":") : cell.glyph;
      } else {
        text_ += colored(cell.glyph, cell.series);
      }
    }
  }

  void write_name(const Panel& panel, int series) {
    if (series < 0) return;
    text_ += ' ' + colored(panel.series[static_cast<std::size_t>(series)].name, series);
  }

  // The line with its ticks, then the labels centred below them where there is room.
  void write_time_axis() {
    const auto margin = static_cast<std::size_t>(layout_.label_width) + 2;
    const auto width = static_cast<std::size_t>(layout_.plot_width);
    std::vector<bool> has_tick(width);
    std::string labels(margin + 1 + width, ' ');
    std::size_t free_from = 0;
    for (const Tick& tick : time_axis_.ticks) {
      const auto column =
          static_cast<std::size_t>(dot_at(time_axis_.fraction(tick.value), layout_.plot_width));
      has_tick[column] = true;
      const std::size_t half = tick.label.size() / 2;
      const std::size_t middle = margin + 1 + column;
      const std::size_t begin =
          std::min(middle > half ? middle - half : 0, labels.size() - tick.label.size());
      if (begin < free_from) continue;
      labels.replace(begin, tick.label.size(), tick.label);
      free_from = begin + tick.label.size() + 1;
    }
    text_ += std::string(margin, ' ') + (options_.unicode ? "└" : "+");
    for (const bool ticked : has_tick) {
      text_ += options_.unicode ? (ticked ? "┬" : "─") : (ticked ? "+" : "-");
    }
    end_line();
    text_ += labels;
    text_.erase(text_.find_last_not_of(' ') + 1);
    text_ += time_label;
    end_line();
  }

  std::string colored(std::string_view text, int series) const {
    if (!options_.color) return std::string(text);
    constexpr std::array<int, most_series_per_panel> colors = {36, 33,
                                                               35};  // cyan, yellow, magenta
    return fmt::format("\x1b[{}m{}\x1b[0m", colors[static_cast<std::size_t>(series)], text);
  }

  void end_line() {
    text_.erase(text_.find_last_not_of(' ') + 1);
    text_ += '\n';
  }

  const Trajectory& trajectory_;
  const PlotOptions& options_;
  Axis time_axis_;
  Layout layout_;
  std::vector<bool> has_event_;  // per column of the plot
  std::vector<int> up_, down_;   // per column: the series whose impulse is drawn there, or -1
  std::string text_;
};

}  // namespace

std::string plot_in_terminal(const Trajectory& trajectory, std::span<const std::size_t> columns,
                             const PlotOptions& options) {
  const std::vector<Panel> panels = group_into_panels(trajectory, columns, options.unicode);
  if (panels.empty()) return {};
  return PlotWriter(trajectory, options).write(panels);
}

}  // namespace saltus
