#include "saltus/runtime/results/summary_sink.h"

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

// `first` and `second`: the extremes of a group so far, in the order in which they came.
void widen(double& first, double& second, double value) {
  if (std::isnan(value)) return;
  if (std::isnan(first)) {
    first = second = value;
    return;
  }
  const auto [low, high] = std::minmax(first, second);
  if (value >= low && value <= high) return;
  // The extreme on the other side stays; if it came last, it now comes first.
  first = value < low ? high : low;
  second = value;
}

}  // namespace

void SummarySink::begin(const std::vector<ResultColumn>& columns) {
  curves_ = Trajectory(columns);
  rows_per_group_ = 1;
  rows_in_group_ = row_count_ = 0;
  last_row_.clear();
}

void SummarySink::add_row(const ResultRow& row) {
  ++row_count_;
  last_time_ = row.time;
  last_row_.assign(row.values.begin(), row.values.end());
  if (most_rows_ > 0) add_to_group(row.time, row.values);
}

void SummarySink::add_to_group(double time, std::span<const double> values) {
  const bool is_new = rows_in_group_ == 0 || rows_in_group_ == rows_per_group_;
  if (is_new && curves_.row_count() >= most_rows_) {
    halve();
    return add_to_group(time, values);
  }
  if (is_new) {
    std::ranges::copy(values, curves_.add_row(time).begin());
    if (rows_per_group_ > 1) std::ranges::copy(values, curves_.add_row(time).begin());
    rows_in_group_ = 1;
    return;
  }
  ++rows_in_group_;
  const std::size_t last = curves_.row_count() - 1;
  curves_.set_time(last, time);
  const std::span<double> first = curves_.values_of(last - 1), second = curves_.values_of(last);
  for (std::size_t i = 0; i < values.size(); ++i) widen(first[i], second[i], values[i]);
}

// Four rows become two.
void SummarySink::halve() {
  const std::size_t groups = curves_.row_count() / 4;
  for (std::size_t group = 0; group < groups; ++group) {
    const std::size_t from = 4 * group, to = 2 * group;
    const double begin = curves_.time(from), end = curves_.time(from + 3);
    for (std::size_t i = 0; i < curves_.columns().size(); ++i) {
      double first = curves_.value(from, i), second = first;
      for (std::size_t row = from + 1; row < from + 4; ++row) {
        widen(first, second, curves_.value(row, i));
      }
      curves_.values_of(to)[i] = first;
      curves_.values_of(to + 1)[i] = second;
    }
    curves_.set_time(to, begin);
    curves_.set_time(to + 1, end);
  }
  curves_.keep_rows(2 * groups);
  rows_per_group_ = rows_per_group_ == 1 ? 4 : 2 * rows_per_group_;
  rows_in_group_ = 0;
}

Trajectory SummarySink::curves() const {
  Trajectory curves = curves_;
  if (rows_per_group_ > 1) std::ranges::copy(last_row_, curves.add_row(last_time_).begin());
  return curves;
}

}  // namespace saltus
