#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/unit/simulate/sliding_run.h"

// Event functions that vanish together: products that share a factor, powers, odd functions.

namespace saltus::testing {
namespace {

constexpr double kPi = std::numbers::pi;

// w' = 2 (e Tm - T), Tm = 5 sin(2 t + 0.3): the efficiency e depends on the direction of power.
class Winch : public ::testing::TestWithParam<const char*> {
 protected:
  Winch()
      : run_("Real w(start = 0, fixed = true), P, T, Tm;",
             std::string("Tm = 5*sin(2*time + 0.3);\n  T = 2*sign(w) + 1;\n  P = Tm*w;\n"
                         "  0.5*der(w) = (if ") +
                 GetParam() + " then 0.8 else 1)*Tm - T;",
             {.stop_time = 2.0, .tolerance = 1e-11, .times = {0.0, 0.1, 1.0, 1.45, 1.8, 2.0}}) {}
  SlidingRun run_;
};

TEST_P(Winch, HoldsUntilTheTorqueOfThatDirectionExceedsFriction) {
  ASSERT_EQ(run_.events().size(), 5u);
  EXPECT_EQ(run_.events()[0].sliding_to.size(), 1u);
  // 0.8 Tm = 3 upward; w = 0 again at a root of the closed form; downward 0.8 Tm = -1.
  const double lifts = (std::asin(0.75) - 0.3) / 2.0;
  const double lowers = (kPi + std::asin(0.25) - 0.3) / 2.0;
  EXPECT_NEAR(run_.events()[1].time, lifts, 1e-11);
  EXPECT_NEAR(run_.events()[3].time, (kPi - 0.3) / 2.0, 1e-11);  // the ratio turns
  EXPECT_EQ(run_.events()[3].sliding_to.size(), 1u);
  EXPECT_NEAR(run_.events()[4].time, lowers, 1e-11);
  EXPECT_NEAR(run_.at(1.0, "w"),
              4.0 * (std::cos(2.0 * lifts + 0.3) - std::cos(2.3)) - 6.0 * (1.0 - lifts), 1e-10);
  EXPECT_NEAR(run_.at(1.8, "w"),
              4.0 * (std::cos(2.0 * lowers + 0.3) - std::cos(3.9)) + 2.0 * (1.8 - lowers), 1e-10);
}

// λ (0.8 Tm - 3) + (1 - λ) (Tm + 1) = 0, and with Tm < 0: λ (Tm - 3) + (1 - λ) (0.8 Tm + 1) = 0.
TEST_P(Winch, MixesTheSidesThatBelongTogether) {
  const double up = 5.0 * std::sin(0.5), down = 5.0 * std::sin(3.2);
  EXPECT_NEAR(run_.at(0.1, "multiplier(w > 0)"), (up + 1.0) / (0.2 * up + 4.0), 1e-10);
  EXPECT_NEAR(run_.at(0.1, "T"), 4.0 * (up + 1.0) / (0.2 * up + 4.0) - 1.0, 1e-10);
  const double share = (0.8 * down + 1.0) / (4.0 - 0.2 * down);
  EXPECT_NEAR(run_.at(1.45, "multiplier(w > 0)"), share, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(HoweverThePowerIsWritten, Winch,
                         ::testing::Values("P > 0", "Tm*w > 0", "not P <= 0", "-2*P < 0",
                                           "w/3 > -w*Tm + w/3", "Tm*w^3 > 0", "P*exp(w) > 0",
                                           "P*abs(w) > 0", "atan(Tm*w) > 0"));

// u = 3/2 (2 λ - 1) while k > 0, u = 1/2 (2 λ - 1) after it.
TEST(VanishingTogether, AFactorMayBeAState) {
  const SlidingRun run("Real e(start = 0.3, fixed = true), k(start = 1, fixed = true), u;",
                       "der(k) = -0.5;\n  der(e) = 0.4*cos(3*time) - u;\n"
                       "  u = (if e > 0 then 1 else -1) + (if e*k > 0 then 0.5 else -0.5);",
                       {.stop_time = 4.0, .tolerance = 1e-11, .times = {0.0, 1.0, 4.0}});
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_NEAR(run.events()[1].time, 2.0, 1e-12);
  EXPECT_NEAR(run.at(1.0, "u"), 0.4 * std::cos(3.0), 1e-11);
  EXPECT_NEAR(run.at(1.0, "multiplier(e > 0)"), 0.5 + 0.4 * std::cos(3.0) / 3.0, 1e-11);
  EXPECT_NEAR(run.last("u"), 0.4 * std::cos(12.0), 1e-11);
  EXPECT_NEAR(run.last("multiplier(e > 0)"), 0.5 + 0.4 * std::cos(12.0), 1e-11);
}

// With a gain of 2 the same relay drives away from e = 0 where k < 0.
TEST(VanishingTogether, ARatioThatTurnsMayMakeTheSurfaceRepel) {
  const SlidingRun run("Real e(start = 0.3, fixed = true), k(start = 1, fixed = true), u;",
                       "der(k) = -0.5;\n  der(e) = 0.4*cos(3*time) - u;\n"
                       "  u = (if e > 0 then 1 else -1) + (if e*k > 0 then 2 else -2);",
                       {.stop_time = 4.0, .tolerance = 1e-11});
  EXPECT_TRUE(run.says("X0622"));
}

TEST(VanishingTogether, AFactorMayBeDiscrete) {
  const SlidingRun run("Real w(start = 0.25, fixed = true);\n  Integer d(start = 1, fixed = true);",
                       "der(w) = 0.1 - (if d*w > 0 then d else -d) - 0.5*sign(w);\n"
                       "  when time >= 1 then d = -1; end when;",
                       {.stop_time = 2.0, .tolerance = 1e-11, .times = {0.0, 0.5, 2.0}});
  // -d where d w > 0 is sign(w) whatever d is: 0.1 = 3/2 (2 λ - 1).
  EXPECT_NEAR(run.at(0.5, "multiplier(w > 0)"), 0.5 + 0.1 / 3.0, 1e-11);
  EXPECT_NEAR(run.last("multiplier(w > 0)"), 0.5 + 0.1 / 3.0, 1e-11);
  EXPECT_NEAR(run.last("w"), 0.0, 1e-14);
}

// All four conditions are w > 0; 0.9 in all holds until sin(t) = -0.9.
TEST(VanishingTogether, PowersSumsAndOddFunctions) {
  const SlidingRun run("Real w(start = 1, fixed = true), c;",
                       "c = 2*w^3;\n  der(w) = sin(time) - 0.1*abs(w)*w - 0.4*sign(w)\n"
                       "    - (if w^3 + w > 0 then 0.2 else -0.2)\n"
                       "    - (if sinh(w) > 0 then 0.2 else -0.2) - (if c > 0 then 0.1 else -0.1);",
                       {.stop_time = 4.5, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_EQ(run.events()[0].sliding_to.size(), 1u);
  EXPECT_NEAR(run.events()[1].time, kPi + std::asin(0.9), 1e-10);
}

// y = -x by a constraint of three terms: x' = 0.2 sin t - 1.5 sign(x).
TEST(VanishingTogether, AConstraintMayTieTwoFunctions) {
  const SlidingRun run("Real x(start = 1, fixed = true), y, z;",
                       "z = 0.5;\n  x + y + 2*z = 1;\n"
                       "  der(x) = 0.2*sin(time) - sign(x) + 0.5*sign(y);",
                       {.stop_time = 4.0, .tolerance = 1e-11, .times = {0.0, 4.0}});
  EXPECT_EQ(run.held(), 1u);
  EXPECT_NEAR(run.last("multiplier(x > 0)"), 0.5 + 0.1 * std::sin(4.0) / 1.5, 1e-11);
}

// s' = -(3/2) sign(s) + 0.3
TEST(VanishingTogether, ASumMayHaveAName) {
  const SlidingRun run("Real x(start = 1, fixed = true), y(start = 0, fixed = true), s;",
                       "s = x + 2*y;\n  der(x) = 0.3 - sign(s);\n"
                       "  der(y) = if x > -2*y then -0.25 else 0.25;",
                       {.stop_time = 4.0, .tolerance = 1e-11, .times = {0.0, 4.0}});
  EXPECT_EQ(run.held(), 1u);
  EXPECT_NEAR(run.last("multiplier(s > 0)"), 0.6, 1e-11);
  EXPECT_NEAR(run.last("s"), 0.0, 1e-13);
}

// Neither factor is a condition by itself: x held, then y, of one product x*y.
TEST(VanishingTogether, AProductSlidesAlongTheFactorThatVanishes) {
  const SlidingRun run("Real x(start = 1, fixed = true), y(start = 3, fixed = true);",
                       "der(x) = if x*y > 0 then -1 else 1;\n  der(y) = -0.5;",
                       {.stop_time = 5.0, .tolerance = 1e-11, .times = {0.0, 5.0}});
  EXPECT_NEAR(run.events()[0].time, 1.0, 1e-12);
  EXPECT_EQ(run.events()[0].sliding_to.size(), 1u);
  EXPECT_NEAR(run.last("y"), 0.5, 1e-11);
  EXPECT_NEAR(run.last("x"), 0.0, 1e-14);
}

// x*y*z > 0, crossed by each factor in turn at t = 1, 2, 3: x y z has these roots.
TEST(VanishingTogether, EachFactorIsCrossedByItself) {
  const SlidingRun run("Real x, y, z, s(start = 0, fixed = true);",
                       "x = 1 - time;\n  y = 2 - time;\n  z = 3 - time;\n"
                       "  der(s) = if x*y*z > 0 then 1 else 0;",
                       {.stop_time = 4.0, .tolerance = 1e-11});
  ASSERT_EQ(run.events().size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(run.events()[i].time, static_cast<double>(i + 1), 1e-12);
  }
  EXPECT_NEAR(run.last("s"), 2.0, 1e-11);
}

// A square has no sign: it is positive on both sides of x = 1.
TEST(VanishingTogether, ASquareDecidesNothingBesideItsZero) {
  const SlidingRun run("Real x, s(start = 0, fixed = true);",
                       "x = time - 1;\n  der(s) = if x^2 > 0 then 1 else 5;",
                       {.stop_time = 2.0, .tolerance = 1e-11});
  EXPECT_NEAR(run.last("s"), 2.0, 1e-11);
}

}  // namespace
}  // namespace saltus::testing
