// Equations of a when clause that need continuous variables which depend on them.
#include "tests/problems/event_log.h"

namespace saltus::testing {
namespace {

std::string model_text(const std::string& declarations, const std::string& equations) {
  return "model M\n  " + declarations + "\nequation\n  " + equations + "\nend M;\n";
}

TEST(WhenLoops, AreSolvedTogetherWithTheContinuousEquations) {
  ModelFromText model(model_text("Real x; discrete Real y;",
                                 "when sample(0, 0.2) then y = 7 - 2*x + time; end when;"
                                 "x + y = 5;"));
  const Simulation run = model.run_to_end({.stop_time = 1.0, .interval = 0.1});
  for (int k = 0; k < 5; ++k) {
    const double tick = 0.2 * k;
    EXPECT_NEAR(value_at(run, tick, "x"), 2.0 + tick, 1e-12);
    EXPECT_NEAR(value_at(run, tick, "y"), 3.0 - tick, 1e-12);
    EXPECT_NEAR(value_at(run, 0.1 * (2 * k + 1), "x"), 2.0 + tick, 1e-12) << "held in between";
  }
}

TEST(WhenLoops, DoNotDependOnTheOrderOfWhatIsWritten) {
  ModelFromText model(
      model_text("discrete Real y; Real x;",
                 "5 = y + x; when sample(0, 0.2) then y = time + 7 - 2*x; end when;"));
  const Simulation run = model.run_to_end({.stop_time = 1.0, .interval = 0.1});
  EXPECT_NEAR(value_at(run, 0.4, "x"), 2.4, 1e-12);
}

// At s = 1/2: y = 3 x + 1, z = y + x, x = s + y/2 + z, so that y = -1/3.
TEST(WhenLoops, OfSeveralVariablesAndOtherActionsOfTheSameBranch) {
  ModelFromText model(model_text(
      "Real x, s(start = 1, fixed = true); discrete Real y(start = 1), z; Integer n(start = 0);",
      "der(s) = -y; x = s + 0.5*y + z;"
      "when s < 0.5 then y = 3*x + 1; z = y + x; n = pre(n) + 1; end when;"));
  const Simulation run = model.run_to_end({.stop_time = 0.5 + 0.25});
  EXPECT_NEAR(last_value(run, "y"), -1.0 / 3.0, 1e-10);
  EXPECT_NEAR(last_value(run, "z"), -7.0 / 9.0, 1e-10);
  EXPECT_NEAR(last_value(run, "s"), 0.5 + 0.25 / 3.0, 1e-10);
  EXPECT_EQ(last_value(run, "n"), 1.0);
}

TEST(WhenLoops, OfTwoBranchesTheFirstOneCounts) {
  ModelFromText model(model_text("Real x; discrete Real y(start = 4);",
                                 "x + y = 5; when time > 1 then y = 2*x; elsewhen {time > 1, time "
                                 "> 2} then y = 4*x; end when;"));
  const Simulation run = model.run_to_end({.stop_time = 3.0, .interval = 0.5});
  EXPECT_NEAR(value_at(run, 0.5, "x"), 1.0, 1e-12);
  EXPECT_NEAR(value_at(run, 1.5, "x"), 5.0 / 3.0, 1e-12);
  EXPECT_NEAR(value_at(run, 2.5, "x"), 1.0, 1e-12);
}

TEST(WhenLoops, ThatAreNonlinearAreSolvedToo) {
  ModelFromText model(model_text("Real x(start = 1); discrete Real y(start = 0);",
                                 "x = 2 + y; when time > 1 then y = x^2 - 4; end when;"));
  const Simulation run = model.run_to_end({.stop_time = 2.0});
  const double x = last_value(run, "x"), y = last_value(run, "y");
  EXPECT_NEAR(y, x * x - 4.0, 1e-10);
  EXPECT_NEAR(x, 2.0 + y, 1e-10);
}

TEST(WhenLoops, AtTheStart) {
  ModelFromText model(model_text("Real x; discrete Real y(start = 10);",
                                 "x = 1 + 0.5*y; when initial() then y = x; end when;"));
  EXPECT_NEAR(last_value(model.run_to_end({.stop_time = 1.0}), "y"), 2.0, 1e-12);
}

TEST(WhenLoops, WithoutSolutionAreRefused) {
  ModelFromText model(
      model_text("Real x; discrete Real y;", "x + y = 5; when time > 1 then y = 6 - x; end when;"));
  const Simulation run = model.run({.stop_time = 2.0});
  EXPECT_EQ(run.end.reason, EndReason::mode_singular);
  EXPECT_NE(model.rendered().find("S0306"), std::string::npos) << model.rendered();
}

TEST(WhenLoops, StatesAndLeftLimitsAreNone) {
  ModelFromText state(model_text("Real x(start = 1, fixed = true), p; discrete Real u(start = 0);",
                                 "when sample(0, 0.1) then u = -2*x; end when;"
                                 "der(x) = u; p = u*x;"));
  EXPECT_TRUE(state.system().variables[state.variable("u")].is_discrete);
  ModelFromText left(model_text("Real x; discrete Real y;",
                                "when sample(0, 1) then y = 1 + pre(x); end when; x + y = 5;"));
  EXPECT_TRUE(left.system().variables[left.variable("y")].is_discrete);
}

}  // namespace
}  // namespace saltus::testing
