#include <gtest/gtest.h>

#include <string>

#include "tests/unit/simulate/sliding_run.h"

// Within a pass discrete values, and relations between them and states, are evaluated in order
// (theory/events.md, passes and micro-steps).

namespace saltus::testing {
namespace {

// What must never be true is not true for a pass either, whatever the state is called.
class States : public ::testing::TestWithParam<const char*> {};

TEST_P(States, AreComparedWithTheDiscreteValuesOfThisPass) {
  const std::string named = GetParam();
  const SlidingRun run(
      "Real x(start = 0.25, fixed = true), v(start = 1, fixed = true), y, q;\n"
      "  Integer w(start = 0), f, n(start = 0), k(start = 0);\n  Boolean locked;",
      "der(x) = 0;\n  y = " + named +
          ";\n  when time >= 0.5 then w = 1; end when;\n"
          "  q = max(w, y);\n  f = integer(w + y);\n"
          "  locked = w == 1 and w + y <= 0.5;\n"
          "  if locked then v = 0; else der(v) = 1; end if;\n"
          "  when q < w then n = pre(n) + 1; end when;\n"
          "  when f <> w then k = pre(k) + 1; end when;",
      {.stop_time = 1.0});
  EXPECT_EQ(run.last("w"), 1.0);
  EXPECT_EQ(run.last("n"), 0.0);
  EXPECT_EQ(run.last("k"), 0.0);
  EXPECT_NEAR(run.last("v"), 2.0, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(WhateverTheName, States,
                         ::testing::Values("x", "2*x - 0.25", "x^2 + 0.1875"));

TEST(Passes, AThresholdThatMovesAwayIsNotCrossed) {
  const SlidingRun run(
      "Real x(start = 2.5, fixed = true), e;\n"
      "  Integer q(start = 2), n(start = 0), k(start = 0), l(start = 0);",
      "der(x) = 1;\n  e = 2*x - q;\n  when time >= 0.5 then q = 3; end when;\n"
      "  when 2*x - floor(x) > 4 then n = pre(n) + 1; end when;\n"
      "  when 2*x - q > 4 then k = pre(k) + 1; end when;\n"
      "  when e > 4 then l = pre(l) + 1; end when;",
      {.stop_time = 0.75});
  EXPECT_EQ(run.last("n"), 0.0);
  EXPECT_EQ(run.last("k"), 0.0);
  EXPECT_EQ(run.last("l"), 0.0);
}

TEST(Passes, APhaseOfAStateThatWrapsTwiceIsNeverNegative) {
  const SlidingRun run("Real t(start = 0, fixed = true), ph, y;\n  Integer n(start = 0);",
                       "der(t) = 1;\n  ph = t - floor(t);\n  y = mod(ph + 0.5, 1);\n"
                       "  when y < 0 then n = pre(n) + 1; end when;",
                       {.stop_time = 5.25});
  EXPECT_EQ(run.last("n"), 0.0);
  EXPECT_NEAR(run.last("y"), 0.75, 1e-12);
}

TEST(Passes, AClauseThatTakesItsOwnConditionBackIsCarriedOutWhole) {
  for (const char* clock : {"time", "x"}) {
    const SlidingRun run(
        "discrete Real next(start = 1, fixed = true);\n"
        "  Integer n(start = 0), m(start = 0);\n  Real x(start = 0, fixed = true);",
        std::string("der(x) = 1;\n  when ") + clock +
            " >= next then next = pre(next) + 1; n = pre(n) + 1; m = n + 1; "
            "end when;",
        {.stop_time = 5.5});
    EXPECT_EQ(run.last("next"), 6.0) << clock;
    EXPECT_EQ(run.last("n"), 5.0) << clock;
    EXPECT_EQ(run.last("m"), 6.0) << clock;
  }
}

TEST(Passes, AReinitIsSeenByTheNextOneOnly) {
  for (const char* named : {"x", "y", "y - 0", "x + 0*time"}) {
    const SlidingRun run("Real x(start = 4.5, fixed = true), y = x;\n  Integer n(start = 0);",
                         std::string("der(x) = 0;\n  when {time >= 0.5, ") + named +
                             " >= 5} then n = pre(n) + 1; reinit(x, x + 1); end when;",
                         {.stop_time = 1.0});
    EXPECT_EQ(run.last("n"), 2.0) << named;
    EXPECT_EQ(run.last("x"), 6.5) << named;
  }
}

TEST(Passes, StepsThatAReinitMovesAreCountedInTheNextOne) {
  const SlidingRun run(
      "Real x(start = -2, fixed = true);\n  Integer q;\n  Boolean s(start = false);",
      "q = integer(time - 2*x);\n  der(x) = 2;\n"
      "  when sample(2, 0.5) then s = q <= 1; reinit(x, -1.1); end when;",
      {.stop_time = 2.2});
  EXPECT_EQ(run.last("s"), 1.0);
  EXPECT_EQ(run.last("q"), 3.0);
}

TEST(Passes, WhatTheInitialPassReinitsIsThereInTheNextOne) {
  const SlidingRun moved("Real x(start = -1.5, fixed = true);\n  Integer n(start = 0);",
                         "der(x) = -0.5;\n  when initial() then n = 1; reinit(x, 1.25);\n"
                         "  elsewhen x < -1.5 then n = 2; reinit(x, -0.5); end when;",
                         {.stop_time = 1.0});
  EXPECT_EQ(moved.last("n"), 1.0);
  EXPECT_NEAR(moved.last("x"), 0.75, 1e-12);
  const SlidingRun read(
      "Real x(start = 0, fixed = true);\n  discrete Real d(start = -1);\n"
      "  Boolean b(start = false), c(start = false);",
      "der(x) = 0;\n  b = true;\n  c = pre(b);\n"
      "  when initial() then reinit(x, 3); end when;\n"
      "  when c then d = x; end when;",
      {.stop_time = 1.0});
  EXPECT_EQ(read.last("d"), 3.0);
}

TEST(Passes, TimeItselfMayBecomeMoreThanAtTheStart) {
  const SlidingRun run("Real y = time;\n  Integer n(start = 0), k(start = 0), m(start = 0);",
                       "when time > 0 then n = pre(n) + 1; end when;\n"
                       "  when y > 0 then k = pre(k) + 1; end when;\n"
                       "  when time >= 0 then m = pre(m) + 1; end when;",
                       {.stop_time = 1.0});
  EXPECT_EQ(run.last("n"), 1.0);
  EXPECT_EQ(run.last("k"), 1.0);
  EXPECT_EQ(run.last("m"), 0.0);
}

}  // namespace
}  // namespace saltus::testing
