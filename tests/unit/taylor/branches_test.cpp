#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "saltus/runtime/taylor/derivative_array.h"
#include "saltus/runtime/taylor/expansion.h"
#include "tests/problems/model_from_text.h"

// Series where an operation has no value or no derivative, and it does not matter: in a branch that
// is not taken, at a root of what stays zero, where what overflows has a limit.

namespace saltus::testing {
namespace {

constexpr int kOrder = 12;

std::string model_of(const std::string& declarations, const std::string& equations) {
  return "model M\n  " + declarations + "\nequation\n  " + equations + "\nend M;\n";
}

class Series {
 public:
  Series(const std::string& declarations, const std::string& equations)
      : model_(model_of(declarations, equations)),
        expansion_(model_.mode(), model_.plan(), kOrder, model_.known()) {}

  bool expand(double time, std::vector<double> state = {}) {
    state.resize(expansion_.state_size(), 0.0);
    const std::vector<double> scale(state.size(), 1.0);
    return !expansion_.expand(time, 1.0, state, scale, kOrder);
  }
  double coefficient(const std::string& name, int m) const {
    return expansion_.series(model_.unknown(name))[static_cast<std::size_t>(m)];
  }
  void expect(const std::string& name, const std::vector<double>& expected) const {
    for (int m = 0; m <= kOrder; ++m) {
      const auto n = static_cast<std::size_t>(m);
      const double value = n < expected.size() ? expected[n] : 0.0;
      EXPECT_NEAR(coefficient(name, m), value, 1e-12 * (1.0 + std::fabs(value)))
          << name << ", coefficient " << m;
    }
  }
  Expansion& expansion() { return expansion_; }
  const ModelFromText& model() const { return model_; }

 private:
  ModelFromText model_;
  Expansion expansion_;
};

TEST(BranchNotTaken, NeedsNoValue) {
  for (const char* dead : {"1/time", "log(time - 1)", "sqrt(time - 1)", "sin(time)/time",
                           "exp(1/time^2)", "(time - 1)^0.3", "atan2(0*time, 0*time)"}) {
    Series series("Real y;",
                  std::string("y = noEvent(if time > 0.5 then ") + dead + " else 3 + time);");
    ASSERT_TRUE(series.expand(0.0)) << dead;
    series.expect("y", {3.0, 1.0});
  }
}

TEST(BranchNotTaken, NeedsNoValueInASolvedBlock) {
  // y + z = 2 + t, y - z = t, whatever the branch that is not taken would be
  Series series("Real y, z;",
                "y + z = noEvent(if time > 0.5 then sqrt(y - 5)*z/time else 2 + time);\n"
                "y - z = noEvent(min(time, if time < 0.5 then 1 else log(-y)));");
  ASSERT_TRUE(series.expand(0.0));
  series.expect("y", {1.0, 1.0});
  series.expect("z", {1.0});
}

TEST(BranchNotTaken, NeedsNoValueInANonlinearBlock) {
  // y^3 + y = 2 + 4 t: y = 1 + t - 3/4 t^2 + …
  Series series("Real y(start = 1);",
                "y^3 + y = 2 + 4*time + noEvent(if y < 0 then log(y) else if time < 0.5 then 0\n"
                "  else 1/(y - 1));");
  ASSERT_TRUE(series.expand(0.0, {1.0}));
  EXPECT_NEAR(series.coefficient("y", 0), 1.0, 1e-14);
  EXPECT_NEAR(series.coefficient("y", 1), 1.0, 1e-14);
  EXPECT_NEAR(series.coefficient("y", 2), -0.75, 1e-13);
}

// What was not finite in a branch that was not taken is not met when it is.
TEST(BranchNotTaken, LeavesNothingBehind) {
  Series series("Real y;", "y = noEvent(if time > 0.5 then 1/time else 3 + time);");
  ASSERT_TRUE(series.expand(0.0));
  ASSERT_TRUE(series.expand(1.0));
  for (int m = 0; m <= kOrder; ++m) {
    EXPECT_NEAR(series.coefficient("y", m), m % 2 == 0 ? 1.0 : -1.0, 1e-12) << m;
  }
}

TEST(BranchNotTaken, HasNoDerivativesInTheStartSearch) {
  const ModelFromText model(
      model_of("Real x(start = 0), y;",
               "y = noEvent(if abs(x) > 1e-3 then sqrt(x)/x else 1 + x); x^3 + x = 0*time;"));
  DerivativeArray array(model.mode(), 0.0, model.known());
  std::vector<double> x(array.unknowns().size(), 0.0), residual(array.equations().size());
  std::vector<double> jacobian(array.pattern().edge_count());
  EXPECT_TRUE(array.evaluate(x, residual, jacobian));
  for (const double entry : jacobian) EXPECT_TRUE(std::isfinite(entry));
}

// A condition that is not a number decides nothing.
TEST(BranchNotTaken, IsNotChosenByWhatIsNotANumber) {
  Series series("Real y;", "y = noEvent(if log(-1 - time) > 0 then 1 else 2);");
  EXPECT_FALSE(series.expand(0.0));
}

TEST(RootOfZero, StaysZero) {
  for (const char* root : {"sqrt(u)", "u^0.3", "u^1.5", "u^2.7", "noEvent(abs(u))",
                           "u*noEvent(abs(u))", "noEvent(sqrt(abs(u))*sign(u))", "sqrt(u)*time"}) {
    Series series("Real u, y;", std::string("u = 0*time; y = ") + root + ";");
    ASSERT_TRUE(series.expand(0.7)) << root;
    series.expect("y", {});
  }
}

// 0.5/0 times a change that is zero is no reason to fail.
TEST(RootOfZero, DoesNotMatterToUnknownsThatItDoesNotDependOn) {
  Series series("Real u, s, c, w(start = 0);",
                "u = 0*time; s + c = sqrt(u) + 1; s - c = sqrt(u)*s + time + u^0.5;\n"
                "w + exp(w) = 1 + sqrt(u) + 2*time;");
  ASSERT_TRUE(series.expand(0.0));
  series.expect("s", {0.5, 0.5});
  series.expect("c", {0.5, -0.5});
  EXPECT_NEAR(series.coefficient("w", 1), 1.0, 1e-14);
}

TEST(RootOfZero, OfWhatIsZeroByRoundingIsZero) {
  Series series("Real a, b, y;", "a = 0.1 + 0.2 + 0*time; b = 0.3 + 0*time; y = sqrt(a - b);");
  ASSERT_TRUE(series.expand(0.0));
  series.expect("y", {});
}

TEST(RootOfZero, OfWhatLeavesZeroHasNoSeries) {
  for (const char* root : {"sqrt(time)", "time^0.3", "time^1.5", "sqrt(time^2)"}) {
    Series series("Real y;", std::string("y = ") + root + ";");
    EXPECT_FALSE(series.expand(0.0)) << root;
  }
}

TEST(Overflow, ThatHasALimitIsResolved) {
  struct Case {
    const char* expression;
    double limit;
  };
  for (const Case& each :
       {Case{"1/(1 + exp(1000 - time))", 0.0}, Case{"time/(1 + exp(1000 + 50*time))", 0.0},
        Case{"1 + exp(-exp(800 + time))", 1.0}, Case{"tanh(exp(1000*(1 + time)))", 1.0},
        Case{"atan(exp(1e4 + time))", std::acos(0.0)}, Case{"(2 + exp(900 - time))^(-0.5)", 0.0},
        Case{"tanh(1e4*(time - 1))", -1.0}, Case{"exp(-1e4*(1 + time))", 0.0}}) {
    Series series("Real y;", std::string("y = ") + each.expression + ";");
    ASSERT_TRUE(series.expand(0.0)) << each.expression;
    series.expect("y", {each.limit});
  }
}

TEST(Overflow, ThatHasNoneIsNotHidden) {
  for (const char* expression : {"exp(1000 + time)", "exp(800 + time)/exp(900 + time)",
                                 "exp(1000 + time) - exp(1001 + time)"}) {
    Series series("Real y;", std::string("y = ") + expression + ";");
    EXPECT_FALSE(series.expand(0.0)) << expression;
  }
}

// 1 - tanh^2 = 1/cosh^2, where the first has no digits left.
TEST(Overflow, SlopesOfTanhAreExactFarFromZero) {
  Series series("Real y;", "y = tanh(25 + time);");
  ASSERT_TRUE(series.expand(0.0));
  const double slope = 1.0 / std::pow(std::cosh(25.0), 2);
  EXPECT_NEAR(series.coefficient("y", 1), slope, 1e-10 * slope);
  EXPECT_NEAR(series.coefficient("y", 2), -slope, 1e-10 * slope);
}

// The branch is that of the point until it is held; then the series is continued across the kink.
TEST(HeldBranches, ContinueAcrossAKink) {
  Series series("Real y, z;",
                "y = noEvent(abs(time - 1)); z = noEvent(if time < 1 then time else 5);");
  ASSERT_TRUE(series.expand(0.5));
  series.expansion().hold_branches();
  ASSERT_TRUE(series.expand(1.5));
  series.expect("y", {-0.5, -1.0});
  series.expect("z", {1.5, 1.0});
  series.expansion().release_branches();
  ASSERT_TRUE(series.expand(1.5));
  series.expect("y", {0.5, 1.0});
  series.expect("z", {5.0});
}

TEST(HeldBranches, OfAnAngleGoOnBeyondTheCut) {
  Series series("Real y;", "y = atan2(1 - time, -1);");
  ASSERT_TRUE(series.expand(0.5));
  series.expansion().hold_branches();
  ASSERT_TRUE(series.expand(1.5));
  EXPECT_NEAR(series.coefficient("y", 0), std::atan2(-0.5, -1.0) + 2.0 * std::acos(-1.0), 1e-14);
}

}  // namespace
}  // namespace saltus::testing
