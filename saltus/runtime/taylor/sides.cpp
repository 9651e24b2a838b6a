#include "saltus/runtime/taylor/sides.h"

#include <cmath>

namespace saltus {

Sides::Sides(const ExecutableMode& mode, PresentSeries& series)
    : mode_(mode), series_(series), beside_(series.expansion().state_size(), 0.0) {}

bool Sides::is_at_surface(std::uint32_t surface, bool has_crossed) {
  series_.observe();
  return series_.functions().is_zero(series_.segment(), surface, has_crossed);
}

Side Sides::after(std::uint32_t surface, bool has_crossed, Accuracy accuracy) {
  EventFunctions& functions = series_.functions();
  const bool is_zero = is_at_surface(surface, has_crossed);
  const double value = series_.segment().function(surface)[0];
  // The next step says that it is not a number.
  if (functions.vanishes(surface) || std::isnan(value)) return Side::zero;
  if (!is_zero) return side_of(value);
  const bool is_backward = series_.is_backward();
  if (functions.has_series(surface)) {
    const auto found = functions.side_of_leaving(series_.segment(), surface, accuracy, is_backward);
    if (found) return *found;
  }
  if (!series_.complete()) return Side::zero;
  series_.keep();
  if (!functions.has_series(surface)) return beside(surface);
  return functions.side_of_leaving(series_.segment(), surface, accuracy, is_backward, next_step());
}

Side Sides::after_jump(std::uint32_t surface, bool has_crossed) {
  EventFunctions& functions = series_.functions();
  if (!is_at_surface(surface, has_crossed) || !functions.has_series(surface) ||
      !series_.complete()) {
    return after(surface, has_crossed);
  }
  series_.keep();
  return functions.side_of_first_term(series_.segment(), surface, series_.is_backward(),
                                      next_step());
}

// In units of the segment.
double Sides::next_step() {
  return series_.control().choose(series_.segment()) / series_.segment().unit();
}

// An event function without a series, as sqrt(x) at 0: the side on which it is shortly after.
Side Sides::beside(std::uint32_t surface) {
  const double length = series_.control().choose(series_.segment());
  const double step =
      tolerances::beside_singularity * (std::isfinite(length) ? length : series_.time_scale());
  if (series_.evaluate(series_.direction() * step, beside_)) return Side::zero;
  const double value = series_.point().function(surface);
  return std::isnan(value) || value == 0.0 ? Side::zero : side_of(value);
}

std::optional<std::uint32_t> Sides::find_undefined() const {
  for (std::uint32_t i = 0; i < mode_.surfaces.size(); ++i) {
    if (std::isnan(series_.segment().function(i)[0]) && !series_.functions().is_ignored(i))
      return i;
  }
  return std::nullopt;
}

}  // namespace saltus
