#include "saltus/runtime/numeric/independent_columns.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <optional>

namespace saltus {
namespace {

// A class is given up when what it has left is this small, as long as a later
// class may have something better; in the end anything above rounding will do.
constexpr double clearly_independent = 1e-6;
constexpr double barely_independent = 1e-11;

Eigen::Index index(std::size_t position) { return static_cast<Eigen::Index>(position); }

class ColumnChoice {
 public:
  ColumnChoice(const StartProblem& problem, std::span<const Row> rows,
               std::span<const std::vector<Column>> classes) {
    for (std::size_t rank = 0; rank < classes.size(); ++rank) {
      for (const Column column : classes[rank]) {
        columns_.push_back(column);
        class_of_.push_back(rank);
      }
    }
    is_chosen_.assign(columns_.size(), false);
    fill_matrix(problem, rows);
  }

  std::vector<Column> run() {
    for (const double threshold : {clearly_independent, barely_independent}) {
      const std::size_t classes = class_of_.empty() ? 0 : class_of_.back() + 1;
      for (std::size_t rank = 0; rank < classes; ++rank) {
        while (const auto best = largest_of_class(rank, threshold)) choose(*best);
      }
    }
    return chosen_;
  }

 private:
  void fill_matrix(const StartProblem& problem, std::span<const Row> rows) {
    IdMap<Column, Eigen::Index> position(problem.pattern().column_count(), -1);
    for (std::size_t j = 0; j < columns_.size(); ++j) position[columns_[j]] = index(j);
    remainder_ = Eigen::MatrixXd::Zero(index(rows.size()), index(columns_.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto in_row = problem.pattern().columns_of(rows[i]);
      for (std::size_t k = 0; k < in_row.size(); ++k) {
        if (position[in_row[k]] < 0) continue;
        remainder_(index(i), position[in_row[k]]) =
            problem.jacobian(rows[i], k) * problem.scale(in_row[k]);
      }
      const double largest =
          columns_.empty() ? 0.0 : remainder_.row(index(i)).cwiseAbs().maxCoeff();
      if (largest > 0.0) remainder_.row(index(i)) /= largest;
    }
  }

  std::optional<std::size_t> largest_of_class(std::size_t rank, double threshold) const {
    std::optional<std::size_t> best;
    double largest = threshold;
    if (index(chosen_.size()) >= remainder_.rows()) return std::nullopt;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      if (class_of_[j] != rank || is_chosen_[j]) continue;
      const double norm = remainder_.col(index(j)).norm();
      if (norm > largest) {
        largest = norm;
        best = j;
      }
    }
    return best;
  }

  // Gram and Schmidt, twice: once is not enough for nearly dependent columns.
  void choose(std::size_t position) {
    is_chosen_[position] = true;
    chosen_.push_back(columns_[position]);
    const Eigen::VectorXd direction = remainder_.col(index(position)).normalized();
    for (int repetition = 0; repetition < 2; ++repetition) {
      const Eigen::RowVectorXd along = direction.transpose() * remainder_;
      remainder_ -= direction * along;
    }
  }

  std::vector<Column> columns_;
  std::vector<std::size_t> class_of_;
  std::vector<bool> is_chosen_;
  Eigen::MatrixXd remainder_;  // what each column adds to the chosen ones, rows of size 1
  std::vector<Column> chosen_;
};

}  // namespace

std::vector<Column> independent_columns(const StartProblem& problem, std::span<const Row> rows,
                                        std::span<const std::vector<Column>> classes) {
  return ColumnChoice(problem, rows, classes).run();
}

}  // namespace saltus
