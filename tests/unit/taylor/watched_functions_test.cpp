#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "tests/problems/event_log.h"

// No event is missed, and none is seen that is not there.

namespace saltus::testing {
namespace {

constexpr double kPi = std::numbers::pi;

std::string model_of(const std::string& declarations, const std::string& equations) {
  return "model M\n  " + declarations + "\nequation\n  " + equations + "\nend M;\n";
}

double run_for(const std::string& declarations, const std::string& equations, double stop,
               double tolerance, const std::string& name) {
  ModelFromText model(model_of(declarations, equations));
  const Simulation run =
      model.run_to_end({.stop_time = stop, .tolerance = tolerance, .times = {stop}});
  return last_value(run, name);
}

constexpr double kTolerances[] = {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-13};

// Event functions without a Taylor series where they begin.
TEST(WatchedFunctions, RootsLogarithmsAndPowersAtZeroAreWatched) {
  const struct {
    const char* relation;
    double crossing;  // in x, which is the time
  } cases[] = {{"sqrt(x) > 0.5", 0.25},
               {"x^1.5 > 0.125", 0.25},
               {"sqrt(x^3) > 0.125", 0.25},
               {"log(x) > -1", std::exp(-1.0)},
               {"sqrt(x) > 1e-5", 1e-10},
               {"sqrt(x) - x > 0.24", 0.16},
               {"x^0.3 > 0.9", std::pow(0.9, 1.0 / 0.3)}};
  for (const auto& each : cases) {
    for (const double tolerance : kTolerances) {
      const double y =
          run_for("Real x(start = 0, fixed = true), y(start = 0, fixed = true);",
                  std::string("der(x) = 1;\n  der(y) = if ") + each.relation + " then 1 else 0;",
                  0.3, tolerance, "y");
      EXPECT_NEAR(y, std::max(0.0, 0.3 - each.crossing), 1e-6) << each.relation << tolerance;
    }
  }
}

TEST(WatchedFunctions, TheSideOfARootThatLeavesZeroIsSeen) {
  EXPECT_NEAR(run_for("Real x(start = 0, fixed = true), y(start = 0, fixed = true);",
                      "der(x) = 1;\n  der(y) = if sqrt(x) > 0 then 1 else -1;", 1.0, 1e-8, "y"),
              1.0, 1e-6);
}

// After a reinit to the singular point as well: the mass comes from the centre, and is put back
// there at the wall, r = t^2/2 each time.
TEST(WatchedFunctions, AMassReleasedAtTheCentreMeetsItsWall) {
  ModelFromText model(model_of(
      "Real x(start = 0, fixed = true), y(start = 0, fixed = true), vx(start = 0, fixed = true), "
      "vy(start = 0, fixed = true);\n  Integer n(start = 0);",
      "der(x) = vx;\n  der(y) = vy;\n  der(vx) = 0.6;\n  der(vy) = 0.8;\n"
      "  when sqrt(x^2 + y^2) > 1 then\n    reinit(x, 0);\n    reinit(y, 0);\n"
      "    reinit(vx, 0);\n    reinit(vy, 0);\n    n = pre(n) + 1;\n  end when;"));
  for (const double tolerance : kTolerances) {
    const Simulation run =
        model.run_to_end({.stop_time = 5.0, .tolerance = tolerance, .times = {5.0}});
    EXPECT_EQ(last_value(run, "n"), 3.0) << tolerance;
    EXPECT_NEAR(run.events.back().time, 3 * std::sqrt(2.0), 1e-3 * tolerance + 1e-9);
  }
}

// Touches: sin t = 1 is reached and not exceeded.
TEST(WatchedFunctions, AFloorReturnsFromATouch) {
  for (const double tolerance : kTolerances) {
    EXPECT_NEAR(run_for("Real y(start = 0, fixed = true);", "der(y) = floor(sin(time));", 10.0,
                        tolerance, "y"),
                -kPi - (10 - 3 * kPi), 1e-6)
        << tolerance;
  }
}

TEST(WatchedFunctions, AnAbsoluteValueStaysPositiveAfterATouch) {
  // The integral of 1 - sin(a t + b).
  const auto expected = [](double t) {
    return t + (std::cos(3.63 * t + 1.21) - std::cos(1.21)) / 3.63;
  };
  for (const double tolerance : kTolerances) {
    for (const char* form : {"abs(sin(3.63*time + 1.21) - 1)", "max(0, 1 - sin(3.63*time + 1.21))",
                             "-min(0, sin(3.63*time + 1.21) - 1)"}) {
      EXPECT_NEAR(run_for("Real y(start = 0, fixed = true);", std::string("der(y) = ") + form + ";",
                          5.0, tolerance, "y"),
                  expected(5.0), 20.0 * tolerance + 1e-9)
          << form << tolerance;
    }
  }
}

// Touches of a state, from both sides, and of a relation that is true at the touch only.
TEST(WatchedFunctions, ATouchOfAStateChangesNothing) {
  for (const double tolerance : {1e-6, 1e-8, 1e-12}) {
    for (const double sign : {1.0, -1.0}) {
      const double y = run_for(
          "Real x(start = 1, fixed = true), v(start = 0, fixed = true), "
          "y(start = 0, fixed = true);",
          fmt::format("der(x) = v;\n  der(v) = -x;\n  der(y) = if {}*(x - 1) > 0 then 1 else -1;",
                      sign),
          20.0, tolerance, "y");
      EXPECT_NEAR(y, sign > 0.0 ? -20.0 : 20.0, 0.01) << sign << tolerance;
    }
  }
}

// Just above or just below the touch: a window of width 2 sqrt(2 d), or none.
TEST(WatchedFunctions, ANarrowWindowBesideATouchIsThere) {
  for (const double above : {1e-6, 1e-9, 1e-11}) {
    for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
      const auto y = [&](double level) {
        return run_for("Real y(start = 0, fixed = true);",
                       fmt::format("der(y) = if sin(time) > {:.17g} then 1 else 0;", level), 3.0,
                       tolerance, "y");
      };
      EXPECT_NEAR(y(1.0 - above), 2.0 * std::acos(1.0 - above), 1e-4 * std::sqrt(above) + 1e-9)
          << above << " " << tolerance;
      EXPECT_EQ(y(1.0 + above), 0.0) << above << " " << tolerance;
    }
  }
}

// atan2 jumps from pi to -pi once per turn.
TEST(WatchedFunctions, TheJumpOfAnAngleIsAnEvent) {
  for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
    for (const double sense : {1.0, -1.0}) {
      ModelFromText model(model_of(
          "Real x(start = 1, fixed = true), s(start = 0, fixed = true);\n  Integer n(start = 0);",
          fmt::format("der(x) = ({0})*s;\n  der(s) = -({0})*x;\n  when atan2(s, x) < 0 then\n"
                      "    n = pre(n) + 1;\n  end when;",
                      -sense)));
      const Simulation run =
          model.run_to_end({.stop_time = 62.8, .tolerance = tolerance, .times = {62.8}});
      // It becomes negative at pi, 3 pi, … if it turns to the left; otherwise right after the
      // start, and at 2 pi, 4 pi, …
      EXPECT_EQ(last_value(run, "n"), 10.0) << sense << " " << tolerance;
    }
  }
}

// The integral of the angle over whole turns is zero; the series does not reach across the cut.
TEST(WatchedFunctions, AnAngleIsIntegratedAcrossItsCut) {
  for (const double tolerance : {1e-6, 1e-10}) {
    EXPECT_NEAR(run_for("Real y(start = 0, fixed = true);", "der(y) = atan2(sin(time), cos(time));",
                        4 * kPi, tolerance, "y"),
                0.0, 1000.0 * tolerance);
    EXPECT_NEAR(run_for("Real y(start = 0, fixed = true);", "der(y) = atan2(sin(time), cos(time));",
                        kPi + 1, tolerance, "y"),
                kPi * kPi / 2 - kPi + 0.5, 1000.0 * tolerance);
  }
}

// A saw of amplitude d at 1: 1 + 1/d events until t = 2, whatever the tolerance says of d.
TEST(WatchedFunctions, AReinitNearTheThresholdLosesNoCrossing) {
  for (const double amplitude : {1e-2, 1e-3, 1e-4}) {
    for (const double tolerance : {1e-2, 1e-4, 1e-8}) {
      ModelFromText model(
          model_of("Real x(start = 0, fixed = true);\n  Integer n(start = 0);",
                   fmt::format("der(x) = 1;\n  when x >= 1 then\n    reinit(x, 1 - {});\n"
                               "    n = pre(n) + 1;\n  end when;",
                               amplitude)));
      const Simulation run = model.run_to_end({.stop_time = 2.0 - 0.5 * amplitude,
                                               .tolerance = tolerance,
                                               .times = {2.0 - 0.5 * amplitude},
                                               .with_event_rows = false,
                                               .with_event_log = false});
      EXPECT_EQ(last_value(run, "n"), std::round(1.0 / amplitude)) << amplitude << tolerance;
    }
  }
}

// Differences that have become rounding decide nothing any more.
TEST(WatchedFunctions, LevelsThatEqualiseGoOn) {
  for (const double tolerance : {1e-3, 1e-6, 1e-8, 1e-10, 1e-13}) {
    for (const double size : {0x1p-20, 1.0, 0x1p20}) {
      ModelFromText model(
          model_of("parameter Real s = 1;\n  Real a(start = 3*s, fixed = true), b(start = s, fixed "
                   "= true), c(start = 0, fixed = true);",
                   "der(a) = -max(0, a - b);\n  der(b) = max(0, a - b) - max(0, b - c);\n"
                   "  der(c) = max(0, b - c);"),
          {{"s", fmt::format("{:.17g}", size)}});
      const Simulation run =
          model.run_to_end({.stop_time = 300.0, .tolerance = tolerance, .times = {300.0}});
      for (const char* name : {"a", "b", "c"}) {
        EXPECT_NEAR(last_value(run, name) / size, 4.0 / 3.0, 10.0 * tolerance) << name;
      }
    }
  }
}

// A relation that is neither true nor false.
TEST(WatchedFunctions, ARelationOfWhatIsNotANumberEndsTheRun) {
  ModelFromText model(model_of("Real x(start = 1, fixed = true), y(start = 0, fixed = true);",
                               "der(x) = -1;\n  der(y) = if sqrt(x) > 0.5 then 1 else 0;"));
  const Simulation run = model.run({.stop_time = 2.0, .interval = 0.1});
  EXPECT_EQ(run.end.reason, EndReason::value_not_finite);
  EXPECT_NEAR(run.end.time, 1.0, 1e-6);
  EXPECT_NE(model.rendered().find("`sqrt(x) > 0.5` compares something that is not a number"),
            std::string::npos)
      << model.rendered();
}

TEST(WatchedFunctions, UnlessNothingDependsOnIt) {
  EXPECT_NEAR(
      run_for("Real x(start = 1, fixed = true), y(start = 0, fixed = true);",
              "der(x) = -1;\n  der(y) = if x > 0 and sqrt(x) > 0.5 then 1 else 0;", 2.0, 1e-8, "y"),
      0.75, 1e-7);
}

}  // namespace
}  // namespace saltus::testing
