#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "tests/unit/simulate/sliding_run.h"

// Branches that are chosen without an event: the series ends where they change.

namespace saltus::testing {
namespace {

constexpr double kPi = std::numbers::pi;

double run_to(double stop, const std::string& declarations, const std::string& equations,
              const std::string& name, double tolerance = 1e-8, double start = 0.0) {
  const SlidingRun run(declarations, equations,
                       {.start_time = start, .stop_time = stop, .tolerance = tolerance});
  return run.last(name);
}

TEST(Kinks, OfFunctionsOfTimeEndTheStep) {
  const std::string x = "Real x(start = 0, fixed = true);";
  EXPECT_NEAR(run_to(1.0, x, "der(x) = noEvent(abs(time - 0.3));", "x"), 0.29, 1e-12);
  EXPECT_NEAR(run_to(1.0, x, "der(x) = noEvent(floor(3*time));", "x"), 1.0, 1e-12);
  EXPECT_NEAR(run_to(1.0, x, "der(x) = noEvent(ceil(3*time));", "x"), 2.0, 1e-12);
  EXPECT_NEAR(run_to(1.0, x, "der(x) = noEvent(floor(-3*time));", "x"), -2.0, 1e-12);
  EXPECT_NEAR(run_to(1.0, x, "der(x) = noEvent(sign(sin(10*time)));", "x"), 0.4 * kPi - 1.0, 1e-11);
  EXPECT_NEAR(run_to(1.0, x, "der(x) = noEvent(max(time, 1 - time));", "x"), 0.75, 1e-12);
  EXPECT_NEAR(run_to(1.0, x, "der(x) = noEvent(min(time, 1 - time));", "x"), 0.25, 1e-12);
  EXPECT_NEAR(
      run_to(1.0, x, "der(x) = smooth(0, noEvent(if time < 0.5 then 0 else time - 0.5));", "x"),
      0.125, 1e-12);
}

TEST(Kinks, OfTheStateEndTheStep) {
  EXPECT_NEAR(run_to(2.0, "Real x(start = 0, fixed = true);",
                     "der(x) = noEvent(if x < 1 then 1 else 3);", "x"),
              4.0, 1e-11);
  // x = exp(t) until 2, then 4 - 2 exp(log 2 - t)
  const double late = std::log(2.0);
  EXPECT_NEAR(
      run_to(2.0, "Real x(start = 1, fixed = true);", "der(x) = noEvent(min(x, 4 - x));", "x"),
      4.0 - 2.0 * std::exp(late - 2.0), 1e-8);
}

// A spring of stiffness k on one side and 1 on the other: half a period each.
TEST(Kinks, OfTwoSpringsKeepThePeriodAtEveryTolerance) {
  for (const double k : {100.0, 1e4, 0.01}) {
    const double period = kPi / std::sqrt(k) + kPi;
    for (const double tolerance : {1e-5, 1e-8, 1e-11}) {
      const SlidingRun run("Real x(start = 0, fixed = true), v(start = 1, fixed = true);",
                           fmt::format("der(x) = v;\n  der(v) = -{}*noEvent(max(x, 0)) "
                                       "- noEvent(min(x, 0));",
                                       k),
                           {.stop_time = 3.0 * period, .tolerance = tolerance});
      EXPECT_NEAR(run.last("x"), 0.0, 1e3 * tolerance) << k;
      EXPECT_NEAR(run.last("v"), 1.0, 1e3 * tolerance) << k;
    }
  }
}

TEST(Kinks, AreTheSameInOtherUnitsOfStateAndTime) {
  for (const double unit : {1e-6, 1.0, 1e6}) {
    for (const double second : {1e-6, 1.0, 1e6}) {
      // y = x/unit, s = t/second: dy/ds = 1 if y < 1, else 3
      const double x = run_to(
          2.0 * second, fmt::format("Real x(start = 0, fixed = true, nominal = {});", unit),
          fmt::format("der(x) = {}*noEvent(if x < {} then 1 else 3);", unit / second, unit), "x");
      EXPECT_NEAR(x / unit, 4.0, 1e-8) << unit << ' ' << second;
    }
  }
}

TEST(Kinks, EndStepsBackwardInTime) {
  const double x = run_to(0.0, "Real x(start = 0.29, fixed = true);",
                          "der(x) = noEvent(abs(time - 0.3));", "x", 1e-8, 1.0);
  EXPECT_NEAR(x, 0.0, 1e-12);
}

// A mass in backlash, spring and damper in contact that never pulls: values of an integration in
// pieces by another method, as those of every tolerance here.
TEST(Kinks, OfAContactThatDoesNotPull) {
  for (const double tolerance : {1e-6, 1e-8, 1e-11}) {
    const SlidingRun run(
        "parameter Real c = 20000, d = 50, b = 0.39, J = 5;\n"
        "  Real x(start = 0.9, fixed = true), v(start = 0, fixed = true), f, fc, fd;",
        "der(x) = v;\n  J*der(v) = -f;\n"
        "  fc = if x > b then c*(x - b) else if x < -b then c*(x + b) else 0;\n  fd = d*v;\n"
        "  f = if x > b then smooth(0, noEvent(if fc + fd <= 0 then 0 else fc + min(fc, fd)))\n"
        "    else if x < -b then smooth(0, noEvent(if fc + fd >= 0 then 0 else fc + max(fc, fd)))\n"
        "    else 0;",
        {.stop_time = 1.0, .tolerance = tolerance});
    EXPECT_NEAR(run.last("x"), 0.23696685, 1e-7 + 10.0 * tolerance);
    EXPECT_NEAR(run.last("v"), -4.76180084, 1e-7 + 100.0 * tolerance);
  }
}

// An event function that a branch takes across at once, and that comes back within the step.
TEST(Kinks, ThatJumpAreSeenByEvents) {
  const SlidingRun run("Real x(start = 0, fixed = true), y(start = 0, fixed = true), saw;",
                       "der(x) = 1;\n  saw = noEvent(x - floor(x));\n"
                       "  der(y) = if saw > 0.5 then 1 else 0;",
                       {.stop_time = 2.9});
  EXPECT_NEAR(run.last("y"), 1.4, 1e-10);
  EXPECT_EQ(run.events().size(), 5u);
}

TEST(Kinks, OfAnglesAreSeenByEvents) {
  const SlidingRun run(
      "Real x(start = 1, fixed = true), s(start = 0, fixed = true);\n"
      "  Integer n(start = 0);",
      "der(x) = -s;\n  der(s) = x;\n"
      "  when atan2(s, x) < 0 then\n    n = pre(n) + 1;\n  end when;",
      {.stop_time = 62.8});
  EXPECT_EQ(run.last("n"), 10.0);
}

// Without an event there is nothing that could slide.
TEST(Kinks, ToWhichBothSidesLeadAreRefused) {
  ModelFromText model(
      model_text("Real x(start = 1, fixed = true);", "der(x) = noEvent(if x > 0 then -1 else 1);"));
  const Simulation run = model.run({.stop_time = 3.0});
  EXPECT_EQ(run.end.reason, EndReason::step_too_small);
  EXPECT_NEAR(run.end.time, 1.0, 1e-10);
}

// The start is at the kink: the branch is the one that the solution goes to.
TEST(Kinks, AtTheStartAreDecidedByWhatComes) {
  EXPECT_NEAR(run_to(1.0, "Real x(start = 0, fixed = true);",
                     "der(x) = -1 + 0*noEvent(abs(x)) + noEvent(if x >= 0 then 0.5 else 0);", "x"),
              -1.0, 1e-11);
  EXPECT_NEAR(run_to(1.0, "Real x(start = 0, fixed = true), y(start = 0, fixed = true);",
                     "der(x) = -1;\n  der(y) = noEvent(sign(x));", "y"),
              -1.0, 1e-11);
}

TEST(Guards, AtWhoseBoundaryAQuotientIsNotDefinedYet) {
  for (const char* function :
       {"if x > 0 then sin(x)/x else 1", "noEvent(if abs(x) > 1e-10 then sin(x)/x else 1)",
        "noEvent(if x > 0 then sin(x)/x else 1)"}) {
    const SlidingRun run("Real x = time, y;", std::string("y = ") + function + ";",
                         {.stop_time = 1.0, .times = {0.0, 0.5, 1.0}});
    EXPECT_NEAR(run.at(0.0, "y"), 1.0, 1e-12) << function;
    EXPECT_NEAR(run.at(0.5, "y"), std::sin(0.5) / 0.5, 1e-12) << function;
    EXPECT_NEAR(run.last("y"), std::sin(1.0), 1e-12) << function;
  }
}

TEST(Guards, OfAQuotientThatIsIntegrated) {
  // Si(1)
  for (const char* function :
       {"if x > 0 then sin(x)/x else 1", "noEvent(if abs(x) > 1e-10 then sin(x)/x else 1)"}) {
    const SlidingRun run("Real x(start = -1, fixed = true), z(start = 0, fixed = true);",
                         fmt::format("der(x) = 1;\n  der(z) = {};", function), {.stop_time = 2.0});
    const double before = function[0] == 'i' ? 1.0 : 0.946083070367183;
    EXPECT_NEAR(run.last("z"), before + 0.946083070367183, 2e-7) << function;
  }
}

TEST(Overflow, OfALogisticFunctionIsResolved) {
  for (const double width : {1e-2, 1e-3, 1e-4}) {
    const SlidingRun run("Real x(start = 0, fixed = true), y(start = 0, fixed = true);",
                         fmt::format("der(x) = 1;\n  der(y) = 1/(1 + exp(-(x - 1)/{}));", width),
                         {.stop_time = 3.0});
    EXPECT_NEAR(run.last("y"), 2.0, 1e-7) << width;
  }
}

TEST(RootOfZero, OfADiscreteSignalThatIsZero) {
  const SlidingRun run("discrete Real m(start = 0);\n  Real u, y;",
                       "when sample(0.5, 0.5) then\n    m = pre(m) + 4;\n  end when;\n"
                       "  u = m;\n  y = sqrt(u);",
                       {.stop_time = 0.9, .times = {0.0, 0.4, 0.9}});
  EXPECT_EQ(run.at(0.0, "y"), 0.0);
  EXPECT_EQ(run.at(0.4, "y"), 0.0);
  EXPECT_EQ(run.last("y"), 2.0);
}

// The reset at t = 1 evaluates the equations at w = 0, where the branch not taken divides by it.
TEST(BranchNotTaken, IsNotEvaluatedByResets) {
  const SlidingRun run("Real w1(start = 2, fixed = true), w2(start = -2, fixed = true), tau, f;",
                       "der(w1) = -tau;\n  der(w2) = tau + f;\n"
                       "  f = noEvent(if abs(w1 + w2) > 1e-3 then (w1 + w2)/(w1 + w2)^2 else 0);\n"
                       "  if time < 1 then\n    tau = 0;\n  else\n    w1 = w2;\n  end if;",
                       {.stop_time = 2.0});
  EXPECT_NEAR(run.last("w1"), 0.0, 1e-12);
  EXPECT_NEAR(run.last("w2"), 0.0, 1e-12);
}

// Where max(0, x) comes to zero it stays there: it is not negative. sin(3 t + 1) is positive until
// (pi - 1)/3, and for pi/3 from (2 pi - 1)/3 on.
TEST(Kinks, AnEventFunctionThatComesToZeroAtAKinkIsZero) {
  for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
    const SlidingRun run("Real y(start = 0, fixed = true);",
                         "der(y) = sign(noEvent(max(0, sin(3*time + 1))));",
                         {.stop_time = 3.0, .tolerance = tolerance});
    EXPECT_NEAR(run.last("y"), (2.0 * std::acos(-1.0) - 1.0) / 3.0, 1e-9) << tolerance;
  }
}

}  // namespace
}  // namespace saltus::testing
