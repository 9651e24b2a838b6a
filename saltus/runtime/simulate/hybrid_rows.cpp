#include <algorithm>
#include <limits>

#include "saltus/runtime/simulate/hybrid_run.h"

// Values at the present instant, and the rows of results that are made of them.

namespace saltus {

// The left limit of the present instant, which may be asked for in the middle of a pass: what
// the pass has changed already does not hold yet.
std::optional<SimulationEnd> HybridRun::find_left_limit(std::uint32_t component) {
  if (evaluated_at_[component] == instant_number_) return std::nullopt;
  ComponentRun& run = components_[component];
  const DiscreteState::ValuesBeforePass before(discrete_, run.component().read_values);
  if (auto failure = run.evaluate_at(now_)) return failure;
  run.keep_left_limit();
  evaluated_at_[component] = instant_number_;
  return std::nullopt;
}

ComponentRun& HybridRun::component_at_instant(std::uint32_t component) {
  find_left_limit(component);  // a failure shows when the component is changed, or in a row
  return components_[component];
}

double HybridRun::value(std::uint32_t variable, int order) {
  if (!has_begun_) {
    return order == 0 ? guess_.starts[variable].value.value_or(0.0) : 0.0;
  }
  return component_at_instant(component_of_[variable]).value(unknown_of_[variable], order);
}

double HybridRun::left_limit(std::uint32_t variable) {
  if (!has_begun_) return value(variable, 0);
  return component_at_instant(component_of_[variable]).left_limit(unknown_of_[variable]);
}

bool HybridRun::write_rows(double until, bool is_inclusive) {
  while (const std::optional<double> due = output_times_.next(until)) {
    if (!is_inclusive && *due == until) return true;
    if (!write_row(*due)) return false;
    output_times_.advance();
  }
  return true;
}

bool HybridRun::write_row(double time) {
  now_ = Instant(time);
  ++instant_number_;
  for (std::uint32_t c = 0; c < components_.size(); ++c) {
    if (auto failure = components_[c].evaluate_at(now_)) return fail_in(c, std::move(*failure));
    evaluated_at_[c] = instant_number_;
  }
  fill_row(result_.trajectory.add_row(time));
  result_.end.time = time;
  return true;
}

void HybridRun::fill_row(std::span<double> row) {
  for (std::size_t i = 0; i < columns_.size(); ++i) row[i] = column_value(columns_[i]);
}

double HybridRun::column_value(const OutputColumn& column) {
  switch (column.source) {
    case ColumnSource::continuous:
      return component_at_instant(column.component).value(column.unknown, column.order);
    case ColumnSource::discrete:
      return discrete_.known().value[column.variable];
    case ColumnSource::equivalent:
      return equivalent_value(column.variable);
    case ColumnSource::multiplier: {
      const auto share =
          component_at_instant(column.component).multiplier(SurfaceId(column.variable));
      const bool is_true_below = model_.discrete.surfaces[column.variable].is_true_below;
      if (!share) return std::numeric_limits<double>::quiet_NaN();
      const bool is_turned = is_true_below && !held_.rest_on(SurfaceId(column.variable)) &&
                             !held_.share_at(SurfaceId(column.variable));
      return is_turned ? 1.0 - *share : *share;
    }
    case ColumnSource::mode:
      break;
  }
  return mode_number();
}

double HybridRun::equivalent_value(std::uint32_t variable) {
  const auto surface = held_.surface_of_share(VariableId(variable));
  if (!surface) return discrete_.known().value[variable];
  return component_at_instant(held_.component_of(*surface))
      .multiplier(*surface)
      .value_or(discrete_.known().value[variable]);
}

void HybridRun::write_event_rows(const std::vector<double>& left) {
  const std::span<double> before = result_.trajectory.add_row(now_.value());
  std::copy(left.begin(), left.end(), before.begin());
  std::fill(before.begin() + static_cast<std::ptrdiff_t>(left.size()), before.end(),
            std::numeric_limits<double>::quiet_NaN());
  fill_row(result_.trajectory.add_row(now_.value()));
  // A row that is due now has been written.
  if (const auto due = output_times_.next(now_.value())) {
    if (*due == now_.value()) output_times_.advance();
  }
}

// Modes are numbered from 1 in the order in which they are visited.
std::uint32_t HybridRun::mode_number() {
  const auto number = static_cast<std::uint32_t>(mode_numbers_.size() + 1);
  return mode_numbers_.try_emplace(mode_key_ ^ held_.key(), number).first->second;
}

}  // namespace saltus
