#include "apps/saltus/simulation_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

constexpr double usual_tolerance = 1e-8;
constexpr double usual_intervals = 500.0;
// More was hardly meant.
constexpr double most_rows = 1e9;

double output_interval(const SimulateCommand& command, const Experiment& experiment,
                       double duration) {
  if (command.interval) return *command.interval;
  if (experiment.interval && *experiment.interval > 0.0) return *experiment.interval;
  return duration / usual_intervals;
}

void require_times_inside(const SimulationOptions& options, Diagnostics& diagnostics) {
  const auto [first, last] = std::minmax(options.start_time, options.stop_time);
  for (const double time : options.times) {
    if (time >= first && time <= last) continue;
    diagnostics
        .error(codes::bad_option_value, {},
               fmt::format("`--times` names {}, outside of the run from {} to {}", time,
                           options.start_time, options.stop_time))
        .suggest("`--start` and `--stop` set where the run begins and ends");
    return;
  }
}

void require_moderate_row_count(const SimulationOptions& options, Diagnostics& diagnostics) {
  const double duration = std::abs(options.stop_time - options.start_time);
  if (options.interval <= 0.0 || duration / options.interval <= most_rows) return;
  diagnostics
      .error(codes::bad_option_value, {},
             fmt::format("an output interval of {} gives {:.2g} rows, and {:.0e} is the most",
                         options.interval, duration / options.interval, most_rows))
      .suggest("`--interval` sets the distance of output times");
}

}  // namespace

std::optional<SimulationOptions> make_simulation_options(const SimulateCommand& command,
                                                         const Experiment& experiment,
                                                         Diagnostics& diagnostics) {
  SimulationOptions options;
  options.start_time = command.start.value_or(experiment.start_time.value_or(0.0));
  options.stop_time =
      command.stop.value_or(experiment.stop_time.value_or(options.start_time + 1.0));
  options.tolerance = command.tolerance.value_or(experiment.tolerance.value_or(usual_tolerance));
  options.absolute_tolerance = command.absolute_tolerance.value_or(0.0);
  options.with_derivatives = command.derivatives;
  options.is_strict = command.strict;
  options.continues_after_zeno = command.continues_after_zeno;
  options.with_event_rows = command.event_rows;
  options.with_multipliers = command.multipliers;
  options.start_from_left_limits = command.start_from_left_limits;
  const bool backward = options.stop_time < options.start_time;
  options.times = command.times;
  std::ranges::sort(options.times, [&](double a, double b) { return backward ? a > b : a < b; });
  if (options.times.empty()) {
    const double duration = std::abs(options.stop_time - options.start_time);
    options.interval = output_interval(command, experiment, duration);
  }
  require_times_inside(options, diagnostics);
  require_moderate_row_count(options, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  return options;
}

}  // namespace saltus
