#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/problems/event_log.h"

// Binary unknowns in one loop with guards, surfaces that hold the motion, and switches that
// change the index. Closed forms.

namespace saltus::testing {
namespace {

std::string model_text(const std::string& declarations, const std::string& equations) {
  return "model M\n  " + declarations + "\nequation\n  " + equations + "\nend M;\n";
}

// With z = 1: w = 1 + 0.2 v, and v = w - 0.5 > 0, so w = 1.125. With z = 0, v = 0.
TEST(BinariesAndGuards, AGuardFollowsTheBinaryUnknown) {
  ModelFromText model(
      model_text("Real x(start = 0, fixed = true), s, w, v;\n  Integer z(min = 0, max = 1);",
                 "s = 1 + 0.2*v;\n  w = z*s;\n  v = max(0, w - 0.5);\n  der(x) = w;\n"
                 "  s*(1 - 2*z) <= 0;"));
  const Simulation run = model.run_to_end({.stop_time = 1.0, .tolerance = 1e-12});
  EXPECT_NEAR(last_value(run, "w"), 1.125, 1e-12);
  EXPECT_NEAR(last_value(run, "v"), 0.625, 1e-12);
  EXPECT_NEAR(last_value(run, "x"), 1.125, 1e-12);
}

// The block sticks from 0.5 on. At y = 1 the force of z = 1 sets it free; if friction could
// still hold it, y would turn back and no value of z would do.
TEST(BinariesAndGuards, AValueOfTheBinaryUnknownMayEndSticking) {
  ModelFromText model(
      model_text("Real x(start = 0.5, fixed = true), y(start = 0, fixed = true), f;\n"
                 "  Integer z(min = 0, max = 1);",
                 "f = sign(x);\n  der(x) = 3*z - f;\n  der(y) = 1 - 0.5*f;\n"
                 "  (y - 1)*(1 - 2*z) <= 0;"));
  const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-12});
  EXPECT_NEAR(event_times(run).back(), 1.25, 1e-12);
  EXPECT_NEAR(last_value(run, "x"), 1.5, 1e-11);
  EXPECT_NEAR(last_value(run, "y"), 1.375, 1e-11);
}

// From 1.1 on y stays at 1 with z = 0.4 in the mean, which is more than friction holds.
TEST(BinariesAndGuards, AValueInBetweenMayEndSticking) {
  ModelFromText model(
      model_text("Real x(start = 0.5, fixed = true), y(start = 0, fixed = true), f;\n"
                 "  Integer z(min = 0, max = 1);",
                 "f = sign(x);\n  der(x) = 3*z - f;\n  der(y) = 1 - 2*z - 0.2*f;\n"
                 "  (y - 1)*(1 - 2*z) <= 0;"));
  const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-12});
  EXPECT_NEAR(event_times(run).back(), 1.1, 1e-12);
  EXPECT_NEAR(last_value(run, "x"), 0.18, 1e-11);
  EXPECT_NEAR(last_value(run, "y"), 1.0, 1e-12);
}

// An inductor behind a switch and an ideal diode: i' = v - 0.5 - i.
std::string converter(const std::string& start, const std::string& switched) {
  return model_text("Real i(start = " + start +
                        ", fixed = true), v, switched, diode;\n  Integer z(min = 0, max = 1);",
                    "i = switched + diode;\n  der(i) = v - 0.5 - i;\n  " + switched +
                        "\n  z*v - (1 - z)*diode = 0;\n  -(1 - z)*v - z*diode <= 0;");
}

// A diode that blocked on would force the current to zero, with an impulse across itself.
TEST(BinariesAndGuards, ADiodeTakesOverTheCurrentOfASwitch) {
  ModelFromText model(
      converter("0", "if time < 1 then\n    v = 1;\n  else\n    switched = 0;\n  end if;"));
  const Simulation run =
      model.run_to_end({.stop_time = 2.0, .tolerance = 1e-12, .times = {1.25, 2.0}});
  const double at_switch = 0.5 * (1.0 - std::exp(-1.0));
  EXPECT_NEAR(value_at(run, 1.25, "i"), (at_switch + 0.5) * std::exp(-0.25) - 0.5, 1e-11);
  EXPECT_NEAR(event_times(run).back(), 1.0 + std::log(2.0 * at_switch + 1.0), 1e-11);
  EXPECT_NEAR(last_value(run, "i"), 0.0, 1e-12);
  EXPECT_NEAR(last_value(run, "v"), 0.5, 1e-11);
}

TEST(BinariesAndGuards, ACurrentAtTheStartFindsItsDiodeConducting) {
  ModelFromText model(converter("1", "switched = 0;"));
  const Simulation run =
      model.run_to_end({.stop_time = 2.0, .tolerance = 1e-12, .times = {0.5, 2.0}});
  EXPECT_NEAR(value_at(run, 0.5, "i"), 1.5 * std::exp(-0.5) - 0.5, 1e-11);
  EXPECT_NEAR(event_times(run).back(), std::log(3.0), 1e-11);
  EXPECT_NEAR(last_value(run, "v"), 0.5, 1e-11);
}

}  // namespace
}  // namespace saltus::testing
