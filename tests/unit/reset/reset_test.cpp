#include "saltus/runtime/reset/reset.h"

#include "tests/unit/reset/mode_under_test.h"

namespace saltus::testing {
namespace {

using Weights = std::vector<double>;

void expect_weights(const Weights& actual, const Weights& expected, double tolerance = 1e-12) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    EXPECT_NEAR(actual[i], expected[i], tolerance * std::fmax(1.0, std::fabs(expected[i])));
  }
}

const char* const kClutch = R"(
  der(w1) = a1*w1 + b1*tau1;
  der(w2) = a2*w2 + b2*tau2;
  w1 = w2;
  tau1 + tau2 = 0;)";

TEST(Reset, OfTheClutchIsTheWeightedMeanOfTheSpeeds) {
  ModeUnderTest engaged(
      "parameter Real a1 = -0.1, a2 = -0.2, b1 = 1, b2 = 2; Real w1, w2, tau1, tau2;", kClutch);
  engaged.fact("w1", {10}).fact("w2", {2}).limit("tau1", {0}).limit("tau2", {0});
  const ResetResult result = engaged.result();
  EXPECT_NEAR(engaged.value(result, "w1"), 22.0 / 3, 1e-14);
  EXPECT_NEAR(engaged.value(result, "w2"), 22.0 / 3, 1e-14);
  expect_weights(engaged.weights(result, "tau1"), {-8.0 / 3});
  expect_weights(engaged.weights(result, "tau2"), {8.0 / 3});
  EXPECT_EQ(result.method, ResetMethod::series);
  EXPECT_EQ(result.ticks, 1);
  EXPECT_EQ(result.deferred.size(), 1u);
  EXPECT_TRUE(result.path_dependent.empty());
}

const char* const kString = R"(
  der(x) = vx;
  der(y) = vy;
  der(vx) = -T*x;
  der(vy) = -T*y - 9.81;
  x^2 + y^2 = 1;)";

TEST(Reset, OfAStringThatGoesTautKeepsTheTangentialVelocity) {
  ModeUnderTest taut("Real x, y, vx, vy, T;", kString);
  taut.fact("x", {0.6}).fact("y", {-0.8}).fact("vx", {1}).fact("vy", {0.3});
  const ResetResult result = taut.result();
  EXPECT_NEAR(taut.value(result, "x"), 0.6, 1e-15);
  EXPECT_NEAR(taut.value(result, "y"), -0.8, 1e-15);
  EXPECT_NEAR(taut.value(result, "vx"), 0.784, 1e-14);
  EXPECT_NEAR(taut.value(result, "vy"), 0.588, 1e-14);
  expect_weights(taut.weights(result, "T"), {0.36});
  EXPECT_EQ(result.ticks, 2);
}

TEST(Reset, OfTheReferenceClutchGivesTorquesOfTheNewModeToo) {
  ModeUnderTest engaged(
      "parameter Real a1 = -0.1, a2 = -0.04, b1 = 1, b2 = 0.5; Real w1, w2, tau1, tau2;", kClutch);
  engaged.fact("w1", {6.065306597126334}).fact("w2", {1.6374615061559636});
  const ResetResult result = engaged.result();
  EXPECT_NEAR(engaged.value(result, "w1"), 3.1134098698127537, 1e-14);
  EXPECT_NEAR(engaged.value(result, "w2"), 3.1134098698127537, 1e-14);
  EXPECT_NEAR(engaged.value(result, "tau1"), 0.12453639479251015, 1e-14);
  EXPECT_NEAR(engaged.value(result, "tau2"), -0.12453639479251015, 1e-14);
  expect_weights(engaged.weights(result, "tau1"), {-2.9518967273135805});
}

TEST(Reset, WhereAnInertiaDependsOnTheSpeedTakesTheExplicitDifferenceAndSaysSo) {
  ModeUnderTest engaged("Real w1, w2, tau1, tau2;", R"(
    der(w1) = 1.0*(1 + 0.01*w1^2)*tau1;
    der(w2) = 0.5*(1 + 0.03*w2^2)*tau2;
    w1 = w2;
    tau1 + tau2 = 0;)");
  engaged.fact("w1", {8}).fact("w2", {2});
  const ResetResult result = engaged.result();
  EXPECT_NEAR(engaged.value(result, "w1"), 3.5272727272727273, 1e-13);
  EXPECT_EQ(result.path_dependent, (std::vector<std::uint32_t>{0, 1}));
}

TEST(Reset, OfThreeBodiesThatMeetAtOnceConservesMomentum) {
  ModeUnderTest stuck("Real v1, v2, v3, F12, F23;", R"(
    2*der(v1) = F12;
    3*der(v2) = F23 - F12;
    5*der(v3) = -F23;
    v1 = v2;
    v2 = v3;)");
  stuck.fact("v1", {3}).fact("v2", {1}).fact("v3", {-2});
  const ResetResult result = stuck.result();
  for (const char* name : {"v1", "v2", "v3"}) EXPECT_NEAR(stuck.value(result, name), -0.1, 1e-14);
  expect_weights(stuck.weights(result, "F12"), {-6.2});
  expect_weights(stuck.weights(result, "F23"), {-9.5});
}

TEST(Reset, OfTheHydraulicActuatorHandsThePressuresAnImpulse) {
  ModeUnderTest closed("Real f_p, f_rel, f_in, p_cyl, p_rel;", R"(
    5*der(f_p) = p_cyl;
    10*der(f_rel) = p_rel;
    f_p + f_rel = f_in;
    5*f_in = 0;
    p_cyl - p_rel = 5*f_rel;)");
  closed.fact("f_p", {3}).fact("f_rel", {0}).limit("f_in", {3}).limit("p_cyl", {5});
  const ResetResult result = closed.result();
  EXPECT_NEAR(closed.value(result, "f_p"), 1, 1e-14);
  EXPECT_NEAR(closed.value(result, "f_rel"), -1, 1e-14);
  EXPECT_NEAR(closed.value(result, "f_in"), 0, 1e-14);
  EXPECT_NEAR(closed.value(result, "p_cyl"), -5.0 / 3, 1e-13);
  EXPECT_NEAR(closed.value(result, "p_rel"), 10.0 / 3, 1e-13);
  expect_weights(closed.weights(result, "p_cyl"), {-10});
  expect_weights(closed.weights(result, "p_rel"), {-10});
}

// x jumps to zero with all its derivatives: v = -x0 delta, a = -v0 delta - x0 delta', …
TEST(Reset, ByAPositionConstraintContainsDerivativesOfDelta) {
  ModeUnderTest held("Real x, v, a, u;", R"(
    der(x) = v;
    der(v) = a;
    der(a) = u;
    x = 0;)");
  held.fact("x", {2}).fact("v", {3}).fact("a", {5});
  const ResetResult result = held.result();
  for (const char* name : {"x", "v", "a", "u"}) {
    EXPECT_NEAR(held.value(result, name), 0, 1e-13) << name;
  }
  EXPECT_TRUE(held.weights(result, "x").empty());
  expect_weights(held.weights(result, "v"), {-2});
  expect_weights(held.weights(result, "a"), {-3, -2});
  expect_weights(held.weights(result, "u"), {-5, -3, -2});
  EXPECT_EQ(result.ticks, 3);
}

TEST(Reset, OfAMassThatIsPutInPlaceHasADoubleImpulse) {
  ModeUnderTest placed("Real x, F;", "2*der(der(x)) = F; x = 1 + time;");
  placed.fact("x", {0, 0}).at(0.5);
  const ResetResult result = placed.result();
  EXPECT_NEAR(placed.value(result, "x"), 1.5, 1e-14);
  EXPECT_NEAR(placed.value(result, "F"), 0, 1e-12);
  expect_weights(placed.weights(result, "F"), {2, 3});
}

TEST(Reset, ANewStateThatNothingDeterminesStartsFromItsLeftLimit) {
  ModeUnderTest falling("Real b;", "der(b) = -1;");
  falling.limit("b", {0.75});
  const ResetResult result = falling.result();
  EXPECT_EQ(falling.value(result, "b"), 0.75);
  EXPECT_EQ(falling.value(result, "b", 1), -1);
  ASSERT_EQ(result.from_left_limit.size(), 1u);
  EXPECT_EQ(result.from_left_limit[0].order, 0);
  EXPECT_TRUE(result.impulses.empty());
}

TEST(Reset, ANewStateWithoutLeftLimitIsUndetermined) {
  const ModeUnderTest falling("Real b;", "der(b) = -1;");
  const auto result = falling.reset();
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().fault, ResetFault::undetermined);
}

TEST(Reset, ANewStateThatEquationsDetermineFollowsThem) {
  ModeUnderTest mode("Real x, y, u;", "der(x) = u; x = y^2; der(y) = 1;");
  mode.fact("y", {3}).limit("x", {-100});
  const ResetResult result = mode.result();
  EXPECT_NEAR(mode.value(result, "x"), 9, 1e-14);
  EXPECT_NEAR(mode.value(result, "u"), 6, 1e-13);
  EXPECT_TRUE(result.from_left_limit.empty());
  EXPECT_TRUE(result.impulses.empty());
  EXPECT_TRUE(result.deferred.empty());
}

// The past is not contradicted: a body whose speed is not known takes that of the other one.
TEST(Reset, OneFactOfTwoIsEnoughForAConstraint) {
  ModeUnderTest engaged(
      "parameter Real a1 = -0.1, a2 = -0.2, b1 = 1, b2 = 2; Real w1, w2, tau1, tau2;", kClutch);
  engaged.fact("w1", {10}).limit("w2", {2});
  const ResetResult result = engaged.result();
  EXPECT_NEAR(engaged.value(result, "w2"), 10, 1e-14);
  EXPECT_TRUE(result.impulses.empty());
}

TEST(Reset, ANonlinearConstraintIsReachedAtItsNearestRoot) {
  ModeUnderTest mode("Real x, u;", "der(x) = u; x^2 = 4;");
  mode.fact("x", {1});
  const ResetResult result = mode.result();
  EXPECT_NEAR(mode.value(result, "x"), 2, 1e-13);
  EXPECT_NEAR(mode.value(result, "u"), 0, 1e-11);
  expect_weights(mode.weights(result, "u"), {1});

  ModeUnderTest second("Real x, v, F;", "der(x) = v; der(v) = F; x^3 + x = 10;");
  second.fact("x", {1}).fact("v", {0.5});
  const ResetResult far = second.result();
  EXPECT_NEAR(second.value(far, "x"), 2, 1e-12);
  EXPECT_NEAR(second.value(far, "v"), 0, 1e-11);
  expect_weights(second.weights(far, "v"), {1}, 1e-10);
  expect_weights(second.weights(far, "F"), {-0.5, 1}, 1e-9);
}

TEST(Reset, FrictionThatStaysFiniteTakesNoPart) {
  ModeUnderTest engaged("Real w1, w2, tau1, tau2;", R"(
    der(w1) = -0.3*w1*abs(w1) - tanh(5*w1) + tau1;
    der(w2) = -0.1*exp(w2/10)*sin(w2) + 2*tau2;
    w1 = w2;
    tau1 + tau2 = 0;)");
  engaged.fact("w1", {10}).fact("w2", {2});
  const ResetResult result = engaged.result();
  EXPECT_NEAR(engaged.value(result, "w1"), 22.0 / 3, 1e-13);
  expect_weights(engaged.weights(result, "tau1"), {-8.0 / 3});
  EXPECT_EQ(result.method, ResetMethod::series);
  EXPECT_TRUE(result.path_dependent.empty());
}

// A variable downstream of an impulse jumps by its integral; one upstream does not notice.
TEST(Reset, ImpulsesReachWhatIntegratesThem) {
  ModeUnderTest engaged("Real w1, w2, tau1, tau2, p, q, r;", R"(
    der(w1) = tau1;
    der(w2) = 2*tau2;
    w1 = w2;
    tau1 + tau2 = 0;
    der(p) = 3*tau1 + sin(q);
    der(q) = -q;
    r = 5*tau2 + q;)");
  engaged.fact("w1", {10}).fact("w2", {2}).fact("p", {1}).fact("q", {0.5});
  const ResetResult result = engaged.result();
  EXPECT_NEAR(engaged.value(result, "p"), 1 - 8, 1e-13);
  EXPECT_EQ(engaged.value(result, "q"), 0.5);
  expect_weights(engaged.weights(result, "r"), {40.0 / 3});
  EXPECT_NEAR(engaged.value(result, "r"), 0.5, 1e-12);
}

TEST(Reset, ADerivativeOfAJumpIsAnImpulse) {
  ModeUnderTest mode("Real w1, w2, tau1, tau2, y, z;", R"(
    der(w1) = tau1;
    der(w2) = 2*tau2;
    w1 = w2;
    tau1 + tau2 = 0;
    y = der(w1) + 7;
    z = der(tau1);)");
  mode.fact("w1", {10}).fact("w2", {2}).fact("tau1", {0});
  const ResetResult result = mode.result();
  expect_weights(mode.weights(result, "y"), {-8.0 / 3});
  EXPECT_NEAR(mode.value(result, "y"), 7, 1e-12);
  expect_weights(mode.weights(result, "z"), {0, -8.0 / 3});
  EXPECT_NEAR(mode.value(result, "z"), 0, 1e-12);
}

TEST(Reset, ACurrentThatIsZeroIsSwitchedOffWithoutImpulse) {
  for (const double current : {0.0, 1e-14, -3e-11}) {
    ModeUnderTest off("Real i, u;", "0.01*der(i) = u; i = 0;");
    off.fact("i", {current}).sized(1.0);
    const ResetResult result = off.result();
    EXPECT_NEAR(off.value(result, "i"), 0, 1e-10);
    EXPECT_TRUE(result.impulses.empty()) << current;
    EXPECT_TRUE(result.deferred.empty()) << current;
  }
}

TEST(Reset, SmallUnitsAreNoReasonToIgnoreAJump) {
  ModeUnderTest off("Real i, u;", "1e-6*der(i) = u; i = 0;");
  off.fact("i", {2e-9});
  expect_weights(off.weights(off.result(), "u"), {-2e-15}, 1e-25);
}

TEST(Reset, FromAConsistentPointChangesNothing) {
  ModeUnderTest taut("Real x, y, vx, vy, T;", kString);
  taut.fact("x", {0.6}).fact("y", {-0.8}).fact("vx", {0.784}).fact("vy", {0.588});
  for (const double noise : {0.0, 1e-11, -4e-10}) {
    taut.fact("x", {0.6 + noise}).fact("vy", {0.588 - 2 * noise});
    const ResetResult result = taut.result();
    EXPECT_NEAR(taut.value(result, "x"), 0.6 + noise, 1e-15);
    EXPECT_NEAR(taut.value(result, "vx"), 0.784, 1e-15);
    EXPECT_NEAR(taut.value(result, "vy"), 0.588 - 2 * noise, 1e-15);
    EXPECT_NEAR(taut.value(result, "T"), 0.784 * 0.784 + 0.588 * 0.588 + 9.81 * 0.8, 1e-7);
    EXPECT_TRUE(result.impulses.empty());
    EXPECT_TRUE(result.deferred.empty());
  }
}

TEST(Reset, AnInfiniteRightLimitIsAFailure) {
  ModeUnderTest mode("Real w, tau, p;", "der(w) = tau; w = 0; der(p) = tau^2;");
  mode.fact("w", {1}).fact("p", {0});
  const auto result = mode.reset();
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().fault, ResetFault::not_finite);
}

TEST(Reset, AHiddenCancellationIsSingular) {
  ModeUnderTest mode("Real x, y, u;", "der(x) + der(y) = u; x + y = u; x - u = -y;");
  mode.fact("x", {1}).fact("y", {2}).limit("u", {3});
  const auto result = mode.reset();
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().fault, ResetFault::singular);
}

TEST(Reset, AResetterCanBeUsedAgain) {
  ModeUnderTest engaged(
      "parameter Real a1 = -0.1, a2 = -0.2, b1 = 1, b2 = 2; Real w1, w2, tau1, tau2;", kClutch);
  Resetter resetter(engaged.mode());
  engaged.fact("w1", {10}).fact("w2", {2});
  const ResetResult first = ModeUnderTest::required(resetter.reset(engaged.problem()));
  engaged.fact("w1", {1}).fact("w2", {1});
  const ResetResult second = ModeUnderTest::required(resetter.reset(engaged.problem()));
  EXPECT_EQ(engaged.value(second, "w1"), 1);
  EXPECT_TRUE(second.impulses.empty());
  engaged.fact("w1", {10}).fact("w2", {2});
  const ResetResult third = ModeUnderTest::required(resetter.reset(engaged.problem()));
  EXPECT_EQ(first.state, third.state);
}

// a jumps, so a' is infinite, and with it p + 2 q, r and p by the second and fourth equation; the
// reset run defers these at the instant of the jump, where they contradict the facts p, q, r. By
// hand: a' = 7/3 delta, p/2 + q = -1/8 - a/4 - a'/8, r = a' + p/2 + q = -1/8 - a/4 + 7/8 a', and
// w = p/2 + 2 r has no delta, p = -4 r + ... has -49/6, so w jumps by -2 (-49/6) + 49/96.
TEST(Reset, AnEquationThatIsDeferredHoldsForWhatIsInfinite) {
  ModeUnderTest mode("Real a, p, q, r;",
                     "-0.25*der(a) - p - 0.5*a - 2*q = 0.25; 3*a = -2;"
                     "0.5*der(p) + 2*der(r) + 2*p + 1.5*a - 0.25*r = 0;"
                     "der(a) + 0.5*p + q - r = 0;");
  mode.fact("a", {-3.0}).fact("p", {2.0}).fact("q", {2.5}).fact("r", {-2.5});
  const ResetResult result = mode.result();
  EXPECT_EQ(result.method, ResetMethod::projection);
  const double w = 1.0 - 5.0 + 49.0 / 3.0 + 49.0 / 96.0;
  EXPECT_NEAR(mode.value(result, "a"), -2.0 / 3.0, 1e-13);
  EXPECT_NEAR(mode.value(result, "r"), 1.0 / 24.0, 1e-12);
  EXPECT_NEAR(mode.value(result, "p"), 2.0 * w - 4.0 / 24.0, 1e-11);
  EXPECT_NEAR(mode.weights(result, "p").at(0), -49.0 / 6.0, 1e-11);
  EXPECT_NEAR(mode.weights(result, "r").at(0), 49.0 / 24.0, 1e-11);
  EXPECT_NEAR(mode.weights(result, "q").at(0), 91.0 / 24.0, 1e-11);
}

// Without an answer there is none: not the state that misses the infinite part.
TEST(Reset, RefusesWhatIsInfiniteInADeferredEquationThatIsNotLinear) {
  ModeUnderTest mode("Real a, p, q, r;",
                     "-0.25*der(a) - p - 0.5*a - 2*q = 0.25; 3*a = -2;"
                     "0.5*der(p) + 2*der(r) + 2*p + 1.5*a^2 - 0.25*r = 0;"
                     "der(a) + 0.5*p + q - r = 0;");
  mode.fact("a", {-3.0}).fact("p", {2.0}).fact("q", {2.5}).fact("r", {-2.5});
  const auto found = mode.reset();
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().fault, ResetFault::unbalanced);
}

TEST(Reset, CanBeInterrupted) {
  ModeUnderTest mode("Real w1, w2, tau;", "der(w1) = -tau; der(w2) = tau; w1 = w2;");
  mode.fact("w1", {1.0}).fact("w2", {3.0});
  Interruption interruption([] { return true; });
  ResetProblem problem = mode.problem();
  problem.interruption = &interruption;
  const auto found = find_reset(problem);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().fault, ResetFault::interrupted);
}

}  // namespace
}  // namespace saltus::testing
