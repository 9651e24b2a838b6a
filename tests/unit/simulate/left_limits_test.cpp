// Equations that read the left limit of a continuous variable, of whatever part of the model.
#include "tests/problems/event_log.h"

namespace saltus::testing {
namespace {

std::string model_text(const std::string& declarations, const std::string& equations) {
  return "model M\n  " + declarations + "\nequation\n  " + equations + "\nend M;\n";
}

TEST(LeftLimits, OfAVariableThatSharesNoEquationWithItsReader) {
  ModelFromText model(
      model_text("Real x(start = 0.5, fixed = true), z, y(start = 1);",
                 "der(x) = z; z + 2 = pre(y); if x > 0.25 then y = 1; else y = 5; end if;"));
  const Simulation run = model.run_to_end({.stop_time = 1.0});
  EXPECT_EQ(value_at(run, 0.0, "z"), -1.0);
  EXPECT_EQ(last_value(run, "z"), -1.0);  // y was 1 before the only event
  EXPECT_EQ(last_value(run, "y"), 5.0);
  EXPECT_NEAR(last_value(run, "x"), -0.5, 1e-12);
}

TEST(LeftLimits, AtTheStartAreTheStartValues) {
  ModelFromText model(model_text("Real x, y(start = 7), z;", "x = pre(y); y = 3; z = pre(x);"));
  const Simulation run = model.run_to_end({.stop_time = 1.0});
  EXPECT_EQ(last_value(run, "x"), 7.0);
  EXPECT_EQ(last_value(run, "z"), 0.0);
}

// y1 changes at 1; what reads its left limit follows one event later, the next one two.
const char* const kChain =
    "y1 = if a > 1 then 2 else 1; y2 = 10*pre(y1); y3 = 100 + pre(y2);"
    "y4 = y1 + (if a > 2 then 10 else 0) + (if a > 3 then 10 else 0);";

void expect_chain(const Simulation& run, const std::string& prefix) {
  const double y2[] = {10, 10, 20, 20}, y3[] = {110, 110, 110, 120};
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(value_at(run, k + 0.5, prefix + "y2"), y2[k]) << k;
    EXPECT_EQ(value_at(run, k + 0.5, prefix + "y3"), y3[k]) << k;
  }
}

TEST(LeftLimits, AChainOfThemLagsEventByEvent) {
  ModelFromText model(
      model_text("Real a(start = 0, fixed = true), y1(start = 1), y2(start = 10), y3, y4;",
                 std::string("der(a) = 1;") + kChain));
  expect_chain(model.run_to_end({.stop_time = 4.0, .interval = 0.5}), "");
}

TEST(LeftLimits, DoNotDependOnTheOrderOfDeclarationsAndEquations) {
  ModelFromText model(model_text(
      "Real y4, y3, y2(start = 10); Real y1(start = 1), a(start = 0, fixed = true);",
      "y3 = 100 + pre(y2); y4 = y1 + (if a > 2 then 10 else 0) + (if a > 3 then 10 else 0);"
      "y2 = 10*pre(y1); y1 = if a > 1 then 2 else 1; der(a) = 1;"));
  expect_chain(model.run_to_end({.stop_time = 4.0, .interval = 0.5}), "");
}

TEST(LeftLimits, ManyReadersOfManyVariables) {
  constexpr int count = 12;
  std::string declarations, equations;
  for (int k = 0; k < count; ++k) {
    const std::string n = std::to_string(k);
    declarations += "Real x" + n + "(start = " + n + ", fixed = true), y" + n + "(start = " + n +
                    "), z" + n + ";";
    equations += "der(x" + n + ") = 1; y" + n + " = if time < " + n + " + 0.5 then " + n +
                 " else 100 + " + n + "; z" + n + " = pre(y" + std::to_string((k + 5) % count) +
                 ") + pre(y" + std::to_string((k + 9) % count) + ") + 0.5*x" +
                 std::to_string((k + 3) % count) + ";";
  }
  ModelFromText model(model_text(declarations, equations));
  const Simulation run = model.run_to_end({.stop_time = 0.25, .interval = 0.25});
  for (int k = 0; k < count; ++k) {
    const double expected = (k + 5) % count + (k + 9) % count + 0.5 * ((k + 3) % count + 0.25);
    EXPECT_NEAR(last_value(run, "z" + std::to_string(k)), expected, 1e-12) << k;
  }
}

TEST(LeftLimits, OfDiscreteVariablesInAnEventFunctionWithoutUnknowns) {
  ModelFromText model(
      "model M\n  discrete Real y(start = 2);\n  Integer n(start = 0);\nequation\n"
      "  when time > 0.5 then y = 4; end when;\n"
      "  when time*time*pre(y) > 2 then n = pre(n) + 1; end when;\nend M;\n");
  const Simulation run = model.run_to_end({.stop_time = 1.5, .times = {0.7, 0.71, 1.5}});
  EXPECT_EQ(value_at(run, 0.7, "n"), 0.0);  // sqrt(2/4) = 0.7071
  EXPECT_EQ(value_at(run, 0.71, "n"), 1.0);
  EXPECT_EQ(last_value(run, "n"), 1.0);
}

TEST(LeftLimits, AnEquationOfThemAloneHasNoUnknown) {
  ModelFromText model(
      "model M\n  Real y(start = 2), x(start = 0, fixed = true);\nequation\n"
      "  y = if time < 0.5 then 2 else 4;\n  der(x) = 1;\n"
      "  if time > 2 then pre(y) = 3; end if;\nend M;\n");
  const Simulation run = model.run({.stop_time = 3.0});
  EXPECT_EQ(run.end.reason, EndReason::mode_singular);
  EXPECT_NE(model.rendered().find("S0303"), std::string::npos) << model.rendered();
}

}  // namespace
}  // namespace saltus::testing
