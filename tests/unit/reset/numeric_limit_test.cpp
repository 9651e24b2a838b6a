#include <gtest/gtest.h>

#include "tests/unit/reset/mode_under_test.h"

namespace saltus::testing {
namespace {

// Both methods, value by value and weight by weight.
void expect_same(const ModeUnderTest& mode, double tolerance = 1e-10) {
  const ResetResult series = mode.result();
  const ResetResult limit = mode.numeric_limit();
  EXPECT_EQ(series.method, ResetMethod::series);
  EXPECT_EQ(limit.method, ResetMethod::numeric_limit);
  ASSERT_EQ(series.state.size(), limit.state.size());
  for (std::size_t i = 0; i < series.state.size(); ++i) {
    const double size = std::fmax(1.0, std::fabs(limit.state[i]));
    EXPECT_NEAR(series.state[i], limit.state[i], tolerance * size) << "entry " << i;
  }
  ASSERT_EQ(series.impulses.size(), limit.impulses.size());
  for (std::size_t i = 0; i < series.impulses.size(); ++i) {
    EXPECT_EQ(series.impulses[i].unknown, limit.impulses[i].unknown);
    ASSERT_EQ(series.impulses[i].weights.size(), limit.impulses[i].weights.size());
    for (std::size_t k = 0; k < series.impulses[i].weights.size(); ++k) {
      const double expected = limit.impulses[i].weights[k];
      EXPECT_NEAR(series.impulses[i].weights[k], expected,
                  tolerance * std::fmax(1.0, std::fabs(expected)))
          << "unknown " << series.impulses[i].unknown << ", weight " << k;
    }
  }
}

TEST(NumericLimit, AgreesWithTheSeriesForTheClutch) {
  ModeUnderTest engaged("Real w1, w2, tau1, tau2;", R"(
    der(w1) = -0.1*w1 + tau1; der(w2) = -0.2*w2 + 2*tau2; w1 = w2; tau1 + tau2 = 0;)");
  engaged.fact("w1", {10}).fact("w2", {2});
  expect_same(engaged);
}

TEST(NumericLimit, AgreesWithTheSeriesForTheString) {
  ModeUnderTest taut("Real x, y, vx, vy, T;", R"(
    der(x) = vx; der(y) = vy; der(vx) = -T*x; der(vy) = -T*y - 9.81; x^2 + y^2 = 1;)");
  taut.fact("x", {0.6}).fact("y", {-0.8}).fact("vx", {1}).fact("vy", {0.3});
  expect_same(taut);
}

TEST(NumericLimit, AgreesWithTheSeriesForJumpsOfPosition) {
  ModeUnderTest held("Real x, v, a, u;", "der(x) = v; der(v) = a; der(a) = u; x = sin(time);");
  held.fact("x", {2}).fact("v", {3}).fact("a", {5}).at(0.3);
  expect_same(held);
  ModeUnderTest taut("Real x, y, vx, vy, T;", R"(
    der(x) = vx; der(y) = vy; der(vx) = -T*x; der(vy) = -T*y - 9.81; x^2 + y^2 = 1;)");
  taut.fact("x", {0.9}).fact("y", {-0.8}).fact("vx", {1}).fact("vy", {0.3});
  expect_same(taut);
}

TEST(NumericLimit, AgreesWithTheSeriesWhereFunctionsAreExpanded) {
  ModeUnderTest mode("Real x, y, z, u, v, w;", R"(
    der(x) = cos(y)*u + exp(-x);
    der(y) = -sin(x)*u + atan(z)*v;
    der(z) = sqrt(2 + x^2)*v - log(3 + y^2);
    sinh(x/3) + tan(y/4) = 0.3;
    tanh(z) - x*y/(4 + z^2) = 0.2;
    w = asin(x/9) + acos(y/9) + atan2(y, z) + abs(x) + min(x, y) + max(z, 2);)");
  mode.fact("x", {1.0}).fact("y", {0.5}).fact("z", {0.4});
  expect_same(mode, 1e-9);
}

TEST(NumericLimit, TakesOverWhereAnImpulseHasNoSeries) {
  for (const char* equation :
       {"y = sin(tau1)", "y = exp(-tau1^2)", "y = tanh(3*tau1)", "y = atan(tau1)",
        "y = log(1 + tau1^2)", "y = sqrt(1 + abs(tau1))"}) {
    ModeUnderTest engaged("Real w1, w2, tau1, tau2, y;", std::string(R"(
      der(w1) = tau1; der(w2) = 2*tau2 - 1; w1 = w2; tau1 + tau2 = 0;)") +
                                                             equation + ";");
    engaged.fact("w1", {10}).fact("w2", {2});
    const ResetResult result = engaged.result();
    EXPECT_EQ(result.method, ResetMethod::numeric_limit) << equation;
    EXPECT_NEAR(engaged.value(result, "w1"), 22.0 / 3, 1e-12) << equation;
    const auto weights = engaged.weights(result, "tau1");
    ASSERT_EQ(weights.size(), 1u);
    EXPECT_NEAR(weights[0], -8.0 / 3, 1e-12);
    EXPECT_TRUE(engaged.weights(result, "y").empty()) << equation;
  }
}

TEST(NumericLimit, IsNotNeededForRootsOfEvenPowers) {
  ModeUnderTest engaged("Real w1, w2, tau1, tau2, y;", R"(
    der(w1) = tau1; der(w2) = 2*tau2; w1 = w2; tau1 + tau2 = 0; y = sqrt(1 + 9*tau1^2);)");
  engaged.fact("w1", {10}).fact("w2", {2});
  const ResetResult result = engaged.result();
  EXPECT_EQ(result.method, ResetMethod::series);
  const auto weights = engaged.weights(result, "y");
  ASSERT_EQ(weights.size(), 1u);
  EXPECT_NEAR(weights[0], 8, 1e-12);
}

// tau of order 1/3 hands over no momentum in infinitesimal time, its cube does.
TEST(NumericLimit, FindsOrdersThatAreNoIntegers) {
  ModeUnderTest mode("Real w, tau;", "der(w) = tau^3; w = 1 + 8*time;");
  mode.fact("w", {9}).limit("tau", {1});
  const ResetResult result = mode.result();
  EXPECT_EQ(result.method, ResetMethod::numeric_limit);
  EXPECT_NEAR(mode.value(result, "w"), 1, 1e-12);
  EXPECT_NEAR(mode.value(result, "tau"), 2, 1e-12);
  EXPECT_TRUE(mode.weights(result, "tau").empty());
}

}  // namespace
}  // namespace saltus::testing
