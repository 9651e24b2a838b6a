#pragma once

#include <cstddef>
#include <vector>

#include "saltus/runtime/results/trajectory.h"

namespace saltus {

// Keeps what a summary of a run shows, in memory that does not grow with the run: the number of
// rows, the last one, and curves fit to be plotted.
//
// Up to `most_rows` rows, a multiple of four, are kept as they are. When there are more, neighbours
// share two rows: in each column the smallest and the largest of their values, in the order in
// which they came. So extremes and jumps stay, however long the run is; the times of values move
// within their neighbours'. With `most_rows` 0 there are no curves.
class SummarySink : public ResultSink {
 public:
  static constexpr std::size_t usual_rows = 8192;
  explicit SummarySink(std::size_t most_rows = usual_rows) : most_rows_(most_rows) {}

  void begin(const std::vector<ResultColumn>& columns) override;
  void add_row(const ResultRow& row) override;

  std::size_t row_count() const { return row_count_; }
  const std::vector<ResultColumn>& columns() const { return curves_.columns(); }
  // Empty if there were no rows.
  const std::vector<double>& last_row() const { return last_row_; }
  double last_time() const { return last_time_; }
  // For a plot: columns are to be read one by one, its rows need not be rows of the results.
  Trajectory curves() const;

 private:
  void halve();
  void add_to_group(double time, std::span<const double> values);

  std::size_t most_rows_;
  Trajectory curves_;
  std::size_t rows_per_group_ = 1;  // of the results; more than one: two rows of curves_ per group
  std::size_t rows_in_group_ = 0;   // of the last one, which may not be complete
  std::size_t row_count_ = 0;
  std::vector<double> last_row_;
  double last_time_ = 0.0;
};

}  // namespace saltus
