#include "saltus/runtime/simulate/row_writer.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace saltus {

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

RowWriter::RowWriter(RunState& run, PresentInstant& instant, ModeNumbers& modes,
                     std::vector<OutputColumn> columns)
    : run_(run),
      instant_(instant),
      modes_(modes),
      columns_(std::move(columns)),
      output_times_(run.options),
      has_column_(run.system().surfaces.size(), 0) {
  std::vector<TrajectoryColumn> names;
  for (const OutputColumn& column : columns_) names.push_back(column.column);
  trajectory_ = Trajectory(std::move(names));
}

std::optional<SimulationEnd> RowWriter::write_until(double until, bool is_inclusive) {
  while (const std::optional<double> due = output_times_.next(until)) {
    if (!is_inclusive && *due == until) return std::nullopt;
    if (auto failure = write(*due)) return failure;
    output_times_.advance();
  }
  return std::nullopt;
}

std::optional<SimulationEnd> RowWriter::write(double time) {
  instant_.move_to(Instant(time));
  for (std::uint32_t c = 0; c < run_.components.size(); ++c) {
    if (auto failure = run_.components[c].evaluate_at(instant_.time())) {
      return in_mode_of(run_, c, std::move(*failure));
    }
    instant_.note_left_limit(c);
  }
  fill(trajectory_.add_row(time));
  return std::nullopt;
}

std::vector<double> RowWriter::values() {
  std::vector<double> row(columns_.size());
  fill(row);
  return row;
}

void RowWriter::fill(std::span<double> row) {
  for (std::size_t i = 0; i < columns_.size(); ++i) row[i] = value_of(columns_[i]);
}

double RowWriter::value_of(const OutputColumn& column) {
  switch (column.source) {
    case ColumnSource::continuous:
      return instant_.component(column.component).value(column.unknown, column.order);
    case ColumnSource::discrete:
      return run_.discrete.known().value[column.variable];
    case ColumnSource::equivalent:
      return equivalent_value(column.variable);
    case ColumnSource::multiplier:
      return multiplier_of(column);
    case ColumnSource::mode:
      return modes_.number(run_.held.key());
  }
  return kNoValue;
}

// The share with which the relation as written holds.
double RowWriter::multiplier_of(const OutputColumn& column) {
  const SurfaceId surface(column.variable);
  const auto share = instant_.component(column.component).multiplier(surface);
  if (!share) return kNoValue;
  const bool is_turned = run_.watched(surface).is_true_below && !run_.held.rest_on(surface) &&
                         !run_.held.share_at(surface);
  return is_turned ? 1.0 - *share : *share;
}

// What counts for a binary unknown in the equations: its value, or its share where it slides.
double RowWriter::equivalent_value(std::uint32_t variable) {
  const double value = run_.discrete.known().value[variable];
  const auto surface = run_.held.surface_of_share(VariableId(variable));
  if (!surface) return value;
  return instant_.component(run_.held.component_of(*surface)).multiplier(*surface).value_or(value);
}

void RowWriter::write_event(const std::vector<double>& left) {
  const double time = instant_.time().value();
  const std::span<double> before = trajectory_.add_row(time);
  std::copy(left.begin(), left.end(), before.begin());
  std::fill(before.begin() + static_cast<std::ptrdiff_t>(left.size()), before.end(), kNoValue);
  fill(trajectory_.add_row(time));
  // A row that is due now has been written.
  if (const auto due = output_times_.next(time)) {
    if (*due == time) output_times_.advance();
  }
}

void RowWriter::add_multipliers(std::span<const std::uint32_t> components) {
  for (const std::uint32_t c : components) {
    for (const SurfaceId surface : run_.held.of(c)) {
      if (has_column_[surface.index()]) continue;
      has_column_[surface.index()] = 1;
      OutputColumn column{
          .column = {.name = (run_.held.rest_on(surface) ? "reaction(" : "multiplier(") +
                             run_.watched(surface).text + ")",
                     .unit = ""},
          .source = ColumnSource::multiplier,
          .component = c,
          .variable = surface.index()};
      trajectory_.add_column(column.column);
      columns_.push_back(std::move(column));
    }
  }
}

}  // namespace saltus
