// Whether a matrix is singular has nothing to do with the units of its rows and columns.
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>
#include <random>
#include <vector>

#include "saltus/runtime/numeric/constrained_step.h"
#include "saltus/runtime/numeric/dense_lu.h"
#include "saltus/runtime/numeric/nearest_move.h"
#include "saltus/runtime/numeric/row_reduction.h"
#include "saltus/runtime/numeric/sparse_lu.h"

namespace saltus {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kCases = 400;

// Small integers at random places: exact arithmetic in what follows, unless said otherwise.
MatrixXd random_sparse(Index rows, Index columns, std::mt19937& random) {
  std::uniform_int_distribution<int> entry(-3, 3);
  std::bernoulli_distribution is_there(std::min(1.0, 3.0 / static_cast<double>(columns)));
  MatrixXd matrix = MatrixXd::Zero(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      if (is_there(random)) matrix(i, j) = entry(random);
    }
  }
  return matrix;
}

VectorXd random_powers_of_two(Index size, std::mt19937& random) {
  std::uniform_int_distribution<int> exponent(-30, 30);
  VectorXd scales(size);
  for (Index i = 0; i < size; ++i) scales[i] = std::ldexp(1.0, exponent(random));
  return scales;
}

// Of integers: the determinant by the formula of Bareiss, exact in long double while it is small.
Index exact_rank(const MatrixXd& matrix) {
  Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic> m = matrix.cast<long double>();
  long double last = 1.0L;
  Index rank = 0;
  for (Index column = 0; column < m.cols() && rank < m.rows(); ++column) {
    Index pivot = rank;
    while (pivot < m.rows() && m(pivot, column) == 0.0L) ++pivot;
    if (pivot == m.rows()) continue;
    m.row(pivot).swap(m.row(rank));
    for (Index i = rank + 1; i < m.rows(); ++i) {
      for (Index j = column + 1; j < m.cols(); ++j) {
        m(i, j) = (m(rank, column) * m(i, j) - m(i, column) * m(rank, j)) / last;
      }
      m(i, column) = 0.0L;
    }
    last = m(rank, column);
    ++rank;
  }
  return rank;
}

bool is_regular_dense(const MatrixXd& matrix) {
  DenseLu lu(static_cast<std::size_t>(matrix.rows()));
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      lu.matrix()[static_cast<std::size_t>(i * matrix.cols() + j)] = matrix(i, j);
    }
  }
  return lu.factor();
}

BipartiteGraph pattern_of(const MatrixXd& matrix) {
  std::vector<BipartiteGraph::Edge> edges;
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      if (matrix(i, j) != 0.0) {
        edges.push_back(
            {Row(static_cast<std::uint32_t>(i)), Column(static_cast<std::uint32_t>(j))});
      }
    }
  }
  return BipartiteGraph(static_cast<std::size_t>(matrix.rows()),
                        static_cast<std::size_t>(matrix.cols()), edges);
}

std::vector<double> entries_of(const MatrixXd& matrix) {
  std::vector<double> entries;
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      if (matrix(i, j) != 0.0) entries.push_back(matrix(i, j));
    }
  }
  return entries;
}

bool is_regular_sparse(const MatrixXd& matrix) {
  SparseLu lu(pattern_of(matrix));
  const std::vector<double> entries = entries_of(matrix);
  std::copy(entries.begin(), entries.end(), lu.entries().begin());
  return lu.factor();
}

TEST(Units, DoNotDecideWhetherAMatrixIsSingular) {
  std::mt19937 random(1);
  int regular = 0;
  for (int n = 0; n < kCases; ++n) {
    SCOPED_TRACE(n);
    const Index size = std::uniform_int_distribution<Index>(2, 9)(random);
    const MatrixXd matrix = random_sparse(size, size, random);
    const bool expected = exact_rank(matrix) == size;
    regular += expected ? 1 : 0;
    const MatrixXd scaled = random_powers_of_two(size, random).asDiagonal() * matrix *
                            random_powers_of_two(size, random).asDiagonal();
    EXPECT_EQ(is_regular_dense(matrix), expected);
    EXPECT_EQ(is_regular_dense(scaled), expected);
    EXPECT_EQ(is_regular_sparse(matrix), expected);
    EXPECT_EQ(is_regular_sparse(scaled), expected);
  }
  EXPECT_GT(regular, kCases / 10);
  EXPECT_LT(regular, kCases - kCases / 10);
}

TEST(Units, DoNotDecideTheRankOfARowReduction) {
  std::mt19937 random(2);
  for (int n = 0; n < kCases; ++n) {
    SCOPED_TRACE(n);
    const Index rows = std::uniform_int_distribution<Index>(1, 7)(random);
    const Index columns = std::uniform_int_distribution<Index>(1, 9)(random);
    const MatrixXd matrix = random_sparse(rows, columns, random);
    const MatrixXd scaled = random_powers_of_two(rows, random).asDiagonal() * matrix *
                            random_powers_of_two(columns, random).asDiagonal();
    EXPECT_EQ(RowReduction(matrix).rank(), exact_rank(matrix));
    EXPECT_EQ(RowReduction(scaled).rank(), exact_rank(matrix));
    EXPECT_EQ(RowReduction(scaled, 1e-11).rank(), exact_rank(matrix));
  }
}

// A move in other units is the same move if its weights have those units too.
TEST(Units, OfWeightsAndColumnsTogetherDoNotChangeTheNearestMove) {
  std::mt19937 random(3);
  int solved = 0;
  for (int n = 0; n < kCases; ++n) {
    SCOPED_TRACE(n);
    const Index rows = std::uniform_int_distribution<Index>(1, 5)(random);
    const Index columns = rows + std::uniform_int_distribution<Index>(0, 4)(random);
    const MatrixXd matrix = random_sparse(rows, columns, random);
    const VectorXd row_scale = random_powers_of_two(rows, random);
    const VectorXd column_scale = random_powers_of_two(columns, random);
    const VectorXd right = VectorXd::Random(rows);
    const auto solve = [](const MatrixXd& a, const VectorXd& weight, const VectorXd& b) {
      using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      const RowMajor entries = a;
      VectorXd move = VectorXd::Zero(a.cols());
      const bool is_solved =
          find_nearest_move({entries.data(), static_cast<std::size_t>(entries.size())},
                            {weight.data(), static_cast<std::size_t>(weight.size())},
                            {b.data(), static_cast<std::size_t>(b.size())},
                            {move.data(), static_cast<std::size_t>(move.size())});
      return std::pair(is_solved, move);
    };
    const auto [is_solved, move] = solve(matrix, VectorXd::Ones(columns), right);
    EXPECT_EQ(is_solved, exact_rank(matrix) == rows);
    const MatrixXd scaled = row_scale.asDiagonal() * matrix * column_scale.asDiagonal();
    const auto [is_solved_scaled, scaled_move] =
        solve(scaled, column_scale.cwiseInverse(), row_scale.cwiseProduct(right));
    EXPECT_EQ(is_solved_scaled, is_solved);
    // Weights of other units than those of the columns: another move, but it solves.
    const auto [is_solved_badly, bad_move] =
        solve(scaled, VectorXd::Ones(columns), row_scale.cwiseProduct(right));
    EXPECT_EQ(is_solved_badly, is_solved);
    if (!is_solved) continue;
    ++solved;
    EXPECT_LT((matrix * move - right).norm(), 1e-12);
    EXPECT_LT((column_scale.cwiseProduct(scaled_move) - move).norm(), 1e-12 * move.norm());
    const VectorXd left = matrix * column_scale.cwiseProduct(bad_move);
    EXPECT_LT((left - right).norm(), 1e-9 * (1.0 + move.norm()));
    // The shortest one: a combination of the rows.
    const VectorXd shortest = matrix.completeOrthogonalDecomposition().solve(right);
    EXPECT_LT((move - shortest).norm(), 1e-10 * (1.0 + shortest.norm()));
  }
  EXPECT_GT(solved, kCases / 4);
}

TEST(Units, OfRowsAndScaledColumnsDoNotDecideWhetherAStepCanBeTaken) {
  std::mt19937 random(4);
  for (int n = 0; n < kCases; ++n) {
    SCOPED_TRACE(n);
    const Index rows = std::uniform_int_distribution<Index>(1, 5)(random);
    const Index columns = rows + std::uniform_int_distribution<Index>(0, 4)(random);
    const MatrixXd matrix = random_sparse(rows, columns, random);
    const MatrixXd scaled = random_powers_of_two(rows, random).asDiagonal() * matrix *
                            random_powers_of_two(columns, random).asDiagonal();
    const std::vector<bool> guessed(static_cast<std::size_t>(columns), true);
    for (const MatrixXd* each : {&matrix, &scaled}) {
      const auto step = make_constrained_step(pattern_of(*each), guessed);
      EXPECT_EQ(step->factor(entries_of(*each), static_cast<std::size_t>(rows)),
                exact_rank(matrix) == rows);
    }
  }
}

}  // namespace
}  // namespace saltus
