#include "saltus/runtime/simulate/output_times.h"

#include <cmath>

namespace saltus {

OutputTimes::OutputTimes(const SimulationOptions& options)
    : options_(options),
      direction_(options.stop_time >= options.start_time ? 1.0 : -1.0),
      is_per_step_(options.times.empty() && options.interval == 0.0) {
  if (!options.times.empty() || is_per_step_) return;
  const double span = std::fabs(options.stop_time - options.start_time);
  const double interval = std::fabs(options.interval);
  // A last interval that is only rounding longer or shorter is a whole one.
  last_ = static_cast<std::uint64_t>(std::ceil(span / interval * (1.0 - 1e-12)));
}

std::optional<double> OutputTimes::time_at(std::uint64_t index) const {
  if (is_per_step_) return std::nullopt;
  if (!options_.times.empty()) {
    if (index >= options_.times.size()) return std::nullopt;
    return options_.times[index];
  }
  if (index > last_) return std::nullopt;
  if (index == last_) return options_.stop_time;
  return options_.start_time +
         direction_ * static_cast<double>(index) * std::fabs(options_.interval);
}

std::optional<double> OutputTimes::next(double reached) const {
  const std::optional<double> time = time_at(index_);
  if (!time || (*time - reached) * direction_ > 0.0) return std::nullopt;
  return time;
}

}  // namespace saltus
