#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/unit/simulate/sliding_run.h"

// Motions along a surface (theory/sliding.md), against closed forms.

namespace saltus::testing {
namespace {

// ---------------------------------------------------------------- friction

TEST(Friction, ABlockBrakesToRestAndStaysThere) {
  const SlidingRun run("Real v(start = 6, fixed = true), x(start = 0, fixed = true);",
                       "der(x) = v;\n  2*der(v) = -3*sign(v);",
                       {.stop_time = 6.0, .times = {0.0, 5.0, 6.0}});
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].time, 4.0, 1e-12);
  EXPECT_EQ(run.held(), 1u);
  EXPECT_NEAR(run.at(5.0, "x"), 12.0, 1e-11);
  EXPECT_NEAR(run.last("x"), 12.0, 1e-11);
  EXPECT_NEAR(run.last("v"), 0.0, 1e-15);
  EXPECT_NEAR(run.last("multiplier(v > 0)"), 0.5, 1e-12);
}

TEST(Friction, ABlockRestsUntilTheForceExceedsIt) {
  const SlidingRun run("Real v(start = 0, fixed = true);", "der(v) = 4*sin(time) - 2*sign(v);",
                       {.stop_time = 2.0, .tolerance = 1e-11, .times = {0.0, 0.3, 2.0}});
  ASSERT_EQ(run.events().size(), 2u);
  const double leaves = run.events()[1].time;
  EXPECT_NEAR(leaves, std::asin(0.5), 1e-11);
  EXPECT_EQ(run.events()[1].sliding_to.size(), 0u);
  EXPECT_NEAR(run.at(0.3, "v"), 0.0, 1e-15);
  // Friction balances the force: 2 (2 λ - 1) = 4 sin t.
  EXPECT_NEAR(run.at(0.3, "multiplier(v > 0)"), (2 * std::sin(0.3) + 1) / 2, 1e-12);
  EXPECT_TRUE(std::isnan(run.last("multiplier(v > 0)")));
  EXPECT_NEAR(run.last("v"), 4 * (std::cos(leaves) - std::cos(2.0)) - 2 * (2.0 - leaves), 1e-9);
}

// Two kinds of friction: it needs 3 to move the block, and 1 to keep it moving.
TEST(Friction, StictionLetsGoAtItsOwnForce) {
  const SlidingRun run("Real v(start = 0, fixed = true), f;",
                       "f = sign(v)*(1 + 2/(1 + 100*abs(v)));\n  der(v) = time - f;",
                       {.stop_time = 4.0, .tolerance = 1e-10});
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_NEAR(run.events()[1].time, 3.0, 1e-9);
  EXPECT_GT(run.last("v"), 1.0);
}

// The block sticks to the belt while x = V t, until the spring pulls with what friction can
// hold; then x = mu/k + V/w sin(w (t - t0)).
TEST(Friction, ABlockOnABeltSlipsWhenTheSpringPullsHardEnough) {
  const double k = 4.0, mu = 2.0, belt = 0.25, w = 2.0;
  const SlidingRun run("Real x(start = 0, fixed = true), v(start = 0.25, fixed = true);",
                       "der(x) = v;\n  der(v) = -4*x - 2*sign(v - 0.25);",
                       {.stop_time = 4.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 2u);
  const double slips = run.events()[1].time;
  EXPECT_NEAR(slips, mu / (k * belt), 1e-10);
  EXPECT_NEAR(run.last("x"), mu / k + belt / w * std::sin(w * (4.0 - slips)), 1e-9);
  EXPECT_NEAR(run.last("v"), belt * std::cos(w * (4.0 - slips)), 1e-9);
}

// One of two blocks in contact: they slip, then move together, then both rest.
TEST(Friction, StackedBlocksStickToEachOtherAndThenToTheFloor) {
  const SlidingRun run("Real v1(start = 4, fixed = true), v2(start = 0, fixed = true);",
                       "der(v1) = -3*sign(v1 - v2);\n"
                       "  2*der(v2) = 3*sign(v1 - v2) - 1.5*sign(v2);",
                       {.stop_time = 5.0, .tolerance = 1e-10});
  // v1 = 4 - 3 t meets v2 = 0.75 t; together 3 v' = -1.5.
  const double meet = 4.0 / 3.75, rest = meet + 0.75 * meet / 0.5;
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_NEAR(run.events()[0].time, meet, 1e-12);
  EXPECT_EQ(run.events()[0].sliding_to.size(), 1u);
  EXPECT_NEAR(run.events()[1].time, rest, 1e-12);
  EXPECT_EQ(run.events()[1].sliding_to.size(), 2u);
  EXPECT_NEAR(run.last("v1"), 0.0, 1e-14);
  EXPECT_NEAR(run.last("multiplier(v2 > 0)"), 0.5, 1e-12);
}

// ---------------------------------------------------------------- relays

TEST(Relay, SlidesAlongItsLineWithTheDynamicsOfTheLine) {
  const SlidingRun run("Real x(start = 1, fixed = true), y(start = -0.5, fixed = true), s, u;",
                       "s = x + y;\n  u = if s > 0 then -1 else 1;\n  der(x) = y;\n  der(y) = u;",
                       {.stop_time = 3.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 1u);
  // x + y = 1/2 - 3/2 t - t^2/2 until it vanishes
  const double enters = (std::sqrt(13.0) - 3.0) / 2.0;
  EXPECT_NEAR(run.events()[0].time, enters, 1e-11);
  const double x_there = 1.0 - 0.5 * enters - enters * enters / 2.0;
  const double x = x_there * std::exp(-(3.0 - enters));
  EXPECT_NEAR(run.last("x"), x, 1e-10);
  EXPECT_NEAR(run.last("y"), -x, 1e-10);
  EXPECT_NEAR(run.last("u"), x, 1e-10);  // the equivalent value: y' = -y
  EXPECT_NEAR(run.last("multiplier(s > 0)"), (1.0 - x) / 2.0, 1e-10);
}

// The relay is too weak at the first crossing: |y| > 1 there.
TEST(Relay, CrossesWhereOneSideLeadsAway) {
  const SlidingRun run("Real x(start = 2, fixed = true), y(start = 0, fixed = true);",
                       "der(x) = y;\n  der(y) = if x + y > 0 then -1 else 1;",
                       {.stop_time = 3.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 2u);
  const double first = std::sqrt(5.0) - 1.0, speed = first;
  EXPECT_NEAR(run.events()[0].time, first, 1e-11);
  EXPECT_TRUE(run.events()[0].sliding_to.empty());
  EXPECT_NEAR(run.events()[1].time, first + 2.0 * (speed - 1.0), 1e-10);
  EXPECT_EQ(run.events()[1].sliding_to.size(), 1u);
}

// Terms that are zero on one side only must not spoil the mixture.
TEST(Relay, OnAndOffWorkLikePlusAndMinus) {
  const std::string plant =
      "s = 1 - vC - 0.5*(iL - vC);\n  der(iL) = 2*u - vC;\n  der(vC) = iL - vC;\n";
  const std::string names = "Real iL(start = 0, fixed = true), vC(start = 0, fixed = true), s, u;";
  ModelFromText on_off(model_text(names, plant + "  u = if s > 0 then 1 else 0;"));
  ModelFromText symmetric(model_text(names, plant + "  u = 0.5 + 0.5*(if s > 0 then 1 else -1);"));
  const SimulationOptions options{.stop_time = 5.0, .tolerance = 1e-11};
  const Simulation one = on_off.run_to_end(options), other = symmetric.run_to_end(options);
  ASSERT_EQ(one.events.size(), 2u);
  ASSERT_EQ(other.events.size(), 2u);
  EXPECT_NEAR(one.events[1].time, other.events[1].time, 1e-10);
  // On the surface vC' = iL - vC = 2 (1 - vC).
  const double enters = one.events[1].time;
  const double there = value_at(one, enters, "vC");
  EXPECT_NEAR(last_value(one, "vC"), 1.0 + (there - 1.0) * std::exp(-2.0 * (5.0 - enters)), 1e-9);
  for (const char* name : {"iL", "vC", "u", "multiplier(s > 0)"}) {
    EXPECT_NEAR(last_value(one, name), last_value(other, name), 1e-9) << name;
  }
}

// ---------------------------------------------------------------- Filippov's mixture

// Utkin's example: the equivalent control would be u = 1/2 and x1' = 0.2 x1.
class UtkinsExample : public ::testing::TestWithParam<const char*> {};

TEST_P(UtkinsExample, MixesMotionsNotControls) {
  const SlidingRun run("Real x1(start = 1, fixed = true), x2(start = -0.8, fixed = true), s, u;",
                       std::string("s = (x1 + x2)*x1;\n  u = if ") + GetParam() +
                           " > 0 then -1 else 1;\n"
                           "  der(x1) = 0.3*x2 + x1*u;\n  der(x2) = -0.7*x1 + 4*x1*u^3;",
                       {.stop_time = 3.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 1u);
  const double enters = run.events()[0].time, there = run.at(enters, "x1");
  EXPECT_NEAR(run.last("u"), 0.2, 1e-10);
  EXPECT_NEAR(run.last("x1"), there * std::exp(-0.1 * (3.0 - enters)), 1e-9);
  EXPECT_NEAR(run.last("x1"), -run.last("x2"), 1e-10);
}
INSTANTIATE_TEST_SUITE_P(WhereverTheSurfaceIsWritten, UtkinsExample,
                         ::testing::Values("s", "(x1 + x2)*x1", "(x1 + x2)"));

// The k-th equation of one branch is not about the same variable as that of the other.
TEST(Mixture, BranchesMayListTheirEquationsInAnyOrder) {
  const std::string above = "  if x > 0 then\n    w = 2*time;\n    der(x) = -1 - 0.1*w;\n  else\n";
  const std::string one = "    w = 3;\n    der(x) = 1 + w;\n  end if;";
  const std::string other = "    der(x) = 1 + w;\n    w = 3;\n  end if;";
  const std::string names = "Real x(start = 1, fixed = true), w;";
  ModelFromText in_order(model_text(names, above + one)), turned(model_text(names, above + other));
  for (ModelFromText* model : {&in_order, &turned}) {
    const Simulation run = model->run_to_end({.stop_time = 4.0, .tolerance = 1e-11});
    ASSERT_EQ(run.events.size(), 1u);
    EXPECT_NEAR(run.events[0].time, std::sqrt(35.0) - 5.0, 1e-10);
    const double share = 4.0 / (5.0 + 0.2 * 4.0);  // share (-1 - 0.2 t) + (1 - share) 4 = 0
    EXPECT_NEAR(last_value(run, "multiplier(x > 0)"), share, 1e-10);
    EXPECT_NEAR(last_value(run, "w"), share * 8.0 + (1.0 - share) * 3.0, 1e-9);
  }
}

TEST(Mixture, BranchesMaySolveForTheDerivativeDifferently) {
  const SlidingRun run("Real x(start = 1, fixed = true), y(start = 0, fixed = true);",
                       "if x > 0 then\n    2*der(x) = -1;\n    der(y) = 1;\n  else\n"
                       "    der(x)/3 = 1;\n    der(y) = der(x);\n  end if;",
                       {.stop_time = 4.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].time, 2.0, 1e-12);
  const double share = 3.0 / 3.5;  // share (-1/2) + (1 - share) 3 = 0
  EXPECT_NEAR(run.last("multiplier(x > 0)"), share, 1e-11);
  EXPECT_NEAR(run.last("y"), 2.0 + 2.0 * (share + (1.0 - share) * 3.0), 1e-10);
}

TEST(Mixture, AppliesToNestedBranches) {
  const SlidingRun run("Real x(start = 1, fixed = true), y(start = 0.5, fixed = true);",
                       "der(x) = if x > 0 then (if y > 0 then -1 else -2)\n"
                       "    else (if y > 0 then 1 else 3);\n  der(y) = -0.3;",
                       {.stop_time = 4.0, .tolerance = 1e-11, .times = {0.0, 1.5, 4.0}});
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_NEAR(run.events()[1].time, 5.0 / 3.0, 1e-11);
  EXPECT_EQ(run.held(), 1u);
  EXPECT_NEAR(run.at(1.5, "multiplier(x > 0)"), 0.5, 1e-11);
  EXPECT_NEAR(run.last("multiplier(x > 0)"), 0.6, 1e-11);
  EXPECT_NEAR(run.last("x"), 0.0, 1e-14);
}

TEST(Mixture, HoldsForEveryEquationThatReadsTheGuard) {
  const SlidingRun run("Real x(start = 1, fixed = true), y(start = 0, fixed = true);",
                       "der(x) = if x > 0 then -1 else 2;\n  der(y) = if x > 0 then 1 else 0;",
                       {.stop_time = 3.0, .tolerance = 1e-11});
  EXPECT_NEAR(run.last("y"), 1.0 + 2.0 * 2.0 / 3.0, 1e-10);
}

// ---------------------------------------------------------------- several guards, one surface

TEST(OneSurface, OppositeRelationsSlideTogether) {
  const SlidingRun run("Real x(start = 1, fixed = true), y(start = 0, fixed = true);",
                       "der(x) = (if x > 0 then -1 else 0) + (if 0 >= x then 2 else 0);\n"
                       "  der(y) = if x >= 0 then 1 else 0;",
                       {.stop_time = 3.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_EQ(run.held(), 1u);
  EXPECT_NEAR(run.last("multiplier(x > 0)"), 2.0 / 3.0, 1e-11);
  EXPECT_NEAR(run.last("y"), 1.0 + 4.0 / 3.0, 1e-10);
}

TEST(OneSurface, TheMultiplierBelongsToTheRelationAsWritten) {
  for (const auto& [relation, share] :
       {std::pair<std::string, double>{"x > 0", 2.0 / 3.0}, {"x >= 0", 2.0 / 3.0}}) {
    ModelFromText model(model_text("Real x(start = 1, fixed = true);",
                                   "der(x) = if " + relation + " then -1 else 2;"));
    const Simulation run = model.run_to_end({.stop_time = 2.0});
    EXPECT_NEAR(last_value(run, "multiplier(" + relation + ")"), share, 1e-9);
  }
  for (const std::string relation : {"x < 0", "0 > x", "0 >= x"}) {
    ModelFromText model(model_text("Real x(start = 1, fixed = true);",
                                   "der(x) = if " + relation + " then 2 else -1;"));
    const Simulation run = model.run_to_end({.stop_time = 2.0});
    EXPECT_NEAR(last_value(run, "multiplier(" + relation + ")"), 1.0 / 3.0, 1e-9);
  }
}

TEST(OneSurface, BooleansMayStandBetween) {
  const SlidingRun run(
      "Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n  Boolean low, high;",
      "low = x < 0;\n  high = not low;\n  der(x) = if low then 2 else -1;\n"
      "  der(y) = if high then 1 else 0;",
      {.stop_time = 3.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.last("y"), 1.0 + 4.0 / 3.0, 1e-10);
}

// Both frictions hold the shaft together, and let go together: at 0.5 + 0.2/2.
TEST(OneSurface, FrictionOnBothSidesOfAGear) {
  const SlidingRun run("Real w1(start = 0.5, fixed = true), w2, t1, t2;",
                       "w1 = 2*w2;\n  t2 = 2*t1;\n"
                       "  der(w1) = time/10 - t1 - 0.5*sign(w1);\n"
                       "  4*der(w2) = t2 - 0.2*sign(w2);",
                       {.stop_time = 8.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_NEAR(run.events()[0].time, 2.0, 1e-10);  // w1 = 1/2 - 0.3 t + t^2/40
  EXPECT_EQ(run.events()[0].sliding_to.size(), 1u);
  EXPECT_NEAR(run.events()[1].time, 6.0, 1e-9);
  EXPECT_NEAR(run.last("w1"), 0.05 * 4.0 / 2.0, 1e-9);  // 2 w1' = (t - 6)/10
}

// ---------------------------------------------------------------- several surfaces

// -2 a - 0.7 b + 0.3 = 0 and 0.7 a - 2 b + 0.2 sin t = 0 for the signs a and b in the mean.
TEST(SeveralSurfaces, BothMultipliersSolveOneSystem) {
  const SlidingRun run("Real x(start = 1, fixed = true), y(start = 2, fixed = true);",
                       "der(x) = -2*sign(x) - 0.7*sign(y) + 0.3;\n"
                       "  der(y) = 0.7*sign(x) - 2*sign(y) + 0.2*sin(time);",
                       {.stop_time = 5.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_NEAR(run.events()[0].time, 1.0 / 2.4, 1e-11);
  EXPECT_EQ(run.events()[0].sliding_to.size(), 1u);
  EXPECT_EQ(run.events()[1].sliding_to.size(), 2u);
  const double determinant = 4.0 + 0.49, disturbance = 0.2 * std::sin(5.0);
  const double a = (2.0 * 0.3 - 0.7 * disturbance) / determinant;
  const double b = (0.7 * 0.3 + 2.0 * disturbance) / determinant;
  EXPECT_NEAR(run.last("multiplier(x > 0)"), (1.0 + a) / 2.0, 1e-10);
  EXPECT_NEAR(run.last("multiplier(y > 0)"), (1.0 + b) / 2.0, 1e-10);
}

TEST(SeveralSurfaces, AreReachedAtOnce) {
  const SlidingRun run("Real x(start = 1, fixed = true), y(start = -1, fixed = true);",
                       "der(x) = -2*sign(x) - 0.5*sign(y) + 0.5;\n"
                       "  der(y) = -sign(y) - 0.25*sign(x) + 0.25;",
                       {.stop_time = 2.0, .tolerance = 1e-11});
  EXPECT_NEAR(run.events().front().time, 1.0, 1e-12);
  EXPECT_EQ(run.held(), 2u);
  // 2 a + b/2 = 1/2, a/4 + b = 1/4
  const double b = (0.25 - 0.0625) / (1.0 - 0.0625), a = 0.25 - 0.25 * b;
  EXPECT_NEAR(run.last("multiplier(x > 0)"), (1.0 + a) / 2.0, 1e-10);
  EXPECT_NEAR(run.last("multiplier(y > 0)"), (1.0 + b) / 2.0, 1e-10);
}

TEST(SeveralSurfaces, OneIsLeftAndTheOtherHolds) {
  const SlidingRun run("Real x(start = 0, fixed = true), y(start = 0, fixed = true);",
                       "der(x) = time/2 - sign(x);\n"
                       "  der(y) = -2*sign(y) - 0.5*sign(x);",
                       {.stop_time = 3.0, .tolerance = 1e-11, .times = {0.0, 1.0, 3.0}});
  EXPECT_NEAR(run.events().back().time, 2.0, 1e-10);
  EXPECT_EQ(run.held(), 1u);
  EXPECT_NEAR(run.at(1.0, "multiplier(x > 0)"), 0.75, 1e-11);
  EXPECT_NEAR(run.at(1.0, "multiplier(y > 0)"), 0.5 - 0.25 / 4.0, 1e-11);
  EXPECT_NEAR(run.last("multiplier(y > 0)"), 0.5 - 0.25 / 2.0, 1e-11);
  EXPECT_NEAR(run.last("x"), 0.25, 1e-10);  // (t - 2)^2/4
  EXPECT_NEAR(run.last("y"), 0.0, 1e-14);
}

// Neither surface holds the motion beyond the other one, but both lead into their corner.
TEST(SeveralSurfaces, ACornerHoldsWhatEitherSurfaceLetsGo) {
  const SlidingRun run("Real x(start = -1, fixed = true), y(start = 0.1, fixed = true);",
                       "der(x) = 0.1 - (if x > 0 then 4 else 0) - (if y > 0 then 0.5 else 0);\n"
                       "  der(y) = 0.1 - (if x > 0 then 0.5 else 0) - (if y > 0 then 4 else 0);",
                       {.stop_time = 20.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_EQ(run.held(), 2u);
  // 4 a + b/2 = 1/10 for both
  EXPECT_NEAR(run.last("multiplier(x > 0)"), 0.1 / 4.5, 1e-11);
  EXPECT_NEAR(run.last("multiplier(y > 0)"), 0.1 / 4.5, 1e-11);
}

TEST(SeveralSurfaces, OneGuardMayReadTwo) {
  ModelFromText model(
      model_text("Real x(start = 1, fixed = true), y(start = 2, fixed = true);",
                 "der(x) = if x > 0 then -1 else 1;\n  der(y) = if y > 0 then -1 else 1;\n"));
  ModelFromText joined(
      model_text("Real x(start = 1, fixed = true), y(start = 2, fixed = true), z(start = 0, fixed "
                 "= true);",
                 "der(x) = if x > 0 then -1 else 1;\n  der(y) = if y > 0 then -1 else 1;\n"
                 "  der(z) = if x > 0 and y > 0 then 1 else 0;"));
  const Simulation run = joined.run_to_end({.stop_time = 4.0, .tolerance = 1e-11});
  EXPECT_EQ(slides_along(run), 2u);
  // z' = 1, then 1/2 while only x slides, then 1/4
  EXPECT_NEAR(last_value(run, "z"), 1.0 + 0.5 + 0.5, 1e-10);
  const Simulation without = model.run_to_end({.stop_time = 4.0, .tolerance = 1e-11});
  EXPECT_NEAR(last_value(run, "y"), last_value(without, "y"), 1e-12);
}

// ---------------------------------------------------------------- entering and leaving

TEST(Sliding, StopsAtASideThatStandsStill) {
  const SlidingRun run("Real x(start = 0, fixed = true);", "der(x) = if x > 0.5 then 0 else 1;",
                       {.stop_time = 2.0});
  EXPECT_NEAR(run.last("x"), 0.5, 1e-14);
  EXPECT_EQ(run.events().size(), 1u);
}

TEST(Sliding, BeginsAtTheStartOnTheSurface) {
  const SlidingRun run("Real x(start = 0, fixed = true), y(start = 0, fixed = true);",
                       "der(x) = if x > 0 then -1 else 3;\n  der(y) = if x > 0 then 1 else 0;",
                       {.stop_time = 4.0, .tolerance = 1e-11});
  EXPECT_NEAR(run.last("y"), 3.0, 1e-10);
  EXPECT_NEAR(run.last("x"), 0.0, 1e-15);
}

TEST(Sliding, RunsBackward) {
  const SlidingRun run("Real x(start = -1, fixed = true), y(start = 0, fixed = true);",
                       "der(x) = if x > 0 then 1 else -2;\n  der(y) = if x > 0 then 1 else 0;",
                       {.start_time = 3.0, .stop_time = 0.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].time, 2.5, 1e-12);
  EXPECT_NEAR(run.last("x"), 0.0, 1e-15);
  EXPECT_NEAR(run.last("y"), -2.5 * 2.0 / 3.0, 1e-10);
}

TEST(Sliding, GoesOnThroughAnEventElsewhere) {
  const SlidingRun run(
      "Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed "
      "= true);",
      "der(x) = -2*sign(x) + (if z > 1 then 1 else 0);\n"
      "  der(y) = if x > 0 then 1 else 0;\n  der(z) = 0.5;",
      {.stop_time = 4.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_NEAR(run.events()[1].time, 2.0, 1e-12);
  EXPECT_EQ(run.events()[1].sliding_to.size(), 1u);
  EXPECT_NEAR(run.last("multiplier(x > 0)"), 0.75, 1e-11);
  EXPECT_NEAR(run.last("y"), 0.5 + 1.5 * 0.5 + 2.0 * 0.75, 1e-10);
}

TEST(Sliding, EndsWithAStepOfTheForce) {
  const SlidingRun run("Real v(start = 1, fixed = true), F;",
                       "F = if time < 2 then 0 elseif time < 3 then 3 else 0.5;\n"
                       "  der(v) = F - sign(v);",
                       {.stop_time = 9.0, .tolerance = 1e-11});
  // at rest from 1 to 2, up to 2 at t = 3, down with -1/2 until t = 7
  EXPECT_NEAR(run.events().front().time, 1.0, 1e-12);
  EXPECT_NEAR(run.events().back().time, 7.0, 1e-10);
  EXPECT_EQ(run.held(), 1u);
  EXPECT_NEAR(run.last("multiplier(v > 0)"), 0.75, 1e-11);
}

TEST(Sliding, EndsWithReinitAndBeginsAgain) {
  const SlidingRun run("Real x(start = 1, fixed = true);",
                       "der(x) = -2*sign(x);\n  when time >= 2 then\n"
                       "    reinit(x, -1);\n  end when;",
                       {.stop_time = 4.0, .tolerance = 1e-11, .times = {0.0, 2.25, 4.0}});
  EXPECT_NEAR(run.at(2.25, "x"), -0.5, 1e-12);
  EXPECT_NEAR(run.events().back().time, 2.5, 1e-12);
  EXPECT_EQ(run.held(), 1u);
}

// A block at rest is hit once a second: it moves on for half a second each time.
TEST(Sliding, ABlowSetsAStuckBlockFree) {
  const SlidingRun run("Real x(start = 0, fixed = true), v(start = 1, fixed = true);",
                       "der(x) = v;\n  der(v) = -2*sign(v);\n"
                       "  when sample(1, 1) then\n    reinit(v, v + 1);\n  end when;",
                       {.stop_time = 3.75, .tolerance = 1e-11});
  EXPECT_NEAR(run.last("x"), 4 * 0.25, 1e-11);
  EXPECT_EQ(run.held(), 1u);
}

TEST(Sliding, GoesOnIfReinitStaysOnTheSurface) {
  const SlidingRun run("Real x(start = 1, fixed = true), y(start = 0, fixed = true);",
                       "der(x) = -2*sign(x) + y;\n  der(y) = 1;\n"
                       "  when time >= 1 then\n    reinit(y, 0);\n  end when;",
                       {.stop_time = 2.0, .tolerance = 1e-11});
  EXPECT_EQ(run.held(), 1u);
  EXPECT_NEAR(run.last("x"), 0.0, 1e-14);
  EXPECT_NEAR(run.last("multiplier(x > 0)"), 0.75, 1e-11);
}

// h stays at 1 while q > 0; from then on both sides of `h > 1` are the same.
TEST(Sliding, EndsWhereTheSurfaceDecidesNothingAnyMore) {
  ModelFromText model(
      model_text("Real h(start = 0.5, fixed = true), q;",
                 "q = 2*sin(time);\n"
                 "  der(h) = if h > 1 and q > 0 or h < 0 and q < 0 then 0 else q;"));
  const Simulation run = model.run_to_end(
      {.stop_time = 12.0, .tolerance = 1e-11, .times = {0.0, 3.0, 4.0, 6.0, 12.0}});
  EXPECT_NEAR(value_at(run, 3.0, "h"), 1.0, 1e-12);
  EXPECT_NEAR(value_at(run, 4.0, "h"), 1.0 - 2.0 * (1.0 + std::cos(4.0)), 1e-9);
  EXPECT_NEAR(value_at(run, 6.0, "h"), 0.0, 1e-12);
  EXPECT_NEAR(last_value(run, "h"), 0.0, 1e-10);
}

TEST(Sliding, TakesAwayAsManyDegreesOfFreedomAsThereAreSurfaces) {
  const SlidingRun run(
      "Real x(start = 1, fixed = true), y(start = 2, fixed = true), z(start = 3, fixed "
      "= true);",
      "der(x) = -sign(x) + 0.1*sin(z);\n  der(y) = -sign(y) + 0.1*x;\n"
      "  der(z) = -z + x*y;",
      {.stop_time = 4.0, .tolerance = 1e-10});
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_EQ(run.events()[0].freedom_before, 3);
  EXPECT_EQ(run.events()[0].freedom_after, 2);
  EXPECT_EQ(run.events()[1].freedom_after, 1);
  EXPECT_GT(run.events()[0].index_after, run.events()[0].index_before);
}

// ---------------------------------------------------------------- DAEs

// A bead on a circle in a plane that is tilted: index 3, friction along the circle, of index
// 3 still when it sticks. In the angle a from the lowest point: a'' = -g sin a - mu sign(a').
TEST(SlidingDae, APendulumWithDryFrictionSticksOffItsLowestPoint) {
  ModelFromText model(model_text(
      "Real x(start = 0.1, fixed = true), y(start = -1), vx(start = 0, fixed = true), vy, T, f;",
      "der(x) = vx;\n  der(y) = vy;\n  f = 0.3*sign(x*vy - y*vx);\n"
      "  der(vx) = -T*x + f*y;\n  der(vy) = -T*y - 1 - f*x;\n  x^2 + y^2 = 1;"));
  const Simulation stays = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-10});
  EXPECT_NEAR(last_value(stays, "x"), 0.1, 1e-12);
  EXPECT_NEAR(last_value(stays, "f"), -0.1, 1e-10);  // friction bears the weight
  EXPECT_NEAR(last_value(stays, "T"), std::sqrt(0.99), 1e-10);
}

TEST(SlidingDae, ACircuitOfHigherIndexSlidesInItsControlledVoltage) {
  // Two capacitors in parallel: one state, index 2; the switch holds their voltage at 1.
  const SlidingRun run("Real u1(start = 0, fixed = true), u2, i1, i2, i;",
                       "u1 = u2;\n  der(u1) = i1;\n  2*der(u2) = i2;\n  i = i1 + i2;\n"
                       "  i = if u2 < 1 then 3 - u1 else -u1;",
                       {.stop_time = 3.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].time, 3.0 * std::log(1.5), 1e-10);  // u = 3 (1 - exp(-t/3))
  EXPECT_NEAR(run.last("u1"), 1.0, 1e-12);
  EXPECT_NEAR(run.last("i1"), 0.0, 1e-11);
  EXPECT_NEAR(run.last("multiplier(u2 < 1)"), 1.0 / 3.0, 1e-11);
}

TEST(SlidingDae, TheSurfaceMayReadADerivative) {
  const SlidingRun run("Real iL(start = 0, fixed = true), vC(start = 0, fixed = true), u;",
                       "u = if 1 - vC - 0.5*der(vC) > 0 then 1 else 0;\n"
                       "  der(iL) = 2*u - vC;\n  der(vC) = iL - vC;",
                       {.stop_time = 5.0, .tolerance = 1e-11});
  const double enters = run.events().back().time, there = run.at(enters, "vC");
  EXPECT_EQ(run.held(), 1u);
  EXPECT_NEAR(run.last("vC"), 1.0 + (there - 1.0) * std::exp(-2.0 * (5.0 - enters)), 1e-9);
}

// ---------------------------------------------------------------- what does not slide

TEST(NoSliding, HysteresisSwitchesBackAndForth) {
  const SlidingRun run("Real x(start = 1, fixed = true);\n  Boolean on(start = false);",
                       "on = x < -0.1 or pre(on) and x < 0.1;\n"
                       "  der(x) = if on then 1 else -1;",
                       {.stop_time = 4.0});
  EXPECT_FALSE(run.ever_slides());
  ASSERT_GE(run.events().size(), 10u);
  for (std::size_t i = 1; i < run.events().size(); ++i) {
    EXPECT_NEAR(run.events()[i].time - run.events()[i - 1].time, 0.2, 1e-9);
  }
}

// Crossing counts, so staying in between is no answer; nor is going on.
TEST(NoSliding, ASurfaceThatWhenReadsIsNotMixed) {
  ModelFromText model(model_text(
      "Real x(start = 1, fixed = true);\n  Integer n(start = 0, fixed = true);",
      "der(x) = if x > 0 then -1 else 1;\n  when x > 0 then\n    n = pre(n) + 1;\n  end when;"));
  const Simulation run = model.run({.stop_time = 4.0});
  EXPECT_EQ(run.end.reason, EndReason::events_unsettled);
  EXPECT_NEAR(run.end.time, 1.0, 1e-9);
  EXPECT_FALSE(ever_slides(run));
}

TEST(NoSliding, FrequentCrossingsAreJustThat) {
  const SlidingRun run("Real x(start = 1e-3, fixed = true), v(start = 0, fixed = true);",
                       "der(x) = v;\n  der(v) = if x > 0 then -1 else 1;",
                       {.stop_time = 1.0, .tolerance = 1e-10});
  EXPECT_FALSE(run.ever_slides());
  EXPECT_EQ(run.simulation().end.reason, EndReason::reached_stop_time);
  const double quarter = std::sqrt(2e-3);
  ASSERT_GE(run.events().size(), 5u);
  EXPECT_NEAR(run.events()[4].time, 9.0 * quarter, 1e-8);
  EXPECT_TRUE(std::isnan(run.last("multiplier(x > 0)")));
}

// Behind the first diode there is a second one that nothing ever drives. While the first one
// blocks, both sides of its condition keep it at zero: there is nothing to mix.
TEST(NoSliding, ADiodeWithoutACurrentStaysAtZero) {
  const std::string circuit =
      "u4 = min(s4, 0);\n  i4 = max(s4, 0);\n  u4 = v1 - v2;\n  v2 = 21.89*(i4 + i6);\n"
      "  v1 = 21.67*i0;\n  v1 = 0.61*i3 + 5*sin(2*time + 0.4);\n  1.02*der(i5) = -v1;\n"
      "  i5 = i0 + i3 + i4;\n  ";
  const std::string declarations =
      "Real s4, u4, i4, v1, v2, i0, i3, s6, u6, i6, i5(start = 0, fixed = true);";
  ModelFromText with(model_text(
      declarations, circuit + "u6 = min(s6, 0);\n  i6 = max(s6, 0);\n  u6 = -13.69*i6 - v2;"));
  ModelFromText without(model_text(declarations, circuit + "u6 = -v2;\n  s6 = u6;\n  i6 = 0;"));
  const SimulationOptions options{.stop_time = 6.0, .tolerance = 1e-11};
  const Simulation first = with.run_to_end(options), second = without.run_to_end(options);
  EXPECT_FALSE(ever_slides(first));
  EXPECT_NEAR(last_value(first, "i5"), last_value(second, "i5"), 1e-10);
  EXPECT_NEAR(last_value(first, "u6"), last_value(second, "u6"), 1e-10);
}

TEST(NoSliding, ARepellingSurfaceIsLeft) {
  const SlidingRun run("Real x(start = 0.5, fixed = true);", "der(x) = if x > 0 then 1 else -1;",
                       {.stop_time = 1.0});
  EXPECT_TRUE(run.events().empty());
  EXPECT_NEAR(run.last("x"), 1.5, 1e-12);
}

// ---------------------------------------------------------------- how it is written

TEST(Writing, OrderNamesAndBranchesDoNotMatter) {
  const std::vector<std::string> writings = {
      "model A\n  Real x(start = 1, fixed = true), y(start = -0.2, fixed = true), s, u;\n"
      "equation\n  s = 2*x + y;\n  u = if s > 0 then -3 else 2;\n"
      "  der(x) = y;\n  der(y) = u + 0.5*sin(x);\nend A;\n",
      "model B\n  Real u, s, y(start = -0.2, fixed = true), x(start = 1, fixed = true);\n"
      "equation\n  der(y) = u + 0.5*sin(x);\n  u = if s <= 0 then 2 else -3;\n"
      "  der(x) = y;\n  2*x + y = s;\nend B;\n",
      "model C\n  Real x(start = 1, fixed = true), y(start = -0.2, fixed = true), s, u;\n"
      "equation\n  s = -2*x - y;\n  der(x) = y;\n  if 0 > s then\n    u = -3;\n  else\n"
      "    u = 2;\n  end if;\n  der(y) - 0.5*sin(x) = u;\nend C;\n",
      "model D\n  Real x(start = 1, fixed = true), y(start = -0.2, fixed = true), u;\n"
      "  Boolean low;\nequation\n  low = not 2*x > -y;\n  der(x) = y;\n"
      "  der(y) = 0.5*sin(x) + u;\n  u + (if low then -2 else 3) = 0;\nend D;\n"};
  std::vector<double> expected;
  for (const std::string& text : writings) {
    ModelFromText model(text);
    const Simulation run = model.run_to_end({.stop_time = 3.0, .tolerance = 1e-12});
    ASSERT_EQ(run.events.size(), 2u) << text;  // crosses once, then slides
    EXPECT_EQ(slides_along(run), 1u) << text;
    const std::vector<double> found = {run.events[1].time, last_value(run, "x"),
                                       last_value(run, "y"), last_value(run, "u")};
    if (expected.empty()) expected = found;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i], expected[i], 1e-11) << text;
    }
  }
}

// ---------------------------------------------------------------- accuracy

TEST(Accuracy, FollowsTheTolerance) {
  ModelFromText model(model_text(
      "Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 0.5, fixed = true);",
      "der(x) = y + 0.2*z^2;\n  der(y) = -4*sign(y + sin(2*x)) + z;\n  der(z) = cos(3*time)*x - "
      "y;"));
  const Simulation exact = model.run_to_end({.stop_time = 3.0, .tolerance = 1e-14});
  ASSERT_TRUE(ever_slides(exact));
  double before = 1.0;
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
    const Simulation run = model.run_to_end({.stop_time = 3.0, .tolerance = tolerance});
    double error = 0.0;
    for (const char* name : {"x", "y", "z"}) {
      error = std::max(error, std::fabs(last_value(run, name) - last_value(exact, name)));
    }
    EXPECT_LT(error, 100 * tolerance);
    EXPECT_LT(error, before);
    before = error;
  }
}

TEST(Accuracy, TheSolutionStaysOnTheSurface) {
  const SlidingRun run("Real x(start = 1, fixed = true), y(start = 0, fixed = true), s;",
                       "s = y + sin(2*x);\n  der(x) = y;\n  der(y) = -4*sign(s) + cos(time);",
                       {.stop_time = 20.0, .tolerance = 1e-8, .interval = 0.125});
  ASSERT_TRUE(run.ever_slides());
  const double since = run.events().back().time;
  for (std::size_t row = 0; row < run.simulation().trajectory.row_count(); ++row) {
    if (run.simulation().trajectory.time(row) <= since) continue;
    EXPECT_NEAR(value(run.simulation().trajectory, row, "s"), 0.0, 1e-12);
  }
}

// w says which branch holds: on the surface it is the one for v = 0, not a mixture of 2 and 1.
TEST(Sliding, WhatTheAuthorWroteForTheSurfaceItselfCounts) {
  const SlidingRun run("Real v(start = 1, fixed = true), f, w;",
                       "der(v) = 0.3*sin(time) - f;\n  if v > 0 then f = 1; w = 2;\n"
                       "  elseif v < 0 then f = -1; w = 1;\n"
                       "  else f = 0.3*sin(time); w = 0; end if;",
                       {.stop_time = 5.0, .times = {0.0, 5.0}});
  EXPECT_FALSE(run.ever_slides());
  EXPECT_NEAR(run.last("v"), 0.0, 1e-9);
  EXPECT_EQ(run.last("w"), 0.0);
  EXPECT_NEAR(run.last("f"), 0.3 * std::sin(5.0), 1e-12);
}

// ---------------------------------------------------------------- rest

// Falls from 1 in t1, then bounces e times as high in speed: t1 (1 + e)/(1 - e) in all.
TEST(Rest, BouncesThatAccumulateEndOnTheFloor) {
  ModelFromText model(model_text(
      "Real h(start = 1, fixed = true), v(start = 0, fixed = true);",
      "der(h) = v;\n  der(v) = -10;\n  when h <= 0 then reinit(v, -0.5*pre(v)); end when;"));
  const Simulation run = model.run_to_end(
      {.stop_time = 5.0, .tolerance = 1e-10, .times = {0.0, 5.0}, .continues_after_zeno = true});
  const double limit = std::sqrt(0.2) * 1.5 / 0.5;
  EXPECT_NEAR(run.events.back().time, limit, 1e-7);
  ASSERT_EQ(run.events.back().sliding_to.size(), 1u);
  EXPECT_TRUE(run.events.back().sliding_to[0].is_rest);
  EXPECT_NEAR(last_value(run, "h"), 0.0, 1e-12);
  EXPECT_NEAR(last_value(run, "v"), 0.0, 1e-12);
  EXPECT_NEAR(last_value(run, "reaction(h <= 0)"), 10.0, 1e-9);
  EXPECT_NE(model.rendered().find("X0624"), std::string::npos);
}

// The floor falls away faster than the ball at t = 4: nothing holds the ball then.
TEST(Rest, EndsWhereTheReactionWouldHaveToPull) {
  const SlidingRun run("Real h(start = 1, fixed = true), v(start = 0, fixed = true), s, c;",
                       "s = if time < 3 then 0 else -2*(time - 3)^3;\n  c = h - s;\n"
                       "  der(h) = v;\n  der(v) = -12;\n"
                       "  when c <= 0 then reinit(v, der(s) - 0.5*(pre(v) - der(s))); end when;",
                       {.stop_time = 4.5,
                        .tolerance = 1e-10,
                        .times = {0.0, 3.5, 4.5},
                        .continues_after_zeno = true});
  // s'' = -12 (t - 3) reaches -12 at t = 4.
  EXPECT_NEAR(run.events().back().time, 4.0, 1e-8);
  EXPECT_TRUE(run.events().back().sliding_to.empty());
  EXPECT_NEAR(run.at(3.5, "h"), -0.25, 1e-10);
  // From there it falls freely: h = -2, v = -6 at t = 4.
  EXPECT_NEAR(run.last("h"), -2.0 - 6.0 * 0.5 - 6.0 * 0.25, 1e-8);
}

// A motion along s1 comes to s2. Beyond it s1 would have to be left; both together hold it. The
// same equations in two orders, and in two ways of writing them.
TEST(Sliding, ACornerIsHeldWhateverTheOrderOfTheEquations) {
  const std::string starts =
      "Real x0(start = 0.861222793263444, fixed = true), x1(start = -0.34662668844801114, fixed = "
      "true);\n"
      "Real x2(start = -0.8546110824706388, fixed = true), s0, s1, s2, w0, w1, w2;\n";
  const std::string one =
      "model M\n" + starts +
      "equation\n"
      "if s2 >= 0 then w2 = 1.411; else w2 + 1.411 = 0; end if;\n"
      "w0 = 0.909*max(s0, -s0);\n"
      "der(x2) = 0.535*w1 - 2.135*x2 - 1.34*w2 + 0.141*x1 + 0.567*w0 + 0.618*x0;\n"
      "s2 <- x0 + 0.456*sin(0.695*time) - 0.099;\n"
      "der(x1) = 0.524*w0 - 1.145*x1 + 0.602*x0 + 1.448*w2 - 1.751*w1 + 0.345*x2;\n"
      "der(x0) = 0.116*x1 + 0.178*x2 + 1.353*w0 + 1.984*w1 + 0.29*w2 - 1.949*x0;\n"
      "w1 = if s1 > 0 then 0.931 else -0.931;\n"
      "s1 = -0.561*x0 + 0.005*sin(2.787*time) - 0.171 - 0.545*x1 - 0.038*x2;\n"
      "s0 <- 0.23*x0 - 0.669*x2 - 0.034*x1 - 0.276 + 0.095*sin(3.533*time);\n"
      "end M;\n";
  const std::string other =
      "model M\n" + starts +
      "equation\n"
      "if s2 >= 0 then w2 = 1.411; else w2 + 1.411 = 0; end if;\n"
      "der(x1) = 0.345*x2 + 0.524*w0 - 1.751*w1 + 0.602*x0 + 1.448*w2 - 1.145*x1;\n"
      "s2 <- x0 - 0.099 + 0.456*sin(0.695*time);\n"
      "if s1 > 0 then w1 <- 0.931; elseif s1 <= 0 then w1 <- -0.931; end if;\n"
      "s1 = -0.545*x1 - 0.171 - 0.038*x2 + 0.005*sin(2.787*time) - 0.561*x0;\n"
      "der(x0) = 0.116*x1 + 1.984*w1 + 0.178*x2 - 1.949*x0 + 1.353*w0 + 0.29*w2;\n"
      "w0 = 0.909*max(s0, -s0);\n"
      "s0 = 0.23*x0 - 0.034*x1 - 0.669*x2 + 0.095*sin(3.533*time) - 0.276;\n"
      "der(x2) = 0.535*w1 + 0.567*w0 - 1.34*w2 + 0.141*x1 + 0.618*x0 - 2.135*x2;\n"
      "end M;\n";
  ModelFromText first(one), second(other);
  const SimulationOptions options{.stop_time = 4.0, .tolerance = 1e-11};
  const Simulation a = first.run_to_end(options), b = second.run_to_end(options);
  EXPECT_EQ(a.statistics.events, b.statistics.events);
  for (const char* name : {"x0", "x1", "x2"}) {
    EXPECT_NEAR(last_value(a, name), last_value(b, name), 1e-10);
  }
}

// --------------------------------------------------------------- motions that end in the origin

// Minimum time from x = 1: v' = -1 until t = 1, then along the curve x = v^2/2 to the origin at
// t = 2, where the mean of both sides keeps it.
TEST(SlidingMode, MinimumTimeControlStaysAtItsEnd) {
  for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
    const SlidingRun run("Real x(start = 1, fixed = true), v(start = 0, fixed = true);",
                         "der(x) = v;\n  der(v) = if x + 0.5*v*abs(v) > 0 then -1 else 1;",
                         {.stop_time = 5.0, .tolerance = tolerance});
    EXPECT_NEAR(run.last("x"), 0.0, 1e-12) << tolerance;
    EXPECT_NEAR(run.last("v"), 0.0, 1e-12) << tolerance;
    EXPECT_NEAR(run.events().back().time, 2.0, 1e-9) << tolerance;
  }
}

// Fuller's problem: the switches accumulate. From x = c v^2 and v < 0 the next switch is at
// -q v, q = sqrt((1 - 2 c)/(1 + 2 c)), after the time (1 + q)|v|; the first is at t = v1.
TEST(SlidingMode, SwitchesThatAccumulateInTheOriginEndThere) {
  const double c = 0.44, q = std::sqrt((1.0 - 2.0 * c) / (1.0 + 2.0 * c));
  const double v1 = 1.0 / std::sqrt(0.5 + c);  // 1 - v^2/2 = c v^2
  const double end = v1 + (1.0 + q) * v1 / (1.0 - q);
  const SlidingRun run("Real x(start = 1, fixed = true), v(start = 0, fixed = true);",
                       "der(x) = v;\n  der(v) = if x + 0.44*v*abs(v) > 0 then -1 else 1;",
                       {.stop_time = 5.0, .continues_after_zeno = true});
  EXPECT_NEAR(run.events().back().time, end, 1e-6);
  EXPECT_NEAR(run.last("x"), 0.0, 1e-12);
  EXPECT_NEAR(run.last("v"), 0.0, 1e-12);
}

// Super-twisting: the switches accumulate where s and z + d vanish, intervals alternate between
// two lengths. From there on z = -d, and the mean of the sign is that which z' = -d' needs.
TEST(SlidingMode, SuperTwistingFollowsTheDisturbance) {
  struct Case {
    const char* text;
    double z, share;  // at t = 10
  };
  const double c = std::cos(10.0), s = std::sin(10.0);
  for (const Case& expected : {
           Case{"der(s) = -1.5*sqrt(abs(s))*sign(s) + z;\n  der(z) = -1.1*sign(s);", 0.0, 0.5},
           Case{"der(s) = -1.5*sqrt(abs(s))*sign(s) + z;\n  der(z) = -1.1*sign(s) + 0.3*cos(time);",
                0.0, 0.5 + 0.15 * c / 1.1},
           Case{"der(s) = -2*sqrt(abs(s))*sign(s) + z;\n  der(z) = -1.6*sign(s) + 0.5*sin(time);",
                0.0, 0.5 + 0.25 * s / 1.6},
           Case{"der(s) = z + 0.3*sin(time) - 1.5*abs(s)^0.5*sign(s);\n  der(z) = -1.1*sign(s);",
                -0.3 * s, 0.5 + 0.15 * c / 1.1},
       }) {
    for (const double tolerance : {1e-6, 1e-8, 1e-11}) {
      const SlidingRun run(
          "Real s(start = 1, fixed = true), z(start = 0, fixed = true);", expected.text,
          {.stop_time = 10.0, .tolerance = tolerance, .continues_after_zeno = true});
      EXPECT_NEAR(run.last("s"), 0.0, 1e-12) << expected.text << tolerance;
      EXPECT_NEAR(run.last("z"), expected.z, 1e-12) << expected.text << tolerance;
      EXPECT_NEAR(run.last("multiplier(s >= 0)"), expected.share, 1e-9)
          << expected.text << tolerance;
    }
  }
}

}  // namespace
}  // namespace saltus::testing
