#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/simulate/sliding_run.h"

// Events on two surfaces that accumulate where both vanish, and the motion from there on.

namespace saltus::testing {
namespace {

SimulationOptions going_on(double stop, std::vector<double> times) {
  return {.stop_time = stop,
          .tolerance = 1e-10,
          .times = std::move(times),
          .continues_after_zeno = true};
}

// The twisting algorithm: every half turn takes 1/sqrt(3) of the time of the one before.
const double kTwisted = 8.0 / 3.0 / (1.0 - 1.0 / std::sqrt(3.0));

TEST(Accumulation, TwistingComesToRestInTheOrigin) {
  const SlidingRun run("Real x(start = 1, fixed = true), v(start = 0, fixed = true);",
                       "der(x) = v;\n  der(v) = -sign(x) - 0.5*sign(v);",
                       going_on(20.0, {0.0, 10.0, 20.0}));
  EXPECT_TRUE(run.says("X0624"));
  // x is zero within the tolerance from here on; its period goes with the root of that.
  EXPECT_NEAR(run.events().back().time, kTwisted, 3e-5);
  EXPECT_EQ(run.held(), 1u);  // v = x' vanishes with x
  for (const double time : {10.0, 20.0}) {
    EXPECT_NEAR(run.at(time, "x"), 0.0, 1e-14);
    EXPECT_NEAR(run.at(time, "v"), 0.0, 1e-14);
  }
}

// Away from the origin where the disturbance exceeds what both hold together, 1 - 0.5.
TEST(Accumulation, TwistingLetsGoOfADisturbanceThatIsTooLarge) {
  const SlidingRun run("Real x(start = 1, fixed = true), v(start = 0, fixed = true), d;",
                       "d = if time < 8 then 0 else 0.25*(time - 8);\n  der(x) = v;\n"
                       "  der(v) = -sign(x) - 0.5*sign(v) + d;",
                       going_on(16.0, {0.0, 10.0, 16.0}));
  EXPECT_NEAR(run.at(10.0, "x"), 0.0, 1e-14);
  // d = 1.5 at t = 14, from there v' = (t - 14)/4.
  EXPECT_NEAR(run.last("v"), 0.5, 1e-6);
  EXPECT_NEAR(run.last("x"), 8.0 / 24.0, 1e-6);
}

// Around a corner that both surfaces hold, in the end: a + 2 b = 0 and b - 2 a = 0.3 for the signs
// in the mean.
TEST(Accumulation, ASpiralEndsInItsCorner) {
  const SlidingRun run("Real x(start = 1, fixed = true), y(start = 0, fixed = true);",
                       "der(x) = -sign(x) - 2*sign(y);\n  der(y) = -sign(y) + 2*sign(x) + 0.3;",
                       going_on(5.0, {0.0, 5.0}));
  EXPECT_EQ(run.held(), 2u);
  EXPECT_NEAR(run.last("x"), 0.0, 1e-14);
  EXPECT_NEAR(run.last("y"), 0.0, 1e-14);
  const double a = -0.12, b = 0.06;
  EXPECT_NEAR(run.last("multiplier(x > 0)"), (1.0 + a) / 2.0, 1e-9);
  EXPECT_NEAR(run.last("multiplier(y > 0)"), (1.0 + b) / 2.0, 1e-9);
}

// Arcs become so low that rounding of the height hides them: none of them is lost, wherever the
// floor is. From height 1 above it the bounces end at t0 (1 + e)/(1 - e), t0 = sqrt(2/g).
TEST(Bounces, EndOnAFloorAtAnyLevel) {
  for (const double level : {0.0, 0.3, -7.0, 1e-3, 1000.0, 1e6}) {
    for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
      const SlidingRun run(
          fmt::format("Real h(start = {}, fixed = true), v(start = 0, fixed = true);", level + 1.0),
          fmt::format("der(h) = v;\n  der(v) = -10;\n"
                      "  when h < {} then reinit(v, -0.5*pre(v)); end when;",
                      level),
          {.stop_time = 4.0, .tolerance = tolerance, .continues_after_zeno = true});
      EXPECT_NEAR(run.last("h"), level, 1e-9 * (1.0 + std::fabs(level))) << level;
      EXPECT_NEAR(run.events().back().time, 3.0 * std::sqrt(0.2), 1e-6) << level;
    }
  }
}

// The relation on the velocity changes at the top of every arc, where the height may be zero as far
// as rounding can tell: only the crossing of the height is a bounce.
TEST(Bounces, EndWhereTheLawHoldsForFallingBodiesOnly) {
  for (const double level : {0.0, 0.21, -7.0, 1e3}) {
    for (const double restitution : {0.2, 0.3, 0.5, 0.8}) {
      for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
        const SlidingRun run(
            fmt::format("Real h(start = {}, fixed = true), v(start = 0, fixed = true);",
                        level + 1.0),
            fmt::format("der(h) = v;\n  der(v) = -10;\n"
                        "  when h <= {} and v < 0 then reinit(v, -{}*v); end when;",
                        level, restitution),
            {.stop_time = 5.0, .tolerance = tolerance, .continues_after_zeno = true});
        const double end = std::sqrt(0.2) * (1.0 + restitution) / (1.0 - restitution);
        EXPECT_TRUE(run.says("X0624")) << level << " " << restitution << " " << tolerance;
        EXPECT_NEAR(run.last("h"), level, 1e-9 * (1.0 + std::fabs(level)));
        EXPECT_NEAR(run.events().back().time, end, 1e-5) << level << " " << restitution;
      }
    }
  }
}

TEST(Bounces, OfTwoBodiesEndAtOneInstant) {
  for (const double later : {0.0, 1e-9, 0.5}) {
    const SlidingRun run(
        fmt::format("Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                    "  Real y(start = {}, fixed = true), w(start = 0, fixed = true);",
                    1.0 + later),
        "der(x) = v;\n  der(v) = -10;\n  when x <= 0 then reinit(v, -0.5*pre(v)); end when;\n"
        "  der(y) = w;\n  der(w) = -10;\n  when y <= 0 then reinit(w, -0.5*pre(w)); end when;",
        {.stop_time = 5.0, .tolerance = 1e-8, .continues_after_zeno = true});
    for (const char* const name : {"x", "v", "y", "w"}) {
      EXPECT_NEAR(run.last(name), 0.0, 1e-9) << name << " " << later;
    }
  }
}

// What a bounce sets elsewhere does not come to rest with it.
TEST(Bounces, ThatActOnWhatDoesNotRestAreNoRest) {
  ModelFromText model(model_text(
      "Real x(start = 1, fixed = true), v(start = 0, fixed = true), s(start = 0, fixed = true);",
      "der(x) = v;\n  der(v) = -10;\n  der(s) = 1;\n"
      "  when x <= 0 then reinit(v, -0.5*pre(v)); reinit(s, 0.25); end when;"));
  const Simulation run = model.run({.stop_time = 5.0, .continues_after_zeno = true});
  EXPECT_EQ(run.end.reason, EndReason::zeno) << model.rendered();
}

}  // namespace
}  // namespace saltus::testing
