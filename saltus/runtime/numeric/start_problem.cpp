#include "saltus/runtime/numeric/start_problem.h"

#include <algorithm>
#include <cmath>

#include "saltus/runtime/numeric/unknown_sizes.h"

namespace saltus {

StartProblem::StartProblem(NonlinearSystem& system, std::span<const StartValue> start,
                           const NearestPointOptions& options)
    : residual(system.pattern().row_count(), 0.0),
      jacobian_values(system.pattern().edge_count(), 0.0),
      system_(system),
      pattern_(system.pattern()),
      start_(start),
      options_(options) {
  SALTUS_CHECK(start.size() == pattern_.column_count());
  for (const StartValue& value : start) {
    x.push_back(value.value);
    scale_.push_back(std::isfinite(value.scale) ? value.scale : 0.0);
  }
  find_unknown_sizes(system, x, scale_);
}

double StartProblem::magnitude(Column column) const {
  return std::max(std::abs(x[column.index()]), scale_[column.index()]);
}

double StartProblem::displacement(Column column) const {
  const StartValue& value = start_[column.index()];
  if (value.kind != StartKind::guessed) return 0.0;
  return (x[column.index()] - value.value) / scale_[column.index()];
}

void StartProblem::evaluate() {
  ++evaluation_count_;
  if (options_.interruption != nullptr) options_.interruption->count_work(pattern_.row_count());
  // Which rows have no value is found row by row, where it matters.
  static_cast<void>(system_.evaluate(x, residual, jacobian_values));
  if (evaluation_count_ > 1) return;
  first_residual_ = residual;
  for (const Row row : pattern_.rows()) first_sensitivity_.push_back(sensitivity(row));
}

// max_j |J_ij| magnitude_j, or 1 when the row has no derivative. One that is infinite, as that of
// a root at 0, says nothing about sizes.
double StartProblem::sensitivity(Row row) const {
  double largest = 0.0;
  const auto columns = pattern_.columns_of(row);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const double term = std::abs(jacobian(row, k)) * magnitude(columns[k]);
    if (std::isfinite(term)) largest = std::max(largest, term);
  }
  return largest > 0.0 ? largest : 1.0;
}

double StartProblem::scaled_residual(Row row) const {
  return std::abs(residual[row.index()]) / sensitivity(row);
}

bool StartProblem::is_plausible(Row row) const {
  constexpr double small = 1e-6;
  constexpr double tiny = 1e-10;
  const double size = std::abs(residual[row.index()]);
  double largest_term = 0.0;
  const auto columns = pattern_.columns_of(row);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const double term = std::abs(jacobian(row, k) * x[columns[k].index()]);
    if (std::isfinite(term)) largest_term = std::max(largest_term, term);
  }
  // Comparisons with a start that is not finite decide nothing.
  return !(size > small * std::abs(first_residual_[row.index()])) || size <= small * largest_term ||
         !(size > tiny * first_sensitivity_[row.index()]);
}

}  // namespace saltus
