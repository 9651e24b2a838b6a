#include "saltus/runtime/results/main_variables.h"

#include <gtest/gtest.h>

#include <cmath>

namespace saltus {
namespace {

using Columns = std::vector<std::size_t>;
constexpr ColumnRole state{.is_state = true};
constexpr ColumnRole algebraic{};
constexpr ColumnRole hidden{.is_state = true, .is_public = false};

// Two rows in which every column moves.
Trajectory moving(std::size_t column_count) {
  Trajectory trajectory{std::vector<ResultColumn>(column_count)};
  for (double& value : trajectory.add_row(0.0)) value = 0.0;
  for (double& value : trajectory.add_row(1.0)) value = 1.0;
  return trajectory;
}

TEST(MainVariables, AreAllWhenTheyAreFew) {
  EXPECT_EQ(choose_main_variables(moving(3), std::vector{algebraic, state, algebraic}),
            (Columns{0, 1, 2}));
}

TEST(MainVariables, AreStatesFirstInTheOrderOfTheTrajectory) {
  EXPECT_EQ(choose_main_variables(moving(4), std::vector{algebraic, state, algebraic, state}, 3),
            (Columns{0, 1, 3}));
}

TEST(MainVariables, AreNotTheProtectedOnes) {
  EXPECT_EQ(choose_main_variables(moving(2), std::vector{hidden, algebraic}), (Columns{1}));
}

TEST(MainVariables, AreNotDerivatives) {
  Trajectory trajectory({{.name = "x"}, {.name = "der(x)", .kind = ColumnKind::derivative}});
  trajectory.add_row(0.0);
  EXPECT_EQ(choose_main_variables(trajectory, std::vector{state, state}), (Columns{0}));
}

TEST(MainVariables, PreferWhatMoves) {
  Trajectory trajectory{std::vector<ResultColumn>(2)};
  trajectory.add_row(0.0)[1] = 0.0;
  trajectory.add_row(1.0)[1] = 1.0;
  EXPECT_EQ(choose_main_variables(trajectory, std::vector{algebraic, algebraic}, 1), (Columns{1}));
}

TEST(MainVariables, SkipColumnsWithoutNumbers) {
  Trajectory trajectory{std::vector<ResultColumn>(1)};
  trajectory.add_row(0.0)[0] = std::nan("");
  EXPECT_EQ(choose_main_variables(trajectory, std::vector{state}), Columns{});
}

}  // namespace
}  // namespace saltus
