#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/problems/event_log.h"

// What happens at events, model by model, against closed forms.

namespace saltus::testing {
namespace {

const double kPi = std::numbers::pi;

std::string model_text(const std::string& body) { return "model M\n" + body + "end M;\n"; }

// ---------------------------------------------------------------- where crossings are

TEST(Crossings, TwoInOneStepAreBothFound) {
  ModelFromText model(
      model_text("  Real x(start = 0, fixed = true);\n  Integer n(start = 0, fixed = true), "
                 "m(start = 0, fixed = true);\n"
                 "equation\n  der(x) = 1;\n"
                 "  when (x - 0.4)*(x - 0.6) < 0 then n = pre(n) + 1; end when;\n"
                 "  when (x - 0.4)*(x - 0.6) > 0 then m = pre(m) + 1; end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 1.0, .tolerance = 1e-10});
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_NEAR(run.events[0].time, 0.4, 1e-14);
  EXPECT_NEAR(run.events[1].time, 0.6, 1e-14);
  EXPECT_EQ(last_value(run, "n"), 1.0);
  EXPECT_EQ(last_value(run, "m"), 1.0);
}

TEST(Crossings, AGuardThatHoldsForAMillionthIsSeen) {
  ModelFromText model(model_text(
      "  Real x(start = 0, fixed = true);\n  Real y(start = 0, fixed = true);\nequation\n"
      "  der(x) = 1;\n  der(y) = if x > 0.3 and x < 0.300001 then 1e6 else 0;\n"));
  const Simulation run = model.run_to_end({.stop_time = 1.0, .tolerance = 1e-10});
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_NEAR(run.events[1].time - run.events[0].time, 1e-6, 1e-15);
  EXPECT_NEAR(last_value(run, "y"), 1.0, 1e-9);
}

// The parabola stays below zero for 2e-6 only.
TEST(Crossings, APulseBelowZeroIsSeen) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true), v(start = -2, fixed = true);\n"
                 "  Integer n(start = 0, fixed = true);\nequation\n  der(x) = v;\n  der(v) = 2;\n"
                 "  when x < 1e-12 then n = pre(n) + 1; end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-10});
  EXPECT_EQ(last_value(run, "n"), 1.0);
}

TEST(Crossings, TouchingIsNoCrossing) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true), v(start = -2, fixed = true);\n"
                 "  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);\nequation\n  "
                 "der(x) = v;\n  der(v) = 2;\n"
                 "  when x <= 0 then n = pre(n) + 1; end when;\n"
                 "  when x < 0 then m = pre(m) + 1; end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-10});
  EXPECT_TRUE(run.events.empty());
  EXPECT_EQ(last_value(run, "n") + last_value(run, "m"), 0.0);
}

TEST(Crossings, ATripleRootIsACrossing) {
  ModelFromText model(
      model_text("  Real x(start = -1, fixed = true);\n  Integer n(start = 0, fixed = true);\n"
                 "equation\n  der(x) = 1;\n  when x^3 > 0 then n = pre(n) + 1; end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-10});
  EXPECT_EQ(last_value(run, "n"), 1.0);
  // Whoever knows x^3 to 1e-16 knows x to 5e-6.
  EXPECT_NEAR(event_times(run).at(0), 1.0, 1e-3);
}

TEST(Crossings, OneAtTheStartIsDecidedByWhatFollows) {
  ModelFromText model(
      model_text("  Real x(start = 0, fixed = true), y(start = 0, fixed = true);\n  Boolean b, c;\n"
                 "equation\n  der(x) = 1;\n  der(y) = -1;\n  b = x > 0;\n  c = y >= 0;\n"));
  const Simulation run = model.run_to_end({.stop_time = 1.0});
  EXPECT_EQ(first_value(run, "b"), 1.0);
  EXPECT_EQ(first_value(run, "c"), 0.0);
  EXPECT_TRUE(run.events.empty());
}

TEST(Crossings, OneAtTheEndOfTheRunCounts) {
  ModelFromText model(
      model_text("  Real x(start = 0, fixed = true);\n  Integer n(start = 0, fixed = true);\n"
                 "equation\n  der(x) = 1;\n  when time >= 1 then n = pre(n) + 1; end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 1.0, .interval = 0.25});
  EXPECT_EQ(last_value(run, "n"), 1.0);
  EXPECT_EQ(run.trajectory.time(run.trajectory.row_count() - 1), 1.0);
}

// The end of each step is the crossing that the next one begins at.
TEST(Crossings, RootsAtTheEndsOfStepsAreFoundOnce) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                 "  Integer up(start = 0, fixed = true), down(start = 0, fixed = true);\n"
                 "equation\n  der(x) = v;\n  der(v) = -x;\n"
                 "  when x > 0 then up = pre(up) + 1; end when;\n"
                 "  when x < 0 then down = pre(down) + 1; end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 200 * kPi, .tolerance = 1e-12});
  EXPECT_EQ(last_value(run, "up"), 100.0);
  EXPECT_EQ(last_value(run, "down"), 100.0);
  ASSERT_EQ(run.events.size(), 200u);
  for (std::size_t k = 0; k < 200; ++k) {
    EXPECT_NEAR(run.events[k].time, (static_cast<double>(k) + 0.5) * kPi, 1e-9);
  }
}

TEST(Crossings, TenThousandBouncesDoNotDrift) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\nequation\n"
                 "  der(x) = v;\n  der(v) = -9.81;\n"
                 "  when x <= 0 then reinit(v, -pre(v)); end when;\n"));
  const double fall = std::sqrt(2.0 / 9.81);
  const Simulation run =
      model.run_to_end({.stop_time = 20000 * fall, .tolerance = 1e-10, .interval = 1000.0});
  ASSERT_EQ(run.events.size(), 10000u);
  EXPECT_NEAR(run.events[9999].time, 19999 * fall, 1e-10);
  EXPECT_NEAR(last_value(run, "x"), 1.0, 1e-9);
}

TEST(Crossings, SimultaneousOnesAreOneEvent) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true), y(start = 2, fixed = true);\n"
                 "  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);\n"
                 "equation\n  der(x) = -1;\n  der(y) = -2;\n"
                 "  when x < 0 then n = pre(n) + 1; end when;\n"
                 "  when y < 0 then m = pre(m) + 1; end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0});
  EXPECT_EQ(run.statistics.events, 1u);
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].crossed.size(), 2u);
  EXPECT_EQ(last_value(run, "n") + last_value(run, "m"), 2.0);
}

TEST(Crossings, BackwardInTimeTheyAreFoundToo) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true);\nequation\n"
                 "  der(x) = if time > 1 then 1 else 3;\n"));
  const Simulation run =
      model.run_to_end({.start_time = 2.0, .stop_time = 0.0, .tolerance = 1e-10});
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].time, 1.0);
  EXPECT_NEAR(last_value(run, "x"), -3.0, 1e-12);
}

TEST(Crossings, BackwardInTimeOfAStateAreFoundToo) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\nequation\n"
                 "  der(x) = 1;\n  der(y) = if x > 0 then 0 else 1;\n"));
  const Simulation run =
      model.run_to_end({.start_time = 0.0, .stop_time = -3.0, .tolerance = 1e-10});
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_NEAR(run.events[0].time, -1.0, 1e-14);
  EXPECT_NEAR(last_value(run, "y"), -2.0, 1e-12);
}

TEST(Crossings, NoEventMakesNone) {
  ModelFromText model(
      model_text("  Real x(start = -1, fixed = true), y, z;\nequation\n  der(x) = 1;\n"
                 "  y = noEvent(if x > 0 then 1 else 0);\n  z = noEvent(max(x, 0));\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0, .times = {0.0, 0.5, 1.5, 2.0}});
  EXPECT_EQ(run.statistics.events, 0u);
  EXPECT_EQ(value_at(run, 0.5, "y"), 0.0);
  EXPECT_EQ(value_at(run, 1.5, "y"), 1.0);
  EXPECT_NEAR(value_at(run, 1.5, "z"), 0.5, 1e-12);
}

TEST(Crossings, IndependentPartsDoNotDisturbEachOther) {
  const std::string one =
      "  Real x%(start = 1, fixed = true), v%(start = 0, fixed = true);\nequation\n"
      "  der(x%) = v%;\n  der(v%) = -9.81 - 0.1*v%;\n"
      "  when x% <= 0 then reinit(v%, -0.9*pre(v%)); end when;\n";
  const auto named = [&](const std::string& suffix, const std::string& height) {
    std::string text = one;
    for (std::size_t at; (at = text.find('%')) != std::string::npos;) text.replace(at, 1, suffix);
    text.replace(text.find("start = 1"), 9, "start = " + height);
    return text;
  };
  std::string second = named("b", "1.7");
  const std::size_t equation = second.find("equation\n");
  std::string both = named("a", "1");
  both.insert(both.find("equation\n"), second.substr(0, equation));
  both += second.substr(equation + 9);
  ModelFromText alone(model_text(named("a", "1"))), together(model_text(both));
  const SimulationOptions options{
      .stop_time = 3.0, .tolerance = 1e-10, .interval = 0.5, .with_event_rows = false};
  const Simulation first = alone.run_to_end(options), second_run = together.run_to_end(options);
  ASSERT_EQ(first.trajectory.row_count(), second_run.trajectory.row_count());
  for (std::size_t row = 0; row < first.trajectory.row_count(); ++row) {
    EXPECT_EQ(value(first.trajectory, row, "xa"), value(second_run.trajectory, row, "xa"));
    EXPECT_EQ(value(first.trajectory, row, "va"), value(second_run.trajectory, row, "va"));
  }
  EXPECT_GT(second_run.events.size(), first.events.size());
}

// ---------------------------------------------------------------- the discrete part

TEST(When, TheFirstBranchThatBecomesTrueCounts) {
  ModelFromText model(
      model_text("  Integer n(start = 0, fixed = true);\nequation\n"
                 "  when time > 1 then n = 1;\n  elsewhen time >= 1 then n = 2;\n"
                 "  elsewhen time > 2 then n = 3;\n  end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 3.0, .times = {0.5, 1.5, 2.5}});
  EXPECT_EQ(value_at(run, 0.5, "n"), 0.0);
  EXPECT_EQ(value_at(run, 1.5, "n"), 1.0);
  EXPECT_EQ(value_at(run, 2.5, "n"), 3.0);
}

TEST(When, AListFiresWhenAnyOfItsConditionsBecomesTrue) {
  ModelFromText model(
      model_text("  Integer n(start = 0, fixed = true);\nequation\n"
                 "  when {time > 1, time > 2, sample(2.5, 10)} then n = pre(n) + 1; end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 3.0, .times = {1.5, 2.25, 3.0}});
  EXPECT_EQ(value_at(run, 1.5, "n"), 1.0);
  EXPECT_EQ(value_at(run, 2.25, "n"), 2.0);
  EXPECT_EQ(value_at(run, 3.0, "n"), 3.0);
}

TEST(When, AConditionThatHoldsAtTheStartDoesNotFire) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true);\n  Integer n(start = 0, fixed = true);\n"
                 "equation\n  der(x) = 1;\n  when x > 0 then n = 1; end when;\n"));
  EXPECT_EQ(last_value(model.run_to_end({.stop_time = 1.0}), "n"), 0.0);
}

TEST(When, ClausesThatReadEachOtherAreSorted) {
  ModelFromText model(
      model_text("  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);\nequation\n"
                 "  when time > 1 then b = a + 1; end when;\n"
                 "  when time > 1 then a = 5; end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0});
  EXPECT_EQ(last_value(run, "b"), 6.0);
  EXPECT_EQ(run.events.size(), 1u);
}

TEST(When, PreEdgeAndChangeTellPresentFromPast) {
  ModelFromText model(model_text(
      "  Boolean b;\n  Integer n(start = 0, fixed = true), edges(start = 0, fixed = true),"
      " changes(start = 0, fixed = true), downs(start = 0, fixed = true);\nequation\n"
      "  b = sin(time) > 0.5;\n"
      "  when edge(b) then edges = pre(edges) + 1; end when;\n"
      "  when change(b) then changes = pre(changes) + 1; end when;\n"
      "  when not b then downs = pre(downs) + 1; end when;\n"
      "  when b then n = pre(n) + 1; end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 4 * kPi});
  EXPECT_EQ(last_value(run, "n"), 2.0);
  EXPECT_EQ(last_value(run, "edges"), 2.0);
  EXPECT_EQ(last_value(run, "changes"), 4.0);
  EXPECT_EQ(last_value(run, "downs"), 2.0);
}

// y jumps at the event; the clause reads it on both sides, and the log tells the same.
TEST(When, AssignmentsReadRightLimitsAndPreLeftLimits) {
  ModelFromText model(
      model_text("  Real x(start = 0, fixed = true), y;\n"
                 "  discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true);\n"
                 "equation\n  der(x) = 1;\n  y = if x > 1 then 10 + x else x;\n"
                 "  when x > 1 then a = y; b = pre(y); end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0});
  EXPECT_NEAR(last_value(run, "a"), 11.0, 1e-12);
  EXPECT_NEAR(last_value(run, "b"), 1.0, 1e-12);
  ASSERT_EQ(run.events.size(), 1u);
  ASSERT_NE(find_jump(model, run.events[0], "a"), nullptr);
  EXPECT_NEAR(find_jump(model, run.events[0], "a")->right, 11.0, 1e-12);
  EXPECT_EQ(run.events[0].jumps.size(), 3u);
}

TEST(When, ReinitSetsStatesAndReadsLeftLimits) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true), y(start = 2, fixed = true);\nequation\n"
                 "  der(x) = 0;\n  der(y) = 1;\n"
                 "  when time >= 1 then reinit(x, pre(y)); reinit(y, pre(x)); end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0});
  EXPECT_NEAR(limits_at(run, 1.0, "x").right, 3.0, 1e-14);
  EXPECT_NEAR(limits_at(run, 1.0, "y").right, 1.0, 1e-14);
  EXPECT_NEAR(last_value(run, "y"), 2.0, 1e-12);
}

TEST(When, ReinitOfAConstrainedStateMovesTheOthers) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true), y;\nequation\n  der(x) = -x;\n"
                 "  y = 2*x;\n  when time >= 1 then reinit(x, 5); end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-10});
  EXPECT_NEAR(limits_at(run, 1.0, "y").right, 10.0, 1e-12);
  EXPECT_NEAR(last_value(run, "y"), 10.0 * std::exp(-1.0), 1e-9);
}

TEST(When, SampleTicksAtExactMultiples) {
  ModelFromText model(
      model_text("  Integer n(start = 0, fixed = true);\n  discrete Real t(start = -1, fixed = "
                 "true);\nequation\n  when sample(0, 1e-3) then n = pre(n) + 1; t = time; end "
                 "when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 10.0, .interval = 10.0});
  EXPECT_EQ(last_value(run, "n"), 10001.0);
  ASSERT_EQ(run.events.size(), 10001u);
  for (std::size_t k = 0; k < run.events.size(); ++k) {
    ASSERT_EQ(run.events[k].time, static_cast<double>(k) * 1e-3);
  }
}

Simulation run_with_clock(const std::string& clock, const SimulationOptions& options) {
  ModelFromText model(
      model_text("  Integer n(start = 0, fixed = true);\n"
                 "  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
                 "  when sample(" +
                 clock + ") then n = pre(n) + 1; end when;\n"));
  return model.run(options);
}

// Ticks that are one event would never come to an end.
TEST(When, AClockThatTimeCannotResolveIsAnEndOfItsOwn) {
  for (const char* clock : {"0, 1e-300", "0, 1e-15", "-1e300, 0.1", "-1e16, 1"}) {
    EXPECT_EQ(run_with_clock(clock, {.stop_time = 1.0}).end.reason, EndReason::clock_too_fast)
        << clock;
  }
  // An interval that would do near 0.
  const SimulationOptions late{.start_time = 1e9, .stop_time = 1e9 + 1e-6};
  EXPECT_EQ(run_with_clock("1e9, 1e-7", late).end.reason, EndReason::clock_too_fast);
}

TEST(When, ClocksThatTimeResolvesTickHoweverFarAwayTheyBegan) {
  const SimulationOptions options{.stop_time = 1.0};
  EXPECT_EQ(last_value(run_with_clock("-1e9, 0.25", options), "n"), 5.0);  // 0, 1/4, …, 1
  EXPECT_EQ(last_value(run_with_clock("0, 1e300", options), "n"), 1.0);
  EXPECT_EQ(last_value(run_with_clock("-1e300, 1e300", options), "n"), 1.0);
  // What begins after the run does not matter, whatever its interval.
  EXPECT_EQ(last_value(run_with_clock("2, 1e-300", options), "n"), 0.0);
}

TEST(When, SampleThatBeganBeforeTheRunTicksInItsOwnRhythm) {
  ModelFromText model(
      model_text("  Integer n(start = 0, fixed = true);\nequation\n"
                 "  when sample(0, 0.3) then n = pre(n) + 1; end when;\n"));
  const Simulation run = model.run_to_end({.start_time = 1.0, .stop_time = 2.0});
  EXPECT_EQ(event_times(run), (std::vector<double>{4 * 0.3, 5 * 0.3, 6 * 0.3}));
}

TEST(When, InitialAndTerminalFireOnce) {
  ModelFromText model(
      model_text("  Real x(start = 2, fixed = true);\n  discrete Real a(start = 0), b(start = 0);\n"
                 "  Integer e(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
                 "  when initial() then a = 2*x; end when;\n"
                 "  when {initial(), x > 3} then b = x; end when;\n"
                 "  when terminal() then e = pre(e) + 1; end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0, .times = {0.0, 0.5, 1.5, 2.0}});
  EXPECT_EQ(first_value(run, "a"), 4.0);
  EXPECT_EQ(value_at(run, 0.5, "b"), 2.0);
  EXPECT_NEAR(value_at(run, 1.5, "b"), 3.0, 1e-12);
  EXPECT_EQ(value_at(run, 1.5, "e"), 0.0);
  EXPECT_EQ(last_value(run, "e"), 1.0);
}

TEST(When, TerminateEndsTheRunWhereItSays) {
  ModelFromText model(
      model_text("  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
                 "  when x > 0.7 then terminate(\"done\"); end when;\n"));
  const Simulation run = model.run({.stop_time = 2.0, .interval = 0.5});
  EXPECT_EQ(run.end.reason, EndReason::terminated);
  EXPECT_NEAR(run.end.time, 0.7, 1e-14);
  EXPECT_NEAR(run.trajectory.time(run.trajectory.row_count() - 1), 0.7, 1e-14);
  EXPECT_NEAR(last_value(run, "x"), 0.7, 1e-14);
  EXPECT_EQ(run.events.size(), 1u);
  EXPECT_FALSE(model.diagnostics().has_errors()) << model.rendered();
}

TEST(When, AnAssertionInAWhenClauseIsCheckedThere) {
  ModelFromText model(
      model_text("  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
                 "  when x > 0.7 then assert(x < 0.5, \"too late\"); end when;\n"));
  const Simulation run = model.run({.stop_time = 2.0});
  EXPECT_EQ(run.end.reason, EndReason::assertion_failed);
  EXPECT_NEAR(run.end.time, 0.7, 1e-14);
  EXPECT_NE(model.rendered().find("too late"), std::string::npos);
}

TEST(Discrete, EquationsHoldAtAllTimes) {
  ModelFromText model(
      model_text("  Boolean g, h;\n  Integer k;\n  discrete Real r;\nequation\n"
                 "  g = time >= 1 and time <= 2;\n  h = not g;\n"
                 "  k = if g then 3 else 4;\n  r = if h then 0.5 else k/2;\n"));
  const Simulation run = model.run_to_end({.stop_time = 3.0, .times = {0.5, 1.5, 2.5}});
  for (const double time : {0.5, 1.5, 2.5}) {
    const bool inside = time == 1.5;
    EXPECT_EQ(value_at(run, time, "g"), inside ? 1.0 : 0.0);
    EXPECT_EQ(value_at(run, time, "h"), inside ? 0.0 : 1.0);
    EXPECT_EQ(value_at(run, time, "k"), inside ? 3.0 : 4.0);
    EXPECT_EQ(value_at(run, time, "r"), inside ? 1.5 : 0.5);
  }
}

TEST(Discrete, ValuesEnterContinuousEquations) {
  ModelFromText model(
      model_text("  discrete Real u(start = 0, fixed = true);\n  Real x(start = 1, fixed = true);\n"
                 "equation\n  when sample(0, 0.1) then u = -2*x; end when;\n  der(x) = u;\n"));
  const Simulation run = model.run_to_end({.stop_time = 1.0, .tolerance = 1e-10});
  EXPECT_NEAR(last_value(run, "x"), std::pow(0.8, 10), 1e-13);
}

TEST(Discrete, HysteresisRemembersItsSide) {
  ModelFromText model(
      model_text("  Real x(start = 15, fixed = true);\n  Boolean on(start = true, fixed = true);\n"
                 "equation\n  on = if pre(on) then x < 21 else x < 19;\n"
                 "  der(x) = -0.1*(x - 10) + (if on then 2 else 0);\n"));
  const Simulation run = model.run_to_end({.stop_time = 50.0, .tolerance = 1e-10});
  // Heating tends to 30, cooling to 10.
  const double first = 10 * std::log(15.0 / 9), cool = 10 * std::log(11.0 / 9);
  const double heat = 10 * std::log(11.0 / 9);
  double expected = first;
  ASSERT_GT(run.events.size(), 20u);
  for (std::size_t k = 0; k < run.events.size(); ++k) {
    EXPECT_NEAR(run.events[k].time, expected, 1e-9);
    expected += k % 2 == 0 ? cool : heat;
  }
}

TEST(Discrete, AStateMachineFollowsItsTransitions) {
  ModelFromText model(model_text(
      "  Integer s(start = 1, fixed = true);\n  Real x(start = 0, fixed = true);\nequation\n"
      "  der(x) = if s == 1 then 1 elseif s == 2 then -2 else 0;\n"
      "  when pre(s) == 1 and x >= 1 then s = 2;\n  elsewhen pre(s) == 2 and x <= 0 then s = 3;\n"
      "  elsewhen pre(s) == 3 and time > 3 then s = 1;\n  end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 5.0, .tolerance = 1e-10});
  const std::vector<double> expected = {1.0, 1.5, 3.0, 4.0, 4.5};
  const std::vector<double> times = event_times(run);
  ASSERT_EQ(times.size(), expected.size());
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], expected[k], 1e-13);
  EXPECT_NEAR(last_value(run, "x"), 0.5, 1e-13);
}

TEST(Discrete, PulseWidthModulationSwitchesAtItsThreshold) {
  ModelFromText model(model_text(
      "  Real x(start = 0, fixed = true);\n  discrete Real t0(start = 0, fixed = true);\n"
      "  Boolean on;\nequation\n  when sample(0, 0.1) then t0 = time; end when;\n"
      "  on = time < t0 + 0.03;\n  der(x) = if on then 1 else 0;\n"));
  const Simulation run = model.run_to_end({.stop_time = 0.99, .tolerance = 1e-10});
  EXPECT_NEAR(last_value(run, "x"), 0.3, 1e-14);
  EXPECT_EQ(run.statistics.mode_changes, 19u);
}

TEST(Discrete, FunctionsThatStepMakeEventsWhereTheyStep) {
  ModelFromText model(
      model_text("  Real x(start = -1.1, fixed = true), f, c, m, r, d;\n  Integer k;\nequation\n"
                 "  der(x) = 1;\n  f = floor(x);\n  c = ceil(x);\n  k = integer(2*x);\n"
                 "  m = mod(x, 0.5);\n  r = rem(x, 0.5);\n  d = div(x, 0.5);\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.2, .tolerance = 1e-10, .interval = 0.2});
  for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
    const double x = value(run.trajectory, row, "x");
    if (std::fabs(2 * x - std::round(2 * x)) < 1e-9) continue;  // either limit
    EXPECT_EQ(value(run.trajectory, row, "f"), std::floor(x));
    EXPECT_EQ(value(run.trajectory, row, "c"), std::ceil(x));
    EXPECT_EQ(value(run.trajectory, row, "k"), std::floor(2 * x));
    EXPECT_EQ(value(run.trajectory, row, "d"), std::trunc(x / 0.5));
    EXPECT_NEAR(value(run.trajectory, row, "m"), x - 0.5 * std::floor(x / 0.5), 1e-12);
    EXPECT_NEAR(value(run.trajectory, row, "r"), x - 0.5 * std::trunc(x / 0.5), 1e-12);
  }
  const std::vector<double> times = event_times(run);
  ASSERT_EQ(times.size(), 5u);  // x = -1, -0.5, 0, 0.5, 1
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(times[k], 0.1 + 0.5 * static_cast<double>(k), 1e-13);
  }
}

TEST(Discrete, FunctionsWithAKinkMakeEventsThere) {
  ModelFromText model(
      model_text("  Real x, a, s, lo, hi;\nequation\n  x = cos(time);\n  a = abs(x);\n"
                 "  s = sign(x);\n  lo = min(x, 0.5);\n  hi = max(x, -0.5);\n"));
  const Simulation run = model.run_to_end({.stop_time = 6.0, .tolerance = 1e-10, .interval = 0.5});
  for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
    const double x = value(run.trajectory, row, "x");
    EXPECT_NEAR(value(run.trajectory, row, "a"), std::fabs(x), 1e-12);
    EXPECT_NEAR(value(run.trajectory, row, "lo"), std::fmin(x, 0.5), 1e-12);
    EXPECT_NEAR(value(run.trajectory, row, "hi"), std::fmax(x, -0.5), 1e-12);
    if (std::fabs(x) > 1e-9) {
      EXPECT_EQ(value(run.trajectory, row, "s"), x > 0.0 ? 1.0 : -1.0);
    }
  }
  const std::vector<double> times = event_times(run);
  const std::vector<double> expected = {kPi / 3,     kPi / 2,     2 * kPi / 3,
                                        4 * kPi / 3, 3 * kPi / 2, 5 * kPi / 3};
  ASSERT_EQ(times.size(), expected.size());
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], expected[k], 1e-12);
}

// ---------------------------------------------------------------- cascades

TEST(Cascades, EveryMicroStepIsLogged) {
  ModelFromText model(model_text(
      "  Boolean a(start = false, fixed = true), b(start = false, fixed = true), c(start "
      "= false, fixed = true);\n  Real x(start = 0, fixed = true);\nequation\n"
      "  when time > 1 then a = true; end when;\n"
      "  when pre(a) then b = true; end when;\n"
      "  when pre(b) then c = true; end when;\n  der(x) = if c then 1 else 0;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0});
  ASSERT_EQ(run.events.size(), 3u);
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(run.events[static_cast<std::size_t>(k)].time, 1.0);
    EXPECT_EQ(run.events[static_cast<std::size_t>(k)].number, k);
  }
  EXPECT_NE(find_jump(model, run.events[0], "a"), nullptr);
  EXPECT_NE(find_jump(model, run.events[1], "b"), nullptr);
  EXPECT_NE(find_jump(model, run.events[2], "c"), nullptr);
  EXPECT_TRUE(run.events[2].is_mode_change);
  EXPECT_EQ(run.statistics.events, 1u);
  EXPECT_NEAR(last_value(run, "x"), 1.0, 1e-12);
}

// The middle ball gets its speed and hands it on in the same instant.
TEST(Cascades, EachChangeBeginsWhereTheOneBeforeItEnded) {
  ModelFromText model(model_text(
      "  Real x1(start = 0, fixed = true), x2(start = 1, fixed = true), x3(start = 1, fixed = "
      "true);\n  Real v1(start = 1, fixed = true), v2(start = 0, fixed = true), v3(start = 0, "
      "fixed = true);\nequation\n  der(x1) = v1;\n  der(x2) = v2;\n  der(x3) = v3;\n"
      "  der(v1) = 0;\n  der(v2) = 0;\n  der(v3) = 0;\n"
      "  when x1 >= x2 and v1 > v2 then reinit(v1, pre(v2)); reinit(v2, pre(v1));\n"
      "  elsewhen x2 >= x3 and v2 > v3 then reinit(v2, pre(v3)); reinit(v3, pre(v2)); end "
      "when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0});
  EXPECT_EQ(run.events.size(), 2u);
  EXPECT_EQ(run.statistics.events, 1u);
  EXPECT_EQ(last_value(run, "v1"), 0.0);
  EXPECT_EQ(last_value(run, "v2"), 0.0);
  EXPECT_EQ(last_value(run, "v3"), 1.0);
  EXPECT_NEAR(last_value(run, "x3"), 2.0, 1e-12);
}

TEST(Cascades, ACycleIsReported) {
  ModelFromText model(
      model_text("  Boolean a(start = false, fixed = true);\n  Real x(start = 0, fixed = true);\n"
                 "equation\n  a = if time > 1 then not pre(a) else false;\n"
                 "  der(x) = if a then 1 else 2;\n"));
  const Simulation run = model.run({.stop_time = 2.0, .interval = 0.5});
  EXPECT_EQ(run.end.reason, EndReason::events_unsettled);
  EXPECT_EQ(run.end.time, 1.0);
  EXPECT_NE(model.rendered().find("X0613"), std::string::npos);
  EXPECT_GE(run.trajectory.row_count(), 2u);
}

TEST(Cascades, AConditionThatDeniesItselfIsReported) {
  ModelFromText model(
      model_text("  Real x(start = 0, fixed = true), y;\nequation\n  der(x) = 1;\n"
                 "  y = if x < 1 then 0 elseif y > 0.5 then 0 else 1;\n"));
  const Simulation run = model.run({.stop_time = 2.0});
  EXPECT_EQ(run.end.reason, EndReason::events_unsettled);
  EXPECT_NEAR(run.end.time, 1.0, 1e-14);
  EXPECT_NE(model.rendered().find("X0626"), std::string::npos);
}

TEST(Zeno, EventsThatAccumulateStopTheRun) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\nequation\n"
                 "  der(x) = v;\n  der(v) = -9.81;\n"
                 "  when x <= 0 then reinit(v, -0.5*pre(v)); end when;\n"));
  const Simulation run = model.run({.stop_time = 5.0, .tolerance = 1e-10, .interval = 0.1});
  // One fall, then bounces of twice the halved fall time each.
  const double exact = 3.0 * std::sqrt(2.0 / 9.81);
  EXPECT_EQ(run.end.reason, EndReason::zeno);
  EXPECT_NEAR(run.end.time, exact, 1e-8);
  EXPECT_NE(model.rendered().find("X0614"), std::string::npos);
  EXPECT_GT(run.trajectory.time(run.trajectory.row_count() - 1), 1.3);
}

// Every turn takes 1/sqrt(3) of the time of the one before it.
TEST(Zeno, IsFoundWhenTwoConditionsTakeTurns) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\nequation\n"
                 "  der(x) = v;\n  der(v) = -2*sign(x) - sign(v);\n"));
  const Simulation run = model.run({.stop_time = 20.0, .tolerance = 1e-10});
  const double half = std::sqrt(2.0) + std::sqrt(2.0) / 3;  // until v = 0 on the other side
  EXPECT_EQ(run.end.reason, EndReason::zeno) << model.rendered();
  EXPECT_NEAR(run.end.time, half / (1 - 1 / std::sqrt(3.0)), 1e-6);
}

TEST(Zeno, ManyEventsThatDoNotAccumulateAreNotZeno) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\nequation\n"
                 "  der(x) = v;\n  der(v) = -9.81;\n"
                 "  when x <= 0 then reinit(v, -0.9*pre(v)); end when;\n"));
  const double first = std::sqrt(2.0 / 9.81);
  const double end = first + 2 * first * 0.9 / (1 - 0.9);
  const Simulation run = model.run({.stop_time = 0.999 * end, .tolerance = 1e-10});
  EXPECT_EQ(run.end.reason, EndReason::reached_stop_time) << model.rendered();
}

// ---------------------------------------------------------------- guards that depend on what they
// guard

TEST(MixedGuards, AnIdealDiodeRectifies) {
  ModelFromText model(
      model_text("  Real s, v, i;\n  Boolean off;\nequation\n  off = s < 0;\n"
                 "  v = if off then s else 0;\n  i = if off then 0 else s;\n"
                 "  v + 2*i = sin(time);\n"));
  const Simulation run =
      model.run_to_end({.stop_time = 10.0, .tolerance = 1e-10, .interval = 0.25});
  const std::vector<double> times = event_times(run);
  ASSERT_EQ(times.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(times[k], static_cast<double>(k + 1) * kPi, 1e-13);
  }
  for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
    const double source = std::sin(run.trajectory.time(row));
    EXPECT_NEAR(value(run.trajectory, row, "i"), std::fmax(0.0, source) / 2, 1e-12);
    EXPECT_NEAR(value(run.trajectory, row, "v"), std::fmin(0.0, source), 1e-12);
  }
}

TEST(MixedGuards, TwoDiodesTakeTurnsAtOnce) {
  ModelFromText model(
      model_text("  Real s1, s2, v1, v2, i1, i2, u;\nequation\n"
                 "  v1 = if s1 < 0 then s1 else 0;\n  i1 = if s1 < 0 then 0 else s1;\n"
                 "  v2 = if s2 < 0 then s2 else 0;\n  i2 = if s2 < 0 then 0 else s2;\n"
                 "  v1 = sin(time) - u;\n  v2 = -sin(time) - u;\n  i1 + i2 = u;\n"));
  const Simulation run =
      model.run_to_end({.stop_time = 10.0, .tolerance = 1e-10, .interval = 0.25});
  EXPECT_EQ(event_times(run).size(), 3u);
  for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
    EXPECT_NEAR(value(run.trajectory, row, "u"), std::fabs(std::sin(run.trajectory.time(row))),
                1e-12);
  }
}

const char* const kBridge =
    "  Real s1, s2, s3, s4, v1, v2, v3, v4, i1, i2, i3, i4, vs, is, vp, vn;\nequation\n"
    "  v1 = if s1 < 0 then s1 else 0;\n  i1 = if s1 < 0 then 0 else s1;\n"
    "  v2 = if s2 < 0 then s2 else 0;\n  i2 = if s2 < 0 then 0 else s2;\n"
    "  v3 = if s3 < 0 then s3 else 0;\n  i3 = if s3 < 0 then 0 else s3;\n"
    "  v4 = if s4 < 0 then s4 else 0;\n  i4 = if s4 < 0 then 0 else s4;\n"
    "  vs = 10*sin(time) - is;\n  v1 = vs - vp;\n  v2 = -vp;\n  v3 = vn - vs;\n  v4 = vn;\n"
    "  is = i1 - i3;\n  i3 + i4 - i1 - i2 = 1e-6*(vp + vn);\n  vp - vn = 9*(i1 + i2);\n";

TEST(MixedGuards, FourDiodesTakeTurnsInPairs) {
  ModelFromText model(model_text(kBridge));
  const Simulation run =
      model.run_to_end({.stop_time = 10.0, .tolerance = 1e-10, .interval = 0.25});
  EXPECT_EQ(event_times(run).size(), 3u);
  for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
    const double load = value(run.trajectory, row, "vp") - value(run.trajectory, row, "vn");
    EXPECT_NEAR(load, 9 * std::fabs(std::sin(run.trajectory.time(row))), 1e-4);
  }
}

TEST(MixedGuards, AFreewheelingDiodeTakesOverTheCurrent) {
  ModelFromText model(
      model_text("  Real s1, s2, v1, v2, i1, i2, il(start = 0, fixed = true), u;\nequation\n"
                 "  v1 = if s1 < 0 then s1 else 0;\n  i1 = if s1 < 0 then 0 else s1;\n"
                 "  v2 = if s2 < 0 then s2 else 0;\n  i2 = if s2 < 0 then 0 else s2;\n"
                 "  v1 = sin(time) - u;\n  v2 = -u;\n  i1 + i2 = il;\n  der(il) = u - 0.1*il;\n"));
  const Simulation run = model.run_to_end({.stop_time = 6.0, .tolerance = 1e-12, .times = {6.0}});
  ASSERT_EQ(event_times(run).size(), 1u);
  EXPECT_NEAR(run.events[0].time, kPi, 1e-10);
  // x' = sin t - a x from 0 to pi, then decay.
  const double a = 0.1;
  const double at_pi = (1 + std::exp(-a * kPi)) / (1 + a * a);
  EXPECT_NEAR(limits_at(run, run.events[0].time, "il").right, at_pi, 1e-10);
  EXPECT_NEAR(last_value(run, "il"), at_pi * std::exp(-a * (6.0 - kPi)), 1e-10);
}

TEST(MixedGuards, ADiodeBeforeAnInductorConductsAgain) {
  ModelFromText model(model_text(
      "  Real s, v, i(start = 0, fixed = true), u;\nequation\n  v = if s < 0 then s else 0;\n"
      "  i = if s < 0 then 0 else s;\n  v = sin(time) - u;\n  der(i) = u - 0.5*i;\n"));
  const Simulation run = model.run_to_end({.stop_time = 10.0, .tolerance = 1e-10});
  ASSERT_GE(event_times(run).size(), 2u);
  const double off = event_times(run)[0], on = event_times(run)[1];
  // The current of  i' = sin t - i/2  vanishes at `off`; the source turns positive at 2 pi.
  const double b = 0.5;
  const double current = (b * std::sin(off) - std::cos(off) + std::exp(-b * off)) / (1 + b * b);
  EXPECT_NEAR(current, 0.0, 1e-9);
  EXPECT_NEAR(on, 2 * kPi, 1e-9);
  EXPECT_GT(last_value(run, "i"), 0.1);
}

TEST(MixedGuards, APendulumWhoseRodBreaksFliesOn) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true), y(start = 0), vx(start = 0), vy(start = 0, "
                 "fixed = true), F;\n  Boolean broken(start = false, fixed = true);\nequation\n"
                 "  der(x) = vx;\n  der(y) = vy;\n  der(vx) = F*x;\n  der(vy) = F*y - 9.81;\n"
                 "  broken = F < -20 or pre(broken);\n"
                 "  if not broken then x^2 + y^2 = 1; else F = 0; end if;\n"));
  const Simulation run = model.run_to_end({.stop_time = 1.0, .tolerance = 1e-10});
  // Released at rest at height 0: F = 3 g y, so it breaks at y = -20/(3 g).
  const double y = -20.0 / (3 * 9.81), speed = std::sqrt(-2 * 9.81 * y);
  ASSERT_EQ(event_times(run).size(), 1u);
  const double time = run.events[0].time;
  EXPECT_NEAR(limits_at(run, time, "y").right, y, 1e-9);
  EXPECT_NEAR(limits_at(run, time, "vx").right, speed * y, 1e-9);
  const double left = 1.0 - time, vy = limits_at(run, time, "vy").right;
  EXPECT_NEAR(last_value(run, "y"), y + vy * left - 4.905 * left * left, 1e-9);
  EXPECT_EQ(last_value(run, "F"), 0.0);
}

// A thyristor, fired once: where its current would turn, it blocks, and the current stays zero.
// That the current is not negative any more does not let it conduct again.
TEST(MixedGuards, ALatchKeepsWhatItsOwnConditionTakesBack) {
  for (const char* latch : {"on = pre(on) and not i < 0;", "on = pre(on) and not (i < 0);",
                            "when i < 0 then on = false; end when;"}) {
    ModelFromText model(
        model_text("  Real i(start = 0, fixed = true), u;\n  Boolean on(start = true);\nequation\n"
                   "  sin(time) = i + der(i) + u;\n  " +
                   std::string(latch) + "\n  if on then u = 0; else i = 0; end if;\n"));
    const Simulation run = model.run_to_end({.stop_time = 10.0, .tolerance = 1e-11});
    // i = (exp(-t) + sin t - cos t)/2 until it vanishes.
    const double off = event_times(run).back();
    EXPECT_NEAR(off, 3.9407331356929145, 1e-10) << latch;
    EXPECT_NEAR(last_value(run, "i"), 0.0, 1e-12) << latch;
    EXPECT_NEAR(last_value(run, "u"), std::sin(10.0), 1e-12) << latch;
  }
}

// ---------------------------------------------------------------- start in an unknown mode

TEST(StartMode, IsFoundFromAlgebraicValues) {
  ModelFromText model(
      model_text("  Real x(start = 3, fixed = true), y;\nequation\n  der(x) = -1;\n"
                 "  if y > 10 then y = 5*x; else y = 4*x; end if;\n"));
  const Simulation run = model.run_to_end({.stop_time = 0.1});
  EXPECT_NEAR(first_value(run, "y"), 15.0, 1e-12);
}

TEST(StartMode, OfSeveralDiodesIsFound) {
  ModelFromText model(model_text(kBridge));
  for (const double time : {0.0, 1.0, kPi + 1.0}) {
    const Simulation run =
        model.run({.start_time = time, .stop_time = time + 0.1, .tolerance = 1e-10});
    ASSERT_EQ(run.end.reason, EndReason::reached_stop_time) << model.rendered();
    const double load = last_value(run, "vp") - last_value(run, "vn");
    EXPECT_NEAR(load, 9 * std::fabs(std::sin(time + 0.1)), 1e-4);
  }
}

TEST(StartMode, ThatContradictsItselfIsReported) {
  ModelFromText model(model_text("  Real y;\nequation\n  y = if y > 0.5 then 0 else 1;\n"));
  const Simulation run = model.run({.stop_time = 1.0});
  EXPECT_EQ(run.end.reason, EndReason::events_unsettled);
  EXPECT_NE(model.rendered().find("X0626"), std::string::npos);
}

// ---------------------------------------------------------------- new states

const char* const kBecomesState =
    "  Real a = time^2, b;\nequation\n  if time <= 3 then b = a; else der(b) = -1; end if;\n";

TEST(NewStates, TakeTheirLeftLimit) {
  ModelFromText model(model_text(kBecomesState));
  const Simulation run = model.run_to_end({.stop_time = 5.0, .tolerance = 1e-10});
  EXPECT_NEAR(last_value(run, "b"), 7.0, 1e-12);
  ASSERT_EQ(run.events.size(), 1u);
  ASSERT_EQ(run.events[0].from_left_limit.size(), 1u);
  EXPECT_EQ(run.events[0].from_left_limit[0].variable, model.variable("b"));
}

TEST(NewStates, AreRejectedWhenStrict) {
  ModelFromText model(model_text(kBecomesState));
  const Simulation run = model.run({.stop_time = 5.0, .is_strict = true});
  EXPECT_EQ(run.end.reason, EndReason::state_undetermined);
  EXPECT_EQ(run.end.time, 3.0);
  EXPECT_NE(model.rendered().find("X0611"), std::string::npos);
  EXPECT_NE(model.rendered().find("`b`"), std::string::npos);
}

TEST(NewStates, FromTheirPastAreAcceptedWhenStrict) {
  ModelFromText model(
      model_text("  Real x(start = 1, fixed = true);\nequation\n"
                 "  if time <= 1 then der(x) = 1; else der(x) = -1; end if;\n"));
  const Simulation run = model.run({.stop_time = 2.0, .is_strict = true});
  EXPECT_EQ(run.end.reason, EndReason::reached_stop_time) << model.rendered();
  EXPECT_NEAR(last_value(run, "x"), 1.0, 1e-12);
}

// A derivative of a value that jumps is an impulse, wherever it is computed.
TEST(NewStates, TheDerivativeOfAJumpIsAnImpulse) {
  ModelFromText model(
      model_text("  Real x(start = 3, fixed = true), y;\nequation\n  y = der(x);\n"
                 "  if time < 1 then der(x) = -1; else x = 0; end if;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-10});
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_NEAR(impulse_weight(model, run.events[0], "y"), -2.0, 1e-12);
}

TEST(Rows, AtAnEventShowBothLimits) {
  ModelFromText model(
      model_text("  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
                 "  when time >= 1 then reinit(x, 10); end when;\n"));
  const Simulation run = model.run_to_end({.stop_time = 2.0, .interval = 0.5});
  ASSERT_EQ(run.trajectory.row_count(), 6u);
  EXPECT_EQ(run.trajectory.time(2), 1.0);
  EXPECT_EQ(run.trajectory.time(3), 1.0);
  EXPECT_NEAR(value(run.trajectory, 2, "x"), 1.0, 1e-12);
  EXPECT_NEAR(value(run.trajectory, 3, "x"), 10.0, 1e-12);
}

TEST(Rows, CanBeLeftToTheOutputTimes) {
  ModelFromText model(
      model_text("  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
                 "  when time >= 1 then reinit(x, 10); end when;\n"));
  const Simulation run =
      model.run_to_end({.stop_time = 2.0, .interval = 0.5, .with_event_rows = false});
  ASSERT_EQ(run.trajectory.row_count(), 5u);
  EXPECT_NEAR(value(run.trajectory, 2, "x"), 10.0, 1e-12);
}

}  // namespace
}  // namespace saltus::testing
