#include "saltus/runtime/simulate/row_writer.h"

#include <limits>
#include <utility>

namespace saltus {

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

RowWriter::RowWriter(RunState& run, PresentInstant& instant, ModeNumbers& modes,
                     const std::vector<OutputColumn>& columns, ResultSink& sink)
    : run_(run),
      instant_(instant),
      modes_(modes),
      columns_(columns),
      sink_(sink),
      output_times_(run.options),
      row_(columns.size()),
      left_(columns.size()) {}

void RowWriter::begin() {
  std::vector<ResultColumn> columns;
  for (const OutputColumn& column : columns_) columns.push_back(column.column);
  sink_.begin(columns);
}

std::optional<SimulationEnd> RowWriter::write_until(double until, bool is_inclusive) {
  while (const std::optional<double> due = output_times_.next(until)) {
    if (!is_inclusive && *due == until) return std::nullopt;
    if (run_.interruption.poll()) return interrupted_at(*due);
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
  fill(row_);
  sink_.add_row({time, row_});
  return std::nullopt;
}

void RowWriter::fill(std::vector<double>& row) {
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

void RowWriter::write_event() {
  const double time = instant_.time().value();
  sink_.add_row({time, left_, RowKind::left_limit});
  fill(row_);
  sink_.add_row({time, row_, RowKind::right_limit});
  // A row that is due now has been written.
  if (const auto due = output_times_.next(time)) {
    if (*due == time) output_times_.advance();
  }
}

}  // namespace saltus
