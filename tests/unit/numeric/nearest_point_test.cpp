#include "saltus/runtime/numeric/nearest_point.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/unit/numeric/function_system.h"

namespace saltus {
namespace {

using Equations = std::vector<FunctionSystem::Equation>;
using Arguments = std::span<const Dual>;

std::vector<std::uint32_t> numbers(const std::vector<Column>& columns) {
  std::vector<std::uint32_t> result;
  for (const Column column : columns) result.push_back(column.index());
  return result;
}
std::vector<std::uint32_t> numbers(const std::vector<Row>& rows) {
  std::vector<std::uint32_t> result;
  for (const Row row : rows) result.push_back(row.index());
  return result;
}
using Numbers = std::vector<std::uint32_t>;

NearestPoint solved(FunctionSystem& system, const std::vector<StartValue>& start) {
  const auto result = find_nearest_point(system, start);
  if (!result) {
    ADD_FAILURE() << "fault " << static_cast<int>(result.error().fault);
    return {.x = result.error().x, .moved = {}, .defaulted = {}};
  }
  return result.value();
}

NearestPointFailure failed(FunctionSystem& system, const std::vector<StartValue>& start) {
  const auto result = find_nearest_point(system, start);
  if (result) {
    ADD_FAILURE() << "a point was found";
    return {.fault = {}, .rows = {}, .residuals = {}, .fixed = {}, .unknowns = {}, .x = {}};
  }
  return result.error();
}

FunctionSystem::Equation circle(std::uint32_t x, std::uint32_t y) {
  return {{x, y}, [](Arguments a) { return square(a[0]) + square(a[1]) - 1.0; }};
}

// x, y, vx, vy: position on the unit circle, velocity along it.
FunctionSystem pendulum() {
  return FunctionSystem(
      4, {circle(0, 1), {{0, 1, 2, 3}, [](Arguments a) { return a[0] * a[2] + a[1] * a[3]; }}});
}

TEST(NearestPoint, AConsistentStartStaysWhereItIs) {
  FunctionSystem system = pendulum();
  const NearestPoint point =
      solved(system, {guessed(0.6), guessed(-0.8), guessed(0.8), guessed(0.6)});
  EXPECT_EQ(point.x, (std::vector<double>{0.6, -0.8, 0.8, 0.6}));
  EXPECT_TRUE(point.moved.empty());
  EXPECT_TRUE(point.defaulted.empty());
}

TEST(NearestPoint, APointOffTheCircleMovesRadially) {
  for (const double radius : {0.05, 0.5, 0.9, 1.1, 5.0, 50.0}) {
    FunctionSystem system(2, {circle(0, 1)});
    const NearestPoint point = solved(system, {guessed(0.6 * radius), guessed(-0.8 * radius)});
    EXPECT_NEAR(point.x[0], 0.6, 1e-10) << radius;
    EXPECT_NEAR(point.x[1], -0.8, 1e-10) << radius;
    EXPECT_LT(point.largest_residual, 1e-14);
  }
}

TEST(NearestPoint, ASearchThatIsInterruptedFindsNothing) {
  FunctionSystem system(2, {circle(0, 1)});
  const std::vector<StartValue> start = {guessed(6.0), guessed(-8.0)};
  int asked = 0;
  Interruption interruption([&] { return ++asked > 0; });
  const auto found = find_nearest_point(system, start, {.interruption = &interruption});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().fault, NearestPointFault::not_converged);
  EXPECT_EQ(asked, 1);
}

TEST(NearestPoint, TheFartherMoveInScalesIsNamedFirst) {
  FunctionSystem system(2, {circle(0, 1)});
  const NearestPoint point = solved(system, {guessed(1.2), guessed(-1.6)});
  EXPECT_EQ(numbers(point.moved), (Numbers{1, 0}));
}

TEST(NearestPoint, AFixedValueIsHeldExactlyAndTheOtherFollows) {
  FunctionSystem system(2, {circle(0, 1)});
  const NearestPoint point = solved(system, {fixed(0.6), guessed(-3.0)});
  EXPECT_EQ(point.x[0], 0.6);
  EXPECT_NEAR(point.x[1], -0.8, 1e-15);
}

TEST(NearestPoint, AScaleSaysHowMuchAMoveCounts) {
  // x + y = 3 from (0, 0): the move is shared in proportion to scale^2.
  FunctionSystem system(2, {{{0, 1}, [](Arguments a) { return a[0] + a[1] - 3.0; }}});
  const NearestPoint point = solved(system, {guessed(0.0, 1.0), guessed(0.0, 2.0)});
  EXPECT_NEAR(point.x[0], 3.0 / 5.0, 1e-14);
  EXPECT_NEAR(point.x[1], 12.0 / 5.0, 1e-14);
}

TEST(NearestPoint, AStandardValueGivesWayToAGuessedOne) {
  FunctionSystem system(2, {{{0, 1}, [](Arguments a) { return a[0] + a[1] - 3.0; }}});
  const NearestPoint point = solved(system, {standard(0.0, 5), guessed(1.0)});
  EXPECT_NEAR(point.x[0], 2.0, 1e-15);
  EXPECT_EQ(point.x[1], 1.0);
  EXPECT_TRUE(point.defaulted.empty());
}

TEST(NearestPoint, WhatNothingDeterminesIsPinnedByPreferenceThenOrder) {
  FunctionSystem system(
      4, {{{0, 1, 2, 3}, [](Arguments a) { return a[0] + a[1] + a[2] + a[3] - 10.0; }}});
  const NearestPoint point =
      solved(system, {standard(1.0, 0), standard(2.0, 0), standard(3.0, 7), standard(4.5, 2)});
  EXPECT_EQ(numbers(point.defaulted), (Numbers{2, 3, 0}));
  EXPECT_NEAR(point.x[1], 1.5, 1e-15);
}

TEST(NearestPoint, AnUnknownInNoRowKeepsItsStart) {
  FunctionSystem system(3, {{{0}, [](Arguments a) { return a[0] - 2.0; }}});
  const NearestPoint point = solved(system, {standard(0.0), standard(7.0), guessed(8.0)});
  EXPECT_EQ(point.x, (std::vector<double>{2.0, 7.0, 8.0}));
  EXPECT_EQ(numbers(point.defaulted), (Numbers{1}));
}

TEST(NearestPoint, AHorizontalPendulumIsNumericallyFine) {
  // At (1, 0) the velocity constraint does not contain vy: it determines vx.
  FunctionSystem system = pendulum();
  const NearestPoint point =
      solved(system, {guessed(1.0), guessed(0.0), standard(0.5), standard(2)});
  EXPECT_EQ(point.x, (std::vector<double>{1.0, 0.0, 0.0, 2.0}));
  EXPECT_EQ(numbers(point.defaulted), (Numbers{3}));
}

TEST(NearestPoint, AnAlmostHorizontalPendulumIsTreatedAsHorizontal) {
  FunctionSystem system = pendulum();
  const NearestPoint point =
      solved(system, {guessed(1.0), guessed(6.123e-17), standard(0.5), standard(2)});
  EXPECT_NEAR(point.x[2], 0.0, 1e-15);
  EXPECT_EQ(point.x[3], 2.0);
}

TEST(NearestPoint, AGuessedVelocityAcrossTheConstraintIsProjected) {
  FunctionSystem system = pendulum();
  const NearestPoint point = solved(system, {fixed(1.0), fixed(0.0), guessed(0.5), guessed(2)});
  EXPECT_NEAR(point.x[2], 0.0, 1e-15);
  EXPECT_EQ(point.x[3], 2.0);
  EXPECT_EQ(numbers(point.moved), (Numbers{2}));
}

TEST(NearestPoint, TheCentreOfTheCircleIsLeftInADirectionOfNoPreference) {
  FunctionSystem system(2, {circle(0, 1)});
  const NearestPoint point = solved(system, {guessed(0.0), guessed(0.0)});
  EXPECT_NEAR(point.x[0], std::sqrt(0.5), 1e-10);
  EXPECT_NEAR(point.x[1], std::sqrt(0.5), 1e-10);
}

TEST(NearestPoint, AStandardZeroIsNoObstacleForASquare) {
  FunctionSystem system(2, {circle(0, 1)});
  const NearestPoint point = solved(system, {standard(0.0), guessed(0.6)});
  EXPECT_NEAR(std::abs(point.x[0]), 0.8, 1e-15);
  EXPECT_EQ(point.x[1], 0.6);
}

TEST(NearestPoint, ADoubleRootIsAcceptedWhereItIsMet) {
  FunctionSystem system(1, {{{0}, [](Arguments a) { return square(a[0] - 2.0); }}});
  EXPECT_EQ(solved(system, {standard(2.0)}).x[0], 2.0);
}

TEST(NearestPoint, TheClosestOfTwoBranchesIsFoundFromNearby) {
  // The parabola y = x^2 from (0, 5): the nearest points are x^2 = 4.5.
  FunctionSystem system(2, {{{0, 1}, [](Arguments a) { return a[1] - square(a[0]); }}});
  const NearestPoint point = solved(system, {guessed(0.1), guessed(5.0)});
  const double x = point.x[0];
  // Stationary: (x - 0.1) + 2x (x^2 - 5) = 0.
  EXPECT_NEAR((x - 0.1) + 2 * x * (x * x - 5.0), 0.0, 1e-8);
  EXPECT_NEAR(x, 2.13, 0.02);
}

TEST(NearestPoint, FixedValuesThatContradictARowAreAConflict) {
  FunctionSystem system = pendulum();
  const NearestPointFailure failure =
      failed(system, {fixed(1.0), fixed(1.0), standard(0.0), standard(0.0)});
  EXPECT_EQ(failure.fault, NearestPointFault::conflict);
  EXPECT_EQ(numbers(failure.rows), (Numbers{0}));
  EXPECT_EQ(failure.residuals, (std::vector<double>{1.0}));
  EXPECT_EQ(numbers(failure.fixed), (Numbers{0, 1}));
}

TEST(NearestPoint, FixedValuesThatAgreeWithARowAreRedundant) {
  FunctionSystem system = pendulum();
  const NearestPoint point = solved(system, {fixed(0.6), fixed(0.8), fixed(-0.8), standard(0.0)});
  EXPECT_NEAR(point.x[3], 0.6, 1e-15);
}

// a = 1, b = a, b = 2, c = b with b and c unknown.
Equations chain_with_end(double end) {
  return {{{0}, [](Arguments a) { return a[0] - 1.0; }},
          {{0, 1}, [](Arguments a) { return a[1] - a[0]; }},
          {{1}, [end](Arguments a) { return a[0] - end; }},
          {{1, 2}, [](Arguments a) { return a[1] - a[0]; }}};
}

TEST(NearestPoint, RowsThatContradictEachOtherShareTheResidual) {
  FunctionSystem system(3, chain_with_end(2.0));
  const NearestPointFailure failure = failed(system, {standard(0), standard(0), standard(0)});
  EXPECT_EQ(failure.fault, NearestPointFault::conflict);
  Numbers rows = numbers(failure.rows);
  std::sort(rows.begin(), rows.end());
  EXPECT_EQ(rows, (Numbers{0, 1, 2}));
  EXPECT_EQ(numbers(failure.unknowns), (Numbers{0, 1}));
  for (const double residual : failure.residuals) EXPECT_NEAR(std::abs(residual), 1.0 / 3.0, 1e-12);
}

TEST(NearestPoint, RowsThatRepeatEachOtherAreAccepted) {
  FunctionSystem system(3, chain_with_end(1.0));
  const NearestPoint point = solved(system, {standard(0), standard(0), standard(0)});
  for (const double x : point.x) EXPECT_NEAR(x, 1.0, 1e-15);
}

// x + y = 1 twice: square by structure, of rank one by value.
Equations hidden_repetition(double second) {
  return {{{0, 1}, [](Arguments a) { return a[0] + a[1] - 1.0; }},
          {{0, 1}, [second](Arguments a) { return 2.0 * (a[0] + a[1] - second); }}};
}

TEST(NearestPoint, AHiddenRepetitionLeavesAFreedomToTheGuesses) {
  FunctionSystem system(2, hidden_repetition(1.0));
  const NearestPoint point = solved(system, {guessed(3.0), guessed(0.0)});
  EXPECT_NEAR(point.x[0], 2.0, 1e-12);
  EXPECT_NEAR(point.x[1], -1.0, 1e-12);
}

TEST(NearestPoint, AHiddenRepetitionAmongStandardValuesPinsOne) {
  FunctionSystem system(2, hidden_repetition(1.0));
  const NearestPoint point = solved(system, {standard(0.25, 1), standard(0.0)});
  EXPECT_EQ(numbers(point.defaulted), (Numbers{0}));
  EXPECT_EQ(point.x[0], 0.25);
  EXPECT_NEAR(point.x[1], 0.75, 1e-14);
}

TEST(NearestPoint, AHiddenContradictionIsAConflict) {
  FunctionSystem system(2, hidden_repetition(2.0));
  const NearestPointFailure failure = failed(system, {guessed(3.0), guessed(0.0)});
  EXPECT_EQ(failure.fault, NearestPointFault::conflict);
  EXPECT_EQ(failure.rows.size(), 2u);
}

TEST(NearestPoint, ARowOutOfItsDomainWaitsForTheRowsBeforeIt) {
  // z = log(y) has no value at the start y = 0, but y = exp(x) has one.
  FunctionSystem system(3, {{{1, 2}, [](Arguments a) { return a[1] - log(a[0]); }},
                            {{0, 1}, [](Arguments a) { return a[1] - exp(a[0]); }}});
  const NearestPoint point = solved(system, {fixed(3.0), standard(0.0), standard(0.0)});
  EXPECT_NEAR(point.x[2], 3.0, 1e-14);
}

TEST(NearestPoint, ASeedOutOfTheDomainIsMovedInto) {
  FunctionSystem system(1, {{{0}, [](Arguments a) { return log(a[0]) - 1.0; }}});
  EXPECT_NEAR(solved(system, {standard(0.0)}).x[0], std::exp(1.0), 1e-14);
  EXPECT_NEAR(solved(system, {standard(-5.0)}).x[0], std::exp(1.0), 1e-14);
}

TEST(NearestPoint, ANewtonStepOutOfTheDomainIsShortened) {
  FunctionSystem system(1, {{{0}, [](Arguments a) { return log(a[0]) + 5.0; }}});
  EXPECT_NEAR(solved(system, {standard(100.0)}).x[0], std::exp(-5.0), 1e-16);
}

TEST(NearestPoint, AFixedValueOutOfTheDomainIsNotFinite) {
  FunctionSystem system(3, {{{0, 1}, [](Arguments a) { return a[1] - log(a[0]); }},
                            {{2}, [](Arguments a) { return a[0] - 1.0; }}});
  const NearestPointFailure failure = failed(system, {fixed(-1.0), standard(0.0), standard(0.0)});
  EXPECT_EQ(failure.fault, NearestPointFault::not_finite);
  EXPECT_EQ(numbers(failure.rows), (Numbers{0}));
  EXPECT_EQ(numbers(failure.fixed), (Numbers{0}));
}

TEST(NearestPoint, AHomotopyTurnsBackAtALocalMinimumOfTheResidual) {
  // x^3 - 3x + 3 has a local minimum at 1 between the start and its only root.
  FunctionSystem system(1,
                        {{{0}, [](Arguments a) { return a[0] * a[0] * a[0] - 3.0 * a[0] + 3.0; }}});
  const NearestPoint point = solved(system, {standard(2.0)});
  EXPECT_TRUE(point.used_homotopy);
  EXPECT_NEAR(point.x[0], -2.1038034027355366, 1e-14);
}

TEST(NearestPoint, NewtonIsDampedWhereItWouldDiverge) {
  FunctionSystem system(1, {{{0}, [](Arguments a) { return atan(a[0]); }}});
  const NearestPoint point = solved(system, {standard(20.0)});
  EXPECT_NEAR(point.x[0], 0.0, 1e-14);
  EXPECT_FALSE(point.used_homotopy);
}

TEST(NearestPoint, AnEquationWithoutARootIsReportedWithItsResidual) {
  FunctionSystem system(2, {{{0}, [](Arguments a) { return square(a[0]) + 1.0; }},
                            {{1}, [](Arguments a) { return a[0] - 1.0; }}});
  const NearestPointFailure failure = failed(system, {standard(0.5), standard(0.0)});
  EXPECT_EQ(failure.fault, NearestPointFault::not_converged);
  EXPECT_EQ(numbers(failure.rows), (Numbers{0}));
  EXPECT_EQ(numbers(failure.unknowns), (Numbers{0}));
}

TEST(NearestPoint, ABorderWithASteepSlopeIsNoRoot) {
  // sqrt(x) + 1 has no root; at its border 0 the Newton step is 0, too.
  FunctionSystem system(1, {{{0}, [](Arguments a) { return sqrt(a[0]) + 1.0; }}});
  EXPECT_EQ(failed(system, {standard(1.3)}).fault, NearestPointFault::not_converged);
}

TEST(NearestPoint, ARunawayIsNoRoot) {
  // y exp(-y^2) stays below 1, and Newton flees to where exp(-y^2) vanishes.
  FunctionSystem system(2, {{{0, 1}, [](Arguments a) { return a[0] * a[1] - 1.0; }},
                            {{0, 1}, [](Arguments a) { return a[0] - exp(0.0 - square(a[1])); }}});
  const NearestPointFailure failure = failed(system, {standard(0.6), standard(1.9)});
  EXPECT_EQ(failure.fault, NearestPointFault::not_converged);
}

TEST(NearestPoint, AHardBlockIsSolvedBeforeWhatDependsOnIt) {
  // y = log(x) leaves its domain on every road to the root of the cubic that
  // passes 0; only when x + 3 is known, it can follow.
  FunctionSystem system(2,
                        {{{0}, [](Arguments a) { return a[0] * a[0] * a[0] - 3.0 * a[0] + 3.0; }},
                         {{0, 1}, [](Arguments a) { return a[1] - log(a[0] + 3.0); }}});
  const NearestPoint point = solved(system, {standard(2.0), standard(0.0)});
  EXPECT_TRUE(point.used_homotopy);
  EXPECT_NEAR(point.x[1], std::log(3.0 - 2.1038034027355366), 1e-14);
}

}  // namespace
}  // namespace saltus
