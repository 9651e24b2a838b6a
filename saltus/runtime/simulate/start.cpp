#include "saltus/runtime/simulate/start.h"

#include <algorithm>
#include <cmath>

#include "saltus/runtime/numeric/nearest_point.h"
#include "saltus/runtime/taylor/derivative_array.h"

namespace saltus {

namespace {

// The highest derivative that the unknown's own block solves for.
int own_offset(const ExecutableMode& mode, std::uint32_t unknown) {
  const ExecutableUnknown& description = mode.unknowns[unknown];
  return description.offset - mode.blocks[description.block].lead;
}

// Only state weighs: the start of a value that the equations determine from the
// state is no more than Newton's seed, and must not pull the state towards it.
StartValue start_value(const ExecutableMode& mode, const DerivativeArray::Unknown& entry,
                       const UnknownStart& start) {
  const bool is_state = entry.order < own_offset(mode, entry.unknown);
  StartValue value;
  value.preference = (is_state ? 1000 : 0) + start.preference - entry.order;
  value.scale = entry.order == 0 ? start.nominal : 0.0;
  if (entry.order > 0 || !start.value) return value;
  value.value = *start.value;
  value.scale = std::max({std::fabs(value.value), start.nominal, start.nominal > 0.0 ? 0.0 : 1.0});
  if (start.fixed) {
    value.kind = StartKind::fixed;
  } else if (is_state) {
    value.kind = StartKind::guessed;
  }
  return value;
}

SimulationEnd explain_failure(const ExecutableMode& mode, const DerivativeArray& array, double time,
                              const NearestPointFailure& failure) {
  SimulationEnd end;
  end.time = time;
  end.reason = failure.fault == NearestPointFault::conflict     ? EndReason::start_conflict
               : failure.fault == NearestPointFault::not_finite ? EndReason::value_not_finite
                                                                : EndReason::start_not_found;
  for (std::size_t i = 0; i < failure.rows.size(); ++i) {
    const DerivativeArray::Equation& equation = array.equations()[failure.rows[i].index()];
    end.blamed.push_back(
        {.is_initial = array.is_initial(equation),
         .index = array.is_initial(equation)
                      ? equation.equation - static_cast<std::uint32_t>(mode.equations.size())
                      : mode.equations[equation.equation].equation.index(),
         .differentiated = equation.order,
         .residual = i < failure.residuals.size() ? failure.residuals[i] : 0.0});
  }
  for (const Column column : failure.fixed) {
    const DerivativeArray::Unknown& unknown = array.unknowns()[column.index()];
    end.fixed.push_back(mode.unknowns[unknown.unknown].variable);
  }
  for (const Column column : failure.unknowns) {
    const VariableId variable = mode.unknowns[array.unknowns()[column.index()].unknown].variable;
    if (std::find(end.variables.begin(), end.variables.end(), variable) == end.variables.end()) {
      end.variables.push_back(variable);
    }
  }
  return end;
}

StartReport make_report(const ExecutableMode& mode, const DerivativeArray& array,
                        const std::vector<StartValue>& values, const NearestPoint& point) {
  StartReport report{.iterations = point.iterations,
                     .used_homotopy = point.used_homotopy,
                     .largest_residual = point.largest_residual,
                     .moved = {},
                     .defaulted = {}};
  for (const Column column : point.moved) {
    const DerivativeArray::Unknown& entry = array.unknowns()[column.index()];
    report.moved.push_back({mode.unknowns[entry.unknown].variable, entry.order,
                            values[column.index()].value, point.x[column.index()]});
  }
  for (const Column column : point.defaulted) {
    const DerivativeArray::Unknown& entry = array.unknowns()[column.index()];
    report.defaulted.push_back(
        {mode.unknowns[entry.unknown].variable, entry.order, point.x[column.index()]});
  }
  return report;
}

}  // namespace

Result<ConsistentStart, SimulationEnd> find_consistent_start(
    const ExecutableMode& mode, double time, const std::vector<UnknownStart>& starts,
    const KnownValues& known, Interruption* interruption) {
  DerivativeArray array(mode, time, known);
  std::vector<StartValue> values;
  for (const DerivativeArray::Unknown& entry : array.unknowns()) {
    values.push_back(start_value(mode, entry, starts[entry.unknown]));
  }
  // Derivatives become exact one order after the other.
  NearestPointOptions options;
  options.max_iterations += 2 * mode.largest_offset;
  options.interruption = interruption;
  const auto found = find_nearest_point(array, values, options);
  if (!found) return explain_failure(mode, array, time, found.error());
  ConsistentStart start;
  for (std::uint32_t unknown = 0; unknown < mode.unknowns.size(); ++unknown) {
    for (int k = 0; k <= own_offset(mode, unknown); ++k) {
      start.state.push_back(found.value().x[array.column(unknown, k).index()]);
    }
  }
  start.report = make_report(mode, array, values, found.value());
  return start;
}

Result<std::vector<double>, SimulationEnd> find_consistent_state(
    const ExecutableMode& mode, double time, std::span<const double> state,
    const std::vector<std::size_t>& fixed, const KnownValues& known, Interruption* interruption) {
  DerivativeArray array(mode, time, known);
  std::vector<StartValue> values(array.unknowns().size());
  std::vector<std::size_t> entries;  // of the array, in the order of the state
  for (std::uint32_t unknown = 0; unknown < mode.unknowns.size(); ++unknown) {
    for (int k = 0; k <= own_offset(mode, unknown); ++k) {
      const std::size_t entry = array.column(unknown, k).index();
      const double value = state[entries.size()];
      values[entry].value = value;
      values[entry].scale = std::max(std::fabs(value), 1.0);
      if (k < own_offset(mode, unknown)) values[entry].kind = StartKind::guessed;
      entries.push_back(entry);
    }
  }
  for (const std::size_t position : fixed) values[entries[position]].kind = StartKind::fixed;
  NearestPointOptions options;
  options.max_iterations += 2 * mode.largest_offset;
  options.interruption = interruption;
  const auto found = find_nearest_point(array, values, options);
  if (!found) return explain_failure(mode, array, time, found.error());
  std::vector<double> consistent;
  for (const std::size_t entry : entries) consistent.push_back(found.value().x[entry]);
  return consistent;
}

}  // namespace saltus
