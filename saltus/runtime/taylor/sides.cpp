#include "saltus/runtime/taylor/sides.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace saltus {

Sides::Sides(const ExecutableMode& mode, PresentSeries& series, const HeldBranches& branches)
    : mode_(mode),
      series_(series),
      branches_(branches),
      known_(mode.surfaces.size()),
      beside_(series.expansion().state_size(), 0.0) {}

double Sides::value(std::uint32_t surface) {
  series_.observe();
  return series_.segment().function(surface)[0];
}

bool Sides::is_at_surface(std::uint32_t surface, bool has_crossed) {
  series_.observe();
  return series_.functions().is_zero(series_.segment(), surface, has_crossed);
}

// A search asks for every candidate, with both accuracies, and again when the candidate is taken.
Side Sides::after(std::uint32_t surface, bool has_crossed, Accuracy accuracy) {
  Known& known = known_[surface];
  const bool is_known = known.expansion == series_.expansion_count() &&
                        known.has_crossed == has_crossed &&
                        (known.is_by_value || known.accuracy == accuracy);
  if (is_known) return known.side;
  bool is_by_value = false;
  const Side side = find(surface, has_crossed, accuracy, is_by_value);
  known = {series_.expansion_count(), side, has_crossed, is_by_value, accuracy};
  return side;
}

Side Sides::find(std::uint32_t surface, bool has_crossed, Accuracy accuracy, bool& is_by_value) {
  EventFunctions& functions = series_.functions();
  const bool is_zero = is_at_surface(surface, has_crossed);
  const double value = series_.segment().function(surface)[0];
  is_by_value = !is_zero;
  // The next step says that it is not a number.
  if (functions.vanishes(surface) || std::isnan(value)) return Side::zero;
  if (!is_zero) return side_of(value);
  // A root at its zero has no series: on that of the zero branch it stays there.
  if (is_at_root()) {
    const Side side = beside_root(surface);
    if (side != Side::zero) return side;
  }
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

bool Sides::is_at_root() const {
  if (branches_.is_empty()) return false;
  const double size = std::max(std::fabs(series_.time()), span_);
  return branches_.is_at_root(tolerances::at_root * tolerances::smallest_step * size);
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

// The same beside the zero of a root, where series reach nowhere: as soon as the value is more than
// rounding. At the zero itself rounding may have no bound.
Side Sides::beside_root(std::uint32_t surface) {
  constexpr double growth = 8.0;
  const double size = std::max(std::fabs(series_.time()), span_);
  const double rounding = series_.functions().rounding(surface);
  const double noise = std::isfinite(rounding) ? rounding : 0.0;
  const double least = tolerances::least_beside_singularity * tolerances::smallest_step * size;
  for (double h = least; h <= tolerances::beside_singularity * size; h *= growth) {
    const double value = value_after(h, surface);
    if (std::isnan(value)) break;
    if (std::fabs(value) > noise) return side_of(value);
  }
  return Side::zero;
}

// By a step of Euler's method; not a number if there is no value.
double Sides::value_after(double length, std::uint32_t surface) {
  const double step = series_.direction() * length;
  const std::span<const double> state = series_.state();
  std::copy(state.begin(), state.end(), beside_.begin());
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    const StateSlot& slot = series_.expansion().slot(unknown);
    for (std::uint32_t i = slot.first; i + 1 < slot.first + slot.count; ++i) {
      beside_[i] += step * state[i + 1];
    }
  }
  const auto failure = series_.point().move_onto_equations(series_.instant().plus(step).value(),
                                                           series_.control().metric(), beside_);
  return failure ? std::numeric_limits<double>::quiet_NaN() : series_.point().function(surface);
}

std::optional<std::uint32_t> Sides::find_undefined() const {
  for (std::uint32_t i = 0; i < mode_.surfaces.size(); ++i) {
    if (std::isnan(series_.segment().function(i)[0]) && !series_.functions().is_ignored(i))
      return i;
  }
  return std::nullopt;
}

}  // namespace saltus
