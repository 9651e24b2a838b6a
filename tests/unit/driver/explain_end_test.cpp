#include "saltus/driver/explain_end.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/problems/model_from_text.h"

namespace saltus::testing {
namespace {

struct Expected {
  std::string model;
  std::string code;
  std::string words;  // something the message must mention
};

TEST(ExplainEnd, SaysNothingAboutARunThatReachedItsStopTime) {
  ModelFromText model(
      "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend M;\n");
  model.run_to_end({.stop_time = 1.0});
  EXPECT_FALSE(model.diagnostics().has_errors());
}

TEST(ExplainEnd, TellsEveryEndWithItsCodeAndInTheTermsOfTheModel) {
  const Expected all[] = {
      {"Real pos(start = 1, fixed = true), l; equation der(pos) = l; pos = sin(time);", "I0501",
       "`pos`"},
      {"Real p(start = 0, fixed = true), q; equation der(p) = 1; (1 - p)*q = 1 + p;", "X0601",
       "`q`"},
      {"Real q(start = 1); equation q^2 = 1 - time;", "X06", "t = "},
      {"Real q; equation q = log(1 - time);", "X0603", "t = "},
      {"Real big(start = 1, fixed = true); equation der(big) = big^2;", "X060", "t = "},
      {"Real x(start = 0, fixed = true); equation der(x) = 1; assert(x < 0.5, \"too far\");",
       "X0606", "too far"},
  };
  for (const Expected& expected : all) {
    ModelFromText model("model M\n" + expected.model + "\nend M;\n");
    const Simulation run = model.run({.stop_time = 1.5, .interval = 0.1});
    EXPECT_NE(run.end.reason, EndReason::reached_stop_time) << expected.model;
    EXPECT_EQ(model.diagnostics().error_count(), 1u) << model.rendered();
    EXPECT_NE(model.rendered().find(expected.code), std::string::npos) << model.rendered();
    EXPECT_NE(model.rendered().find(expected.words), std::string::npos) << model.rendered();
  }
}

// The branch that is taken has no equation for u; the other one contradicts its condition.
// x*y is 1 and 2: no other x helps. x = sin(t) and x = 1: another x does.
TEST(ExplainEnd, AFixedValueIsNotBlamedForEquationsThatContradictEachOther) {
  ModelFromText model(
      "model M\n  Real x(start = 1, fixed = true), y(start = 1);\nequation\n  x*y = 1;\n"
      "  x*y = 2;\nend M;\n");
  model.run({.stop_time = 1.0});
  EXPECT_NE(model.rendered().find("I0501"), std::string::npos) << model.rendered();
  EXPECT_EQ(model.rendered().find("fixed = true` from"), std::string::npos) << model.rendered();
}

TEST(ExplainEnd, AModeThatIsSingularIsTheReasonWhenNoModeIsFound) {
  ModelFromText without_else(
      "model M\n  Real v(start = 0, fixed = true), i, vs, u;\nequation\n  vs = 10*sin(time);\n"
      "  vs = u + v;\n  der(v) = i;\n  if u > 0 then\n    u = 0;\n  end if;\nend M;\n");
  without_else.run({.stop_time = 1.0});
  EXPECT_EQ(without_else.rendered().find("X0613"), std::string::npos) << without_else.rendered();
  EXPECT_NE(without_else.rendered().find("X0621"), std::string::npos) << without_else.rendered();
  EXPECT_NE(without_else.rendered().find("3 equations for 4 unknowns"), std::string::npos)
      << without_else.rendered();

  ModelFromText twice(
      "model M\n  Real v(start = 0, fixed = true), i, vs, u;\nequation\n  vs = 10*sin(time);\n"
      "  vs = u + v;\n  der(v) = i;\n  if u > 0 then\n    u = 0;\n  else\n    vs = 1;\n"
      "  end if;\nend M;\n");
  twice.run({.stop_time = 1.0});
  EXPECT_NE(twice.rendered().find("S0302"), std::string::npos) << twice.rendered();
  EXPECT_NE(twice.rendered().find("X0609"), std::string::npos) << twice.rendered();
  EXPECT_NE(twice.rendered().find("`u <= 0`"), std::string::npos) << twice.rendered();
}

// Speeds of a clutch that closes at the start: w = 5 by momentum, found by the run that is
// suggested.
TEST(ExplainEnd, LeftLimitsAreSuggestedWhereTheStartIsAJump) {
  const std::string clutch =
      "model M\n  Real w1(start = 10, fixed = true), w2(start = 0, fixed = true), f;\nequation\n"
      "  der(w1) = -f;\n  der(w2) = f;\n  if time >= 0 then w1 = w2; else f = 0; end if;\nend M;\n";
  ModelFromText suggested(clutch);
  const Simulation refused = suggested.run({.stop_time = 1.0});
  EXPECT_EQ(refused.end.reason, EndReason::start_conflict);
  EXPECT_TRUE(refused.end.begins_from_left_limits);
  EXPECT_NE(suggested.rendered().find("--start-from-left-limits"), std::string::npos);
  ModelFromText followed(clutch);
  const Simulation run = followed.run({.stop_time = 1.0, .start_from_left_limits = true});
  EXPECT_EQ(run.end.reason, EndReason::reached_stop_time) << followed.rendered();

  // Off the circle by a distance that no impact bridges.
  ModelFromText off(
      "model M\n  Real x(start = 1, fixed = true), y(start = 1, fixed = true), f;\nequation\n"
      "  der(der(x)) = -f*x;\n  der(der(y)) = -f*y - 9.81;\n  x^2 + y^2 = 1;\nend M;\n");
  EXPECT_FALSE(off.run({.stop_time = 1.0}).end.begins_from_left_limits);
  EXPECT_EQ(off.rendered().find("--start-from-left-limits"), std::string::npos) << off.rendered();
}

TEST(ExplainEnd, EachCauseOfAnInstantWithoutAModeHasItsCode) {
  const Expected all[] = {
      {"Real y; equation y = if y > 0.5 then 0 else 1;", "X0626", "`y - 0.5` is 0.5, not negative"},
      {"Real x(start = 0, fixed = true), y, w, z; equation der(x) = 1; y = if x < 1 then 0 elseif "
       "y > 0.5 then 0 else 1; w = y/10; if w > 5 then x = 2; else z = 0; end if;",
       "X0627", "`y - 0.5` is 0.5, not negative"},
      {"Boolean a(start = false, fixed = true), b(start = false, fixed = true); equation "
       "a = not pre(b) and time >= 1; b = pre(a);",
       "X0613", "a = true, b = false"},
      {"Integer n(start = 0, fixed = true); equation n = if time >= 1 then pre(n) + 1 else 0;",
       "X0613", "do not come to an end"},
  };
  for (const Expected& expected : all) {
    ModelFromText model("model M\n" + expected.model + "\nend M;\n");
    EXPECT_EQ(model.run({.stop_time = 1.5}).end.reason, EndReason::events_unsettled);
    EXPECT_NE(model.rendered().find(expected.code), std::string::npos) << model.rendered();
    EXPECT_NE(model.rendered().find(expected.words), std::string::npos) << model.rendered();
  }
}

// Minimum-time control comes to the origin, where nothing else could hold it.
TEST(ExplainEnd, SharesAreCalledUndeterminedOnlyWhereOthersWouldDo) {
  ModelFromText control(
      "model M\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\nequation\n"
      "  der(x) = v;\n  der(v) = if x + 0.5*v*abs(v) > 0 then -1 else 1;\nend M;\n");
  control.run_to_end({.stop_time = 4.0});
  EXPECT_EQ(control.rendered().find("X0625"), std::string::npos) << control.rendered();
  ModelFromText blocks(
      "model M\n  Real v(start = 0, fixed = true), w(start = 0, fixed = true), f;\nequation\n"
      "  der(v) = 1.5 - f - (if v > 0 then 1 else -1);\n  der(w) = f - (if w > 0 then 3 else -3);\n"
      "  f = if v > w then 2 else -2;\nend M;\n");
  blocks.run_to_end({.stop_time = 1.0});
  EXPECT_NE(blocks.rendered().find("X0625"), std::string::npos) << blocks.rendered();
}

TEST(ExplainEnd, TellsLimitsAndInterruptions) {
  ModelFromText model(
      "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = cos(time);\nend M;\n");
  model.run({.stop_time = 1e5, .max_steps = 3});
  EXPECT_NE(model.rendered().find("X0605"), std::string::npos);
  model.run({.stop_time = 1e5, .on_progress = [](double) { return false; }});
  EXPECT_NE(model.rendered().find("X0607"), std::string::npos);
}

}  // namespace
}  // namespace saltus::testing
