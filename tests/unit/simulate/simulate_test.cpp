#include "saltus/runtime/simulate/simulate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/problems/model_from_text.h"

namespace saltus::testing {
namespace {

const char* const kOscillator =
    "model M\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\nequation\n"
    "  der(x) = v;\n  der(v) = -4*x;\nend M;\n";

TEST(Simulate, WritesARowAtEveryMultipleOfTheInterval) {
  ModelFromText model(kOscillator);
  const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-12, .interval = 0.1});
  ASSERT_EQ(run.trajectory.row_count(), 21u);
  for (std::size_t row = 0; row <= 20; ++row) {
    EXPECT_NEAR(value(run.trajectory, row, "x"), std::cos(2 * run.trajectory.time(row)), 1e-10);
  }
}

TEST(Simulate, WritesARowPerStepWithoutAnInterval) {
  ModelFromText model(kOscillator);
  const Simulation run = model.run_to_end({.stop_time = 2.0});
  EXPECT_EQ(run.trajectory.row_count(), run.statistics.steps + 1);
  EXPECT_EQ(run.trajectory.time(0), 0.0);
}

TEST(Simulate, AddsDerivativesWhenAskedTo) {
  ModelFromText model(
      "model M\n  Real x(start = 1, fixed = true), y;\ninitial equation\n  der(x) = 0;\nequation\n"
      "  der(der(x)) = -x;\n  y = 3*x;\nend M;\n");
  const Simulation run = model.run_to_end(
      {.stop_time = 1.0, .tolerance = 1e-12, .times = {1.0}, .with_derivatives = true});
  ASSERT_EQ(run.trajectory.columns().size(), 4u);
  EXPECT_EQ(run.trajectory.columns()[2].name, "der(x)");
  EXPECT_EQ(run.trajectory.columns()[3].name, "der(der(x))");
  EXPECT_EQ(run.trajectory.columns()[3].kind, ColumnKind::derivative);
  EXPECT_EQ(run.trajectory.columns()[1].kind, ColumnKind::variable);
  EXPECT_NEAR(last_value(run, "der(x)"), -std::sin(1.0), 1e-11);
  EXPECT_NEAR(last_value(run, "der(der(x))"), -std::cos(1.0), 1e-11);
}

TEST(Simulate, KeepsUnitsAndTheOrderOfDeclarations) {
  ModelFromText model(
      "model M\n  Real z, x(unit = \"m\"), a;\nequation\n  x = time;\n  a = x;\n  z = a;\nend "
      "M;\n");
  const Simulation run = model.run_to_end({.stop_time = 1.0, .interval = 0.5});
  const auto& columns = run.trajectory.columns();
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_EQ(columns[0].name, "z");
  EXPECT_EQ(columns[1].name, "x");
  EXPECT_EQ(columns[1].unit, "m");
  EXPECT_EQ(columns[2].name, "a");
}

TEST(Simulate, StopsAtTheLimitOfSteps) {
  ModelFromText model(kOscillator);
  const Simulation run = model.run({.stop_time = 1e4, .max_steps = 5});
  EXPECT_EQ(run.end.reason, EndReason::too_many_steps);
  EXPECT_EQ(run.statistics.steps, 5u);
  EXPECT_EQ(run.trajectory.row_count(), 6u);
  EXPECT_EQ(run.end.time, run.trajectory.time(5));
}

TEST(Simulate, StopsWhenInterrupted) {
  ModelFromText model(kOscillator);
  double reached = 0.0;
  const Simulation run = model.run({.stop_time = 1e4, .on_progress = [&](double time) {
                                      reached = time;
                                      return time < 100.0;
                                    }});
  EXPECT_EQ(run.end.reason, EndReason::interrupted);
  EXPECT_GE(reached, 100.0);
  EXPECT_EQ(run.end.time, reached);
  EXPECT_GT(run.trajectory.row_count(), 10u);
}

TEST(Simulate, StopsWhereAnAssertionFails) {
  ModelFromText model(
      "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
      "  assert(x > -1, \"never\");\n  assert(x < 0.55, \"x is large\");\nend M;\n");
  const Simulation run = model.run({.stop_time = 1.0, .interval = 0.1});
  EXPECT_EQ(run.end.reason, EndReason::assertion_failed);
  EXPECT_EQ(run.end.assertion, 1u);
  EXPECT_NEAR(run.end.time, 0.55, 1e-12);
  EXPECT_EQ(run.trajectory.row_count(), 6u);
  EXPECT_NE(model.rendered().find("x is large"), std::string::npos);
}

TEST(Simulate, ChecksAssertionsAtTheStart) {
  ModelFromText model(
      "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
      "  assert(x > 1, \"large\");\nend M;\n");
  const Simulation run = model.run({.stop_time = 1.0, .interval = 0.1});
  EXPECT_EQ(run.end.reason, EndReason::assertion_failed);
  EXPECT_EQ(run.end.time, 0.0);
}

// Assertions may mention derivatives that no equation mentions.
TEST(Simulate, ChecksAssertionsOnHigherDerivatives) {
  ModelFromText model(
      "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = 2*x;\n"
      "  assert(der(der(x)) > 3.9 and der(der(x)) < 4*exp(2) - 0.1, \"acceleration\");\nend M;\n");
  const Simulation early = model.run({.stop_time = 0.9, .interval = 0.1});
  EXPECT_EQ(early.end.reason, EndReason::reached_stop_time) << model.rendered();
  const Simulation late = model.run({.stop_time = 1.1, .interval = 0.1});
  EXPECT_EQ(late.end.reason, EndReason::assertion_failed);
  EXPECT_NEAR(late.end.time, 0.5 * std::log(std::exp(2.0) - 0.025), 1e-9);
}

TEST(Simulate, NamesTheBlockThatBecomesSingular) {
  ModelFromText model(
      "model M\n  Real x(start = 0, fixed = true), y, z;\nequation\n  der(x) = 1;\n"
      "  y + z = 1;\n  y + (2 - x)*z = 3;\nend M;\n");
  const Simulation run = model.run({.stop_time = 1.0, .times = {0.5, 1.0}});
  EXPECT_EQ(run.end.reason, EndReason::singular_jacobian) << model.rendered();
  ASSERT_EQ(run.end.variables.size(), 2u);
  ASSERT_EQ(run.end.blamed.size(), 2u);
  EXPECT_EQ(run.end.undetermined.size(), 2u);
  EXPECT_NEAR(run.end.time, 1.0, 1e-6);
  EXPECT_NE(model.rendered().find("X0601"), std::string::npos);
}

TEST(Simulate, CountsWhatItDid) {
  ModelFromText model(kOscillator);
  const Simulation run = model.run_to_end({.stop_time = 10.0, .tolerance = 1e-10});
  const Statistics& statistics = run.statistics;
  EXPECT_GT(statistics.steps, 5u);
  EXPECT_GT(statistics.order, 10);
  EXPECT_GE(statistics.expansions, statistics.steps + 1);
  EXPECT_GT(statistics.smallest_step, 0.0);
  EXPECT_LE(statistics.smallest_step, statistics.largest_step);
  EXPECT_LE(statistics.largest_step, 10.0);
  EXPECT_LE(statistics.largest_error, 10.0);
}

TEST(Simulate, RepeatsItselfExactly) {
  ModelFromText first(kOscillator), second(kOscillator);
  const Simulation a = first.run_to_end({.stop_time = 10.0, .interval = 0.3});
  const Simulation b = second.run_to_end({.stop_time = 10.0, .interval = 0.3});
  ASSERT_EQ(a.trajectory.row_count(), b.trajectory.row_count());
  for (std::size_t row = 0; row < a.trajectory.row_count(); ++row) {
    EXPECT_EQ(value(a.trajectory, row, "x"), value(b.trajectory, row, "x"));
  }
}

TEST(Simulate, RunsAModelWithoutState) {
  ModelFromText model("model M\n  Real y;\nequation\n  y = sin(time);\nend M;\n");
  const Simulation run = model.run_to_end({.stop_time = 10.0, .interval = 0.5});
  for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
    EXPECT_NEAR(value(run.trajectory, row, "y"), std::sin(run.trajectory.time(row)), 1e-15);
  }
}

// At this pace it would take 10^13 steps: the run ends with a message while somebody waits for it.
TEST(Simulate, EndsWhereStepsDoNotLeadOn) {
  ModelFromText model(
      "model M Real x(start = 0, fixed = true); equation der(x) = cos(1e14*time); end M;");
  const Simulation run = model.run({.stop_time = 1.0, .interval = 0.5});
  EXPECT_EQ(run.end.reason, EndReason::step_too_small);
  EXPECT_NE(model.rendered().find("X0604"), std::string::npos);
  EXPECT_LT(run.end.time, 1e-6);
}

// A transient that is as fast is passed through.
TEST(Simulate, PassesThroughAFastTransient) {
  ModelFromText model(
      "model M Real x(start = 0, fixed = true); equation\n"
      "  der(x) = if time < 1e-10 then cos(1e14*time) else 0; end M;");
  const Simulation run = model.run_to_end({.stop_time = 1.0, .interval = 0.5});
  EXPECT_NEAR(last_value(run, "x"), 1e-14 * std::sin(1e4), 1e-20);
}

}  // namespace
}  // namespace saltus::testing
