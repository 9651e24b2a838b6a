#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "tests/problems/event_log.h"

// Steps are judged by all of themselves, not by their ends.

namespace saltus::testing {
namespace {

constexpr double kPi = std::numbers::pi;

std::string model_of(const std::string& declarations, const std::string& equations) {
  return "model M\n  " + declarations + "\nequation\n  " + equations + "\nend M;\n";
}

// x = 4 t - t^2 exceeds 1 between 2 - sqrt(3) and 2 + sqrt(3); the ramps of tanh are symmetric up
// to the curvature of x.
TEST(WholeStep, AnExcursionThatIsFlatAtBothEndsIsSeen) {
  ModelFromText model(model_of(
      "Real x(start = 0, fixed = true), v(start = 4, fixed = true), y(start = 0, fixed = true);",
      "der(x) = v;\n  der(v) = -2;\n  der(y) = 0.5*(1 + tanh((x - 1)/0.05));"));
  // Integral over t by Simpson's rule with 2^20 points, where it has converged.
  constexpr int points = 1 << 20;
  double sum = 0.0;
  for (int i = 0; i <= points; ++i) {
    const double t = 4.0 * i / points, x = 4 * t - t * t;
    const double weight = i == 0 || i == points ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
    sum += weight * 0.5 * (1 + std::tanh((x - 1) / 0.05));
  }
  const double expected = sum * 4.0 / points / 3.0;
  for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    const Simulation run =
        model.run_to_end({.stop_time = 4.0, .tolerance = tolerance, .times = {4.0}});
    EXPECT_NEAR(last_value(run, "y"), expected, 30.0 * tolerance) << tolerance;
  }
}

// The integral of sin(pi t)^60 over a period is binomial(60, 30)/2^60.
TEST(WholeStep, AHighPowerIsSeenFromItsZeros) {
  ModelFromText model(
      model_of("Real y(start = 0, fixed = true);", "der(y) = sin(3.14159265358979324*time)^60;"));
  const double period = std::exp(std::lgamma(61) - 2 * std::lgamma(31) - 60 * std::log(2.0));
  for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const Simulation run =
        model.run_to_end({.stop_time = 10.0, .tolerance = tolerance, .times = {10.0}});
    EXPECT_NEAR(last_value(run, "y"), 10.0 * period, 1000.0 * tolerance) << tolerance;
  }
}

// A bump of width w in a step that would be 10 long; its integral is w sqrt(pi).
TEST(WholeStep, ANarrowBumpIsFoundWhereItsExponentIsLargest) {
  for (const double width : {0.1, 0.01, 0.001}) {
    for (const double place : {0.7, 5.0, 5.3, 8.1}) {
      ModelFromText model(model_of("parameter Real w = " + std::to_string(width) +
                                       ", p = " + std::to_string(place) +
                                       ";\n  Real y(start = 0, fixed = true);",
                                   "der(y) = exp(-((time - p)/w)^2);"));
      const Simulation run = model.run_to_end({.stop_time = 10.0, .times = {10.0}});
      EXPECT_NEAR(last_value(run, "y"), width * std::sqrt(kPi), 1e-6 * width)
          << width << " " << place;
    }
  }
}

// The same bump decides a guard: true for 2 w sqrt(log 2).
TEST(WholeStep, AGuardThatIsTrueOnlyWithinAStepIsTwoEvents) {
  for (const double width : {0.1, 0.01, 0.001}) {
    for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
      ModelFromText model(
          model_of("parameter Real w = " + std::to_string(width) +
                       ";\n  Real x(start = 0, fixed = true), y(start = 0, fixed = true);",
                   "der(x) = 1;\n  der(y) = if exp(-((x - 5.3)/w)^2) > 0.5 then 1 else 0;"));
      const Simulation run =
          model.run_to_end({.stop_time = 10.0, .tolerance = tolerance, .times = {10.0}});
      EXPECT_EQ(run.statistics.events, 2u) << width << " " << tolerance;
      EXPECT_NEAR(last_value(run, "y"), 2 * width * std::sqrt(std::log(2.0)),
                  width * 10.0 * tolerance)
          << width << " " << tolerance;
    }
  }
}

// What is hidden in an algebraic variable on its way to a state is seen as well.
TEST(WholeStep, AnAlgebraicValueThatFeedsAStateIsSeen) {
  ModelFromText model(model_of("Real y(start = 0, fixed = true), f, g;",
                               "f = tanh((time - 3)/0.01) - tanh((time - 3.5)/0.01);\n"
                               "  g + 0.1*g^3 = f;\n  der(y) = g;"));
  const auto solve = [](double f) {
    double g = f;
    for (int i = 0; i < 50; ++i) g -= (g + 0.1 * g * g * g - f) / (1.0 + 0.3 * g * g);
    return g;
  };
  // The trapezoidal rule converges fast for what is flat at both ends.
  constexpr int points = 20000;
  double expected = 0.0;
  for (int i = 0; i < points; ++i) {
    const double t = 2.5 + 1.5 * i / points;
    expected += solve(std::tanh((t - 3) / 0.01) - std::tanh((t - 3.5) / 0.01)) * 1.5 / points;
  }
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const Simulation run =
        model.run_to_end({.stop_time = 10.0, .tolerance = tolerance, .times = {10.0}});
    EXPECT_NEAR(last_value(run, "y"), expected, 30.0 * tolerance) << tolerance;
  }
}

// A series that ends is exact, and is not looked at twice.
TEST(WholeStep, PolynomialsTakeOneStep) {
  ModelFromText model(model_of("Real x(start = 0, fixed = true), v(start = 3, fixed = true);",
                               "der(x) = v;\n  der(v) = -9.81;"));
  const Simulation run = model.run_to_end({.stop_time = 100.0, .times = {100.0}});
  EXPECT_EQ(run.statistics.steps, 1u);
  EXPECT_LE(run.statistics.expansions, 3u);
}

}  // namespace
}  // namespace saltus::testing
