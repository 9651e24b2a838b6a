#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
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

// The same with a guard that has to be found together with the diode.
TEST(BinariesAndGuards, AtTheStartGuardsFollowTheBinaryUnknownToo) {
  std::string text = converter("1", "switched = 0;\n  q = max(0, 2*diode - 1.5);");
  text.replace(text.find("v, "), 3, "v, q, ");
  ModelFromText model(text);
  const Simulation run =
      model.run_to_end({.stop_time = 2.0, .tolerance = 1e-12, .times = {0.0, 2.0}});
  EXPECT_NEAR(first_value(run, "q"), 0.5, 1e-11);
  // 2 i = 1.5 where exp(-t) = 1.25/1.5
  EXPECT_NEAR(event_times(run).front(), std::log(1.2), 1e-11);
}

// Three relays in three states. The second value of z is tried and dropped while the motion slides
// along one surface and reaches another; nothing of it may be left behind.
TEST(BinariesAndGuards, ACandidateThatWasDroppedLeavesNothingBehind) {
  const auto relays = [](const std::string& more_declarations, const std::string& first_relay) {
    return model_text(
        "Real x0(start = -0.24, fixed = true), x1(start = -0.71, fixed = true),\n"
        "    x2(start = -0.43, fixed = true), s0, s1, s2, w0, w1, w2;" +
            more_declarations,
        "der(x0) = -1.443*w0 + 1.918*w1 - 1.968*x0 + 0.653*x1 - 0.117*x2 - 1.201*w2;\n"
        "  der(x1) = 0.333*w1 + 0.898*x0 + 0.885*w2 - 0.968*x2 - 1.239*x1 - 0.104*w0;\n"
        "  der(x2) = -0.968*x0 - 1.072*w0 + 0.629*w1 + 0.58*w2 - 2.183*x2 + 0.994*x1;\n"
        "  s0 = 0.198*sin(2.544*time) + 0.416*x0 + 0.009 - 0.744*x2;\n"
        "  s1 = 0.13*sin(2.318*time) + 0.333*x2 - 0.344*x1 - 0.964*x0 - 0.306;\n"
        "  s2 = 0.137*x1 + 0.317*x0 - 0.919*x2 - 0.279 + 0.358*sin(1.78*time);\n"
        "  w1 = if s1 < 0 then -0.997 else 0.997;\n  w2 = if s2 > 0 then 1.674 else -1.674;\n  " +
            first_relay);
  };
  ModelFromText by_binary(
      relays("\n  Integer z0(min = 0, max = 1);", "w0 = 1.025*(2*z0 - 1);\n  s0*(1 - 2*z0) <= 0;"));
  ModelFromText by_guard(relays("", "w0 = if s0 > 0 then 1.025 else -1.025;"));
  const SimulationOptions options{.stop_time = 0.5, .tolerance = 1e-12};
  const Simulation first = by_binary.run_to_end(options), second = by_guard.run_to_end(options);
  for (const char* name : {"x0", "x1", "x2"}) {
    EXPECT_NEAR(last_value(first, name), last_value(second, name), 1e-10) << name;
  }
}

// The motion slides along s0 = 0 and reaches s1 = 0. With the other value of z, s0 cannot hold it
// by itself, and without s0 it leads back there: both hold it together.
TEST(BinariesAndGuards, ABinaryUnknownAndAGuardHoldACornerTogether) {
  const auto relays = [](const std::string& more_declarations, const std::string& relay) {
    return model_text(
        "Real x0(start = 0.34, fixed = true), x1(start = 0.54, fixed = true), s0, s1, w0, w1;" +
            more_declarations,
        "der(x0) = 0.069*w0 + 1.726*w1 - 0.595*x1 - 1.669*x0;\n"
        "  der(x1) = -2.389*x1 + 1.433*w0 + 0.555*x0 - 0.459*w1;\n"
        "  s0 = -0.342*x0 - 0.249 + 0.026*sin(3.308*time) - 0.117*x1;\n"
        "  s1 = -0.832*x0 + 0.322 + 0.297*sin(0.936*time) + 0.813*x1;\n"
        "  w0 = if s0 >= 0 then 1.271 else -1.271;\n  " +
            relay);
  };
  ModelFromText by_binary(
      relays("\n  Integer z(min = 0, max = 1);", "w1 = 0.738*(2*z - 1);\n  s1*(1 - 2*z) <= 0;"));
  ModelFromText by_guard(relays("", "w1 = if s1 > 0 then 0.738 else -0.738;"));
  const SimulationOptions options{.stop_time = 4.0, .tolerance = 1e-12};
  const Simulation first = by_binary.run_to_end(options), second = by_guard.run_to_end(options);
  EXPECT_NEAR(last_value(second, "s0"), 0.0, 1e-11);
  EXPECT_NEAR(last_value(second, "s1"), 0.0, 1e-11);
  for (const char* name : {"x0", "x1", "s0", "s1"}) {
    EXPECT_NEAR(last_value(first, name), last_value(second, name), 1e-10) << name;
  }
}

// A block of mass 0.36 sticks to the floor; a belt passes its speed, 0, and takes it along:
// friction of the floor cannot hold it against the belt from then on, and the block goes with the
// belt until the belt comes back through 0. From rest, x is the integral of 0.4 + sin(2 t) where
// that is negative.
TEST(BinariesAndGuards, ABeltTakesABlockFromTheFloor) {
  for (const double sense : {1.0, -1.0}) {
    for (const double unit : {1.0, 1e-6}) {
      const std::string text = fmt::format(
          "model M\n  parameter Real u = {0:.17g}, s = {1};\n"
          "  Real x(start = 0, fixed = true), v(start = 0, fixed = true), b, f0, f1, p;\n"
          "  Integer z(min = 0, max = 1);\nequation\n  der(x) = v;\n"
          "  f0 = if p > 2.49*u then 2.49*u else if p < -2.49*u then -2.49*u else p;\n"
          "  v = if p > 2.49*u then p - 2.49*u else if p < -2.49*u then p + 2.49*u else 0;\n"
          "  b = s*u*(0.4 + sin(2*time));\n  0.36*der(v) = -2.97*s*u - f0 - f1;\n"
          "  f1 = 2.92*u*(2*z - 1);\n  (1 - 2*z)*(v - b) <= 0;\nend M;\n",
          unit, sense);
      ModelFromText model(text);
      const Simulation run = model.run_to_end({.stop_time = 3.0, .tolerance = 1e-10});
      const double angle = std::asin(0.4);
      const double way = 0.4 * (std::numbers::pi / 2 - angle) - std::cos(angle);
      EXPECT_NEAR(last_value(run, "x") / unit, sense * way, 1e-9) << unit;
      EXPECT_NEAR(last_value(run, "v") / unit, 0.0, 1e-9) << unit;
    }
  }
}

}  // namespace
}  // namespace saltus::testing
