#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "saltus/runtime/results/trajectory.h"

namespace saltus {

struct PlotOptions {
  int width = 80;       // characters, at least 30
  bool unicode = true;  // braille dots and box lines; otherwise ASCII only
  bool color = false;   // ANSI escapes
};

// The chosen columns over time, for the terminal: variables of one unit and of like size share a
// panel, panels share the time axis, each curve is named at its end. Values that do not exist leave
// gaps. Empty when there is nothing to draw.
std::string plot_in_terminal(const Trajectory& trajectory, std::span<const std::size_t> columns,
                             const PlotOptions& options);

}  // namespace saltus
