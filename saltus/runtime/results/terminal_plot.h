#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "saltus/runtime/results/trajectory.h"

namespace saltus {

struct PlottedImpulse {
  double time;
  std::string variable;
  bool is_positive;
};

struct PlotOptions {
  int width = 80;                             // characters, at least 30
  bool unicode = true;                        // braille dots and box lines; otherwise ASCII only
  bool color = false;                         // ANSI escapes
  std::vector<double> events = {};            // times, marked by lines unless they are too many
  std::vector<PlottedImpulse> impulses = {};  // arrows
};

// The chosen columns over time, for the terminal: variables of one unit and of like size share a
// panel, panels share the time axis, each curve is named at its end. Values that do not exist leave
// gaps. Empty when there is nothing to draw.
std::string plot_in_terminal(const Trajectory& trajectory, std::span<const std::size_t> columns,
                             const PlotOptions& options);

}  // namespace saltus
