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
  EXPECT_NE(twice.rendered().find("`not (u > 0)`"), std::string::npos) << twice.rendered();
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
