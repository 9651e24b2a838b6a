#include "saltus/runtime/taylor/expansion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "saltus/runtime/simulate/start.h"
#include "tests/problems/model_from_text.h"

namespace saltus::testing {
namespace {

using Series = std::vector<double>;

Series times(const Series& a, const Series& b) {
  Series result(a.size(), 0.0);
  for (std::size_t m = 0; m < a.size(); ++m) {
    for (std::size_t i = 0; i <= m; ++i) result[m] += a[i] * b[m - i];
  }
  return result;
}

// The second derivative of a series in s = (t - t0)/H.
Series second_derivative(const Series& a, double time_scale) {
  Series result;
  for (std::size_t m = 0; m + 2 < a.size(); ++m) {
    result.push_back(static_cast<double>((m + 2) * (m + 1)) * a[m + 2] / (time_scale * time_scale));
  }
  return result;
}

// A model expanded at its consistent start.
class Expanded {
 public:
  Expanded(const std::string& text, int order, double time_scale, double time = 0.0)
      : model_(text), expansion_(model_.mode(), model_.plan(), order, model_.known()) {
    auto start =
        find_consistent_start(model_.mode(), time, model_.first_mode().starts, model_.known());
    EXPECT_TRUE(start.has_value());
    state_ = start.value().state;
    scale_.assign(state_.size(), 1.0);
    const auto failure = expansion_.expand(time, time_scale, state_, scale_, order);
    EXPECT_FALSE(failure.has_value());
  }
  Series series(const std::string& name, int order) const {
    const auto values = expansion_.series(model_.unknown(name));
    return {values.begin(), values.begin() + order + 1};
  }
  const ModelFromText& model() const { return model_; }
  Expansion& expansion() { return expansion_; }
  std::vector<double>& state() { return state_; }
  const std::vector<double>& scale() const { return scale_; }

 private:
  ModelFromText model_;
  Expansion expansion_;
  std::vector<double> state_, scale_;
};

const char* const kPendulum = R"(model Pendulum
  Real x(start = 0.6), y(start = -0.8, fixed = true), lambda;
initial equation
  der(y) = 0.9;
equation
  der(der(x)) = -lambda*x;
  der(der(y)) = -lambda*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
)";

void expect_same(const Series& a, const Series& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t m = 0; m < a.size(); ++m) {
    EXPECT_NEAR(a[m], b[m], tolerance * std::fmax(1.0, std::fabs(b[m]))) << "coefficient " << m;
  }
}

TEST(Expansion, OfThePendulumSatisfiesItsEquations) {
  constexpr int order = 24;
  for (const double scale : {1.0, 0.25, 0.0625}) {
    const Expanded pendulum(kPendulum, order, scale);
    const Series x = pendulum.series("x", order + 2), y = pendulum.series("y", order + 2);
    const Series lambda = pendulum.series("lambda", order);
    const Series xx = times(x, x), yy = times(y, y);
    for (std::size_t m = 0; m < xx.size(); ++m) {
      const double size = std::fabs(xx[m]) + std::fabs(yy[m]);
      EXPECT_NEAR(xx[m] + yy[m], m == 0 ? 1.0 : 0.0, 1e-13 * std::fmax(size, 1e-3)) << m;
    }
    const Series ax = second_derivative(x, scale), ay = second_derivative(y, scale);
    const Series fx = times(lambda, {x.begin(), x.begin() + order + 1});
    const Series fy = times(lambda, {y.begin(), y.begin() + order + 1});
    for (std::size_t m = 0; m <= order; ++m) {
      const double size = 1e-12 * (std::fabs(ax[m]) + std::fabs(ay[m]) + 1.0);
      EXPECT_NEAR(ax[m] + fx[m], 0.0, size) << m;
      EXPECT_NEAR(ay[m] + fy[m] + (m == 0 ? 9.81 : 0.0), 0.0, size) << m;
    }
  }
}

// A linear block ends early only if what it reads has ended: here that begins late.
TEST(Expansion, SeriesThatEndAreWholeWhateverTheyFollow) {
  constexpr int order = 14;
  Expanded model(R"(model LatePowers
    Real p, x(start = 1, fixed = true), y(start = 2, fixed = true), fall(start = 3, fixed = true);
    Real v(start = 0, fixed = true);
  equation
    p = (time*time)*(time*time*time);
    der(x) = p;
    der(y) = x + time;
    der(fall) = v;
    der(v) = -10;
  end LatePowers;)",
                 order, 1.0);
  Series p(order + 1, 0.0), x = p, y = p, fall = p, v = p;
  p[5] = 1.0;
  x[0] = 1.0;
  x[6] = 1.0 / 6.0;
  y[0] = 2.0;
  y[1] = 1.0;
  y[2] = 0.5;
  y[7] = 1.0 / 42.0;
  fall[0] = 3.0;
  fall[2] = -5.0;
  v[1] = -10.0;
  const auto expect_all = [&] {
    expect_same(model.series("p", order), p, 1e-15);
    expect_same(model.series("x", order), x, 1e-15);
    expect_same(model.series("y", order), y, 1e-15);
    expect_same(model.series("fall", order), fall, 1e-15);
    expect_same(model.series("v", order), v, 1e-15);
  };
  expect_all();
  // The same in parts, after an expansion about another time has left its coefficients behind.
  std::vector<double> elsewhere = model.state();
  ASSERT_FALSE(model.expansion().expand(0.7, 1.0, elsewhere, model.scale(), order));
  ASSERT_FALSE(model.expansion().expand(0.0, 1.0, model.state(), model.scale(), 2));
  ASSERT_FALSE(model.expansion().extend(order));
  expect_all();
}

TEST(Expansion, DependsOnTheTimeScaleByExactPowersOnly) {
  constexpr int order = 20;
  const Expanded one(kPendulum, order, 1.0), eighth(kPendulum, order, 0.125);
  for (const char* name : {"x", "y", "lambda"}) {
    Series a = one.series(name, order), b = eighth.series(name, order);
    for (std::size_t m = 0; m < b.size(); ++m) b[m] = std::ldexp(b[m], 3 * static_cast<int>(m));
    expect_same(a, b, 1e-12);
  }
}

// The same equation solved by assignment, by a linear and by a nonlinear block.
TEST(Expansion, IsTheSameForAssignmentsAndForSolvedBlocks) {
  constexpr int order = 20;
  const std::string f = "sin(x)*exp(-0.3*x) + cos(2*time)/(1 + x^2)";
  const auto text = [&](const std::string& declarations, const std::string& equations) {
    return "model M\n  Real x(start = 0.3, fixed = true)" + declarations + ";\nequation\n" +
           equations + "end M;\n";
  };
  const Expanded assigned(text("", "  der(x) = " + f + ";\n"), order, 0.5, 0.2);
  const Expanded doubled(text("", "  2*der(x) = der(x) + " + f + ";\n"), order, 0.5, 0.2);
  const Expanded turned(text("", "  -3*(" + f + ") = -3*der(x);\n"), order, 0.5, 0.2);
  const Expanded coupled(text(", z", "  der(x) + z = " + f + ";\n  der(x) - z = " + f + ";\n"),
                         order, 0.5, 0.2);
  const Expanded nonlinear(text("", "  der(x)^3 + der(x) = (" + f + ")^3 + (" + f + ");\n"), order,
                           0.5, 0.2);
  const Expanded by_quotient(text("", "  der(x)*(2 + x^2) = (2 + x^2)*(" + f + ");\n"), order, 0.5,
                             0.2);
  EXPECT_TRUE(assigned.model().mode().blocks[0].is_assignment);
  EXPECT_FALSE(coupled.model().mode().blocks[0].is_assignment);
  EXPECT_FALSE(nonlinear.model().mode().blocks[0].is_assignment);
  EXPECT_FALSE(by_quotient.model().mode().blocks[0].is_assignment);
  const Series expected = assigned.series("x", order + 1);
  for (const Expanded* other : {&doubled, &turned, &coupled, &nonlinear, &by_quotient}) {
    expect_same(other->series("x", order + 1), expected, 1e-11);
  }
}

// x1 = exp(2 t): each further unknown is one derivative more.
TEST(Expansion, OfBlocksWithLeadReachesFurther) {
  constexpr int order = 12;
  const Expanded chain(
      "model Chain\n  Real x1, x2, x3, x4;\nequation\n  x3 = der(x2);\n  x1 = exp(2*time);\n"
      "  x4 = der(x3);\n  x2 = der(x1);\nend Chain;\n",
      order, 1.0, 0.1);
  const ExecutableMode& mode = chain.model().mode();
  for (int i = 1; i <= 4; ++i) {
    const std::string name = "x" + std::to_string(i);
    EXPECT_EQ(mode.blocks[mode.unknowns[chain.model().unknown(name)].block].lead, 4 - i);
    const Series series = chain.series(name, order + 4 - i);
    double expected = std::exp2(i - 1) * std::exp(0.2);
    for (std::size_t m = 0; m < series.size(); ++m) {
      EXPECT_NEAR(series[m], expected, 1e-13 * expected) << name << " " << m;
      expected *= 2.0 / static_cast<double>(m + 1);
    }
  }
}

TEST(Expansion, OfAnImplicitBlockWithLeadReachesFurther) {
  constexpr int order = 10;
  // x^3 + x = s^3 + s with s = sin t, so x = sin t and y = x''.
  const Expanded chain(
      "model Chain\n  Real x(start = 0.2), y;\nequation\n  y = der(der(x));\n"
      "  x^3 + x = sin(time)^3 + sin(time);\nend Chain;\n",
      order, 1.0, 0.3);
  const Series y = chain.series("y", order);
  double factorial = 1.0;
  for (int m = 0; m <= order; ++m) {
    EXPECT_NEAR(y[static_cast<std::size_t>(m)],
                -std::sin(0.3 + m * std::acos(-1.0) / 2) / factorial, 1e-12);
    factorial *= m + 1;
  }
}

TEST(Expansion, MovesItsStateOntoTheConstraints) {
  Expanded pendulum(kPendulum, 4, 1.0);
  const StateSlot x = pendulum.expansion().slot(pendulum.model().unknown("x"));
  const StateSlot y = pendulum.expansion().slot(pendulum.model().unknown("y"));
  std::vector<double>& state = pendulum.state();
  state[x.first] *= 1.001;
  state[y.first] *= 1.001;  // radially: the nearest point is where it was
  state[x.first + 1] += 1e-3;
  ASSERT_FALSE(pendulum.expansion().expand(0.0, 1.0, state, pendulum.scale(), 4).has_value());
  EXPECT_NEAR(state[x.first], 0.6, 1e-9);
  EXPECT_NEAR(state[y.first], -0.8, 1e-9);
  EXPECT_NEAR(state[x.first] * state[x.first + 1] + state[y.first] * state[y.first + 1], 0.0,
              1e-14);
  EXPECT_GT(pendulum.expansion().largest_projection(), 5e-4);
  ASSERT_FALSE(pendulum.expansion().expand(0.0, 1.0, state, pendulum.scale(), 4).has_value());
  EXPECT_LT(pendulum.expansion().largest_projection(), 1e-14);
}

TEST(Expansion, ReportsABlockWhoseJacobianIsSingular) {
  const ModelFromText model(
      "model M\n  Real x(start = 1), y;\nequation\n  (time - 1)*y = x;\n  x = 2 + time;\nend M;\n");
  Expansion expansion(model.mode(), model.plan(), 4, model.known());
  std::vector<double> state(expansion.state_size(), 0.0), scale(expansion.state_size(), 1.0);
  const auto failure = expansion.expand(1.0, 1.0, state, scale, 4);
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->fault, ExpansionFault::singular_jacobian);
  EXPECT_EQ(failure->block, model.mode().unknowns[model.unknown("y")].block);
  ASSERT_FALSE(expansion.expand(1.5, 1.0, state, scale, 4).has_value());
  EXPECT_NEAR(expansion.series(model.unknown("y"))[0], 7.0, 1e-13);
}

TEST(Expansion, RecoversAfterAValueThatIsNotFinite) {
  const ModelFromText model(
      "model M\n  Real x, y, z;\nequation\n  x = time;\n  y = sqrt(x - 1);\n"
      "  z = y^2 + sin(y);\nend M;\n");
  Expansion fresh(model.mode(), model.plan(), 10, model.known());
  Expansion used(model.mode(), model.plan(), 10, model.known());
  std::vector<double> state(fresh.state_size(), 0.0), scale(fresh.state_size(), 1.0);
  EXPECT_TRUE(used.expand(0.5, 1.0, state, scale, 10).has_value());
  EXPECT_FALSE(used.expand(2.0, 1.0, state, scale, 10).has_value());
  EXPECT_FALSE(fresh.expand(2.0, 1.0, state, scale, 10).has_value());
  for (std::size_t m = 0; m <= 10; ++m) {
    EXPECT_EQ(used.series(model.unknown("z"))[m], fresh.series(model.unknown("z"))[m]);
  }
}

// What never changes is computed once; a failure must not leave it undone.
TEST(Expansion, FindsWhatIsFixedAgainAfterAFailure) {
  Expanded model("model M Real u, x(start=4); equation u = 3; der(x) = u*sqrt(x); end M;", 3, 1.0);
  const Series before = model.series("x", 4);
  std::vector<double> state = model.state();
  const StateSlot& x = model.expansion().slot(model.model().unknown("x"));
  state[x.first] = -1.0;
  ASSERT_TRUE(model.expansion().expand(0.0, 1.0, state, model.scale(), 3).has_value());
  ASSERT_FALSE(model.expansion().expand(0.0, 1.0, model.state(), model.scale(), 3).has_value());
  EXPECT_EQ(model.series("x", 4), before);
  EXPECT_EQ(model.series("u", 3), (Series{3, 0, 0, 0}));
  EXPECT_EQ(before[1], 6.0);
}

}  // namespace
}  // namespace saltus::testing
