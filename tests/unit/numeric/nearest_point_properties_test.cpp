// Laws of find_nearest_point on random systems.
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "tests/unit/numeric/function_system.h"

namespace saltus {
namespace {

// Row i: a mixture of its columns, bent by sines and products, that vanishes at `truth`.
struct RandomSystem {
  struct Term {
    std::uint32_t column;
    double linear, bend;
  };
  std::vector<std::vector<Term>> rows;
  std::vector<double> truth;
  std::vector<double> row_factor;
  std::vector<StartValue> start;

  FunctionSystem system() const {
    std::vector<FunctionSystem::Equation> equations;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::vector<Term> terms = rows[i];
      std::sort(terms.begin(), terms.end(),
                [](const Term& a, const Term& b) { return a.column < b.column; });
      std::vector<std::uint32_t> columns;
      for (const Term& term : terms) columns.push_back(term.column);
      const auto value = [terms, factor = row_factor[i]](std::span<const Dual> x) {
        Dual sum = 0.0;
        for (std::size_t j = 0; j < terms.size(); ++j) {
          sum = sum + terms[j].linear * x[j] + terms[j].bend * sin(x[j]);
        }
        return factor * sum;
      };
      std::vector<Dual> solution;
      for (const std::uint32_t column : columns) solution.emplace_back(truth[column]);
      const double offset = value(solution).value;
      equations.push_back(
          {columns, [value, offset](std::span<const Dual> x) { return value(x) - offset; }});
    }
    return FunctionSystem(truth.size(), equations);
  }
};

RandomSystem random_system(std::size_t row_count, std::size_t column_count, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  std::uniform_int_distribution<std::uint32_t> any_column(
      0, static_cast<std::uint32_t>(column_count) - 1);
  RandomSystem result;
  result.row_factor.assign(row_count, 1.0);
  for (std::size_t j = 0; j < column_count; ++j) {
    result.truth.push_back(2.0 * uniform(random));
    const double near = result.truth[j] + 0.3 * uniform(random);
    const int kind = std::uniform_int_distribution<int>(0, 5)(random);
    if (kind == 0)
      result.start.push_back(standard(near, kind));
    else
      result.start.push_back(guessed(near, std::exp(uniform(random))));
  }
  for (std::size_t i = 0; i < row_count; ++i) {
    std::vector<RandomSystem::Term> terms;
    // Its own column keeps the system regular, the others make it sparse and coupled.
    std::vector<std::uint32_t> columns{static_cast<std::uint32_t>(i)};
    for (int k = 0; k < 3; ++k) columns.push_back(any_column(random));
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const std::uint32_t column : columns) {
      const double weight = column == i ? 3.0 : 1.0;
      terms.push_back({column, weight * (0.5 + std::abs(uniform(random))), 0.4 * uniform(random)});
    }
    result.rows.push_back(terms);
  }
  return result;
}

// |gradient of the distance, projected on the null space of the Jacobian|: dense,
// by orthogonal factors, sharing nothing with the search.
double projected_gradient(FunctionSystem& system, const std::vector<StartValue>& start,
                          const std::vector<double>& x) {
  const BipartiteGraph& pattern = system.pattern();
  std::vector<double> residual(pattern.row_count()), entries(pattern.edge_count());
  system.evaluate(x, residual, entries);
  std::vector<std::uint32_t> movable;
  for (std::uint32_t j = 0; j < x.size(); ++j) {
    if (start[j].kind != StartKind::fixed) movable.push_back(j);
  }
  const auto columns = static_cast<Eigen::Index>(movable.size());
  Eigen::MatrixXd jacobian =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(pattern.row_count()), columns);
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(columns);
  for (Eigen::Index j = 0; j < columns; ++j) {
    const std::uint32_t column = movable[static_cast<std::size_t>(j)];
    const StartValue& value = start[column];
    if (value.kind == StartKind::guessed) {
      gradient[j] = (x[column] - value.value) / (value.scale * value.scale);
    }
    for (const Row row : pattern.rows()) {
      const auto in_row = pattern.columns_of(row);
      for (std::size_t k = 0; k < in_row.size(); ++k) {
        if (in_row[k].index() == column) {
          jacobian(row.index(), j) = entries[pattern.first_edge(row) + k];
        }
      }
    }
  }
  // g - J^T (J^T)+ g.
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(jacobian.transpose());
  return (gradient - jacobian.transpose() * factors.solve(gradient)).norm();
}

double largest(const std::vector<double>& values) {
  double result = 0.0;
  for (const double value : values) result = std::max(result, std::abs(value));
  return result;
}

std::vector<double> residual_at(FunctionSystem& system, const std::vector<double>& x) {
  std::vector<double> residual(system.pattern().row_count());
  std::vector<double> entries(system.pattern().edge_count());
  system.evaluate(x, residual, entries);
  return residual;
}

RandomSystem random_system(std::mt19937& random) {
  const auto columns = std::uniform_int_distribution<std::size_t>(2, 30)(random);
  const auto rows = std::uniform_int_distribution<std::size_t>(1, columns)(random);
  return random_system(rows, columns, random);
}

// A fresh generator for each of `count` seeds.
template <class Law>
void for_all_seeds(const Law& law) {
  constexpr std::uint32_t count = 25;
  for (std::uint32_t seed = 1; seed <= count; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    law(random);
  }
}

TEST(RandomSystems, AreSolvedAtTheNearestPoint) {
  for_all_seeds([](std::mt19937& generator) {
    RandomSystem random = random_system(generator);
    FunctionSystem system = random.system();
    const auto result = find_nearest_point(system, random.start);
    ASSERT_TRUE(result.has_value());
    EXPECT_LT(largest(residual_at(system, result.value().x)), 1e-12);
    EXPECT_LT(result.value().largest_residual, 1e-13);
    EXPECT_LT(projected_gradient(system, random.start, result.value().x), 1e-8);
  });
}

TEST(RandomSystems, HoldFixedValuesExactly) {
  for_all_seeds([](std::mt19937& generator) {
    RandomSystem random = random_system(generator);
    std::vector<std::uint32_t> held;
    for (std::uint32_t j = static_cast<std::uint32_t>(random.rows.size()); j < random.truth.size();
         j += 2) {
      random.start[j] = fixed(random.truth[j] + 0.01);
      held.push_back(j);
    }
    FunctionSystem system = random.system();
    const auto result = find_nearest_point(system, random.start);
    ASSERT_TRUE(result.has_value());
    for (const std::uint32_t j : held) EXPECT_EQ(result.value().x[j], random.start[j].value);
    EXPECT_LT(largest(residual_at(system, result.value().x)), 1e-12);
    EXPECT_LT(projected_gradient(system, random.start, result.value().x), 1e-8);
  });
}

TEST(RandomSystems, DoNotDependOnTheOrderOrUnitsOfRowsAndColumns) {
  for_all_seeds([](std::mt19937& generator) {
    RandomSystem random = random_system(generator);
    // Standard values are pinned by order when they are free; that is not what is tested here.
    for (StartValue& start : random.start) start.kind = StartKind::guessed;
    RandomSystem shuffled = random;
    std::vector<std::uint32_t> new_place(random.truth.size());
    std::iota(new_place.begin(), new_place.end(), 0u);
    std::shuffle(new_place.begin(), new_place.end(), generator);
    for (std::size_t j = 0; j < new_place.size(); ++j) {
      shuffled.truth[new_place[j]] = random.truth[j];
      shuffled.start[new_place[j]] = random.start[j];
    }
    for (auto& row : shuffled.rows) {
      for (auto& term : row) term.column = new_place[term.column];
    }
    std::shuffle(shuffled.rows.begin(), shuffled.rows.end(), generator);
    for (double& factor : shuffled.row_factor) {
      factor = std::pow(10.0, std::uniform_real_distribution<double>(-8, 8)(generator));
    }
    FunctionSystem system = random.system();
    FunctionSystem other = shuffled.system();
    const auto result = find_nearest_point(system, random.start);
    const auto other_result = find_nearest_point(other, shuffled.start);
    ASSERT_TRUE(result.has_value());
    ASSERT_TRUE(other_result.has_value());
    for (std::size_t j = 0; j < new_place.size(); ++j) {
      EXPECT_NEAR(result.value().x[j], other_result.value().x[new_place[j]], 1e-9);
    }
  });
}

TEST(RandomSystems, WithARepeatedRowHaveTheSameSolution) {
  for_all_seeds([](std::mt19937& generator) {
    RandomSystem random = random_system(generator);
    for (StartValue& start : random.start) start.kind = StartKind::guessed;
    RandomSystem repeated = random;
    repeated.rows.push_back(random.rows.front());
    repeated.row_factor.push_back(-2.0);
    FunctionSystem system = random.system();
    FunctionSystem with_repetition = repeated.system();
    const auto result = find_nearest_point(system, random.start);
    const auto other_result = find_nearest_point(with_repetition, random.start);
    ASSERT_TRUE(result.has_value());
    ASSERT_TRUE(other_result.has_value());
    for (std::size_t j = 0; j < random.truth.size(); ++j) {
      EXPECT_NEAR(result.value().x[j], other_result.value().x[j], 1e-8);
    }
  });
}

}  // namespace
}  // namespace saltus
