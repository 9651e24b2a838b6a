#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/problems/event_log.h"

// Errors are measured by the size that a value has now.

namespace saltus::testing {
namespace {

std::string model_of(const std::string& declarations, const std::string& equations) {
  return "model M\n  " + declarations + "\nequation\n  " + equations + "\nend M;\n";
}

std::string number(double value) { return fmt::format("{:.17g}", value); }

// x = exp(-4 t + t^2/10) falls to exp(-40) and comes back to 1.
TEST(PresentSize, WhatDecaysAndComesBackIsRight) {
  ModelFromText model(
      model_of("Real x(start = 1, fixed = true);", "der(x) = -2*(20 - time)/10*x;"));
  for (const double tolerance : {1e-3, 1e-5, 1e-8, 1e-11, 1e-13}) {
    const Simulation run =
        model.run_to_end({.stop_time = 40.0, .tolerance = tolerance, .times = {20.0, 40.0}});
    EXPECT_NEAR(run.trajectory.value(0, 0) / std::exp(-40.0), 1.0, 300.0 * (tolerance + 1e-15));
    EXPECT_NEAR(last_value(run, "x"), 1.0, 300.0 * (tolerance + 1e-14)) << tolerance;
  }
}

TEST(PresentSize, AnAbsoluteToleranceEndsThatConcern) {
  ModelFromText model(
      model_of("Real x(start = 1, fixed = true);", "der(x) = -2*(20 - time)/10*x;"));
  const Simulation exact = model.run_to_end({.stop_time = 20.0});
  const Simulation coarse = model.run_to_end({.stop_time = 20.0, .absolute_tolerance = 1e-3});
  EXPECT_LT(coarse.statistics.steps, exact.statistics.steps);
  EXPECT_NEAR(last_value(coarse, "x"), 0.0, 0.1);
}

TEST(PresentSize, ADecayingValueNeverReachesItsLimit) {
  ModelFromText model(model_of("Real x(start = 1, fixed = true), y(start = 0, fixed = true);",
                               "der(x) = -x;\n  der(y) = if x > 0 then 1 else -1;"));
  for (const double tolerance : {1e-2, 1e-5, 1e-8, 1e-13}) {
    const Simulation run =
        model.run_to_end({.stop_time = 600.0, .tolerance = tolerance, .times = {60.0, 600.0}});
    EXPECT_EQ(run.statistics.events, 0u);
    EXPECT_NEAR(last_value(run, "y"), 600.0, 1e-9);
    EXPECT_NEAR(value(run.trajectory, 0, "x") / std::exp(-60.0), 1.0, 300.0 * tolerance);
  }
}

// Where a value passes through zero its slope says how large it is.
TEST(PresentSize, ZerosNeedNoShortSteps) {
  ModelFromText oscillator(model_of("Real x(start = 1, fixed = true), v(start = 0, fixed = true);",
                                    "der(x) = v;\n  der(v) = -x;"));
  const Simulation run = oscillator.run_to_end({.stop_time = 100.0, .times = {100.0}});
  EXPECT_LT(run.statistics.steps, 100u);
  EXPECT_GT(run.statistics.smallest_step, 0.1);  // the last one, up to the stop time
  ModelFromText rest(model_of("Real x(start = 0, fixed = true), v(start = 0, fixed = true);",
                              "der(x) = v;\n  der(v) = -x + sin(2*time);"));
  EXPECT_LT(rest.run_to_end({.stop_time = 100.0, .times = {100.0}}).statistics.steps, 200u);
}

// From zero by a high power of time, at any size.
TEST(PresentSize, AValueThatLeavesZeroSlowlyIsRight) {
  for (const double size : {1e-12, 1.0, 1e12}) {
    ModelFromText model(model_of("parameter Real s = 1;\n  Real x(start = 0, fixed = true);",
                                 "der(x) = s*30*time^29;"),
                        {{"s", number(size)}});
    const Simulation run = model.run_to_end({.stop_time = 2.0, .times = {2.0}});
    EXPECT_NEAR(last_value(run, "x") / (size * std::pow(2.0, 30)), 1.0, 1e-6) << size;
  }
}

// A value of 1e-17 beside one of 1: what the difference of large terms leaves is rounding, and does
// not stop the run.
TEST(PresentSize, RoundingThatLooksLikeAValueDoesNotStopTheRun) {
  ModelFromText model(
      model_of("Real a(start = 1, fixed = true), b(start = 1, fixed = true), "
               "d(start = 0, fixed = true);",
               "der(a) = -0.1*a*(1 + a);\n  der(b) = -0.1*b - 0.1*b*b;\n  der(d) = a - b - d;"));
  for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
    const Simulation run =
        model.run_to_end({.stop_time = 50.0, .tolerance = tolerance, .times = {50.0}});
    EXPECT_NEAR(last_value(run, "d"), 0.0, 1e-12);
  }
}

// The same motion in other units, each by a power of two, has the same digits.
TEST(PresentSize, UnitsOfVariablesAndTimeDoNotMatter) {
  const std::string text =
      "model M\n  parameter Real s = 1, k = 1;\n"
      "  Real x(start = s, fixed = true), v(start = 0, fixed = true);\n"
      "  Integer n(start = 0);\nequation\n"
      "  der(x) = k*v;\n  der(v) = k*(-x - x^3/s^2 - 0.05*v);\n"
      "  when x < 0.25*s then\n    n = pre(n) + 1;\n  end when;\nend M;\n";
  const auto run = [&](double size, double unit, double tolerance) {
    ModelFromText model(text, {{"s", number(size)}, {"k", number(1.0 / unit)}});
    return model.run_to_end(
        {.stop_time = 32.0 * unit, .tolerance = tolerance, .times = {32.0 * unit}});
  };
  for (const double tolerance : {1e-3, 1e-8, 1e-12}) {
    const Simulation reference = run(1.0, 1.0, tolerance);
    EXPECT_GT(last_value(reference, "n"), 4.0);
    for (const double size : {0x1p-60, 0x1p-20, 0x1p20, 0x1p60}) {
      for (const double unit : {0x1p-20, 1.0, 0x1p20}) {
        const Simulation other = run(size, unit, tolerance);
        EXPECT_DOUBLE_EQ(last_value(other, "x") / size, last_value(reference, "x"));
        EXPECT_EQ(last_value(other, "n"), last_value(reference, "n"));
        EXPECT_EQ(other.statistics.steps, reference.statistics.steps) << size << " " << unit;
      }
    }
  }
}

}  // namespace
}  // namespace saltus::testing
