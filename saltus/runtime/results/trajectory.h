#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace saltus {

struct TrajectoryColumn {
  std::string name;  // x, der(x), der(der(x)), equivalent(z)
  std::string unit;
  bool is_derivative = false;
  bool is_hidden = false;  // for checks of the run, not for its readers
};

// The column with the value that a binary unknown has in the equations.
inline std::string equivalent_name(const std::string& binary) {
  return "equivalent(" + binary + ")";
}

// The table of results: one row per output time, `time` apart, rows in the order
// of the run (time descends in a backward run).
class Trajectory {
 public:
  Trajectory() = default;
  explicit Trajectory(std::vector<TrajectoryColumn> columns) : columns_(std::move(columns)) {}

  const std::vector<TrajectoryColumn>& columns() const { return columns_; }
  std::size_t row_count() const { return times_.size(); }
  double time(std::size_t row) const { return times_[row]; }
  std::span<const double> times() const { return times_; }
  std::span<const double> row(std::size_t row) const {
    return std::span(values_).subspan(row * columns_.size(), columns_.size());
  }
  double value(std::size_t row, std::size_t column) const {
    return values_[row * columns_.size() + column];
  }
  // Adds a column at the right; the rows there are have no value in it.
  void add_column(TrajectoryColumn column);
  void remove_hidden_columns();
  // Adds a row and lends its values to be filled in.
  std::span<double> add_row(double time) {
    times_.push_back(time);
    values_.resize(values_.size() + columns_.size());
    return std::span(values_).last(columns_.size());
  }

 private:
  std::vector<TrajectoryColumn> columns_;
  std::vector<double> times_;
  std::vector<double> values_;  // row-major
};

}  // namespace saltus
