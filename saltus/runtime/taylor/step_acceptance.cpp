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
  switch (check_.judge(about_begin, std::fabs(step) / segment_.unit(), direction)) {
    case SeriesCheck::Verdict::representative:
      return Within::spoken_for;
    case SeriesCheck::Verdict::look_within:
      return are_equations_met_within(kinks, step) ? Within::good : Within::bad;
    case SeriesCheck::Verdict::too_long:
      break;
  }
  return Within::bad;
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
