#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "tests/problems/event_log.h"

// Binary unknowns that inequalities determine (S4), against closed forms and against the
// same models with guards.

namespace saltus::testing {
namespace {

std::string model_text(const std::string& declarations, const std::string& equations) {
  return "model M\n  " + declarations + "\nequation\n  " + equations + "\nend M;\n";
}

std::string two_point_controllers(int count) {
  std::string declarations, equations;
  for (int i = 1; i <= count; ++i) {
    const std::string n = std::to_string(i);
    declarations += "Real x" + n + "(start = 37, fixed = true);\n  Integer z" + n +
                    "(min = 0, max = 1), w" + n + "(min = 0, max = 1, start = 1);\n  ";
    const std::string neighbour = std::to_string(i > 1 ? i - 1 : i);
    equations += "der(x" + n + ") = -0.02*(x" + n + " - " + n + ") + 0.01*(x" + neighbour + " - x" +
                 n + ") + 2*z" + n + ";\n  ";
    equations += "(30 - x" + n + ")*(1 - z" + n + " + w" + n + ") <= 0;\n  ";
    equations += "(x" + n + " - 40)*(1 - w" + n + " + z" + n + ") <= 0;\n  ";
  }
  return model_text(declarations, equations);
}

TEST(Switching, ATwoPointControllerKeepsItsBounds) {
  ModelFromText model(
      model_text("Real x(start = 0.5, fixed = true);\n"
                 "  Integer z(min = 0, max = 1), w(min = 0, max = 1, start = 1);",
                 "der(x) = 2*z - 1;\n  -x*(1 - z + w) <= 0;\n  (x - 1)*(1 - w + z) <= 0;"));
  const Simulation run = model.run_to_end({.stop_time = 4.0});
  // Down to 0 in half a second, then up and down in turns of one second.
  const std::vector<double> times = event_times(run);
  ASSERT_EQ(times.size(), 4u);
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_NEAR(times[i], 0.5 + static_cast<double>(i), 1e-12);
  }
  EXPECT_NEAR(last_value(run, "x"), 0.5, 1e-12);
}

TEST(Switching, AnIdealDiodeConductsForward) {
  ModelFromText model(model_text("Real i, u, v;\n  Integer z(min = 0, max = 1);",
                                 "u = sin(time);\n  u = 2*i + v;\n  z*v + (1 - z)*i = 0;\n"
                                 "  (1 - z)*v - z*i <= 0;"));
  const Simulation run =
      model.run_to_end({.stop_time = 10.0, .tolerance = 1e-11, .times = {1.0, 4.0, 7.0, 10.0}});
  for (const double time : {1.0, 4.0, 7.0}) {
    EXPECT_NEAR(value_at(run, time, "i"), std::max(std::sin(time), 0.0) / 2, 1e-12);
    EXPECT_NEAR(value_at(run, time, "v"), std::min(std::sin(time), 0.0), 1e-12);
  }
}

TEST(Switching, StartValuesThatViolateAnInequalityAreSwitchedBeforeTheFirstRow) {
  ModelFromText model(model_text("Real h(start = 2, fixed = true);\n  Integer z(min = 0, max = 1);",
                                 "der(h) = 1 - 2*z;\n  (h - 1)*(1 - z) <= 0;"));
  const Simulation run = model.run_to_end({.stop_time = 0.5});
  EXPECT_TRUE(run.events.empty());
  EXPECT_EQ(value_at(run, 0.0, "z"), 1.0);
  EXPECT_NEAR(last_value(run, "h"), 1.5, 1e-12);
}

TEST(Switching, InequalitiesThatNoValueSatisfiesEndTheRun) {
  ModelFromText model(model_text("Real h(start = 0, fixed = true);\n  Integer z(min = 0, max = 1);",
                                 "der(h) = 3 - 2*z;\n  h - 1 <= 0;"));
  const Simulation run = model.run({.stop_time = 2.0});
  EXPECT_EQ(run.end.reason, EndReason::inequalities_infeasible);
  EXPECT_NEAR(run.end.time, 1.0 / 3.0, 1e-12);
  EXPECT_NE(model.rendered().find("X0620"), std::string::npos);
}

TEST(Switching, SeveralValuesAsNearAreReported) {
  ModelFromText model(
      model_text("Real h(start = 0.5, fixed = true);\n"
                 "  Integer z1(min = 0, max = 1), z2(min = 0, max = 1);",
                 "der(h) = 1 - 2*z1 - 2*z2;\n  (h - 1)*(1 - z1)*(2 - z2) <= 0;\n"
                 "  (h - 1)*(1 - z2)*(1 - z1) <= 0;"));
  const Simulation run = model.run_to_end({.stop_time = 1.0});
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_FALSE(run.events[0].is_unique);
  EXPECT_NE(model.rendered().find("X0616"), std::string::npos);
}

// The inductor's current is a state while the diode conducts, and zero by an equation while it
// does not: the index depends on z. i = (exp(-t) + sin t - cos t)/2 as long as it conducts.
TEST(Switching, ABinaryUnknownMayRemoveAStateFromItsEquation) {
  ModelFromText model(
      model_text("Real i(start = 0, fixed = true), v;\n"
                 "  Integer z(min = 0, max = 1, start = 1);",
                 "der(i) = sin(time) - i - v;\n  z*v + (1 - z)*i = 0;\n"
                 "  (1 - z)*v - z*i <= 0;"));
  const Simulation run = model.run_to_end(
      {.stop_time = 12.0, .tolerance = 1e-12, .times = {5.0, 8.0}, .with_event_rows = false});
  const std::vector<double> times = event_times(run);
  constexpr double pi = std::numbers::pi;
  ASSERT_EQ(times.size(), 3u);
  EXPECT_NEAR(times[0], 3.9407331356929145, 1e-11);
  EXPECT_NEAR(times[1], 2 * pi, 1e-11);
  EXPECT_NEAR(times[2], 3.9407331356929145 + 2 * pi, 1e-11);
  EXPECT_NEAR(value(run.trajectory, 0, "i"), 0.0, 1e-13);
  EXPECT_NEAR(value(run.trajectory, 0, "v"), std::sin(5.0), 1e-12);
  const double t = 8.0 - 2 * pi;
  EXPECT_NEAR(value(run.trajectory, 1, "i"), (std::exp(-t) + std::sin(t) - std::cos(t)) / 2, 1e-11);
}

// Equations that differ from mode to mode have no triangular form; that concerns their part only.
TEST(Switching, PartsThatShareNoVariableAreSubProblemsOfTheirOwn) {
  const auto rectifier = [](const std::string& n) {
    return "der(i" + n + ") = sin(time) - " + n + "*i" + n + " - v" + n + ";\n  z" + n + "*v" + n +
           " + (1 - z" + n + ")*i" + n + " = 0;\n  (1 - z" + n + ")*v" + n + " - z" + n + "*i" + n +
           " <= 0;\n  ";
  };
  ModelFromText model(
      model_text("Real i1(start = 0, fixed = true), v1, i2(start = 0, fixed = true), v2, w;\n"
                 "  Integer z1(min = 0, max = 1, start = 1), z2(min = 0, max = 1, start = 1);",
                 rectifier("1") + rectifier("2") +
                     "if time > 20 then\n    w = i2;\n  else\n    w = 2*i2;\n  end if;"));
  EXPECT_EQ(model.model().executable.discrete.sub_problems.size(), 2u);
  const Simulation run = model.run_to_end({.stop_time = 6.0, .tolerance = 1e-12});
  const std::vector<double> times = event_times(run);
  // The second one blocks where exp(-2t) + 2 sin t = cos t.
  ASSERT_EQ(times.size(), 2u);
  const double t = times[0];
  EXPECT_NEAR(std::exp(-2 * t) + 2 * std::sin(t) - std::cos(t), 0.0, 1e-10);
  EXPECT_NEAR(times[1], 3.9407331356929145, 1e-10);
}

// Each contact alone has its own equation and inequality, but two that are active are tied by
// the derivatives of their constraints.
TEST(Switching, ValuesThatRaiseTheIndexAreChosenTogether) {
  ModelFromText model(
      model_text("Real x, f1, f2;\n  Integer z1(min = 0, max = 1), z2(min = 0, max = 1);",
                 "der(x) = f1 - f2 + time;\n"
                 "  z1*(x + 1) + (1 - z1)*f1 = 0;\n  z2*(1 - x) + (1 - z2)*f2 = 0;\n"
                 "  (1 - z1)*(x + 1) + z1*f1 >= 0;\n  (1 - z2)*(1 - x) + z2*f2 >= 0;"));
  EXPECT_EQ(model.model().executable.discrete.sub_problems.size(), 1u);
  const Simulation run = model.run_to_end({.stop_time = 3.0, .tolerance = 1e-12});
  ASSERT_EQ(event_times(run).size(), 1u);
  EXPECT_NEAR(event_times(run)[0], std::sqrt(2.0), 1e-11);
  EXPECT_NEAR(last_value(run, "f2"), 3.0, 1e-11);
}

// Most of the circuit is dead: its voltages and currents are zero but for rounding. Where both
// diodes begin to conduct, -i8 = 5 sin(2 t + 0.4)/1.11 flows through them and nowhere else.
TEST(Switching, WhatIsZeroButForRoundingDecidesNothing) {
  ModelFromText model(model_text(
      "Real c4(start = 0, fixed = true), c6(start = 0, fixed = true), c7(start = 0, fixed = "
      "true);\n"
      "  Real i0, i1, i2, i3, i4, i5, i6, i7, i8, u5, u8, v1, v2, v3;\n"
      "  Integer z5(min = 0, max = 1), z8(min = 0, max = 1);",
      "0.4*der(c7) = i7;\n  u5 = -v2;\n  (1 - z5)*u5 - z5*i5 <= 0;\n  v2 = 7.06*i1;\n"
      "  0 = -i1 + i5 + i7 - i8;\n  c4 = v3;\n  c7 = v3 - v2;\n  v3 = 15.17*i2;\n  v1 = 43.31*i0;\n"
      "  z5*u5 + (1 - z5)*i5 = 0;\n  c6 = -v1;\n  v1 - 1.11*i3 = 5*sin(2*time + 0.4);\n"
      "  z8*u8 + (1 - z8)*i8 = 0;\n  0 = -i2 - i4 - i7;\n  u8 = v2 - v1;\n"
      "  (1 - z8)*u8 - z8*i8 <= 0;\n  1.09*der(c6) = i6;\n  0.43*der(c4) = i4;\n"
      "  0 = -i0 - i3 + i6 + i8;"));
  const Simulation run = model.run_to_end(
      {.stop_time = 6.0, .tolerance = 1e-10, .times = {2.5, 6.0}, .with_event_rows = false});
  EXPECT_NEAR(value(run.trajectory, 0, "i8"), -5 * std::sin(5.4) / 1.11, 1e-11);
  EXPECT_NEAR(value(run.trajectory, 1, "i8"), -5 * std::sin(12.4) / 1.11, 1e-11);
  EXPECT_NEAR(value(run.trajectory, 1, "c4"), 0.0, 1e-14);
}

// The relay z0 holds x = 0. z1 could do so as well if it were between 0 and 1, but its own
// inequality excludes 1.
TEST(Switching, AValueThatIsExcludedElsewhereHasNoShare) {
  ModelFromText model(
      model_text("Real x(start = 1, fixed = true), y, s, w;\n"
                 "  Integer z1(min = 0, max = 1), z0(min = 0, max = 1, start = 1);",
                 "der(x) = 0.5 - 2*z0 - 4*w;\n  w = z1*s;\n  s = 0.1*x - 1;\n"
                 "  if time > 10 then\n    y = x;\n  else\n    y = 2*x;\n  end if;\n"
                 "  s*(1 - 2*z1) <= 0;\n  x*(1 - 2*z0) <= 0;"));
  EXPECT_EQ(model.model().executable.discrete.sub_problems.size(), 1u);
  const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-10});
  ASSERT_EQ(event_times(run).size(), 1u);
  EXPECT_NEAR(event_times(run)[0], 1.0 / 1.5, 1e-10);
  EXPECT_EQ(last_value(run, "w"), 0.0);
  EXPECT_NEAR(last_value(run, "multiplier(x*(1 - 2*z0) <= 0)"), 0.25, 1e-10);
}

// 2^15 combinations, of which the nearest 2^14 are tried: the message must not claim more.
TEST(Switching, AMessageSaysThatNotEveryCombinationWasTried) {
  std::string declarations = "Real x(start = -1, fixed = true);", inequalities = "der(x) = 1;";
  for (int i = 0; i < 15; ++i) {
    const std::string z = "z" + std::to_string(i), next = "z" + std::to_string((i + 1) % 15);
    declarations += "\n  Integer " + z + "(min = 0, max = 1);";
    inequalities += "\n  x*(1 + " + z + " + " + next + ") <= 0;";
  }
  ModelFromText model(model_text(declarations, inequalities));
  ASSERT_EQ(model.model().executable.discrete.sub_problems.size(), 1u);
  const Simulation run = model.run({.stop_time = 2.0});
  EXPECT_EQ(run.end.reason, EndReason::inequalities_infeasible);
  EXPECT_NEAR(run.end.time, 1.0, 1e-12);
  const std::string text = model.rendered();
  EXPECT_NE(text.find("the 16384 nearest combinations of 2^15 were tried"), std::string::npos)
      << text;
  EXPECT_NE(text.find("before: `z0 = 0, z1 = 0"), std::string::npos) << text;
}

// One hose for two tanks: they are empty at t = 8, after ever shorter turns. Near the end both
// levels are zero within the accuracy of the solution, and yet nothing slides.
TEST(Switching, TurnsThatAccumulateAreNoSliding) {
  ModelFromText model(
      model_text("Real x1(start = 1, fixed = true), x2(start = 1, fixed = true);\n"
                 "  Integer z(min = 0, max = 1, start = 1);",
                 "der(x1) = 0.75*z - 0.5;\n  der(x2) = 0.75*(1 - z) - 0.5;\n"
                 "  -x1*(1 - z) - x2*z <= 0;"));
  for (const double tolerance : {1e-3, 1e-6, 1e-8, 1e-12}) {
    const Simulation run = model.run({.stop_time = 10.0, .tolerance = tolerance});
    EXPECT_EQ(run.end.reason, EndReason::zeno) << tolerance;
    EXPECT_NEAR(run.end.time, 8.0, 1e-7) << tolerance;
    EXPECT_GE(last_value(run, "x1"), 0.0) << tolerance;
    EXPECT_GE(last_value(run, "x2"), 0.0) << tolerance;
  }
}

TEST(Switching, AStateThatAnEquationTakesOverJumps) {
  ModelFromText model(
      model_text("Real x(start = 1, fixed = true);\n"
                 "  Integer z(min = 0, max = 1, start = 1);",
                 "z*(der(x) + 1) + (1 - z)*(x - 0.5 - 0.1*time) = 0;\n"
                 "  (0.5 - x)*z <= 0;"));
  const Simulation run = model.run_to_end(
      {.stop_time = 2.0, .tolerance = 1e-12, .times = {0.25, 2.0}, .with_event_rows = false});
  ASSERT_EQ(event_times(run).size(), 1u);
  EXPECT_NEAR(event_times(run)[0], 0.5, 1e-12);
  EXPECT_NEAR(value(run.trajectory, 0, "x"), 0.75, 1e-12);
  EXPECT_NEAR(value(run.trajectory, 1, "x"), 0.7, 1e-12);
}

// k x' + x = t with k = 1, then 0, then 0.5: x = t - 1 + 2 exp(-t), x = t,
// x = t - 0.5 + 0.5 exp(-2 (t - 2)).
TEST(Switching, ADiscreteFactorMayBecomeZero) {
  ModelFromText model(
      model_text("Real x(start = 1, fixed = true);\n"
                 "  discrete Real k(start = 1, fixed = true);",
                 "k*der(x) + x = time;\n"
                 "  when time > 1 then\n    k = 0;\n"
                 "  elsewhen time > 2 then\n    k = 0.5;\n  end when;"));
  const Simulation run = model.run_to_end(
      {.stop_time = 3.0, .tolerance = 1e-12, .times = {0.5, 1.5, 3.0}, .with_event_rows = false});
  EXPECT_NEAR(value(run.trajectory, 0, "x"), -0.5 + 2 * std::exp(-0.5), 1e-11);
  EXPECT_NEAR(value(run.trajectory, 1, "x"), 1.5, 1e-12);
  EXPECT_NEAR(value(run.trajectory, 2, "x"), 2.5 + 0.5 * std::exp(-2.0), 1e-11);
}

// x (2z - 1) <= 0: z = 1 below, z = 0 above, and both lead back.
TEST(Switching, ValuesThatBothLeadBackAreMixedAsGuardsAre) {
  ModelFromText binary(
      model_text("Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n"
                 "  Integer z(min = 0, max = 1);",
                 "der(x) = 2*z - 1 + 1.5*sin(time);\n  der(y) = z*cos(time);\n"
                 "  x*(2*z - 1) <= 0;"));
  ModelFromText guarded(
      model_text("Real x(start = 1, fixed = true), y(start = 0, fixed = true), z;",
                 "der(x) = 2*z - 1 + 1.5*sin(time);\n  der(y) = z*cos(time);\n"
                 "  z = if x > 0 then 0 else 1;"));
  const SimulationOptions options{.stop_time = 10.0, .tolerance = 1e-11, .times = {5.0, 9.0, 10.0}};
  const Simulation by_inequality = binary.run_to_end(options);
  const Simulation by_guard = guarded.run_to_end(options);
  const std::vector<double> one = event_times(by_inequality), other = event_times(by_guard);
  ASSERT_EQ(one.size(), other.size());
  ASSERT_GE(one.size(), 5u);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(one[i], other[i], 1e-10);
  for (const char* name : {"x", "y"}) {
    for (const double time : {5.0, 9.0, 10.0}) {
      EXPECT_NEAR(value_at(by_inequality, time, name), value_at(by_guard, time, name), 1e-10);
    }
  }
}

TEST(Switching, SubProblemsKeepTheNumberOfCandidatesSmall) {
  for (const int count : {2, 8, 32}) {
    ModelFromText model(two_point_controllers(count));
    const Simulation run = model.run_to_end({.stop_time = 30.0});
    EXPECT_GE(run.statistics.switching_problems, static_cast<std::uint64_t>(count));
    // Of the four valuations of one tank's two unknowns at most three differ, one twice.
    EXPECT_LE(run.statistics.candidates, 4 * run.statistics.switching_problems);
  }
}

TEST(Switching, TheOrderOfInequalitiesDoesNotMatter) {
  const std::string declarations =
      "Real x(start = 0.5, fixed = true);\n"
      "  Integer z(min = 0, max = 1), w(min = 0, max = 1, start = 1);";
  ModelFromText one(model_text(declarations,
                               "der(x) = 2*z - 1 + 0.3*sin(time);\n  -x*(1 - z + w) <= 0;\n"
                               "  (x - 1)*(1 - w + z) <= 0;"));
  ModelFromText other(model_text(declarations,
                                 "(x - 1)*(1 - w + z) <= 0;\n  0 <= x*(1 - z + w);\n"
                                 "  der(x) = 2*z - 1 + 0.3*sin(time);"));
  const Simulation a = one.run_to_end({.stop_time = 10.0}),
                   b = other.run_to_end({.stop_time = 10.0});
  EXPECT_EQ(event_times(a).size(), event_times(b).size());
  EXPECT_NEAR(last_value(a, "x"), last_value(b, "x"), 1e-11);
}

}  // namespace
}  // namespace saltus::testing
