#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/problems/event_log.h"

// The first mode: found from what follows without a guess, component by component, and before the
// first event.

namespace saltus::testing {
namespace {

std::string model_text(const std::string& declarations, const std::string& equations) {
  return "model M\n  " + declarations + "\nequation\n  " + equations + "\nend M;\n";
}

TEST(FirstModes, ASurfaceOfAnotherComponentDecidesTheGuard) {
  ModelFromText model(model_text("Real v(start = -0.5, fixed = true), i, named;",
                                 "named = 0.75;\n  if time >= named then\n    v = 0;\n  else\n"
                                 "    i = 0;\n  end if;\n  der(v) = -2*v - i;"));
  const Simulation run = model.run_to_end({.stop_time = 1.0, .times = {0.0, 0.5, 1.0}});
  EXPECT_NEAR(value_at(run, 0.5, "v"), -0.5 * std::exp(-1.0), 1e-8);
  EXPECT_EQ(last_value(run, "v"), 0.0);
}

// The same where nothing but the equations of the other component tell the side.
TEST(FirstModes, AConflictInAGuessedModeIsNoVerdict) {
  ModelFromText model(model_text("Real v(start = -0.5, fixed = true), i, a, b;",
                                 "a + b = 1.5;\n  a - b = 0;\n  if time >= a then\n    v = 0;\n"
                                 "  else\n    i = 0;\n  end if;\n  der(v) = -2*v - i;"));
  const Simulation run = model.run_to_end({.stop_time = 0.5});
  EXPECT_TRUE(run.events.empty());
  EXPECT_NEAR(last_value(run, "v"), -0.5 * std::exp(-1.0), 1e-8);
}

TEST(FirstModes, AFixedStartThatNoModeAllowsIsAConflict) {
  ModelFromText model(model_text("Real v(start = -0.5, fixed = true), i, a;",
                                 "a = time - 1;\n  if a > 0 then\n    v = 0;\n  else\n"
                                 "    v = 2;\n  end if;\n  der(v) = -2*v - i;"));
  EXPECT_EQ(model.run({.stop_time = 0.5}).end.reason, EndReason::start_conflict);
}

std::string diodes(int count) {
  std::string declarations, equations;
  for (int k = 0; k < count; ++k) {
    const std::string n = std::to_string(k);
    declarations += "Real v" + n + "(start = -" + std::to_string(0.25 * (k % 3 + 1)) +
                    ", fixed = true), i" + n + ", u" + n + ", s" + n + ";\n  ";
    equations += "u" + n + " = v" + n + ";\n  i" + n + " = if s" + n + " >= 0 then s" + n +
                 " else 0;\n  u" + n + " = if s" + n + " >= 0 then 0 else s" + n + ";\n  der(v" +
                 n + ") = 0.185 - v" + n + " - i" + n + ";\n  ";
  }
  return model_text(declarations, equations);
}

TEST(FirstModes, CopiesStartAsEachAlone) {
  for (const int count : {1, 2, 3, 40}) {
    ModelFromText model(diodes(count));
    const Simulation run = model.run_to_end({.stop_time = 0.1, .times = {0.0, 0.1}});
    EXPECT_TRUE(run.events.empty());
    for (int k = 0; k < count; ++k) {
      const std::string n = std::to_string(k);
      EXPECT_EQ(value_at(run, 0.0, "i" + n), 0.0);
      EXPECT_EQ(value_at(run, 0.0, "s" + n), -0.25 * (k % 3 + 1));
    }
  }
}

std::string converter(const std::string& n) {
  return "is" + n + " + id" + n + " = i" + n + ";\n  on" + n + " = if pre(on" + n + ") then i" + n +
         " < 0.578 else i" + n + " < 0.157;\n  if on" + n + " then\n    vx" + n +
         " = 2.788;\n  else\n    is" + n + " = 0;\n  end if;\n  ud" + n + " = -vx" + n +
         ";\n  0.992*der(i" + n + ") = vx" + n + " - v" + n + " - 0.215*i" + n +
         ";\n  1.204*der(v" + n + ") = i" + n + " - 0.689*v" + n + ";\n  id" + n + " = if s" + n +
         " > 0 then s" + n + " else 0;\n  ud" + n + " = if s" + n + " > 0 then 0 else s" + n +
         ";\n  ";
}

std::string converters(int count) {
  std::string declarations, equations;
  for (int k = 0; k < count; ++k) {
    const std::string n = std::to_string(k);
    declarations += "Real i" + n + "(start = 1.546, fixed = true), v" + n +
                    "(start = 1.506, fixed = true), id" + n + ", ud" + n + ", vx" + n + ", is" + n +
                    ", s" + n + ";\n  Boolean on" + n + "(start = true, fixed = true);\n  ";
    equations += converter(n);
  }
  return model_text(declarations, equations);
}

TEST(FirstModes, ConvertersStartAsEachAlone) {
  ModelFromText alone(converters(1));
  const Simulation one = alone.run_to_end({.stop_time = 2.0, .times = {0.0, 0.5, 1.0, 2.0}});
  ModelFromText model(converters(5));
  const Simulation all = model.run_to_end({.stop_time = 2.0, .times = {0.0, 0.5, 1.0, 2.0}});
  for (const double time : {0.0, 0.5, 1.0, 2.0}) {
    for (const std::string n : {"0", "4"}) {
      EXPECT_NEAR(value_at(all, time, "v" + n), value_at(one, time, "v0"), 1e-9);
      EXPECT_NEAR(value_at(all, time, "s" + n), value_at(one, time, "s0"), 1e-7);
    }
  }
}

// floor, mod and integer are counted at the consistent point, not at guesses of algebraic values.
TEST(FirstModes, StepsOfAlgebraicVariablesAreNoEvent) {
  for (const std::string equations :
       {"named = 4*y;\n  h = floor(named);", "h = floor(named);\n  0 = 8*y - 2*named;",
        "named + 1 = 4*y + 1;\n  h = named - mod(named, 1);"}) {
    ModelFromText model(model_text(
        "Real y(start = 0.9, fixed = true), named, h;\n  Integer n(start = 0, fixed = true);",
        "der(y) = -0.01*y;\n  " + equations +
            "\n  when h > 2.5 then\n    n = pre(n) + 1;\n  end when;"));
    const Simulation run = model.run_to_end({.stop_time = 1.0, .times = {0.0, 1.0}});
    EXPECT_TRUE(run.events.empty()) << equations;
    EXPECT_NEAR(value_at(run, 0.0, "h"), 3.0, 1e-12) << equations;
    EXPECT_EQ(last_value(run, "n"), 0.0) << equations;
  }
}

TEST(FirstModes, StepsAreCountedAtTheStartOfTheRun) {
  ModelFromText model(model_text("Real h;\n  Integer n(start = 0, fixed = true);",
                                 "h = floor(2*time);\n"
                                 "  when h > 2.5 then\n    n = pre(n) + 1;\n  end when;"));
  const Simulation run = model.run_to_end({.start_time = 1.7, .stop_time = 2.25});
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_NEAR(run.events[0].time, 2.0, 1e-12);
  EXPECT_EQ(last_value(run, "h"), 4.0);
  EXPECT_EQ(last_value(run, "n"), 0.0);
}

TEST(FirstModes, SidesAreGuessedAtTheStartOfTheRun) {
  ModelFromText model(
      model_text("Real x(start = 1, fixed = true);", "der(x) = sqrt(abs(time - 1) + 0.5);"));
  for (const double start : {0.0, 0.5, 3.0}) {
    const auto integral = [](double t) {
      const double s = t - 1.0;
      return (s < 0 ? -1 : 1) * 2.0 / 3.0 *
             (std::pow(std::fabs(s) + 0.5, 1.5) - std::pow(0.5, 1.5));
    };
    const Simulation run = model.run_to_end({.start_time = start, .stop_time = 4.0});
    EXPECT_NEAR(last_value(run, "x"), 1.0 + integral(4.0) - integral(start), 1e-7) << start;
    EXPECT_EQ(run.events.size(), start < 1.0 ? 1u : 0u);
  }
}

// A diode with a binary unknown: the first row satisfies the inequality.
TEST(FirstModes, BinaryUnknownsSatisfyTheirInequalitiesInTheFirstRow) {
  for (const int start : {0, 1}) {
    for (const double source : {0.25, -0.25}) {
      ModelFromText model(model_text(
          "Real v, i, u;\n  Integer z(min = 0, max = 1, start = " + std::to_string(start) +
              ");\n  Integer n(start = 0, fixed = true);",
          "u = -v;\n  z*u + (1 - z)*i = 0;\n  (1 - z)*u - z*i <= 0;\n  0 = " +
              std::to_string(-source) +
              " - v + i;\n  when i > 0.1 then\n"
              "    n = pre(n) + 1;\n  end when;"));
      const Simulation run = model.run_to_end({.stop_time = 1.0, .times = {0.0, 1.0}});
      EXPECT_TRUE(run.events.empty());
      EXPECT_EQ(value_at(run, 0.0, "z"), source > 0 ? 1.0 : 0.0);
      EXPECT_NEAR(value_at(run, 0.0, "i"), std::max(source, 0.0), 1e-12);
      EXPECT_EQ(last_value(run, "n"), 0.0);
    }
  }
}

// Many diodes with a binary unknown each: not all combinations are tried.
TEST(FirstModes, BinaryUnknownsOfCopiesAreFoundOneByOne) {
  std::string declarations, equations;
  for (int k = 0; k < 30; ++k) {
    const std::string n = std::to_string(k);
    declarations += "Real v" + n + ", i" + n + ";\n  Integer z" + n + "(min = 0, max = 1);\n  ";
    equations += "z" + n + "*v" + n + " + (1 - z" + n + ")*i" + n + " = 0;\n  -(1 - z" + n + ")*v" +
                 n + " - z" + n + "*i" + n + " <= 0;\n  v" + n + " = i" + n +
                 (k % 2 == 0 ? " - 1.5" : " + 1.5") + ";\n  ";
  }
  ModelFromText model(model_text(declarations, equations));
  const Simulation run = model.run_to_end({.stop_time = 1.0, .times = {0.0, 1.0}});
  EXPECT_TRUE(run.events.empty());
  for (int k = 0; k < 30; ++k) {
    EXPECT_NEAR(value_at(run, 0.0, "i" + std::to_string(k)), k % 2 == 0 ? 1.5 : 0.0, 1e-12);
  }
}

// One component decides, others read: they need no search of their own.
TEST(FirstModes, DecisionsOfOneComponentReachTheOthers) {
  std::string declarations = "Real a, b, d;\n  ", equations = "a + b = 4;\n  a - b = 2;\n  ";
  for (int k = 0; k < 20; ++k) {
    const std::string n = std::to_string(k);
    declarations += "Real x" + n + "(start = 1, fixed = true), f" + n + ";\n  ";
    equations += "if a > 2.5 then\n    f" + n + " = 0;\n  else\n    x" + n +
                 " = 0;\n  end if;\n  der(x" + n + ") = f" + n + " + 1;\n  ";
  }
  equations += "d = if x0 > 0.5 then 1 else 2;";
  ModelFromText model(model_text(declarations, equations));
  const Simulation run = model.run_to_end({.stop_time = 1.0});
  EXPECT_TRUE(run.events.empty());
  EXPECT_NEAR(last_value(run, "x19"), 2.0, 1e-9);
  EXPECT_EQ(last_value(run, "d"), 1.0);
}

// A start on the surface is decided by what follows, however the relation is written.
TEST(FirstModes, TiesAreSettledBeforeTheFirstEvent) {
  struct Form {
    std::string condition;
    bool is_conducting;  // where it holds
  };
  for (const Form& form :
       {Form{"s > 0", true}, Form{"s >= 0", true}, Form{"0 >= s", false}, Form{"0 > s", false}}) {
    for (const double source : {1.0, -1.0}) {
      const auto choose = [&](const std::string& a, const std::string& b) {
        return "if " + form.condition + " then " + (form.is_conducting ? a : b) + " else " +
               (form.is_conducting ? b : a);
      };
      ModelFromText model(model_text(
          "Real v(start = 0, fixed = true), i, u, s;\n  Integer n(start = 0, fixed = true);",
          "u = v;\n  i = " + choose("s", "0") + ";\n  u = " + choose("0", "s") +
              ";\n  der(v) = " + std::to_string(source) +
              " - v - i;\n  when i > 0.5 then\n    n = pre(n) + 1;\n  end when;"));
      const Simulation run = model.run_to_end({.stop_time = 1.0, .times = {0.0, 1.0}});
      EXPECT_TRUE(run.events.empty()) << form.condition;
      EXPECT_NEAR(value_at(run, 0.0, "i"), std::max(source, 0.0), 1e-12) << form.condition;
      EXPECT_EQ(last_value(run, "n"), 0.0) << form.condition;
    }
  }
}

// With the guess y = 0 the quotient has no value and the assertion fails.
TEST(FirstModes, GuessesAreNotAsserted) {
  ModelFromText model(model_text("Real x(start = 1, fixed = true), y, k;",
                                 "der(x) = -0.1*x;\n  2*y = 3*x;\n  k = floor(10/y);\n"
                                 "  assert(noEvent(y > 0), \"y\");"));
  const Simulation run = model.run_to_end({.stop_time = 0.1, .times = {0.0, 0.1}});
  EXPECT_TRUE(run.events.empty());
  EXPECT_EQ(value_at(run, 0.0, "k"), 6.0);
}

// What `when initial()` sets belongs to the start.
TEST(FirstModes, ValuesOfWhenInitialBelongToTheConsistentPoint) {
  ModelFromText model(
      model_text("Real x(start = 2, fixed = true), y;\n  discrete Real k(start = 0);",
                 "der(x) = -x;\n  y = k*x;\n  when initial() then\n    k = 3*x;\n"
                 "  end when;"));
  const Simulation run = model.run_to_end({.stop_time = 1.0, .times = {0.0, 1.0}});
  EXPECT_EQ(value_at(run, 0.0, "k"), 6.0);
  EXPECT_EQ(value_at(run, 0.0, "y"), 12.0);
}

}  // namespace
}  // namespace saltus::testing
