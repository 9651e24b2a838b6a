#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "saltus/runtime/results/result_sink.h"

namespace saltus {

// The column with the value that a binary unknown has in the equations.
inline std::string equivalent_name(const std::string& binary) {
  return "equivalent(" + binary + ")";
}

// The table of results in memory: one row per output time, `time` apart, rows in the order
// of the run (time descends in a backward run).
class Trajectory {
 public:
  Trajectory() = default;
  explicit Trajectory(std::vector<ResultColumn> columns) : columns_(std::move(columns)) {}

  const std::vector<ResultColumn>& columns() const { return columns_; }
  std::size_t row_count() const { return times_.size(); }
  double time(std::size_t row) const { return times_[row]; }
  std::span<const double> times() const { return times_; }
  std::span<const double> row(std::size_t row) const {
    return std::span(values_).subspan(row * columns_.size(), columns_.size());
  }
  double value(std::size_t row, std::size_t column) const {
    return values_[row * columns_.size() + column];
  }
  // Adds a row and lends its values to be filled in.
  std::span<double> add_row(double time) {
    times_.push_back(time);
    values_.resize(values_.size() + columns_.size());
    return std::span(values_).last(columns_.size());
  }
  // Forgets rows from the end.
  void keep_rows(std::size_t count) {
    times_.resize(count);
    values_.resize(count * columns_.size());
  }
  // To change a row that is there.
  std::span<double> values_of(std::size_t row) {
    return std::span(values_).subspan(row * columns_.size(), columns_.size());
  }
  void set_time(std::size_t row, double time) { times_[row] = time; }

 private:
  std::vector<ResultColumn> columns_;
  std::vector<double> times_;
  std::vector<double> values_;  // row-major
};

// Keeps all rows in memory.
class TrajectorySink : public ResultSink {
 public:
  void begin(const std::vector<ResultColumn>& columns) override {
    trajectory_ = Trajectory(columns);
  }
  void add_row(const ResultRow& row) override {
    std::ranges::copy(row.values, trajectory_.add_row(row.time).begin());
  }
  const Trajectory& trajectory() const { return trajectory_; }
  Trajectory take() { return std::move(trajectory_); }

 private:
  Trajectory trajectory_;
};

// Hands a table of results to a sink, row by row.
void replay(const Trajectory& trajectory, ResultSink& sink);

}  // namespace saltus
