// Large sparse systems: the work must follow the number of entries.
#include <gtest/gtest.h>

#include <cmath>

#include "saltus/runtime/numeric/nearest_point.h"

namespace saltus {
namespace {

// What the systems below share: a pattern, and evaluation by a virtual row.
class RowSystem : public NonlinearSystem {
 public:
  const BipartiteGraph& pattern() const override { return pattern_; }
  bool evaluate(std::span<const double> x, std::span<double> residual,
                std::span<double> jacobian) override {
    ++evaluation_count;
    for (const Row row : pattern_.rows()) {
      const auto columns = pattern_.columns_of(row);
      const std::uint32_t first = pattern_.first_edge(row);
      residual[row.index()] =
          evaluate_row(row, columns, x, jacobian.subspan(first, columns.size()));
    }
    return true;
  }
  int evaluation_count = 0;

 protected:
  virtual double evaluate_row(Row row, std::span<const Column> columns, std::span<const double> x,
                              std::span<double> derivatives) const = 0;
  BipartiteGraph pattern_;
};

// der_i = -x_i + sin(x_{i-1}), i < count: states 0 … count-1, then their derivatives.
class OdeChain final : public RowSystem {
 public:
  explicit OdeChain(std::uint32_t count) : count_(count) {
    std::vector<BipartiteGraph::Edge> edges;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i > 0) edges.push_back({Row(i), Column(i - 1)});
      edges.push_back({Row(i), Column(i)});
      edges.push_back({Row(i), Column(count + i)});
    }
    pattern_ = BipartiteGraph(count, 2 * count, edges);
  }

 private:
  double evaluate_row(Row row, std::span<const Column> columns, std::span<const double> x,
                      std::span<double> derivatives) const override {
    const std::uint32_t i = row.index();
    double value = x[count_ + i] + x[i];
    if (i > 0) {
      value -= std::sin(x[i - 1]);
      derivatives[0] = -std::cos(x[i - 1]);
    }
    derivatives[columns.size() - 2] = 1.0;
    derivatives[columns.size() - 1] = 1.0;
    return value;
  }
  std::uint32_t count_;
};

TEST(NearestPointLarge, AnOdeOfAHundredThousandStatesTakesAFewEvaluations) {
  constexpr std::uint32_t count = 100000;
  OdeChain system(count);
  std::vector<StartValue> start(2 * count);
  for (std::uint32_t i = 0; i < count; ++i) {
    start[i] = {.value = 0.1 * (i % 7), .kind = i % 2 ? StartKind::fixed : StartKind::guessed};
  }
  const auto result = find_nearest_point(system, start);
  ASSERT_TRUE(result.has_value());
  EXPECT_TRUE(result.value().moved.empty());
  EXPECT_LT(result.value().largest_residual, 1e-15);
  EXPECT_LE(system.evaluation_count, 4);
}

// Each row couples neighbours cyclically: one block of all rows, columns 0 … count-1.
// With `twins`, every unknown may also be moved by a guessed twin, column count + i.
class Ring final : public RowSystem {
 public:
  Ring(std::uint32_t count, bool twins) : count_(count) {
    std::vector<BipartiteGraph::Edge> edges;
    for (std::uint32_t i = 0; i < count; ++i) {
      edges.push_back({Row(i), Column(i)});
      edges.push_back({Row(i), Column((i + 1) % count)});
      edges.push_back({Row(i), Column((i + count - 1) % count)});
      if (twins) edges.push_back({Row(i), Column(count + i)});
    }
    pattern_ = BipartiteGraph(count, twins ? 2 * count : count, edges);
  }

 private:
  // 4 x_i + x_{i+1} - x_{i-1} + x_i^3 - twin_i = 5.
  double evaluate_row(Row row, std::span<const Column> columns, std::span<const double> x,
                      std::span<double> derivatives) const override {
    const std::uint32_t i = row.index();
    double value = -5.0;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const std::uint32_t j = columns[k].index();
      const double at = x[j];
      if (j == i) {
        value += 4.0 * at + at * at * at;
        derivatives[k] = 4.0 + 3.0 * at * at;
      } else if (j >= count_) {
        value -= at;
        derivatives[k] = -1.0;
      } else {
        const double sign = j == (i + 1) % count_ ? 1.0 : -1.0;
        value += sign * at;
        derivatives[k] = sign;
      }
    }
    return value;
  }
  std::uint32_t count_;
};

TEST(NearestPointLarge, ABlockOfTwentyThousandRowsIsSolvedBySparseFactors) {
  Ring system(20000, false);
  const auto result = find_nearest_point(system, std::vector<StartValue>(20000));
  ASSERT_TRUE(result.has_value());
  for (const double x : result.value().x) ASSERT_NEAR(x, 1.0, 1e-14);
}

TEST(NearestPointLarge, CompetingGuessesInALargeBlockAreBalanced) {
  constexpr std::uint32_t count = 2000;
  Ring system(count, true);
  std::vector<StartValue> start(2 * count, {.value = 0.5, .kind = StartKind::guessed});
  const auto result = find_nearest_point(system, start);
  ASSERT_TRUE(result.has_value());
  const std::vector<double>& x = result.value().x;
  // By symmetry all x are equal and all twins too; the multiplier is m = twin - 0.5,
  // and x - 0.5 + m (4 + 3 x^2) = 0 with twin = 4 x + x^3 - 5.
  for (std::uint32_t i = 0; i < count; ++i) {
    ASSERT_NEAR(x[count + i], 4.0 * x[i] + std::pow(x[i], 3) - 5.0, 1e-13);
    ASSERT_NEAR(x[i] - 0.5 + (x[count + i] - 0.5) * (4.0 + 3.0 * x[i] * x[i]), 0.0, 1e-8);
  }
}

// x_0 = 1, x_i = x_{i-1} for 0 < i < count, and x_{count-1} = `end`.
class ChainWithEnd final : public RowSystem {
 public:
  ChainWithEnd(std::uint32_t count, double end) : count_(count), end_(end) {
    std::vector<BipartiteGraph::Edge> edges;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i > 0) edges.push_back({Row(i), Column(i - 1)});
      edges.push_back({Row(i), Column(i)});
    }
    edges.push_back({Row(count), Column(count - 1)});
    pattern_ = BipartiteGraph(count + 1, count, edges);
  }

 private:
  double evaluate_row(Row row, std::span<const Column>, std::span<const double> x,
                      std::span<double> derivatives) const override {
    const std::uint32_t i = row.index();
    if (i == 0 || i == count_) {
      derivatives[0] = 1.0;
      return i == 0 ? x[0] - 1.0 : x[count_ - 1] - end_;
    }
    derivatives[0] = -1.0;
    derivatives[1] = 1.0;
    return x[i] - x[i - 1];
  }
  std::uint32_t count_;
  double end_;
};

TEST(NearestPointLarge, ALongRedundantChainIsAccepted) {
  ChainWithEnd system(5000, 1.0);
  const auto result = find_nearest_point(system, std::vector<StartValue>(5000));
  ASSERT_TRUE(result.has_value());
  EXPECT_NEAR(result.value().x.back(), 1.0, 1e-15);
}

TEST(NearestPointLarge, AConflictAtTheEndOfALongChainNamesTheChain) {
  constexpr std::uint32_t count = 5000;
  ChainWithEnd system(count, 2.0);
  const auto result = find_nearest_point(system, std::vector<StartValue>(count));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().fault, NearestPointFault::conflict);
  EXPECT_EQ(result.error().rows.size(), count + 1);
  EXPECT_NEAR(std::abs(result.error().residuals.front()), 1.0, 1e-12);
  EXPECT_NEAR(result.error().residuals.back(), 0.0, 1e-12);
}

// count pendulums at (1, 0), where the structure's choice of pins fails: the row
// x vx + y vy = 0 determines vx and not vy.
class Pendulums final : public RowSystem {
 public:
  explicit Pendulums(std::uint32_t count) {
    std::vector<BipartiteGraph::Edge> edges;
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::uint32_t k = 0; k < 4; ++k) {
        if (k < 2) edges.push_back({Row(2 * i), Column(4 * i + k)});
        edges.push_back({Row(2 * i + 1), Column(4 * i + k)});
      }
    }
    pattern_ = BipartiteGraph(2 * count, 4 * count, edges);
  }

 private:
  double evaluate_row(Row row, std::span<const Column> columns, std::span<const double> x,
                      std::span<double> derivatives) const override {
    const double* at = x.data() + columns[0].index();
    if (row.index() % 2 == 0) {
      derivatives[0] = 2.0 * at[0];
      derivatives[1] = 2.0 * at[1];
      return at[0] * at[0] + at[1] * at[1] - 1.0;
    }
    for (std::size_t k = 0; k < 4; ++k) derivatives[k] = at[(k + 2) % 4];
    return at[0] * at[2] + at[1] * at[3];
  }
};

TEST(NearestPointLarge, AThousandHorizontalPendulumsChooseTheirVelocities) {
  constexpr std::uint32_t count = 1000;
  Pendulums system(count);
  std::vector<StartValue> start;
  for (std::uint32_t i = 0; i < count; ++i) {
    start.push_back({.value = 1.1, .kind = StartKind::guessed});
    start.push_back({.value = 0.0, .kind = StartKind::guessed});
    start.push_back({.value = 0.5});
    start.push_back({.value = 2.0});
  }
  const auto result = find_nearest_point(system, start);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result.value().defaulted.size(), count);
  for (std::uint32_t i = 0; i < count; ++i) {
    ASSERT_NEAR(result.value().x[4 * i], 1.0, 1e-14);
    ASSERT_NEAR(result.value().x[4 * i + 2], 0.0, 1e-14);
    ASSERT_EQ(result.value().x[4 * i + 3], 2.0);
  }
}

}  // namespace
}  // namespace saltus
