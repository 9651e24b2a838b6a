#include "saltus/runtime/numeric/constrained_step.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "saltus/runtime/numeric/equilibration.h"
#include "saltus/runtime/numeric/row_reduction.h"
#include "saltus/runtime/numeric/sparse_lu.h"

namespace saltus {
namespace {

constexpr std::size_t largest_dense_step = 300;  // unknowns
constexpr double rank_threshold = 1e-11;

// Factors that bring the largest entry of each row near 1. Zero rows keep 1.
std::vector<double> row_scales(const BipartiteGraph& pattern, std::span<const double> entries) {
  std::vector<double> scales;
  for (const Row row : pattern.rows()) {
    double largest = 0.0;
    for (std::size_t k = 0; k < pattern.columns_of(row).size(); ++k) {
      largest = std::max(largest, std::abs(entries[pattern.first_edge(row) + k]));
    }
    scales.push_back(largest > 0.0 ? reciprocal_power_of_two(largest) : 1.0);
  }
  return scales;
}

Eigen::Index index(std::size_t position) { return static_cast<Eigen::Index>(position); }

// With A+ the pseudo-inverse and N a basis of the null space of A:
// d = A+ b + N z, z the shortest minimiser of |(A+ b + N z + g)_guessed|.
class DenseConstrainedStep final : public ConstrainedStep {
 public:
  DenseConstrainedStep(const BipartiteGraph& pattern, const std::vector<bool>& guessed)
      : pattern_(pattern) {
    for (std::size_t j = 0; j < guessed.size(); ++j) {
      if (guessed[j]) guessed_.push_back(index(j));
    }
  }

  bool factor(std::span<const double> entries, std::size_t rank) override {
    const Eigen::MatrixXd matrix = scaled_matrix(entries);
    if (!matrix.allFinite()) return false;
    const RowReduction reduced(matrix, rank_threshold);
    if (reduced.rank() < index(rank)) return false;
    if (reduced.rank() == matrix.rows()) {
      use(reduced);
    } else {
      compromise(matrix);
    }
    if (null_space_.cols() == 0 || guessed_.empty()) return true;
    guessed_part_.setThreshold(rank_threshold);
    guessed_part_.compute(null_space_(guessed_, Eigen::all));
    return true;
  }

  void solve(std::span<const double> g, std::span<const double> b, std::span<double> d,
             std::span<double> multipliers) const override {
    const Eigen::Map<const Eigen::VectorXd> gradient(g.data(), index(g.size()));
    Eigen::Map<Eigen::VectorXd> step(d.data(), index(d.size()));
    Eigen::VectorXd right_side(index(b.size()));
    for (std::size_t i = 0; i < b.size(); ++i) right_side[index(i)] = b[i] * row_scale_[i];
    step = pseudo_inverse_ * right_side;
    if (null_space_.cols() > 0 && !guessed_.empty()) {
      const Eigen::VectorXd target = step(guessed_) + gradient(guessed_);
      step -= null_space_ * guessed_part_.solve(target);
    }
    Eigen::VectorXd pull = gradient;
    for (const Eigen::Index j : guessed_) pull[j] += step[j];
    const Eigen::VectorXd scaled_multipliers = -(pseudo_inverse_.transpose() * pull);
    for (std::size_t i = 0; i < b.size(); ++i) {
      multipliers[i] = scaled_multipliers[index(i)] * row_scale_[i];
    }
  }

 private:
  // x_D = T b - X x_I: the columns of [-X; 1] span the null space, and A+ b is [T b; 0] without
  // its part in there.
  void use(const RowReduction& reduced) {
    const Eigen::Index size = index(pattern_.column_count());
    const Eigen::Index nullity = size - reduced.rank();
    pseudo_inverse_ = Eigen::MatrixXd::Zero(size, reduced.solution.cols());
    pseudo_inverse_(reduced.dependent, Eigen::all) = reduced.solution;
    null_space_ = Eigen::MatrixXd::Zero(size, nullity);
    if (nullity == 0) return;
    null_space_(reduced.dependent, Eigen::all) = -reduced.coupling;
    null_space_(reduced.independent, Eigen::all) = Eigen::MatrixXd::Identity(nullity, nullity);
    const Eigen::HouseholderQR<Eigen::MatrixXd> factors(null_space_);
    null_space_ = factors.householderQ() * Eigen::MatrixXd::Identity(size, nullity);
    pseudo_inverse_ -= (null_space_ * (null_space_.transpose() * pseudo_inverse_)).eval();
  }

  // Rows that depend on each other and may contradict each other.
  void compromise(const Eigen::MatrixXd& matrix) {
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> orthogonal;
    orthogonal.setThreshold(rank_threshold);
    orthogonal.compute(matrix);
    pseudo_inverse_ = orthogonal.pseudoInverse();
    const Eigen::Index nullity = matrix.cols() - orthogonal.rank();
    // A P = Q [T 0; 0 0] Z, so that P Z^T [0; I] spans the null space.
    null_space_ =
        orthogonal.colsPermutation() * orthogonal.matrixZ().transpose().rightCols(nullity).eval();
  }

  Eigen::MatrixXd scaled_matrix(std::span<const double> entries) {
    row_scale_ = row_scales(pattern_, entries);
    Eigen::MatrixXd matrix =
        Eigen::MatrixXd::Zero(index(pattern_.row_count()), index(pattern_.column_count()));
    for (const Row row : pattern_.rows()) {
      const auto columns = pattern_.columns_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        matrix(row.index(), columns[k].index()) =
            entries[pattern_.first_edge(row) + k] * row_scale_[row.index()];
      }
    }
    return matrix;
  }

  BipartiteGraph pattern_;
  std::vector<Eigen::Index> guessed_;
  std::vector<double> row_scale_;
  Eigen::MatrixXd pseudo_inverse_, null_space_;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> guessed_part_;
};

// The optimality conditions W d + A^T m = -g, A d = b as one sparse square system,
// W = 1 for guessed unknowns and 0 for the others.
class SparseConstrainedStep final : public ConstrainedStep {
 public:
  SparseConstrainedStep(const BipartiteGraph& pattern, const std::vector<bool>& guessed)
      : pattern_(pattern), guessed_(guessed), optimality_(optimality_pattern(pattern, guessed)) {}

  bool factor(std::span<const double> entries, std::size_t) override {
    row_scale_ = row_scales(pattern_, entries);
    const auto columns = static_cast<std::uint32_t>(pattern_.column_count());
    std::vector<std::vector<double>> upper(columns);
    for (std::uint32_t j = 0; j < columns; ++j) {
      if (guessed_[j]) upper[j].push_back(1.0);
    }
    for_each_entry(
        entries, [&](Row, Column column, double entry) { upper[column.index()].push_back(entry); });
    auto target = optimality_.entries().begin();
    for (const auto& row : upper) target = std::copy(row.begin(), row.end(), target);
    for_each_entry(entries, [&](Row, Column, double entry) { *target++ = entry; });
    return optimality_.factor();
  }

  void solve(std::span<const double> g, std::span<const double> b, std::span<double> d,
             std::span<double> multipliers) const override {
    std::vector<double> both;
    for (const double gradient : g) both.push_back(-gradient);
    for (std::size_t i = 0; i < b.size(); ++i) both.push_back(b[i] * row_scale_[i]);
    optimality_.solve(both);
    std::copy_n(both.begin(), d.size(), d.begin());
    for (std::size_t i = 0; i < b.size(); ++i) {
      multipliers[i] = both[d.size() + i] * row_scale_[i];
    }
  }

 private:
  static BipartiteGraph optimality_pattern(const BipartiteGraph& pattern,
                                           const std::vector<bool>& guessed) {
    const auto columns = static_cast<std::uint32_t>(pattern.column_count());
    const std::size_t size = pattern.row_count() + columns;
    std::vector<BipartiteGraph::Edge> edges;
    for (std::uint32_t j = 0; j < columns; ++j) {
      if (guessed[j]) edges.push_back({Row(j), Column(j)});
    }
    for (const Row row : pattern.rows()) {
      for (const Column column : pattern.columns_of(row)) {
        edges.push_back({Row(column.index()), Column(columns + row.index())});
        edges.push_back({Row(columns + row.index()), column});
      }
    }
    return BipartiteGraph(size, size, edges);
  }

  template <class Use>
  void for_each_entry(std::span<const double> entries, const Use& use) const {
    for (const Row row : pattern_.rows()) {
      const auto columns = pattern_.columns_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        use(row, columns[k], entries[pattern_.first_edge(row) + k] * row_scale_[row.index()]);
      }
    }
  }

  BipartiteGraph pattern_;
  std::vector<bool> guessed_;
  SparseLu optimality_;
  std::vector<double> row_scale_;
};

}  // namespace

std::unique_ptr<ConstrainedStep> make_constrained_step(const BipartiteGraph& pattern,
                                                       const std::vector<bool>& guessed) {
  const bool sparse =
      pattern.column_count() > largest_dense_step && pattern.row_count() <= pattern.column_count();
  if (sparse) return std::make_unique<SparseConstrainedStep>(pattern, guessed);
  return std::make_unique<DenseConstrainedStep>(pattern, guessed);
}

}  // namespace saltus
