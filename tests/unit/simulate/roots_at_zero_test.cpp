#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/simulate/sliding_run.h"

// sqrt(abs(x))*sign(x) is continuous at 0, its derivative is not finite there.

namespace saltus::testing {
namespace {

// x = (1 - t/2)^2 until t = 2, then 0.
TEST(RootsAtZero, AFlowThatCeasesStaysAtRest) {
  for (const double start : {1.0, 1.7, 0.3}) {
    const SlidingRun run("Real x(start = " + std::to_string(start) + ", fixed = true);",
                         "der(x) = -sqrt(abs(x))*sign(x);",
                         {.stop_time = 4.0, .tolerance = 1e-10, .times = {0.0, 1.0, 3.5, 4.0}});
    const double root = std::sqrt(start) - 0.5;
    EXPECT_NEAR(run.at(1.0, "x"), root > 0.0 ? root * root : 0.0, 1e-9) << start;
    EXPECT_NEAR(run.at(3.5, "x"), 0.0, 1e-8) << start;
    EXPECT_NEAR(run.last("x"), 0.0, 1e-8) << start;
  }
}

// d = h1 - h2 = (1 - 3/8 t)^2
TEST(RootsAtZero, CommunicatingTanksEqualise) {
  const SlidingRun run("Real h1(start = 2, fixed = true), h2(start = 1, fixed = true), q;",
                       "q = 0.5*sign(h1 - h2)*sqrt(abs(h1 - h2));\n  der(h1) = -q;\n"
                       "  2*der(h2) = q;",
                       {.stop_time = 10.0, .tolerance = 1e-10, .times = {0.0, 2.0, 10.0}});
  EXPECT_NEAR(run.at(2.0, "h1") - run.at(2.0, "h2"), 1.0 / 16.0, 1e-9);
  EXPECT_NEAR(run.last("h1"), 4.0 / 3.0, 1e-8);
  EXPECT_NEAR(run.last("h2"), 4.0 / 3.0, 1e-8);
  EXPECT_NEAR(run.last("q"), 0.0, 1e-6);
}

// An inflow of 0.3 into the lower tank: d' = -3/4 sign(d) sqrt|d| - 3/20, s = sqrt(d) takes
// 2 (1/a - b/a^2 log((a + b)/b)) from 1 to 0, a = 3/4, b = 3/20; then d tends to -(b/a)^2.
TEST(RootsAtZero, AFlowThatTurnsCrossesZero) {
  const double a = 0.75, b = 0.15;
  const double turns = 2.0 * (1.0 / a - b / (a * a) * std::log((a + b) / b));
  for (const double tolerance : {1e-6, 1e-8, 1e-10, 1e-12}) {
    const SlidingRun run("Real h1(start = 2, fixed = true), h2(start = 1, fixed = true), q;",
                         "q = 0.5*sign(h1 - h2)*sqrt(abs(h1 - h2));\n  der(h1) = -q;\n"
                         "  2*der(h2) = q + 0.3;",
                         {.stop_time = 30.0, .tolerance = tolerance, .times = {0.0, 30.0}});
    ASSERT_EQ(run.events().size(), 1u) << tolerance;
    EXPECT_NEAR(run.events()[0].time, turns, 100.0 * tolerance);
    const double level = (4.0 + 0.3 * 30.0) / 3.0, d = -(b / a) * (b / a);
    EXPECT_NEAR(run.last("h2"), level - d / 3.0, 100.0 * tolerance) << tolerance;
    EXPECT_NEAR(run.last("h1"), level + 2.0 * d / 3.0, 100.0 * tolerance) << tolerance;
  }
}

// At rest until an inflow of 1/2 begins at t = 3: -2 s - log(1 - 2 s) = t - 3 for s = sqrt(x).
TEST(RootsAtZero, RestEndsWithAnInflow) {
  const SlidingRun run("Real x(start = 1, fixed = true), u;",
                       "u = if time < 3 then 0 else 0.5;\n"
                       "  der(x) = u - sqrt(abs(x))*sign(x);",
                       {.stop_time = 5.0, .tolerance = 1e-10, .times = {0.0, 2.9, 5.0}});
  EXPECT_NEAR(run.at(2.9, "x"), 0.0, 1e-8);
  const double s = std::sqrt(run.last("x"));
  EXPECT_NEAR(-2.0 * s - std::log(1.0 - 2.0 * s), 2.0, 1e-6);
}

// h = (1 - t/4)^2 until t = 4: the level touches zero, and the root would pass through it.
TEST(RootsAtZero, ATankRunsDryWhereItDoes) {
  for (const double stop : {4.5, 10.0, 1000.0}) {
    for (const double tolerance : {1e-5, 1e-8, 1e-11}) {
      const SlidingRun run("Real h(start = 1, fixed = true);",
                           "der(h) = if h > 0 then -0.5*sqrt(h) else 0;",
                           {.stop_time = stop, .tolerance = tolerance, .times = {0.0, 2.0, stop}});
      EXPECT_NEAR(run.at(2.0, "h"), 0.25, 10.0 * tolerance);
      ASSERT_EQ(run.events().size(), 1u) << stop << ' ' << tolerance;
      EXPECT_NEAR(run.events()[0].time, 4.0, 1e3 * tolerance) << stop << ' ' << tolerance;
      EXPECT_NEAR(run.last("h"), 0.0, tolerance * tolerance) << stop << ' ' << tolerance;
    }
  }
}

TEST(RootsAtZero, ATankRunsDryWithoutAnEvent) {
  for (const char* flow : {"sqrt(h)", "noEvent(if h > 0 then sqrt(h) else 0)", "h^0.5",
                           "sqrt(noEvent(max(h, 0)))", "noEvent(sqrt(abs(h))*sign(h))"}) {
    const SlidingRun run("Real h(start = 1, fixed = true);",
                         std::string("der(h) = -0.5*") + flow + ";",
                         {.stop_time = 10.0, .times = {0.0, 3.0, 10.0}});
    EXPECT_NEAR(run.at(3.0, "h"), 1.0 / 16.0, 1e-7) << flow;
    EXPECT_NEAR(run.last("h"), 0.0, 1e-12) << flow;
  }
}

// x^(2/3): x = (1 - t/3)^3
TEST(RootsAtZero, PowersEndWhereTheirBaseIsZero) {
  const SlidingRun run("Real x(start = 1, fixed = true);", "der(x) = -x^(2/3);",
                       {.stop_time = 10.0, .times = {0.0, 1.5, 10.0}});
  EXPECT_NEAR(run.at(1.5, "x"), 0.125, 1e-7);
  EXPECT_NEAR(run.last("x"), 0.0, 1e-12);
}

TEST(RootsAtZero, BeginWithoutAnEvent) {
  const SlidingRun run("Real x(start = -1, fixed = true), y(start = 0, fixed = true);",
                       "der(x) = 1;\n  der(y) = noEvent(if x > 0 then sqrt(x) else 0);",
                       {.stop_time = 2.0});
  EXPECT_NEAR(run.last("y"), 2.0 / 3.0, 1e-8);
}

// dp passes through zero with almost no speed, many times. The levels at t = 20 are those of a
// method of Runge and Kutta with ten million steps; the sum of the levels knows nothing of the
// root.
TEST(RootsAtZero, FlowsTurnSlowly) {
  for (const double tolerance : {1e-6, 1e-8, 1e-11}) {
    const SlidingRun run(
        "Real h1(start = 0.4041, fixed = true), h2(start = 0.5963, fixed = true), q,"
        " s(start = 1.0004, fixed = true);",
        "der(h1) = 0.2537*sin(1.7712*time) - q;\n  der(h2) = q - 0.0811*h2;\n"
        "  q = sign(h1 - h2)*sqrt(abs(h1 - h2));\n"
        "  der(s) = 0.2537*sin(1.7712*time) - 0.0811*h2;",
        {.stop_time = 20.0, .tolerance = tolerance});
    EXPECT_NEAR(run.last("h1"), 0.2970936096, 1e-10 + 0.1 * tolerance) << tolerance;
    EXPECT_NEAR(run.last("h1") + run.last("h2"), run.last("s"), tolerance) << tolerance;
  }
}

// A root of a root has no finite term but its value where it leaves zero.
TEST(RootsAtZero, OfRoots) {
  const SlidingRun run(
      "Real x(start = 0, fixed = true), y(start = 0, fixed = true), w;",
      "der(x) = 1;\n  w = sqrt(sqrt(x));\n  der(y) = if w > 0.5^0.25 then 1 else 0;",
      {.stop_time = 1.0});
  EXPECT_NEAR(run.last("w"), 1.0, 1e-9);
  EXPECT_NEAR(run.last("y"), 0.5, 1e-9);
}

// Check valves that open and close; method of Runge and Kutta, 60,000 steps.
TEST(RootsAtZero, CheckValves) {
  const SlidingRun run("Real x0(start = 0.1, fixed = true), x1(start = 0.73, fixed = true), f, g;",
                       "der(x0) = 0.94*sin(3.84*time) - 0.66*f;\n  der(x1) = 0.66*f - 0.67*g;\n"
                       "  f = sqrt(max(0, x0 - x1));\n  g = max(0, x1 - 0.1)*exp(-(x1 - 0.1));",
                       {.stop_time = 3.0});
  EXPECT_NEAR(run.last("x0"), 0.09890, 1e-5);
  EXPECT_NEAR(run.last("x1"), 0.34262, 1e-5);
}

// A pole is no root: nothing goes on through it.
TEST(RootsAtZero, APoleEndsTheRun) {
  ModelFromText model(model_text("Real x(start = 1, fixed = true), y(start = 0, fixed = true);",
                                 "der(x) = -1;\n  der(y) = sign(x)/x;"));
  const Simulation run = model.run({.stop_time = 2.0});
  EXPECT_NE(run.end.reason, EndReason::reached_stop_time);
  EXPECT_NEAR(run.end.time, 1.0, 1e-6);
}

// What was tried beside the pole leaves no trace: the run ends there, where it is looked for.
TEST(RootsAtZero, APoleOfAnyPowerEndsTheRun) {
  for (const char* power : {"1/sqrt(abs(x))", "1/abs(x)^1.5", "1/abs(x)", "1/x^2"}) {
    for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10}) {
      ModelFromText model(
          model_text("Real x(start = 0.37, fixed = true), y(start = 0, fixed = true);",
                     std::string("der(x) = -1;\n  der(y) = ") + power + ";"));
      const Simulation run = model.run({.stop_time = 2.0, .tolerance = tolerance});
      EXPECT_NE(run.end.reason, EndReason::reached_stop_time) << power << " at " << tolerance;
      EXPECT_NEAR(run.end.time, 0.37, 1e-6) << power << " at " << tolerance;
    }
  }
}

}  // namespace
}  // namespace saltus::testing
