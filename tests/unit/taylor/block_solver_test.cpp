#include "saltus/runtime/taylor/block_solver.h"

#include <gtest/gtest.h>

#include <vector>

namespace saltus::testing {
namespace {

void set(BlockSolver& solver, const std::vector<std::vector<double>>& matrix) {
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    std::copy(matrix[row].begin(), matrix[row].end(), solver.entries_of(row).begin());
  }
}

// The Jacobian of the last successful factor() is the one that counts, whatever came between.
TEST(BlockSolver, FactorsAgainWhatHasChanged) {
  const BlockPattern full{.row_start = {0, 2, 4}, .columns = {0, 1, 0, 1}};
  BlockSolver solver(full);
  const auto expect_solution = [&](std::vector<double> right_side, double x, double y) {
    ASSERT_TRUE(solver.factor());
    solver.solve(right_side);
    EXPECT_DOUBLE_EQ(right_side[0], x);
    EXPECT_DOUBLE_EQ(right_side[1], y);
  };
  set(solver, {{2, 0}, {0, 4}});
  expect_solution({2, 4}, 1, 1);
  expect_solution({4, 4}, 2, 1);  // the same again
  set(solver, {{2, 0}, {0, 8}});
  expect_solution({2, 4}, 1, 0.5);
  set(solver, {{1, 1}, {1, 1}});
  EXPECT_FALSE(solver.factor());
  EXPECT_FALSE(solver.factor());
  set(solver, {{2, 0}, {0, 8}});
  expect_solution({2, 4}, 1, 0.5);
}

}  // namespace
}  // namespace saltus::testing
