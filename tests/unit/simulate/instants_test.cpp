#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/unit/simulate/sliding_run.h"

// What happens at one instant (theory/instants.md), against closed forms and laws of conservation.

namespace saltus::testing {
namespace {

// ---------------------------------------------------------------- conservation at every tolerance

class AtEveryTolerance : public ::testing::TestWithParam<double> {};

TEST_P(AtEveryTolerance, AClutchConservesMomentumWhateverTheSpeedsHaveBeen) {
  const SlidingRun run("Real w1(start = 1e7, fixed = true), w2(start = 2, fixed = true), t1, t2;",
                       "der(w1) = -2.862*w1 + t1;\n  der(w2) = -0.04*w2 + 0.5*t2;\n"
                       "  if time >= 5 then w1 = w2; t1 + t2 = 0; else t1 = 0; t2 = 0; end if;",
                       {.stop_time = 5.0, .tolerance = GetParam()});
  // The impulses are opposite, and w1 + 2 w2 is what it was: the speeds without the clutch.
  const double w1 = 1e7 * std::exp(-2.862 * 5.0), w2 = 2.0 * std::exp(-0.2);
  EXPECT_NEAR(run.last("w1"), (w1 + 2.0 * w2) / 3.0, 1e3 * GetParam());
  ASSERT_EQ(run.events().size(), 1u);
  ASSERT_EQ(run.events()[0].impulses.size(), 2u);
  EXPECT_NEAR(run.events()[0].impulses[0].weights[0], -run.events()[0].impulses[1].weights[0],
              1e-9);
  EXPECT_NEAR(run.last("w1"), run.last("w2"), 1e-12);
}

TEST_P(AtEveryTolerance, CapacitorsShareTheirChargeInAnyUnits) {
  const SlidingRun run("Real Q(start = 1e-10, fixed = true), u2(start = 20, fixed = true), i;",
                       "der(Q) = -i;\n  1e-12*der(u2) = i;\n"
                       "  if time < 1 then i = 0; else Q/1e-12 = u2; end if;",
                       {.stop_time = 2.0, .tolerance = GetParam()});
  EXPECT_NEAR(run.last("u2"), 60.0, 1e-9);
  EXPECT_NEAR(run.last("Q"), 6e-11, 1e-20);
}

TEST_P(AtEveryTolerance, APlasticImpactConservesMomentum) {
  const SlidingRun run(
      "Real x1(start = 0, fixed = true), v1(start = 1, fixed = true),\n"
      "    x2(start = 1, fixed = true), v2(start = 0, fixed = true), F;",
      "der(x1) = v1;\n  der(v1) = -F;\n  der(x2) = v2;\n  3*der(v2) = F;\n"
      "  min(F, x2 - x1) = 0;",
      {.stop_time = 2.0, .tolerance = GetParam()});
  EXPECT_NEAR(run.last("v1"), 0.25, 1e-9);
  EXPECT_NEAR(run.last("v2"), 0.25, 1e-9);
  EXPECT_NEAR(run.last("x1"), 1.25, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Tolerances, AtEveryTolerance,
                         ::testing::Values(1e-2, 4e-3, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12));

// ---------------------------------------------------------------- contacts in every formulation

class ThreeBodies : public ::testing::TestWithParam<const char*> {};

TEST_P(ThreeBodies, ThatAreHitAtOnceMoveTogether) {
  const SlidingRun run(
      "Real x1(start = 0, fixed = true), v1(start = 1, fixed = true),\n"
      "    x2(start = 1, fixed = true), v2(start = 0, fixed = true),\n"
      "    x3(start = 1, fixed = true), v3(start = 0, fixed = true), F, G, s, t;\n"
      "  Integer y(min = 0, max = 1), z(min = 0, max = 1);",
      std::string("der(x1) = v1;\n  der(x2) = v2;\n  der(x3) = v3;\n"
                  "  der(v1) = -F;\n  der(v2) = F - G;\n  der(v3) = G;\n") +
          GetParam(),
      {.stop_time = 2.0});
  for (const char* speed : {"v1", "v2", "v3"}) EXPECT_NEAR(run.last(speed), 1.0 / 3.0, 1e-13);
  EXPECT_NEAR(run.last("x3"), 4.0 / 3.0, 1e-13);
}

INSTANTIATE_TEST_SUITE_P(
    Formulations, ThreeBodies,
    ::testing::Values(
        "min(F, x2 - x1) = 0; min(G, x3 - x2) = 0; s = 0; t = 0; y <= 0; z <= 0;",
        "F = if s > 0 then s else 0; x2 - x1 = if s > 0 then 0 else -s; y <= 0; z <= 0;\n"
        "G = if t > 0 then t else 0; x3 - x2 = if t > 0 then 0 else -t;",
        "y*(x2 - x1) + (1 - y)*F = 0; -(1 - y)*(x2 - x1) - y*F <= 0; s = 0; t = 0;\n"
        "z*(x3 - x2) + (1 - z)*G = 0; -(1 - z)*(x3 - x2) - z*G <= 0;"));

// The impact closes the contact, the force opens it again.
TEST(Contact, IsLeftAfterAnImpactIfAForcePullsAway) {
  const SlidingRun run(
      "Real x(start = 1, fixed = true), v(start = -2, fixed = true), N;\n"
      "  Integer z(min = 0, max = 1);",
      "der(x) = v;\n  der(v) = 1 + N;\n  z*x + (1 - z)*N = 0;\n"
      "  -(1 - z)*x - z*N <= 0;",
      {.stop_time = 2.0, .tolerance = 1e-11});
  const double impact = 2.0 - std::sqrt(2.0);
  EXPECT_NEAR(run.events().front().time, impact, 1e-10);
  EXPECT_NEAR(run.last("x"), 0.5 * (2.0 - impact) * (2.0 - impact), 1e-9);
  EXPECT_EQ(run.last("N"), 0.0);
}

TEST(Contact, DoesNotCloseAnOpenGapAtALooseTolerance) {
  const SlidingRun run(
      "Real x1(start = 3, fixed = true), v1(start = 0.9, fixed = true),\n"
      "    x2(start = 4, fixed = true), v2(start = 0, fixed = true), F, k;",
      "der(x1) = v1;\n  der(v1) = -F;\n  der(x2) = v2;\n  der(v2) = F;\n"
      "  min(F, x2 - x1) = 0;\n  k = if time > 1 then 1 else 0;",
      {.stop_time = 1.05, .tolerance = 1e-2});
  EXPECT_NEAR(run.last("v1"), 0.9, 1e-12);
  EXPECT_NEAR(run.last("v2"), 0.0, 1e-12);
}

// ---------------------------------------------------------------- bounded quantities do not jump

TEST(Multiplier, CannotFollowASetPointThatJumps) {
  const SlidingRun run("Real x(start = 0, fixed = true), r, u;",
                       "r = if time > 1 then 1 else 0;\n  der(x) = u;\n"
                       "  u = if x > r then -1 else 1;",
                       {.stop_time = 3.0, .times = {0.5, 1.25, 3.0}});
  EXPECT_NEAR(run.at(0.5, "x"), 0.0, 1e-12);
  EXPECT_NEAR(run.at(1.25, "x"), 0.25, 1e-9);
  EXPECT_NEAR(run.last("x"), 1.0, 1e-9);
  for (const MicroStep& step : run.events()) EXPECT_TRUE(step.impulses.empty());
}

TEST(Multiplier, OfAnOverriddenRegulatorIsLetGo) {
  const SlidingRun run("Real x(start = 0.5, fixed = true), s;",
                       "s = if time > 1 then 1 else x;\n  der(x) = if s > 0 then -1 else 1;",
                       {.stop_time = 2.0});
  EXPECT_NEAR(run.last("x"), -1.0, 1e-9);
}

TEST(Multiplier, OfARelayDrivenByARelay) {
  const SlidingRun run("Real x(start = 1, fixed = true), f, g;",
                       "der(x) = f + 0.1*g;\n  f = if x > 0 then -1 else 1;\n"
                       "  g = if f > 0 then 1 else -1;",
                       {.stop_time = 3.0});
  EXPECT_NEAR(run.events().front().time, 1.0 / 1.1, 1e-9);
  EXPECT_NEAR(run.last("x"), 0.0, 1e-12);
  EXPECT_NEAR(run.last("f"), 0.0, 1e-12);
}

// The force is exactly what friction can hold.
TEST(Multiplier, MayBeAtItsLimitForEver) {
  const SlidingRun run("Real v(start = 0, fixed = true);", "der(v) = 1 - sign(v);",
                       {.stop_time = 1.0});
  EXPECT_NEAR(run.last("v"), 0.0, 1e-12);
}

// Friction at both bearings and in the clutch: the split at rest is not unique, the motion is.
TEST(Multiplier, OfRedundantFriction) {
  const SlidingRun run("Real w1(start = 10, fixed = true), w2(start = 0, fixed = true);",
                       "der(w1) = -0.5*sign(w1) - 2*sign(w1 - w2);\n"
                       "  der(w2) = 2*sign(w1 - w2) - 0.3*sign(w2);",
                       {.stop_time = 15.0});
  EXPECT_NEAR(run.events().back().time, 12.5, 1e-9);
  EXPECT_NEAR(run.last("w1"), 0.0, 1e-12);
  EXPECT_NEAR(run.last("w2"), 0.0, 1e-12);
}

// A side that contradicts the sign of its function is no solution, whatever else agrees.
TEST(Sides, AgreeWithTheirFunctionsOrTheRunEnds) {
  ModelFromText model(
      model_text("Real v0(start = -0.61, fixed = true), v1(start = 0, fixed = true), f0, f1, f2;",
                 "der(v0) = -0.23 - f0 - f1;\n  der(v1) = f0 - f2;\n"
                 "  f0 = if 0 > v0 - v1 then -1 else 1;\n  f1 = if 0 > v0 then -1 else 1;\n"
                 "  f2 = if v1 > 0 then 1.68 else -1.68;"));
  const Simulation run = model.run({.stop_time = 4.0});
  EXPECT_NEAR(last_value(run, "v0"), 0.0, 1e-9) << model.rendered();
}

// ---------------------------------------------------------------- switches that carry a current

class Chopper : public ::testing::TestWithParam<const char*> {};

// Naming a constant changes no answer: i rises to 1, falls to 1/2 through the diode.
TEST_P(Chopper, HandsItsCurrentToTheDiode) {
  const SlidingRun run(
      "Real i(start = 0, fixed = true), u, id, isw, r;\n  Boolean on(start = true);",
      std::string(GetParam()) +
          "  der(i) = -u - 0.2*i;\n  i = isw + id;\n"
          "  if on then u = -1; else isw = 0; end if;\n  min(id, -u) = 0;",
      {.stop_time = 5.0, .tolerance = 1e-11});
  const double rises = 5.0 * std::log(1.0 / 0.8), falls = 5.0 * std::log(2.0);
  ASSERT_GE(run.events().size(), 2u);
  EXPECT_NEAR(run.events()[0].time, rises, 1e-9);
  EXPECT_NEAR(run.events()[1].time, rises + falls, 1e-8);
  for (const MicroStep& step : run.events()) EXPECT_TRUE(step.impulses.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Thresholds, Chopper,
    ::testing::Values("r = 0.75;\n  on = if pre(on) then i < r + 0.25 else i < r - 0.25;\n",
                      "r = 0;\n  on = if pre(on) then i < 1 else i < 0.5;\n"));

// ---------------------------------------------------------------- the discrete part

TEST(Discrete, ReinitTakesEffectAfterEverythingElse) {
  const SlidingRun run("Real x(start = 0, fixed = true);\n  discrete Real held(start = 0);",
                       "der(x) = 1;\n  when x >= 1 then reinit(x, -3); held = x; end when;",
                       {.stop_time = 2.0});
  EXPECT_NEAR(run.last("held"), 1.0, 1e-12);
  EXPECT_NEAR(run.last("x"), -2.0, 1e-12);
}

TEST(Discrete, WhatBecomesTrueAtTheStartFires) {
  const SlidingRun run("Real x(start = 0, fixed = true);\n  Integer n(start = 0), m(start = 0);",
                       "der(x) = 1;\n  when x > 0 then n = pre(n) + 1; end when;\n"
                       "  when x >= 0 then m = pre(m) + 1; end when;",
                       {.stop_time = 1.0});
  EXPECT_EQ(run.last("n"), 1.0);
  EXPECT_EQ(run.last("m"), 0.0);  // has been true from the start
}

TEST(Discrete, StepsOfWhatJumpsAreCountedInTheSameMicroStep) {
  const SlidingRun run("Real ph, y;\n  Integer n(start = 0);",
                       "ph = time - floor(time);\n  y = mod(ph + 0.5, 1);\n"
                       "  when y < 0 then n = pre(n) + 1; end when;",
                       {.stop_time = 5.25});
  EXPECT_EQ(run.last("n"), 0.0);
  EXPECT_NEAR(run.last("y"), 0.75, 1e-12);
}

TEST(Discrete, AValueThatIsNotFiniteEndsTheRun) {
  ModelFromText model(
      model_text("discrete Real s(start = 1);\n  Real x(start = 0, fixed = true);",
                 "der(x) = s;\n  when time > 0.5 then s = log(-pre(s)); end when;"));
  const Simulation run = model.run({.stop_time = 1.0});
  EXPECT_EQ(run.end.reason, EndReason::discrete_not_finite);
  EXPECT_EQ(run.end.time, 0.5);
  EXPECT_NE(model.rendered().find("`s`"), std::string::npos);
}

TEST(Discrete, ALongCascadeThatEndsIsNoCycle) {
  const SlidingRun run("Integer n(start = 0);\n  Real x(start = 0, fixed = true);",
                       "der(x) = 1;\n  n = if time > 0.5 and pre(n) < 2000 then pre(n) + 1\n"
                       "    else pre(n);",
                       {.stop_time = 1.0});
  EXPECT_EQ(run.last("n"), 2000.0);
}

// ---------------------------------------------------------------- the start

TEST(Start, OnABoundaryWhoseModeExistsOnlyBesideIt) {
  const SlidingRun run("Real x, y;", "x = time;\n  y = if x > 0 then sin(x)/x else 1;",
                       {.stop_time = 1.0});
  EXPECT_NEAR(run.at(0.0, "y"), 1.0, 1e-12);
  EXPECT_NEAR(run.last("y"), std::sin(1.0), 1e-12);
}

TEST(Start, FixedValuesThatTheEquationsContradictAreAConflict) {
  ModelFromText model(model_text("Real x, v(start = 1, fixed = true);", "der(x) = v;\n  x = 2;"));
  EXPECT_EQ(model.run({.stop_time = 1.0}).end.reason, EndReason::start_conflict);
}

// At t = 1 the set point jumps away from x. That x follows it is tried, and taken back: with it x
// passes 0, n would be 1, and y, which reads n, would begin anew.
TEST(Instants, AnAttemptThatIsTakenBackLeavesOtherComponentsAlone) {
  ModelFromText model(
      "model M\n  Real x(start = 0.5, fixed = true), y(start = 0, fixed = true);\n"
      "  discrete Real r(start = -1, fixed = true);\n  Integer n(start = 0, fixed = true);\n"
      "equation\n  der(x) = if x < r then 2 else -2;\n  der(y) = cos(time)*exp(-y) + n;\n"
      "  when time >= 1 then\n    r = 1;\n  end when;\n"
      "  when x > 0 then\n    n = pre(n) + 1;\n  end when;\nend M;\n");
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-9, 1e-10, 1e-12}) {
    // Every step is a row, and time goes on from row to row.
    const Simulation run = model.run_to_end({.stop_time = 1.4, .tolerance = tolerance});
    const Trajectory& rows = run.trajectory;
    for (std::size_t row = 1; row < rows.row_count(); ++row) {
      EXPECT_GE(rows.time(row), rows.time(row - 1)) << tolerance;
    }
    EXPECT_EQ(run.statistics.rejected_steps, 0u) << tolerance;
    EXPECT_NEAR(last_value(run, "y"), std::log(1.0 + std::sin(1.4)), 10.0 * tolerance);
  }
}

// Two masses that are the same reach the ground at the same instant, slowly: neither is forgotten.
TEST(Instants, TwoInequalitiesThatAreCrossedAtOnceAreBothSolved) {
  const auto mass = [](const std::string& n) {
    return "der(x" + n + ") = v" + n + ";\n  1.445*der(v" + n +
           ") = -3.42 - 3.422*cos(2.601*time - 1.57) + N" + n + ";\n  z" + n + "*(0 - x" + n +
           ") + (1 - z" + n + ")*N" + n + " = 0;\n  (1 - z" + n + ")*(0 - x" + n + ") - z" + n +
           "*N" + n + " <= 0;\n";
  };
  const auto declared = [](const std::string& n) {
    return "Real x" + n + "(start = 0.414, fixed = true), v" + n +
           "(start = -0.203, fixed = true), N" + n + "; Integer z" + n + "(min = 0, max = 1);";
  };
  for (const double tolerance : {1e-6, 1e-9, 1e-11}) {
    const SlidingRun run(declared("1") + declared("2"), mass("1") + mass("2"),
                         {.stop_time = 3.0, .tolerance = tolerance});
    for (const char* x : {"x1", "x2"}) EXPECT_NEAR(run.last(x), 0.0, 1e-9) << x;
    EXPECT_NEAR(run.last("N1"), run.last("N2"), 1e-9);
    // N bears the load: 3.42 + 3.422 cos(2.601*3 - 1.57).
    EXPECT_NEAR(run.last("N2"), 3.42 + 3.422 * std::cos(2.601 * 3.0 - 1.57), 1e-6);
  }
}

TEST(Instants, StepsAreLoggedAtAnyTolerance) {
  for (const double tolerance : {1e-2, 1e-4, 1e-8}) {
    const SlidingRun run("Real y(start = 1.5, fixed = true), h;", "der(y) = 1;\n  h = floor(y);",
                         {.stop_time = 1.0, .tolerance = tolerance});
    ASSERT_EQ(run.events().size(), 1u) << tolerance;
    EXPECT_NEAR(run.events()[0].time, 0.5, 1e-12);
    ASSERT_EQ(run.events()[0].jumps.size(), 1u);
    EXPECT_EQ(run.events()[0].jumps[0].right, 2.0);
  }
}

// ---------------------------------------------------------------- branches that end in a fold

// y = clamp(2 y - x): y = 1 until x = 1, from where on only y = -1 satisfies the equation. No side
// of the boundary keeps the motion, and neither does the boundary.
TEST(Fold, AClampWithPositiveFeedbackJumpsToItsOtherLimit) {
  for (const double tolerance : {1e-3, 1e-8, 1e-12}) {
    const SlidingRun run("Real x(start = 0, fixed = true), y(start = 1);",
                         "der(x) = 1;\n"
                         "  y = if 2*y - x > 1 then 1 elseif 2*y - x < -1 then -1 else 2*y - x;",
                         {.stop_time = 3.0, .tolerance = tolerance});
    ASSERT_EQ(run.events().size(), 1u);
    EXPECT_NEAR(run.events()[0].time, 1.0, 1e-12);
    EXPECT_EQ(run.last("y"), -1.0);
  }
}

// A Schmitt trigger that charges its capacitor: between -0.8 and 0.8 towards 12 and -12.
TEST(Fold, ASchmittTriggerOscillates) {
  const SlidingRun run("Real p, n(start = 3, fixed = true), o;",
                       "o = if 10*(p - n) > 12 then 12 elseif 10*(p - n) < -12 then -12 "
                       "else 10*(p - n);\n  p = o/6;\n  der(n) = o - n;",
                       {.stop_time = 3.0});
  const double first = std::log(15.0 / 11.2), half_period = std::log(12.8 / 11.2);
  ASSERT_EQ(run.events().size(), 1 + static_cast<std::size_t>((3.0 - first) / half_period));
  for (std::size_t k = 0; k < run.events().size(); ++k) {
    EXPECT_NEAR(run.events()[k].time, first + static_cast<double>(k) * half_period, 1e-8);
  }
}

// ---------------------------------------------------------------- before any mixture

// The source turns its sign: the clamp d3 blocks, and d4 conducts with the resistor behind it.
// Along v2 = 0 the clamp would carry a negative current, which it has on neither side.
TEST(BeforeAnyMixture, TwoDiodesThatReachTheirBoundaryTogetherAreLeftTogether) {
  const SlidingRun run("Real v2, v3, i3, i4;",
                       "i4 + v3 = 0;\n  i3 - i4 + v2 + (v2 - sin(time + 2)) = 0;\n"
                       "  if i4 > 0 or v3 > v2 then v3 = v2; else i4 = 0; end if;\n"
                       "  if i3 > 0 or v2 > 0 then v2 = 0; else i3 = 0; end if;",
                       {.stop_time = 3.0});
  EXPECT_FALSE(run.ever_slides());
  EXPECT_NEAR(run.last("v2"), std::sin(5.0) / 3.0, 1e-9);
  EXPECT_NEAR(run.last("i4"), -std::sin(5.0) / 3.0, 1e-9);
  EXPECT_NEAR(run.last("i3"), 0.0, 1e-12);
}

// All four diodes of a bridge conduct where the source is weaker than the inductor: the voltages
// are zero, a current around the bridge is undetermined, and 0.6 iL' = -1.5 iL.
TEST(BeforeAnyMixture, ABridgeWhoseDiodesAllConductGoesOn) {
  const SlidingRun run(
      "Real v1, v2, v3, i0, s1, s2, s3, s4, i1, i2, i3, i4, "
      "iL(start = 2, fixed = true);",
      "v1 - v2 = sin(2*time) - i0;\n  i0 = i1 - i3 + v1/77;\n  -i0 = i2 - i4;\n"
      "  i1 + i2 = iL;\n  0.6*der(iL) = v3 - 0.15*iL;\n"
      "  v1 - v3 = if s1 < 0 then s1 else 0;\n  i1 = if s1 < 0 then 0 else s1;\n"
      "  v2 - v3 = if s2 < 0 then s2 else 0;\n  i2 = if s2 < 0 then 0 else s2;\n"
      "  -v1 = if s3 < 0 then s3 else 0;\n  i3 = if s3 < 0 then 0 else s3;\n"
      "  -v2 = if s4 < 0 then s4 else 0;\n  i4 = if s4 < 0 then 0 else s4;",
      {.stop_time = 2.0});
  EXPECT_NEAR(run.last("iL"), 2.0 * std::exp(-0.5), 1e-8);
  for (const char* current : {"i1", "i2", "i3", "i4"}) EXPECT_GE(run.last(current), -1e-9);
  EXPECT_TRUE(run.says("X0625"));
}

// ---------------------------------------------------------------- a start from left limits

// The default s = 0 says nothing: conducting, the diode would need a negative impulse.
TEST(StartFromLeftLimits, AReverseDiodeDoesNotDischargeACapacitor) {
  SimulationOptions options{.stop_time = 1.0};
  options.start_from_left_limits = true;
  const SlidingRun run("Real u(start = 0.86, fixed = true), s, i;",
                       "der(u) = i - 0.1*u;\n  -u = if s < 0 then s else 0;\n"
                       "  i = if s < 0 then 0 else s;",
                       options);
  EXPECT_NEAR(run.last("u"), 0.86 * std::exp(-0.1), 1e-8);
}

}  // namespace
}  // namespace saltus::testing
