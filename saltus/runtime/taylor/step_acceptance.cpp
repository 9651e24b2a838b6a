#include "saltus/runtime/taylor/step_acceptance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "saltus/runtime/events/polynomial_value.h"

namespace saltus {

namespace {

// Rounding that was met once is let pass up to this multiple.
constexpr double kKnownRounding = 4.0;

// Even and odd powers apart: neither waits for the other.
double value_at(std::span<const double> series, double s) {
  const double square = s * s;
  double even = 0.0, odd = 0.0;
  std::size_t m = series.size();
  if (m % 2 == 1) even = series[--m];
  while (m > 0) {
    odd = odd * square + series[--m];
    even = even * square + series[--m];
  }
  return even + s * odd;
}

}  // namespace

StepAcceptance::StepAcceptance(const ExecutableMode& mode, const Tolerances& tolerances,
                               const Segment& segment, StepControl& control,
                               EventFunctions& functions, SegmentPoint& point, int degree)
    : mode_(mode),
      tolerances_(tolerances),
      segment_(segment),
      control_(control),
      functions_(functions),
      point_(point),
      degree_(degree),
      check_(mode, tolerances, degree),
      sweep_(mode),
      series_rounding_(mode),
      within_(point.expansion().state_size(), 0.0) {}

// Rounding is found out only where it matters: first that of single operations, then that of
// solutions of linear systems, which costs more.
double StepAcceptance::defect(const Expansion& reached, double weight) {
  double found = control_.defect(reached, weight).largest();
  if (found <= tolerances::largest_defect) return found;
  found = control_.defect(reached, weight, sweep(reached).of_leading()).largest();
  if (found <= tolerances::largest_defect) return found;
  return std::min(found, control_.defect(reached, weight, rounding(reached)).largest());
}

std::span<const double> StepAcceptance::rounding(const Expansion& reached) {
  series_rounding_.begin();
  return series_rounding_.of_leading(reached, control_.sizes());
}

const RoundingSweep& StepAcceptance::sweep(const Expansion& reached) {
  sweep_.run(reached, control_.sizes());
  return sweep_;
}

bool StepAcceptance::accepts(double defect) const {
  return defect <= std::max(tolerances::largest_defect, kKnownRounding * rounding_);
}

void StepAcceptance::compare(double defect, double defect_before) {
  const bool is_stuck = defect > tolerances::truncation_reduction * defect_before;
  if (is_stuck && defect * tolerances_.relative < tolerances::largest_rounding) {
    rounding_ = std::max(rounding_, defect);
  }
}

bool StepAcceptance::are_functions_met(double step, const Expansion& reached) {
  const double s = step / segment_.unit();
  for (std::uint32_t i = 0; i < mode_.surfaces.size(); ++i) {
    if (!functions_.has_series(i)) continue;
    const std::span<const double> series =
        segment_.function(i).first(static_cast<std::size_t>(degree_) + 1);
    const double value = reached.value(mode_.surfaces[i].row);
    const double size = std::max({functions_.magnitude(i), std::fabs(value),
                                  std::fabs(series[1] * s), std::fabs(series[2] * s * s)});
    const double error = std::fabs(value_at(segment_.function_terms(i), s) - value);
    if (error <= tolerances::largest_defect * tolerances_.relative * size) continue;
    if (!(error <= functions_.rounding(i))) return false;
  }
  return true;
}

StepAcceptance::Within StepAcceptance::judge_within(const Expansion& about_begin,
                                                    const KinkWatch& kinks, double step) {
  const double direction = step < 0.0 ? -1.0 : 1.0;
  failure_within_.reset();
  const double time = std::fabs(segment_.begin().value()) + std::fabs(step);
  const double narrowest = tolerances::epsilon * time / std::fabs(step);
  switch (check_.judge(about_begin, std::fabs(step) / segment_.unit(), direction, narrowest)) {
    case SeriesCheck::Verdict::representative:
      return Within::spoken_for;
    case SeriesCheck::Verdict::look_within:
      for (const StepCells::PossiblePole& pole : check_.possible_poles()) {
        if (!is_pole(pole, step)) continue;
        failure_within_ = {ExpansionFault::value_not_finite, mode_.unknowns[pole.unknown].block};
        return Within::bad;
      }
      return are_equations_met_within(kinks, step) ? Within::good : Within::bad;
    case SeriesCheck::Verdict::too_long:
      break;
  }
  return Within::bad;
}

// Enclosures are infinite where a divisor comes to zero. The value is so, too, if it grows towards
// that place: that of sin(u)/u does not. As near to it as time can be told, it is more than
// rounding. The place is known as well as the polynomials are; the equations know it better.
bool StepAcceptance::is_pole(const StepCells::PossiblePole& pole, double step) {
  const double length = std::fabs(step);
  const double time = std::fabs(segment_.begin().value()) + length;
  const double near = std::max(pole.cell.width() * length, tolerances::beside_pole * time);
  // It was a longer step that has not come across.
  if (length <= 2.0 * tolerances::farther_from_pole * near) return pole.is_infinite;
  const double middle = 0.5 * (pole.cell.from + pole.cell.to) * length;
  const double reach = tolerances::place_of_pole * tolerances_.relative * length;
  return grows_to(middle, near, step, pole.unknown) ||
         grows_to(find_largest(middle, std::max(reach, near), near, step, pole.unknown), near, step,
                  pole.unknown);
}

bool StepAcceptance::grows_to(double place, double near, double step, std::uint32_t unknown) {
  const double length = std::fabs(step), direction = step < 0.0 ? -1.0 : 1.0;
  const double far = tolerances::farther_from_pole * near;
  const std::uint32_t value = mode_.blocks[mode_.unknowns[unknown].block].value;
  for (const double side : {-1.0, 1.0}) {
    if (place + side * far < 0.0 || place + side * far > length) continue;
    const double size_far = size_at(direction * (place + side * far), unknown);
    const double size_near = size_at(direction * (place + side * near), unknown);
    if (!std::isfinite(size_near) || !std::isfinite(size_far)) continue;
    const double rounding = tolerances::rounding_margin * sweep(point_.expansion()).of_row(value);
    if (size_near > tolerances::growth_to_pole * size_far && size_near > rounding) return true;
  }
  return false;
}

// Where an unknown is largest, between `place` less and more `reach`, distances from the begin: by
// the golden section, up to `near`.
double StepAcceptance::find_largest(double place, double reach, double near, double step,
                                    std::uint32_t unknown) {
  constexpr double part = std::numbers::phi - 1.0;
  const double length = std::fabs(step), direction = step < 0.0 ? -1.0 : 1.0;
  double low = std::max(0.0, place - reach), high = std::min(length, place + reach);
  double left = high - part * (high - low), right = low + part * (high - low);
  double at_left = size_at(direction * left, unknown),
         at_right = size_at(direction * right, unknown);
  while (high - low > near) {
    if (at_left > at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - part * (high - low);
      at_left = size_at(direction * left, unknown);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + part * (high - low);
      at_right = size_at(direction * right, unknown);
    }
  }
  return 0.5 * (low + high);
}

// Of an unknown; infinite where there is no point.
double StepAcceptance::size_at(double at, std::uint32_t unknown) {
  if (point_.evaluate(segment_, at, control_.metric(), within_)) {
    return std::numeric_limits<double>::infinity();
  }
  return std::fabs(point_.expansion().value(unknown));
}

// The defect over the step, as the sum over one point in each cell. Where a value has no size yet,
// an attempt that fails tells to what it grows.
bool StepAcceptance::are_equations_met_within(const KinkWatch& kinks, double step) {
  const double limit = std::max(tolerances::largest_defect_within, kKnownRounding * rounding_);
  control_.begin_attempt();
  double total = 0.0, golden = 0.0;
  bool is_met = true;
  for (const StepCell& cell : check_.cells()) {
    // In no regular order: what is periodic cannot hide.
    golden += std::numbers::phi - 1.0;
    golden -= std::floor(golden);
    const double at = (cell.from + golden * cell.width()) * step;
    failure_within_ = point_.evaluate(segment_, at, control_.metric(), within_);
    if (failure_within_) return false;
    const double weight = cell.width() * std::fabs(step);
    if (std::fabs(at) <= horizon_) control_.note_growth(within_, weight);
    const StepControl::Defect found =
        defect_within(point_.expansion(), weight, cell.width() * limit);
    total += found.of_state;
    is_met = is_met && total <= limit && accepts(found.of_point) &&
             are_functions_met(at, point_.observed()) &&
             kinks.are_branches_right(point_.observed(),
                                      tolerances::largest_defect * tolerances_.relative);
    if (!is_met && !control_.has_value_without_size()) return false;
  }
  return is_met;
}

StepControl::Defect StepAcceptance::defect_within(const Expansion& reached, double weight,
                                                  double share) {
  const auto is_allowed = [&](const StepControl::Defect& found) {
    return found.of_state <= share && accepts(found.of_point);
  };
  StepControl::Defect found = control_.defect(reached, weight);
  if (is_allowed(found)) return found;
  found = control_.defect(reached, weight, sweep(reached).of_leading());
  if (is_allowed(found)) return found;
  const StepControl::Defect of_solve = control_.defect(reached, weight, rounding(reached));
  return {std::min(found.of_state, of_solve.of_state), std::min(found.of_point, of_solve.of_point)};
}

}  // namespace saltus
