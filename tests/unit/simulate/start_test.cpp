#include "saltus/runtime/simulate/start.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <string>
#include <utility>

#include "tests/problems/model_from_text.h"

namespace saltus::testing {
namespace {

// A model's values at its start, or why there are none.
class Start {
 public:
  explicit Start(const std::string& text)
      : model_(text), run_(model_.run({.stop_time = 0.0, .with_derivatives = true})) {}

  bool found() const { return run_.trajectory.row_count() > 0; }
  double operator()(const std::string& name) const { return first_value(run_, name); }
  const StartReport& report() const { return run_.start; }
  const SimulationEnd& end() const { return run_.end; }
  std::string messages() const { return model_.rendered(); }
  std::string name(VariableId id) const { return model_.system().variables[id].name; }

 private:
  ModelFromText model_;
  Simulation run_;
};

TEST(Start, HoldsFixedValuesExactly) {
  const Start start(
      "model M\n  Real x(start = 0.1, fixed = true), y(start = 7);\nequation\n  der(x) = y;\n"
      "  y^3 + x*y = 2;\nend M;\n");
  ASSERT_TRUE(start.found()) << start.messages();
  EXPECT_EQ(start("x"), 0.1);
  EXPECT_NEAR(std::pow(start("y"), 3) + 0.1 * start("y"), 2.0, 1e-14);
}

TEST(Start, HoldsFixedValuesOfAlgebraicVariables) {
  const Start start(
      "model M\n  Real x, y(start = 2, fixed = true);\nequation\n  der(x) = -x;\n"
      "  y = x^3 + x;\nend M;\n");
  ASSERT_TRUE(start.found()) << start.messages();
  EXPECT_EQ(start("y"), 2.0);
  EXPECT_NEAR(start("x"), 1.0, 1e-14);
}

TEST(Start, FindsTheSteadyState) {
  const Start start(
      "model M\n  Real x(start = 1), y(start = 1);\ninitial equation\n  der(x) = 0;\n  der(y) = "
      "0;\n"
      "equation\n  der(x) = 3 - x*y;\n  der(y) = x - 2*y + y^2/4;\nend M;\n");
  ASSERT_TRUE(start.found()) << start.messages();
  EXPECT_NEAR(start("x") * start("y"), 3.0, 1e-13);
  EXPECT_NEAR(start("x") - 2 * start("y") + std::pow(start("y"), 2) / 4, 0.0, 1e-13);
  EXPECT_NEAR(start("der(x)"), 0.0, 1e-13);
  EXPECT_TRUE(start.report().defaulted.empty());
}

TEST(Start, SolvesInitialEquationsForHigherDerivatives) {
  // x''' = -k^3 x for x' = -k x; at the start x''' = -8, x = 1.
  const Start start(
      "model M\n  Real x(start = 0.5), k(start = 1.5);\ninitial equation\n  x = 1;\n"
      "  der(der(der(x))) = -8;\nequation\n  der(x) = -k*x;\n  der(k) = 0;\nend M;\n");
  ASSERT_TRUE(start.found()) << start.messages();
  EXPECT_NEAR(start("k"), 2.0, 1e-12);
}

TEST(Start, TakesThePointOfACircleNearestToTheGuesses) {
  const Start start(
      "model M\n  Real x(start = 3), y(start = 4), l;\nequation\n  der(x) = y*l;\n  der(y) = -x*l "
      "+ 0*l;\n"
      "  l = 1 + x;\nend M;\n");
  ASSERT_TRUE(start.found()) << start.messages();
  EXPECT_EQ(start("x"), 3.0);  // no constraint: nothing moves
  const Start circle(
      "model M\n  Real x(start = 3, nominal = 5), y(start = 4, nominal = 5), l;\n"
      "equation\n  der(x) = -l*x + y;\n  der(y) = -l*y;\n  x^2 + y^2 = 1;\nend M;\n");
  ASSERT_TRUE(circle.found()) << circle.messages();
  EXPECT_NEAR(circle("x"), 0.6, 1e-9);
  EXPECT_NEAR(circle("y"), 0.8, 1e-9);
  ASSERT_EQ(circle.report().moved.size(), 2u);
  EXPECT_EQ(circle.name(circle.report().moved[0].variable), "y") << "the farthest first";
  EXPECT_NEAR(circle.report().moved[0].from, 4.0, 0.0);
  EXPECT_NEAR(circle.report().moved[0].to, 0.8, 1e-9);
}

TEST(Start, ReportsWhatNothingDetermines) {
  const Start start("model M\n  Real x, v;\nequation\n  der(x) = v;\n  der(v) = -x + 1;\nend M;\n");
  ASSERT_TRUE(start.found()) << start.messages();
  ASSERT_EQ(start.report().defaulted.size(), 2u);
  EXPECT_EQ(start("x"), 0.0);
  EXPECT_EQ(start("v"), 0.0);
}

TEST(Start, RanksWhatNothingDeterminesByStateSelect) {
  const Start start(
      "model M\n  Real a(stateSelect = StateSelect.avoid), b, c(stateSelect = "
      "StateSelect.prefer);\n"
      "equation\n  der(a) = b;\n  der(b) = c;\n  der(c) = a;\nend M;\n");
  ASSERT_TRUE(start.found()) << start.messages();
  ASSERT_EQ(start.report().defaulted.size(), 3u);
  EXPECT_EQ(start.name(start.report().defaulted[0].variable), "c");
  EXPECT_EQ(start.name(start.report().defaulted[1].variable), "b");
  EXPECT_EQ(start.name(start.report().defaulted[2].variable), "a");
}

TEST(Start, PrefersPositionsOverVelocitiesAsTheSuggestion) {
  const Start start("model M\n  Real x;\nequation\n  der(der(x)) = 1 - x;\nend M;\n");
  ASSERT_TRUE(start.found()) << start.messages();
  ASSERT_EQ(start.report().defaulted.size(), 2u);
  EXPECT_EQ(start.report().defaulted[0].order, 0);
  EXPECT_EQ(start.report().defaulted[1].order, 1);
}

TEST(Start, NamesFixedValuesThatContradictAConstraint) {
  const Start start(
      "model M\n  Real x(start = 1, fixed = true), y(start = 1, fixed = true), l;\nequation\n"
      "  der(x) = -l*x + y;\n  der(y) = -l*y;\n  x^2 + y^2 = 1;\nend M;\n");
  EXPECT_FALSE(start.found());
  EXPECT_EQ(start.end().reason, EndReason::start_conflict);
  ASSERT_EQ(start.end().fixed.size(), 2u);
  ASSERT_FALSE(start.end().blamed.empty());
  EXPECT_FALSE(start.end().blamed[0].is_initial);
  EXPECT_EQ(start.end().blamed[0].index, 2u) << "the circle";
  EXPECT_NEAR(std::fabs(start.end().blamed[0].residual), 1.0, 1e-6);
  EXPECT_NE(start.messages().find("I0501"), std::string::npos);
}

TEST(Start, NamesInitialEquationsThatContradictEachOther) {
  const Start start(
      "model M\n  Real x;\ninitial equation\n  x = 1;\n  x = 2;\nequation\n  der(x) = -x;\nend "
      "M;\n");
  EXPECT_FALSE(start.found());
  EXPECT_EQ(start.end().reason, EndReason::start_conflict);
  EXPECT_TRUE(std::any_of(start.end().blamed.begin(), start.end().blamed.end(),
                          [](const BlamedEquation& blamed) { return blamed.is_initial; }));
}

TEST(Start, AcceptsConditionsThatSayTheSameTwice) {
  const Start start(
      "model M\n  Real x(start = 2, fixed = true);\ninitial equation\n  der(x) = -2;\nequation\n"
      "  der(x) = -x;\nend M;\n");
  ASSERT_TRUE(start.found()) << start.messages();
  EXPECT_EQ(start("x"), 2.0);
}

TEST(Start, SaysWhenThereIsNoPoint) {
  const Start start(
      "model M\n  Real x(start = 1), y(start = 1);\nequation\n  x^2 + y^2 = -1 - time;\n  x = "
      "y;\nend M;\n");
  EXPECT_FALSE(start.found());
  EXPECT_TRUE(start.end().reason == EndReason::start_conflict ||
              start.end().reason == EndReason::start_not_found)
      << start.messages();
  EXPECT_FALSE(start.end().blamed.empty());
}

TEST(Start, FindsAFarRoot) {
  // Undamped Newton runs away from here.
  const Start start("model M\n  Real x(start = 20);\nequation\n  atan(x - 1) = time;\nend M;\n");
  ASSERT_TRUE(start.found()) << start.messages();
  EXPECT_NEAR(start("x"), 1.0, 1e-12);
}

TEST(Start, FindsTheOperatingPointOfADiode) {
  const Start start(
      "model M\n  Real u, i;\nequation\n  5 = 1000*i + u;\n  i = 1e-12*(exp(u/0.0259) - 1);\nend "
      "M;\n");
  ASSERT_TRUE(start.found()) << start.messages();
  EXPECT_NEAR(1000 * start("i") + start("u"), 5.0, 1e-9);
  EXPECT_NEAR(start("u"), 0.57, 0.03);
}

TEST(Start, AtASingularPointIsReported) {
  // x x' = 1 at x = 0: no finite derivative
  const Start start(
      "model M\n  Real x(start = 0, fixed = true);\nequation\n  x*der(x) = 1;\nend M;\n");
  EXPECT_FALSE(start.found());
  EXPECT_NE(start.end().reason, EndReason::reached_stop_time);
  EXPECT_FALSE(start.end().blamed.empty());
}

TEST(Start, AtAPointWithoutValueIsReported) {
  const Start start(
      "model M\n  Real x(start = -1, fixed = true);\nequation\n  der(x) = sqrt(x);\nend M;\n");
  EXPECT_FALSE(start.found());
  EXPECT_NE(start.end().reason, EndReason::reached_stop_time);
}

std::string pendulum(const std::string& vx, const std::string& vy) {
  return "model P\n  Real x(start = 0.6), y(start = -0.8, fixed = true), vx(" + vx + "), vy(" + vy +
         "), lambda;\n"
         "equation\n  der(x) = vx;\n  der(y) = vy;\n  der(vx) = -lambda*x;\n"
         "  der(vy) = -lambda*y - 9.81;\n  x^2 + y^2 = 1;\nend P;\n";
}

TEST(Start, OfThePendulumMakesVelocitiesConsistent) {
  const Start start(pendulum("start = 1", "start = 0.5"));
  ASSERT_TRUE(start.found()) << start.messages();
  EXPECT_NEAR(start("x"), 0.6, 1e-13);
  // (1, 0.5) onto the tangent (0.8, 0.6): 1.1
  EXPECT_NEAR(start("vx"), 0.88, 1e-9);
  EXPECT_NEAR(start("vy"), 0.66, 1e-9);
  EXPECT_NEAR(start("lambda"), 1.1 * 1.1 + 9.81 * 0.8, 1e-8);
}

TEST(Start, MovesGuessesRelativeToTheirNominalValue) {
  const Start start(pendulum("start = 1, nominal = 1", "start = 0.5, nominal = 0.5"));
  ASSERT_TRUE(start.found()) << start.messages();
  // The least of (vx - 1)^2 + (2*vy - 1)^2 where vy = 0.75*vx.
  EXPECT_NEAR(start("vx"), 2.5 / 3.25, 1e-9);
  EXPECT_NEAR(start("vy"), 0.75 * 2.5 / 3.25, 1e-9);
}

// a*x + b*y = c, of which x and y are guesses, in other units of both and of the equation.
TEST(Start, DoesNotDependOnUnits) {
  const auto number = [](double value) {
    std::ostringstream text;
    text << std::setprecision(17) << value;
    return text.str();
  };
  for (const double guess : {0.5, 0.0}) {
    const auto started = [&](int of_x, int of_y, int of_row) {
      const double x = std::ldexp(1.0, of_x), y = std::ldexp(1.0, of_y);
      const double row = std::ldexp(1.0, of_row);
      const Start start("model M\n  Real x(start = " + number(0.3 / x) +
                        ", nominal = " + number(1.0 / x) + "), y(start = " + number(guess / y) +
                        ", nominal = " + number(1.0 / y) + "), u;\nequation\n  " +
                        number(3.0 * row * x) + "*x + " + number(2.0 * row * y) +
                        "*y = " + number(4.0 * row) + ";\n  der(x) = u;\n  " + number(y) +
                        "*der(y) = " + number(x) + "*u - " + number(2.0 * x) + "*x;\nend M;\n");
      EXPECT_TRUE(start.found()) << start.messages();
      return std::pair(start("x") * x, start("y") * y);
    };
    const auto [x, y] = started(0, 0, 0);
    EXPECT_NEAR(3.0 * x + 2.0 * y, 4.0, 1e-12);
    for (const int of_x : {-20, 20}) {
      for (const int of_y : {-20, 0, 20}) {
        for (const int of_row : {-20, 20}) {
          const auto [other_x, other_y] = started(of_x, of_y, of_row);
          EXPECT_NEAR(other_x, x, 1e-9);
          EXPECT_NEAR(other_y, y, 1e-9);
        }
      }
    }
  }
}

TEST(Start, AtALaterTimeUsesThatTime) {
  ModelFromText model("model M\n  Real x;\nequation\n  x = exp(time);\nend M;\n");
  const Simulation run = model.run_to_end({.start_time = 3.0, .stop_time = 3.0});
  ASSERT_GE(run.trajectory.row_count(), 1u);
  EXPECT_NEAR(first_value(run, "x"), std::exp(3.0), 1e-12);
}

}  // namespace
}  // namespace saltus::testing
