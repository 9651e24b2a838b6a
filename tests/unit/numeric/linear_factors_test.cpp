// The contract of DenseLu and SparseLu, run on both, and what only one of them has.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "saltus/runtime/numeric/dense_lu.h"
#include "saltus/runtime/numeric/sparse_lu.h"

namespace saltus {
namespace {

using Matrix = std::vector<std::vector<double>>;

BipartiteGraph pattern_of(const Matrix& matrix) {
  std::vector<BipartiteGraph::Edge> edges;
  for (std::uint32_t i = 0; i < matrix.size(); ++i) {
    for (std::uint32_t j = 0; j < matrix.size(); ++j) {
      if (matrix[i][j] != 0.0) edges.push_back({Row(i), Column(j)});
    }
  }
  return BipartiteGraph(matrix.size(), matrix.size(), edges);
}

struct DenseCase {
  static DenseLu make(const Matrix& matrix) { return DenseLu(matrix.size()); }
  static void fill(DenseLu& lu, const Matrix& matrix) {
    auto entry = lu.matrix().begin();
    for (const auto& row : matrix) entry = std::copy(row.begin(), row.end(), entry);
  }
};

struct SparseCase {
  static SparseLu make(const Matrix& matrix) { return SparseLu(pattern_of(matrix)); }
  static void fill(SparseLu& lu, const Matrix& matrix) {
    auto entry = lu.entries().begin();
    for (const auto& row : matrix) {
      entry =
          std::copy_if(row.begin(), row.end(), entry, [](double value) { return value != 0.0; });
    }
  }
};

template <class Case>
class LinearFactors : public testing::Test {
 public:
  static auto filled(const Matrix& matrix) {
    auto lu = Case::make(matrix);
    Case::fill(lu, matrix);
    return lu;
  }
  static bool is_regular(const Matrix& matrix) { return filled(matrix).factor(); }
};
using Implementations = testing::Types<DenseCase, SparseCase>;
TYPED_TEST_SUITE(LinearFactors, Implementations);

Matrix random_matrix(std::size_t size, std::mt19937& random) {
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  Matrix matrix(size, std::vector<double>(size));
  for (auto& row : matrix) std::generate(row.begin(), row.end(), [&] { return entry(random); });
  return matrix;
}

std::vector<double> product(const Matrix& matrix, const std::vector<double>& x) {
  std::vector<double> result(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) result[i] += matrix[i][j] * x[j];
  }
  return result;
}

// diag(rows) A diag(columns) with factors 10^-10 ... 10^10.
Matrix badly_scaled(Matrix matrix, std::mt19937& random) {
  std::uniform_real_distribution<double> exponent(-10.0, 10.0);
  for (auto& row : matrix) {
    const double factor = std::pow(10.0, exponent(random));
    for (double& entry : row) entry *= factor;
  }
  for (std::size_t j = 0; j < matrix.size(); ++j) {
    const double factor = std::pow(10.0, exponent(random));
    for (auto& row : matrix) row[j] *= factor;
  }
  return matrix;
}

TYPED_TEST(LinearFactors, SolvingReproducesAKnownSolution) {
  std::mt19937 random(1);
  for (const std::size_t size : {1u, 2u, 3u, 7u, 15u, 40u, 100u}) {
    const Matrix matrix = random_matrix(size, random);
    std::vector<double> x(size);
    for (std::size_t i = 0; i < size; ++i) x[i] = std::sin(1.0 + static_cast<double>(i));
    std::vector<double> b = product(matrix, x);
    auto lu = TestFixture::filled(matrix);
    ASSERT_TRUE(lu.factor());
    lu.solve(b);
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(b[i], x[i], 1e-10) << size;
  }
}

TYPED_TEST(LinearFactors, AZeroOnTheDiagonalIsExchanged) {
  auto lu = TestFixture::filled({{0, 2, 0}, {0, 0, 4}, {8, 0, 0}});
  ASSERT_TRUE(lu.factor());
  std::vector<double> b{2, 4, 8};
  lu.solve(b);
  EXPECT_EQ(b, (std::vector<double>{1, 1, 1}));
}

TYPED_TEST(LinearFactors, ARankDeficientMatrixIsSingular) {
  std::mt19937 random(2);
  for (const std::size_t size : {2u, 3u, 8u, 30u}) {
    Matrix matrix = random_matrix(size, random);
    for (std::size_t j = 0; j < size; ++j) {
      matrix[size - 1][j] = 0.0;
      for (std::size_t i = 0; i + 1 < size; ++i) {
        matrix[size - 1][j] += matrix[i][j] * (1.0 + static_cast<double>(i));
      }
    }
    EXPECT_FALSE(TestFixture::is_regular(matrix)) << size;
  }
}

TYPED_TEST(LinearFactors, TheVerdictDoesNotDependOnUnits) {
  std::mt19937 random(3);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const std::size_t size = 2 + static_cast<std::size_t>(repetition) % 9;
    Matrix matrix = random_matrix(size, random);
    EXPECT_TRUE(TestFixture::is_regular(badly_scaled(matrix, random)));
    for (std::size_t j = 0; j < size; ++j) matrix[0][j] = 3.0 * matrix[size - 1][j];
    EXPECT_FALSE(TestFixture::is_regular(badly_scaled(matrix, random)));
  }
}

TYPED_TEST(LinearFactors, ADiagonalOfAnyMagnitudesIsRegular) {
  EXPECT_TRUE(TestFixture::is_regular({{1e-200, 0, 0}, {0, 1.0, 0}, {0, 0, 1e200}}));
}

TYPED_TEST(LinearFactors, ASmallPivotWithoutCancellationIsRegular) {
  EXPECT_TRUE(TestFixture::is_regular({{1.0, 1e-18}, {1e-18, 1e-30}}));
  EXPECT_FALSE(TestFixture::is_regular({{1.0, 1.0}, {1.0, 1.0 + 1e-15}}));
}

TYPED_TEST(LinearFactors, ANonFiniteEntryIsReportedAsSingular) {
  EXPECT_FALSE(TestFixture::is_regular({{1.0, std::nan("")}, {1.0, 2.0}}));
  EXPECT_FALSE(TestFixture::is_regular({{1.0, HUGE_VAL}, {1.0, 2.0}}));
}

TYPED_TEST(LinearFactors, AnExplicitZeroRowIsSingular) {
  auto lu = TestFixture::filled({{1, 1}, {1, 2}});
  TypeParam::fill(lu, {{1, 1}, {1, 1}});
  EXPECT_FALSE(lu.factor());
}

TYPED_TEST(LinearFactors, FactoringAgainFollowsTheNewEntries) {
  // The pivots that suit the first matrix vanish in the second.
  auto lu = TestFixture::filled({{1.0, 1e-9}, {1e-9, 1.0}});
  ASSERT_TRUE(lu.factor());
  TypeParam::fill(lu, {{1e-18, 1.0}, {1.0, 1e-18}});
  ASSERT_TRUE(lu.factor());
  std::vector<double> b{3.0, 5.0};
  lu.solve(b);
  EXPECT_NEAR(b[0], 5.0, 1e-14);
  EXPECT_NEAR(b[1], 3.0, 1e-14);
}

TYPED_TEST(LinearFactors, ARegularMatrixCanFollowASingularOne) {
  auto lu = TestFixture::filled({{1.0, 2.0}, {2.0, 4.0}});
  EXPECT_FALSE(lu.factor());
  TypeParam::fill(lu, {{1.0, 2.0}, {2.0, 5.0}});
  ASSERT_TRUE(lu.factor());
  std::vector<double> b{3.0, 7.0};
  lu.solve(b);
  EXPECT_NEAR(b[0], 1.0, 1e-14);
  EXPECT_NEAR(b[1], 1.0, 1e-14);
}

TYPED_TEST(LinearFactors, TheConditionNumberIsEstimatedWithinAFactorOfTen) {
  auto lu = TestFixture::filled({{1.0, 1.0}, {1.0, 1.0 + 1e-6}});
  ASSERT_TRUE(lu.factor());
  EXPECT_GT(lu.reciprocal_condition_estimate(), 2.5e-8);
  EXPECT_LT(lu.reciprocal_condition_estimate(), 2.5e-6);
  auto diagonal = TestFixture::filled({{1e9, 0.0}, {0.0, 1e-9}});
  ASSERT_TRUE(diagonal.factor());
  EXPECT_GT(diagonal.reciprocal_condition_estimate(), 0.25);
}

TEST(DenseLu, FactoringKeepsTheMatrix) {
  DenseLu lu(2);
  const std::vector<double> entries{1, 2, 3, 4};
  std::copy(entries.begin(), entries.end(), lu.matrix().begin());
  ASSERT_TRUE(lu.factor());
  EXPECT_TRUE(std::equal(entries.begin(), entries.end(), lu.matrix().begin()));
}

TEST(NullVectors, NameTheUnknownsAndEquationsOfACancellation) {
  // Row 2 = row 0 + 2 row 1; the unknowns 0 and 2 only occur as x0 - 1000 x2.
  const std::vector<double> matrix{1, 5, -1000, 2, 1, -2000, 5, 7, -5000};
  const std::vector<double> unseen = null_vector(matrix, 3);
  EXPECT_NEAR(unseen[0], 1.0, 1e-12);
  EXPECT_NEAR(unseen[1], 0.0, 1e-12);
  EXPECT_NEAR(unseen[2], 1e-3, 1e-12);
  const std::vector<double> cancelling = left_null_vector(matrix, 3);
  EXPECT_NEAR(cancelling[0] / cancelling[2], -1.0, 1e-12);
  EXPECT_NEAR(cancelling[1] / cancelling[2], -2.0, 1e-12);
}

// A copy goes on as the original does, whatever pivots were chosen when.
TEST(SparseLu, ACopyIsTheSameBitForBit) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  Matrix matrix = random_matrix(30, random);
  SparseLu original = SparseCase::make(matrix);
  for (int round = 0; round < 40; ++round) {
    const SparseLu before(original);
    // Small changes keep the pivots, others need new ones.
    const double size = round % 5 == 4 ? 10.0 : 1e-3;
    for (auto& row : matrix) {
      for (double& value : row) value += size * entry(random) * (value != 0.0 ? 1.0 : 0.0);
    }
    SparseLu copy(before);
    for (SparseLu* lu : {&original, &copy}) {
      SparseCase::fill(*lu, matrix);
      ASSERT_TRUE(lu->factor());
    }
    std::vector<double> first(30, 1.0), second(30, 1.0), third(30, 1.0);
    original.solve(first);
    copy.solve(second);
    SparseLu(copy).solve(third);
    EXPECT_EQ(first, second) << round;
    EXPECT_EQ(first, third) << round;
  }
}

TEST(SparseLu, ALargeTridiagonalMatrixIsSolved) {
  constexpr std::uint32_t size = 100000;
  std::vector<BipartiteGraph::Edge> edges;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (i > 0) edges.push_back({Row(i), Column(i - 1)});
    edges.push_back({Row(i), Column(i)});
    if (i + 1 < size) edges.push_back({Row(i), Column(i + 1)});
  }
  const BipartiteGraph pattern(size, size, edges);
  SparseLu lu(pattern);
  for (const Row row : pattern.rows()) {
    const auto columns = pattern.columns_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      lu.entries()[pattern.first_edge(row) + k] = columns[k].index() == row.index() ? 4.0 : 1.0;
    }
  }
  ASSERT_TRUE(lu.factor());
  std::vector<double> b(size, 6.0);
  b.front() = b.back() = 5.0;
  lu.solve(b);
  for (const double x : b) ASSERT_NEAR(x, 1.0, 1e-13);
}

}  // namespace
}  // namespace saltus
