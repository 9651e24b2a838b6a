#include "saltus/runtime/projection/project.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace saltus {
namespace {

using Values = std::vector<double>;
using Rows = std::vector<Values>;
using Kind = ProjectionFault::Kind;

Matrix matrix(const Rows& rows) {
  Matrix result(rows.size(), rows.empty() ? 0 : rows[0].size());
  for (std::size_t i = 0; i < result.rows; ++i) {
    for (std::size_t j = 0; j < result.columns; ++j) result(i, j) = rows[i][j];
  }
  return result;
}

LinearSystem system_of(const Rows& e, const Rows& a, const Rows& b = {}) {
  return {matrix(e), matrix(a), matrix(b)};
}

ProjectionResult projected(const LinearSystem& system, const Values& before,
                           const Rows& inputs = {}) {
  const auto result = project(system, before, inputs);
  EXPECT_TRUE(result.has_value());
  return result ? result.value() : ProjectionResult{};
}

ProjectionFault fault_of(const LinearSystem& system, const Values& before,
                         const Rows& inputs = {}) {
  const auto result = project(system, before, inputs);
  EXPECT_FALSE(result.has_value());
  return result ? ProjectionFault{Kind::overflow} : result.error();
}

void expect_near(const Values& computed, const Values& expected, double tolerance = 1e-13) {
  ASSERT_EQ(computed.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(computed[i], expected[i], tolerance * std::max(1.0, std::abs(expected[i])))
        << "component " << i;
  }
}

// x_1' = x_2, …, x_{n-1}' = x_n, x_1 = u: index n, all of it prescribed.
LinearSystem differentiators(std::size_t size) {
  LinearSystem system{Matrix(size, size), Matrix(size, size), Matrix(size, 1)};
  for (std::size_t i = 0; i + 1 < size; ++i) {
    system.e(i, i) = 1.0;
    system.a(i, i + 1) = -1.0;
  }
  system.a(size - 1, 0) = 1.0;
  system.b(size - 1, 0) = -1.0;
  return system;
}

TEST(Project, WhereEIsRegularNothingJumps) {
  const auto result = projected(system_of({{2, 1}, {0, 3}}, {{1, 0}, {5, 1}}), {4, -7});
  expect_near(result.after, {4, -7});
  expect_near(result.projector.entries, {1, 0, 0, 1});
  EXPECT_EQ(result.index, 0);
  EXPECT_EQ(result.finite, 2u);
}

TEST(Project, WithoutDerivativesEverythingIsPrescribed) {
  const auto result =
      projected(system_of({{0, 0}, {0, 0}}, {{2, 0}, {1, 1}}, {{-4}, {0}}), {9, 9}, {{1}});
  expect_near(result.after, {2, -2});
  EXPECT_EQ(result.index, 1);
  EXPECT_EQ(result.finite, 0u);
  EXPECT_TRUE(result.impulses[0].empty() && result.impulses[1].empty());
}

TEST(Project, OneVariable) {
  expect_near(projected(system_of({{1}}, {{0}}), {3}).after, {3});
  expect_near(projected(system_of({{0}}, {{4}}, {{-2}}), {3}, {{1}}).after, {0.5});
}

// der(w1) = -0.1 w1 + tau1, der(w2) = -0.2 w2 + 2 tau2, w1 = w2, tau1 + tau2 = 0
TEST(Project, EngagingTheClutchSharesMomentumAndHandsItOverInAnImpulse) {
  const LinearSystem clutch =
      system_of({{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},
                {{0.1, 0, -1, 0}, {0, 0.2, 0, -2}, {1, -1, 0, 0}, {0, 0, 1, 1}});
  const auto result = projected(clutch, {10, 2, 0, 0});
  const double speed = 22.0 / 3.0;
  // The torques balance the friction: 0.1 w - tau = 0.2 w + 2 tau, or tau = -w/30.
  expect_near(result.after, {speed, speed, -speed / 30, speed / 30});
  EXPECT_EQ(result.index, 2);
  EXPECT_EQ(result.finite, 1u);
  EXPECT_TRUE(result.impulses[0].empty() && result.impulses[1].empty());
  ASSERT_EQ(result.impulses[2].size(), 1u);
  ASSERT_EQ(result.impulses[3].size(), 1u);
  EXPECT_NEAR(result.impulses[2][0], -8.0 / 3.0, 1e-13);
  EXPECT_NEAR(result.impulses[3][0], 8.0 / 3.0, 1e-13);
}

// semantics of a jump: u steps, x_1 follows, x_2 = x_1' is an impulse of the height of the step,
// x_3 its derivative.
TEST(Project, ChainedDerivativesOfAStepAreImpulsesOfRisingOrder) {
  const auto result = projected(differentiators(4), {1, 0, 0, 0}, {{3}, {5}, {7}, {11}});
  expect_near(result.after, {3, 5, 7, 11});
  EXPECT_EQ(result.index, 4);
  EXPECT_EQ(result.finite, 0u);
  EXPECT_TRUE(result.impulses[0].empty());
  // x_2 = 2 delta, x_3 = x_2' = 5 delta + 2 delta', x_4 = 7 delta + 5 delta' + 2 delta''
  ASSERT_EQ(result.impulses[1].size(), 1u);
  ASSERT_EQ(result.impulses[2].size(), 2u);
  ASSERT_EQ(result.impulses[3].size(), 3u);
  expect_near(result.impulses[1], {2});
  expect_near(result.impulses[2], {5, 2});
  expect_near(result.impulses[3], {7, 5, 2});
}

TEST(Project, AnInductorSwitchedOffAtZeroCurrentHasNoImpulse) {
  // L der(i) = v, i = 0
  const LinearSystem open = system_of({{0.5, 0}, {0, 0}}, {{0, -1}, {1, 0}});
  EXPECT_TRUE(projected(open, {0, 3}).impulses[1].empty());
  const auto result = projected(open, {2, 3});
  ASSERT_EQ(result.impulses[1].size(), 1u);
  EXPECT_NEAR(result.impulses[1][0], -1.0, 1e-14);
}

TEST(Project, AChainOfIndexTwentyIsStillExact) {
  const std::size_t size = 20;
  Rows inputs;
  Values expected;
  for (std::size_t k = 0; k < size; ++k) {
    expected.push_back(static_cast<double>(k) - 3.5);
    inputs.push_back({expected.back()});
  }
  const auto result = projected(differentiators(size), Values(size, 1.0), inputs);
  EXPECT_EQ(result.index, 20);
  expect_near(result.after, expected);
}

TEST(Project, InputsBeyondTheIndexDoNotMatterAndMissingOnesAreZero) {
  const LinearSystem system = differentiators(2);
  expect_near(projected(system, {0, 0}, {{3}, {5}, {7}, {9}}).after, {3, 5});
  expect_near(projected(system, {0, 0}, {{3}}).after, {3, 0});
  expect_near(projected(system, {1, 1}).after, {0, 0});
}

// x1' + x2' + x1 = 0 twice, the second time with x2: each looks like an equation for a derivative,
// but their difference is the constraint x2 = 0.
TEST(Project, AHiddenCancellationIsSeen) {
  const auto result = projected(system_of({{1, 1}, {1, 1}}, {{1, 0}, {1, 1}}), {3, 2});
  EXPECT_EQ(result.index, 1);
  EXPECT_EQ(result.finite, 1u);
  expect_near(result.after, {5, 0});
}

TEST(Project, UnitsOfEquationsVariablesAndTimeDoNotMatter) {
  const LinearSystem clutch =
      system_of({{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},
                {{0.1, 0, -1, 0}, {0, 0.2, 0, -2}, {1, -1, 0, 0}, {0, 0, 1, 1}});
  const Values row = {1e-3, 1e4, 1e-6, 1e2}, unit = {1e5, 1e-4, 1e-6, 1e2};
  const double second = 1e-9;
  LinearSystem other = clutch;
  Values before = {10, 2, 0, 0};
  const auto expected = projected(clutch, before);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      other.e(i, j) *= row[i] * unit[j] * second;
      other.a(i, j) *= row[i] * unit[j];
    }
    before[i] /= unit[i];
  }
  const auto result = projected(other, before);
  EXPECT_EQ(result.index, 2);
  EXPECT_TRUE(result.near_decisions.empty());
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(result.after[i] * unit[i], expected.after[i], 1e-13);
  }
  ASSERT_EQ(result.impulses[2].size(), 1u);
  EXPECT_NEAR(result.impulses[2][0] * unit[2] / second, -8.0 / 3.0, 1e-13);
}

TEST(Project, FastModesAreNotTakenForConstraints) {
  const auto result = projected(system_of({{1e-10, 0}, {0, 1}}, {{1, -1}, {0, 1}}), {7, 1});
  EXPECT_EQ(result.index, 0);
  expect_near(result.after, {7, 1});
}

TEST(Project, DecisionsThatASmallChangeWouldTurnRoundAreReported) {
  const auto result = projected(system_of({{1, 1}, {1, 1 + 1e-13}}, {{1, 0}, {1, 1}}), {3, 2});
  EXPECT_EQ(result.index, 0);
  ASSERT_EQ(result.near_decisions.size(), 1u);
  EXPECT_EQ(result.near_decisions[0].step, 1u);
  EXPECT_NEAR(result.near_decisions[0].smallest_kept, 0.5e-13, 1e-14);
  EXPECT_EQ(result.near_decisions[0].largest_dropped, 0.0);
}

TEST(Project, RoundingErrorsInTheMatricesAreNotTakenForDynamics) {
  const double rounded = std::cos(std::acos(-1.0) / 2.0);  // 6e-17
  const auto result = projected(system_of({{1, 0}, {0, rounded}}, {{0, 1}, {1, 0}}), {3, 2});
  EXPECT_EQ(result.index, 2);
  EXPECT_TRUE(result.near_decisions.empty());
  expect_near(result.after, {0, 0});
}

TEST(Project, RoundingBoundsWhatIsLeftInPlaceOfAZero) {
  const auto result = projected(
      system_of({{1, 1, 0}, {0, 0, 0}, {0, 0, 0}}, {{1, 0, 0}, {0.3, 0.7, 0.1}, {0.1, 0.2, 0.9}}),
      {3, 2, 1});
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GT(result.rounding[i], 0.0);
    EXPECT_LT(result.rounding[i], 1e-12);
  }
}

TEST(Project, AnEmptyEquationOrVariableIsNamed) {
  const auto fault = fault_of(
      system_of({{1, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0, 0, 1}, {0, 0, 0}, {1, 0, 1}}), {0, 0, 0});
  EXPECT_EQ(fault.kind, Kind::singular_pencil);
  EXPECT_EQ(fault.equations, (std::vector<std::size_t>{1}));
  EXPECT_EQ(fault.variables, (std::vector<std::size_t>{1}));
}

// The second and the third equation differ by a factor; x_2 and x_3 occur in one combination only.
TEST(Project, DependentEquationsAreNamed) {
  const auto fault = fault_of(
      system_of({{1, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{1, 0, 0}, {0, 1, 2}, {0, 3, 6}}), {0, 0, 0});
  EXPECT_EQ(fault.kind, Kind::singular_pencil);
  EXPECT_EQ(fault.equations, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(fault.variables, (std::vector<std::size_t>{1, 2}));
}

// x' = y, y' = 0, x = 0: the second derivative of the third follows from the others. w' = z leaves
// w and z open.
TEST(Project, EquationsThatDependThroughDerivativesAreNamed) {
  const auto fault = fault_of(system_of({{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0}, {0, 0, 1, 0}},
                                        {{0, -1, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, -1}}),
                              {0, 0, 0, 0});
  EXPECT_EQ(fault.kind, Kind::singular_pencil);
  EXPECT_EQ(fault.equations, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(fault.variables, (std::vector<std::size_t>{2, 3}));
}

TEST(Project, EquationsAreNamedEvenIfAVariableDoesNotOccur) {
  const auto fault = fault_of(
      system_of({{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}, {{0, -1, 0}, {0, 0, 0}, {1, 0, 0}}), {0, 0, 0});
  EXPECT_EQ(fault.equations, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(fault.variables, (std::vector<std::size_t>{2}));
}

TEST(Project, WrongSizesAreNamed) {
  const LinearSystem good = differentiators(2);
  LinearSystem bad = good;
  bad.a = Matrix(2, 3);
  EXPECT_EQ(fault_of(bad, {0, 0}).where, "A");
  bad = good;
  bad.b = Matrix(3, 1);
  EXPECT_EQ(fault_of(bad, {0, 0}).where, "B");
  bad = good;
  bad.e = Matrix(2, 1);
  EXPECT_EQ(fault_of(bad, {0, 0}).where, "E");
  EXPECT_EQ(fault_of(LinearSystem{}, {}).where, "E");
  EXPECT_EQ(fault_of(good, {0, 0, 0}).where, "x");
  EXPECT_EQ(fault_of(good, {0, 0}, {{1, 2}}).where, "u");
  EXPECT_EQ(fault_of(good, {0, 0}, {{1}, {}}).kind, Kind::wrong_size);
}

TEST(Project, ValuesThatAreNotFiniteAreNamed) {
  const double infinite = std::numeric_limits<double>::infinity();
  LinearSystem bad = differentiators(2);
  bad.e(0, 1) = std::nan("");
  EXPECT_EQ(fault_of(bad, {0, 0}).kind, Kind::not_finite);
  EXPECT_EQ(fault_of(bad, {0, 0}).where, "E");
  EXPECT_EQ(fault_of(differentiators(2), {0, infinite}).where, "x");
  EXPECT_EQ(fault_of(differentiators(2), {0, 0}, {{infinite}}).where, "u");
}

TEST(Project, AResultTooLargeForADoubleIsAFault) {
  // 1e-300 x = 1e300
  EXPECT_EQ(fault_of(system_of({{0}}, {{1e-300}}, {{-1}}), {0}, {{1e300}}).kind, Kind::overflow);
}

}  // namespace
}  // namespace saltus
