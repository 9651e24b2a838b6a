#include "saltus/runtime/reset/reset.h"

#include "tests/unit/reset/mode_under_test.h"

namespace saltus::testing {
namespace {

using Weights = std::vector<double>;

void expect_weights(const Weights& actual, const Weights& expected, double tolerance = 1e-12) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    EXPECT_NEAR(actual[i], expected[i], tolerance * std::fmax(1.0, std::fabs(expected[i])));
  }
}

const char* const kClutch = R"(
  der(w1) = a1*w1 + b1*tau1;
  der(w2) = a2*w2 + b2*tau2;
  w1 = w2;
  tau1 + tau2 = 0;)";

TEST(Reset, OfTheClutchIsTheWeightedMeanOfTheSpeeds) {
  ModeUnderTest engaged(
      "parameter Real a1 = -0.1, a2 = -0.2, b1 = 1, b2 = 2; Real w1, w2, tau1, tau2;", kClutch);
  engaged.fact("w1", {10}).fact("w2", {2}).limit("tau1", {0}).limit("tau2", {0});
  const ResetResult result = engaged.result();
  EXPECT_NEAR(engaged.value(result, "w1"), 22.0 / 3, 1e-14);
  EXPECT_NEAR(engaged.value(result, "w2"), 22.0 / 3, 1e-14);
  expect_weights(engaged.weights(result, "tau1"), {-8.0 / 3});
  expect_weights(engaged.weights(result, "tau2"), {8.0 / 3});
  EXPECT_EQ(result.method, ResetMethod::series);
  EXPECT_EQ(result.ticks, 1);
  EXPECT_EQ(result.deferred.size(), 1u);
  EXPECT_TRUE(result.path_dependent.empty());
}

const char* const kString = R"(
  der(x) = vx;
  der(y) = vy;
  der(vx) = -T*x;
  der(vy) = -T*y - 9.81;
  x^2 + y^2 = 1;)";

TEST(Reset, OfAStringThatGoesTautKeepsTheTangentialVelocity) {
  ModeUnderTest taut("Real x, y, vx, vy, T;", kString);
  taut.fact("x", {0.6}).fact("y", {-0.8}).fact("vx", {1}).fact("vy", {0.3});
  const ResetResult result = taut.result();
  EXPECT_NEAR(taut.value(result, "x"), 0.6, 1e-15);
  EXPECT_NEAR(taut.value(result, "y"), -0.8, 1e-15);
  EXPECT_NEAR(taut.value(result, "vx"), 0.784, 1e-14);
  EXPECT_NEAR(taut.value(result, "vy"), 0.588, 1e-14);
  expect_weights(taut.weights(result, "T"), {0.36});
  EXPECT_EQ(result.ticks, 2);
}

}  // namespace
}  // namespace saltus::testing
