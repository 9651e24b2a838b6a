#include "saltus/runtime/results/trajectory.h"

#include <limits>

namespace saltus {

void Trajectory::add_column(TrajectoryColumn column) {
  const std::size_t before = columns_.size();
  columns_.push_back(std::move(column));
  std::vector<double> values;
  values.reserve(times_.size() * columns_.size());
  for (std::size_t row = 0; row < times_.size(); ++row) {
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(row * before);
    values.insert(values.end(), first, first + static_cast<std::ptrdiff_t>(before));
    values.push_back(std::numeric_limits<double>::quiet_NaN());
  }
  values_ = std::move(values);
}

void Trajectory::remove_hidden_columns() {
  const std::size_t before = columns_.size();
  std::vector<std::size_t> kept;
  for (std::size_t column = 0; column < before; ++column) {
    if (!columns_[column].is_hidden) kept.push_back(column);
  }
  if (kept.size() == before) return;
  std::size_t next = 0;
  for (std::size_t row = 0; row < times_.size(); ++row) {
    for (const std::size_t column : kept) values_[next++] = values_[row * before + column];
  }
  values_.resize(next);
  std::erase_if(columns_, [](const TrajectoryColumn& column) { return column.is_hidden; });
}

}  // namespace saltus
