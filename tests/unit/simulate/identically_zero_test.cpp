#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "tests/unit/simulate/sliding_run.h"

// Values and event functions that are zero but for rounding: they limit no step and fire no guard.

namespace saltus::testing {
namespace {

std::string text_of(double value) { return fmt::format("{:.17g}", value); }

// A short circuit in parallel with an inductor, in a network that carries current elsewhere.
TEST(IdenticallyZero, AStateLimitsNoStep) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> resistance(0.3, 3.0);
  for (int i = 0; i < 20; ++i) {
    const double r = resistance(random);
    SCOPED_TRACE("resistance " + text_of(r));
    const SlidingRun run(
        "Real i2, v1, i7(start = 0, fixed = true), v3, i0, i4, i6, v2, i1, i3, i5;",
        "0 = (v1 - v3) - (sin(time + 1) + i4);\n  i0 = v1;\n  i0 + i3 + i4 + i7 = 0;\n"
        "  i1 - i5 + i6 = 0;\n  v1 - v3 = der(i7);\n  v1 = v3;\n  0 = v2 - i6;\n"
        "  0 = (v3 - v2) - " +
            text_of(r) + "*i5;\n  i2 - i3 - i4 + i5 - i7 = 0;\n  0 = v2 - i1;\n  i2 = v3;",
        {.stop_time = 1.0, .times = {1.0}});
    EXPECT_LE(run.simulation().statistics.steps, 20u);
    EXPECT_NEAR(run.last("i7"), 0.0, 1e-14);
    EXPECT_NEAR(run.last("i3"), std::sin(2.0), 1e-8);
  }
}

// A mass that rests on a table until its acceleration exceeds gravity: N = 0.
TEST(IdenticallyZero, AGapAtRestOpensWhenTheForceEnds) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> amplitude(0.3, 0.6), frequency(3.5, 4.5), phase(0.0, 0.3);
  for (int i = 0; i < 10; ++i) {
    const double a = amplitude(random), w = frequency(random), p = phase(random);
    SCOPED_TRACE("amplitude " + text_of(a) + ", " + text_of(w) + ", " + text_of(p));
    const std::string table = text_of(a) + "*sin(" + text_of(w) + "*time + " + text_of(p) + ")";
    const double g = 0.5 * a * w * w;  // lifts off where sin = 0.5
    const SlidingRun run("Real x(start = 1.2, fixed = true), v(start = 0, fixed = true), N, gap;",
                         "der(x) = v;\n  der(v) = N - " + text_of(g) + ";\n  gap = x - " + table +
                             ";\n  if gap > 0 then N = 0; else min(der(gap), N) = 0; end if;",
                         {.stop_time = 6.0});
    EXPECT_GE(run.last("gap"), -1e-6);
  }
}

// Two nodes that an ideal diode clamps to zero: the other diode sees no voltage at all.
TEST(IdenticallyZero, ADiodeBetweenTwoNodesAtZeroIsDecidedByNoRounding) {
  const SlidingRun run(
      "Real i1, i6, v2, i5, v1, i4, i7, i2, i3, i0;",
      "1*i0 = v1;\n  0 = min(-(v2 - v1), i2);\n  sin(time + 1) + i4 = v2;\n  0 = v2 - i7;\n"
      "  0 = (v2 - v1) - i6;\n  i5 = v1 - v2;\n  v2 = i1;\n  i0 - i2 + i5 - i6 = 0;\n"
      "  i1 + i2 + i3 + i4 - i5 + i6 + i7 = 0;\n  max(v2, -i3) = 0;",
      {.stop_time = 5.0, .times = {1.0, 5.0}});
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].time, std::numbers::pi - 1.0, 1e-12);
  EXPECT_NEAR(run.at(1.0, "v1"), 0.0, 1e-14);
  EXPECT_FALSE(run.ever_slides());
}

// However slowly it does so, a function that leaves zero crosses.
TEST(IdenticallyZero, WhatMovesByMoreThanRoundingIsNotZero) {
  for (const double rate : {1e-3, 1e-8, 1e-12}) {
    const SlidingRun run(
        "Real x(start = 0, fixed = true), y(start = 0, fixed = true);",
        "der(x) = " + text_of(rate) + "*(time - 1);\n  der(y) = if x > 0 then 1 else 0;",
        {.stop_time = 4.0, .times = {4.0}});
    EXPECT_NEAR(run.last("y"), 2.0, 1e-6) << rate;
  }
}

// Where the equation for a value determines nothing, at its zero, rounding of its derivative knows
// no bound; but the value goes on as it came, and crosses.
TEST(IdenticallyZero, WhatPassesASingularPointAtSpeedIsNotZero) {
  const SlidingRun abs("Real z(start = 1, fixed = true), a = abs(z); Boolean b = z < 0;",
                       "z*der(z) = -0.7*z;", {.stop_time = 3.0, .times = {3.0}});
  EXPECT_NEAR(abs.last("z"), -1.1, 1e-7);
  EXPECT_NEAR(abs.last("a"), 1.1, 1e-7);
  EXPECT_EQ(abs.last("b"), 1.0);
  const SlidingRun max("Real z(start = 1, fixed = true), w(start = 0, fixed = true);",
                       "z*der(z) = -0.7*z;\n  der(w) = max(z, 0);",
                       {.stop_time = 4.0, .times = {4.0}});
  EXPECT_NEAR(max.last("w"), 0.5 / 0.7, 1e-7);
  const SlidingRun energy(
      "Real E(start = 0.5, fixed = true), v(start = 1, fixed = true), f = abs(v);",
      "der(E) = -0.7*v;\n  E = v^2/2;", {.stop_time = 3.0, .times = {3.0}});
  EXPECT_NEAR(energy.last("f"), 1.1, 1e-6);
}

// A term is as large as its value, whatever its factor is: v/k with v = k/4.
TEST(IdenticallyZero, ATermWithASmallFactorIsNotZero) {
  for (const double k : {1e-20, 1e-15, 1.0, 1e15, 1e20}) {
    const SlidingRun run("parameter Real k = " + text_of(k) +
                             "; Real x(start = -1, fixed = true), v(start = 0.25*k, fixed = true), "
                             "y(start = 0, fixed = true), s;",
                         "der(x) = 1;\n  der(v) = 0;\n  s = x + v/k;\n"
                         "  der(y) = if s > 0 then 1 else 0;",
                         {.stop_time = 2.0, .times = {2.0}});
    EXPECT_NEAR(run.last("s"), 1.25, 1e-12) << k;
    EXPECT_NEAR(run.last("y"), 1.25, 1e-12) << k;
  }
}

}  // namespace
}  // namespace saltus::testing
