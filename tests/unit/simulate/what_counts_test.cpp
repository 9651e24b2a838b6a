#include <gtest/gtest.h>

#include <string>

#include "tests/unit/simulate/sliding_run.h"

// What a `when` counts: at kinks, after a reinit, at the start, at the end of the run
// (theory/events.md, theory/instants.md).

namespace saltus::testing {
namespace {

class Kinks : public ::testing::TestWithParam<const char*> {};

// One crossing of x is no crossing of max(x, 0).
TEST_P(Kinks, ARelationThatHoldsOnBothSidesIsNotCrossed) {
  const std::string y = GetParam();
  const SlidingRun run("Real x(start = 1, fixed = true), y;\n  Integer n(start = 0), k(start = 0);",
                       "der(x) = -1;\n  y = " + y +
                           ";\n  when y < 0 then n = pre(n) + 1; end when;\n  when " + y +
                           " < 0 then k = pre(k) + 1; end when;",
                       {.stop_time = 3.0});
  EXPECT_EQ(run.last("n"), 0.0);
  EXPECT_EQ(run.last("k"), 0.0);
}

INSTANTIATE_TEST_SUITE_P(OfManyKinds, Kinks,
                         ::testing::Values("max(x, 0)", "abs(x)", "(if x > 0 then x else x^2)"));

TEST(WhatCounts, ARelationThatIsAlwaysTrueFiresNoReinit) {
  const SlidingRun run(
      "Real x(start = 0.5, fixed = true), y;\n  Boolean b(start = true);\n  Integer n(start = 0);",
      "der(x) = -2;\n  y = abs(x);\n  b = y >= 0;\n"
      "  when b then n = pre(n) + 1; reinit(x, 0.5); end when;",
      {.stop_time = 2.0});
  EXPECT_EQ(run.last("n"), 0.0);
  EXPECT_NEAR(run.last("x"), -3.5, 1e-9);
}

// The crossing itself makes the mode in which its function is another one: it has taken place.
TEST(WhatCounts, AForceThatBreaksWhatBearsIt) {
  const SlidingRun run(
      "Real x(start = 0, fixed = true), f;\n  Boolean broken(start = false);\n"
      "  Integer n(start = 0);",
      "der(x) = 1;\n  f = if broken then 0 else 2*x;\n  broken = f > 1 or pre(broken);\n"
      "  when f > 1 then n = pre(n) + 1; end when;",
      {.stop_time = 1.0});
  EXPECT_EQ(run.last("n"), 1.0);
  EXPECT_EQ(run.last("broken"), 1.0);
  EXPECT_EQ(run.last("f"), 0.0);
}

TEST(WhatCounts, AfterAReinitTheBranchIsThatOfTheNewValue) {
  const SlidingRun run("Real x(start = 1, fixed = true), y;\n  Integer n(start = 0);",
                       "der(x) = 1;\n  y = abs(x);\n"
                       "  when sample(0.5, 10) then reinit(x, -1); end when;\n"
                       "  when y < 0 then n = pre(n) + 1; end when;",
                       {.stop_time = 1.0});
  EXPECT_EQ(run.last("n"), 0.0);
}

// The second condition becomes true by what the first one does, in the next pass.
TEST(WhatCounts, AReinitThatMakesAnotherConditionTrue) {
  for (const std::string rate : {"v", "2*v", "v + 1"}) {
    const SlidingRun run(
        "Real v(start = -0.5, fixed = true), x(start = 0, fixed = true);\n  Integer n(start = 0);",
        "der(v) = 0.5;\n  der(x) = " + rate +
            ";\n  when {sample(0.5, 10), v > 0} then n = pre(n) + 1; reinit(v, 1); end when;",
        {.stop_time = 1.0});
    EXPECT_EQ(run.last("n"), 2.0) << rate;
  }
}

TEST(WhatCounts, AClockTicksAtTheStartWhateverInitialDoes) {
  const SlidingRun run("Integer n(start = 0), k(start = 0);",
                       "when sample(0, 0.2) then n = pre(n) + 1; end when;\n"
                       "  when initial() then k = pre(k) + 1; end when;",
                       {.stop_time = 1.0});
  EXPECT_EQ(run.last("n"), 6.0);
  EXPECT_EQ(run.last("k"), 1.0);
}

TEST(WhatCounts, ATickWithinRoundingOfTheEndIsAtTheEnd) {
  for (const auto& [stop, ticks] : {std::pair(0.3, 4.0), {0.6, 7.0}, {0.7, 8.0}, {1.2, 13.0}}) {
    const SlidingRun run("Integer n(start = 0);",
                         "when sample(0, 0.1) then n = pre(n) + 1; end when;", {.stop_time = stop});
    EXPECT_EQ(run.last("n"), ticks) << stop;
  }
}

TEST(WhatCounts, EveryWayToAskWhatBecomesTrueAfterTheStart) {
  for (const std::string x : {"time", "time - 0.5"}) {
    const SlidingRun run(
        "Real x = " + x +
            ";\n  Boolean q(start = false);\n  Integer a(start = 0), b(start = 0), c(start = 0),\n"
            "    d(start = 0), e(start = 0), f(start = 0), g(start = 0), h(start = 0);",
        "q = x > 0;\n  when x > 0 then a = pre(a) + 1; end when;\n"
        "  when edge(x > 0) then b = pre(b) + 1; end when;\n"
        "  c = if edge(x > 0) then pre(c) + 1 else pre(c);\n"
        "  when q then d = pre(d) + 1; end when;\n"
        "  when edge(q) then e = pre(e) + 1; end when;\n"
        "  f = if edge(q) then pre(f) + 1 else pre(f);\n"
        "  when change(q) then g = pre(g) + 1; end when;\n"
        "  h = if x > 0 and not pre(x > 0) then pre(h) + 1 else pre(h);",
        {.stop_time = 1.0});
    for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
      EXPECT_EQ(run.last(name), 1.0) << name << ", x = " << x;
    }
  }
}

// Modelica 3.6, 8.6: at the start equations hold, and `when` clauses only if they have initial().
TEST(WhatCounts, WhatInitialSetsHoldsFromTheStart) {
  const SlidingRun run(
      "Integer n(start = 0), m(start = 0), k(start = 0), j(start = 0), c(start = 0);",
      "when initial() then n = pre(n) + 1; end when;\n"
      "  when change(n) then m = pre(m) + 1; end when;\n"
      "  when n > 0 then k = pre(k) + 1; end when;\n"
      "  when pre(n) > 0 then j = pre(j) + 1; end when;\n"
      "  c = if change(n) then pre(c) + 1 else pre(c);",
      {.stop_time = 1.0});
  EXPECT_EQ(run.last("n"), 1.0);
  EXPECT_EQ(run.last("m"), 0.0);
  EXPECT_EQ(run.last("k"), 0.0);
  EXPECT_EQ(run.last("j"), 1.0);
  EXPECT_EQ(run.last("c"), 1.0);
}

TEST(WhatCounts, AStepDownwardsAndARelationOfALaterPass) {
  const SlidingRun run(
      "Real x(start = 1.25, fixed = true);\n  Integer k(start = 0), n(start = -3);",
      "der(x) = 1;\n  when {x <= pre(k), x >= 1.5} then k = pre(k) + 10; end when;\n"
      "  n = integer(-2*x);",
      {.stop_time = 4.0});
  EXPECT_EQ(run.last("k"), 20.0);
  EXPECT_EQ(run.last("n"), -11.0);
}

TEST(WhatCounts, InitialAndATickAtTheStartFireAClauseOnce) {
  const SlidingRun run("Integer n(start = 0), k(start = 0), l(start = 0);",
                       "when {initial(), sample(0, 0.5)} then n = pre(n) + 1; end when;\n"
                       "  when initial() then k = pre(k) + 1;\n"
                       "  elsewhen sample(0, 0.5) then k = pre(k) + 10; end when;\n"
                       "  when {initial(), sample(0.5, 1)} then l = pre(l) + 1; end when;",
                       {.stop_time = 1.0});
  EXPECT_EQ(run.last("n"), 3.0);
  EXPECT_EQ(run.last("k"), 21.0);
  EXPECT_EQ(run.last("l"), 2.0);
}

// Where mod wraps its value is zero within rounding: the motion says on which side.
TEST(WhatCounts, AStepOfWhatWraps) {
  const SlidingRun run(
      "Real x(start = -0.25, fixed = true), y;\n  Integer n(start = 1), m(start = 1);",
      "der(x) = 1.5;\n  y = mod(x + 0.919, 1);\n  n = integer(1.5*y);\n"
      "  m = if change(n) then pre(m) + 1 else pre(m);",
      {.stop_time = 4.0});
  EXPECT_EQ(run.last("m"), 13.0);
}

}  // namespace
}  // namespace saltus::testing
