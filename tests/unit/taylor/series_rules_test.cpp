#include "saltus/runtime/taylor/series_rules.h"

#include <gtest/gtest.h>

#include <complex>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "saltus/runtime/taylor/expansion.h"
#include "tests/problems/model_from_text.h"

// Coefficients of y = f(u(t)) from the recurrences, against Cauchy's integrals
//   y_m = 1/(2 pi i) ∮ f(u(t0 + s)) s^(-m-1) ds
// by the trapezoidal rule on a circle, in long double: a method that shares
// nothing with the recurrences.

namespace saltus::testing {
namespace {

using Complex = std::complex<long double>;
using Function = std::function<Complex(Complex u, Complex v)>;

constexpr int kOrder = 16;
constexpr double kTime = 2.0;

// u = u0 + 0.5 s - 0.3 s^2 + 0.2 s^3, v = 1.5 + 0.4 s + 0.1 s^2, s = time - 2
Complex inner(double start, Complex s) {
  return static_cast<long double>(start) + s * (0.5L + s * (-0.3L + s * 0.2L));
}
Complex second(Complex s) { return 1.5L + s * (0.4L + s * 0.1L); }

std::string model_text(const std::string& expression, double start, bool as_block) {
  const std::string outer = as_block
                                ? "  y + z = " + expression + ";\n  y - z = " + expression + ";\n"
                                : "  y = " + expression + ";\n";
  return "model M\n  Real u, v, y" + std::string(as_block ? ", z" : "") +
         ";\nequation\n  u = " + std::to_string(start) +
         " + 0.5*(time - 2) - 0.3*(time - 2)^2 + 0.2*(time - 2)^3;\n"
         "  v = 1.5 + 0.4*(time - 2) + 0.1*(time - 2)^2;\n" +
         outer + "end M;\n";
}

std::vector<double> coefficients(const ModelFromText& model, const std::string& name, double time,
                                 double time_scale) {
  Expansion expansion(model.mode(), model.plan(), kOrder, model.known());
  std::vector<double> state(expansion.state_size(), 0.0), scale(expansion.state_size(), 1.0);
  const auto failure = expansion.expand(time, time_scale, state, scale, kOrder);
  EXPECT_FALSE(failure.has_value());
  const auto series = expansion.series(model.unknown(name));
  return {series.begin(), series.begin() + kOrder + 1};
}

struct Oracle {
  std::vector<long double> coefficients;
  long double largest;  // |g| on the circle
};

Oracle cauchy(const std::function<Complex(Complex)>& g, long double radius) {
  constexpr int points = 256;
  constexpr long double pi = std::numbers::pi_v<long double>;
  std::vector<Complex> samples;
  Oracle oracle{{}, 0.0L};
  for (int k = 0; k < points; ++k) {
    samples.push_back(g(std::polar(radius, 2 * pi * k / points)));
    oracle.largest = std::max(oracle.largest, std::abs(samples.back()));
  }
  for (int m = 0; m <= kOrder; ++m) {
    Complex sum = 0;
    for (int k = 0; k < points; ++k) {
      sum += samples[static_cast<std::size_t>(k)] *
             std::polar(1.0L, -2 * pi * ((static_cast<long>(m) * k) % points) / points);
    }
    oracle.coefficients.push_back(sum.real() / points / std::pow(radius, m));
  }
  return oracle;
}

struct Case {
  std::string name;
  std::string expression;
  double start;  // u(t0)
  double radius;
  Function function;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.expression << " at u = " << c.start; }

class SeriesRule : public ::testing::TestWithParam<Case> {};

void expect_series(const Case& c, const std::vector<double>& series, double time_scale) {
  const Oracle oracle =
      cauchy([&](Complex s) { return c.function(inner(c.start, s), second(s)); }, c.radius);
  for (int m = 0; m <= kOrder; ++m) {
    const auto i = static_cast<std::size_t>(m);
    const long double expected = oracle.coefficients[i];
    const long double actual =
        static_cast<long double>(series[i]) / std::pow(static_cast<long double>(time_scale), m);
    // The second part is what both methods lose by cancellation.
    const long double allowed =
        1e-9L * std::abs(expected) + 1e-14L * oracle.largest / std::pow(c.radius, m);
    EXPECT_LE(std::abs(actual - expected), allowed)
        << c.expression << ", coefficient " << m << ": " << static_cast<double>(actual)
        << " instead of " << static_cast<double>(expected);
  }
}

TEST_P(SeriesRule, AgreesWithCauchyIntegrals) {
  const ModelFromText model(model_text(GetParam().expression, GetParam().start, false));
  expect_series(GetParam(), coefficients(model, "y", kTime, 1.0), 1.0);
}

TEST_P(SeriesRule, ScalesWithTime) {
  const ModelFromText model(model_text(GetParam().expression, GetParam().start, false));
  expect_series(GetParam(), coefficients(model, "y", kTime, 0.125), 0.125);
}

TEST_P(SeriesRule, IsTheSameInsideASolvedBlock) {
  const ModelFromText model(model_text(GetParam().expression, GetParam().start, true));
  expect_series(GetParam(), coefficients(model, "y", kTime, 1.0), 1.0);
}

#define UNARY(f) []([[maybe_unused]] Complex u, Complex) -> Complex { return f; }
#define BINARY(f) \
  []([[maybe_unused]] Complex u, [[maybe_unused]] Complex v) -> Complex { return f; }

INSTANTIATE_TEST_SUITE_P(
    Functions, SeriesRule,
    ::testing::Values(Case{"Sin", "sin(u)", 0.4, 1.5, UNARY(std::sin(u))},
                      Case{"SinOfLargeAngle", "sin(10*u)", 0.4, 0.5, UNARY(std::sin(10.0L * u))},
                      Case{"Cos", "cos(u)", 0.4, 1.5, UNARY(std::cos(u))},
                      Case{"Tan", "tan(u)", 0.4, 0.6, UNARY(std::tan(u))},
                      Case{"TanOfNegative", "tan(u)", -0.9, 0.5, UNARY(std::tan(u))},
                      Case{"Asin", "asin(u)", 0.3, 0.5, UNARY(std::asin(u))},
                      Case{"AsinOfNegative", "asin(u)", -0.6, 0.3, UNARY(std::asin(u))},
                      Case{"Acos", "acos(u)", 0.3, 0.5, UNARY(std::acos(u))},
                      Case{"AcosOfNegative", "acos(u)", -0.6, 0.3, UNARY(std::acos(u))},
                      Case{"Atan", "atan(u)", 0.4, 0.6, UNARY(std::atan(u))},
                      Case{"AtanOfLarge", "atan(u)", -7.0, 1.5, UNARY(std::atan(u))},
                      Case{"Sinh", "sinh(u)", 0.4, 1.5, UNARY(std::sinh(u))},
                      Case{"Cosh", "cosh(u)", 0.4, 1.5, UNARY(std::cosh(u))},
                      Case{"Tanh", "tanh(u)", 0.4, 0.6, UNARY(std::tanh(u))},
                      Case{"TanhOfLarge", "tanh(u)", 6.0, 1.0, UNARY(std::tanh(u))},
                      Case{"Exp", "exp(u)", 0.4, 1.5, UNARY(std::exp(u))},
                      Case{"Log", "log(u)", 0.9, 0.6, UNARY(std::log(u))},
                      Case{"Log10", "log10(u)", 0.9, 0.6, UNARY(std::log10(u))},
                      Case{"Sqrt", "sqrt(u)", 0.9, 0.6, UNARY(std::sqrt(u))},
                      Case{"Composition", "exp(sin(u)*cos(v))", 0.4, 0.8,
                           BINARY(std::exp(std::sin(u) * std::cos(v)))}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Operations, SeriesRule,
    ::testing::Values(
        Case{"Sum", "3*u - 2*v + 1 - u/4", 0.4, 1.0, BINARY(3.0L * u - 2.0L * v + 1.0L - u / 4.0L)},
        Case{"Product", "u*v", 0.4, 1.0, BINARY(u* v)},
        Case{"Square", "u*u", 0.4, 1.0, UNARY(u* u)},
        Case{"SumOfProducts", "2*u*v - 3*v*v*u + u*u", 0.4, 1.0,
             BINARY(2.0L * u * v - 3.0L * v * v * u + u * u)},
        Case{"Quotient", "v/u", 0.9, 0.6, BINARY(v / u)},
        Case{"QuotientByNegative", "v/u", -0.9, 0.5, BINARY(v / u)},
        Case{"Reciprocal", "3/u", 0.9, 0.6, UNARY(3.0L / u)},
        Case{"QuotientByConstant", "u/7", 0.9, 1.0, UNARY(u / 7.0L)},
        Case{"PowerTwo", "u^2", 0.4, 1.0, UNARY(u* u)},
        Case{"PowerThree", "u^3", -0.4, 1.0, UNARY(u* u* u)},
        Case{"PowerSeven", "u^7", 0.4, 1.0, UNARY(std::pow(u, 7))},
        Case{"PowerSixteen", "u^16", 0.9, 0.6, UNARY(std::pow(u, 16))},
        Case{"PowerOne", "u^1", 0.4, 1.0, UNARY(u)},
        Case{"PowerMinusOne", "u^(-1)", 0.9, 0.6, UNARY(1.0L / u)},
        Case{"PowerMinusThree", "u^(-3)", -0.9, 0.5, UNARY(1.0L / (u * u * u))},
        Case{"PowerHalf", "u^0.5", 0.9, 0.6, UNARY(std::sqrt(u))},
        Case{"PowerThreeHalves", "u^1.5", 0.9, 0.6, UNARY(std::pow(u, 1.5L))},
        Case{"PowerThird", "u^(1/3)", 0.9, 0.6, UNARY(std::pow(u, 1.0L / 3.0L))},
        Case{"PowerMinusFraction", "u^(-2.7)", 0.9, 0.6, UNARY(std::pow(u, -2.7L))},
        Case{"PowerOfTwoSeries", "u^v", 0.9, 0.5, BINARY(std::pow(u, v))},
        Case{"PowerOfConstant", "2^u", 0.4, 1.5, UNARY(std::pow(Complex(2.0L), u))},
        Case{"Atan2InTheFirstQuadrant", "atan2(u, v)", 0.4, 0.8, BINARY(std::atan(u / v))},
        Case{"Atan2InTheSecondQuadrant", "atan2(v, -u)", 0.4, 0.8,
             BINARY(std::numbers::pi_v<long double> / 2 + std::atan(u / v))},
        Case{"Atan2InTheThirdQuadrant", "atan2(-v, -u)", 0.4, 0.8,
             BINARY(-std::numbers::pi_v<long double> / 2 - std::atan(u / v))},
        Case{"Atan2AtAPositiveAxis", "atan2(v, u)", 0.0, 0.8,
             BINARY(std::numbers::pi_v<long double> / 2 - std::atan(u / v))},
        Case{"AbsOfNegative", "noEvent(abs(u))", -0.9, 1.0, UNARY(-u)},
        Case{"AbsOfPositive", "noEvent(abs(u))", 0.9, 1.0, UNARY(u)},
        Case{"Minimum", "noEvent(min(u, v))", 0.4, 1.0, UNARY(u)},
        Case{"Maximum", "noEvent(max(u, v))", 0.4, 1.0, BINARY(v)},
        Case{"IfTrue", "noEvent(if u < v then u*v else sin(u))", 0.4, 1.0, BINARY(u* v)},
        Case{"IfFalse", "noEvent(if u > v then u*v else sin(u))", 0.4, 1.5, UNARY(std::sin(u))},
        Case{"PiecewiseConstant", "noEvent(sign(u)) + noEvent(floor(v))", -0.4, 1.0,
             UNARY(0.0L * u)}),
    [](const auto& test) { return test.param.name; });

// (t + 2 t^2)^n = t^n (1 + 2 t)^n
std::vector<double> power_at_zero(int n) {
  std::vector<double> result(kOrder + 1, 0.0);
  double binomial = 1.0;
  for (int i = 0; i <= n && n + i <= kOrder; ++i) {
    result[static_cast<std::size_t>(n + i)] = binomial * std::exp2(i);
    binomial = binomial * (n - i) / (i + 1);
  }
  return result;
}

TEST(SeriesAtZero, IntegerPowersAreExact) {
  for (const int n : {1, 2, 3, 4, 5, 8, 11}) {
    const ModelFromText model("model M\n  Real u, y;\nequation\n  u = time + 2*time^2;\n  y = u^" +
                              std::to_string(n) + ";\nend M;\n");
    const auto series = coefficients(model, "y", 0.0, 1.0);
    const auto expected = power_at_zero(n);
    for (std::size_t m = 0; m <= kOrder; ++m) EXPECT_DOUBLE_EQ(series[m], expected[m]) << n;
  }
}

TEST(SeriesAtZero, ProductsOfVanishingSeriesAreExact) {
  const ModelFromText model(
      "model M\n  Real u, y;\nequation\n  u = time + 2*time^2;\n  y = u*u*u;\nend M;\n");
  const auto series = coefficients(model, "y", 0.0, 1.0);
  const auto expected = power_at_zero(3);
  for (std::size_t m = 0; m <= kOrder; ++m) EXPECT_DOUBLE_EQ(series[m], expected[m]);
}

TEST(SeriesAtZero, RootsAndReciprocalsOfZeroHaveNoSeries) {
  for (const char* expression :
       {"sqrt(u)", "1/u", "log(u)", "u^0.5", "u^(-2)", "atan2(u, u)", "asin(1 + u)"}) {
    const ModelFromText model(std::string("model M\n  Real u, y;\nequation\n  u = time;\n  y = ") +
                              expression + ";\nend M;\n");
    Expansion expansion(model.mode(), model.plan(), kOrder, model.known());
    std::vector<double> state(expansion.state_size(), 0.0), scale(expansion.state_size(), 1.0);
    const auto failure = expansion.expand(0.0, 1.0, state, scale, kOrder);
    ASSERT_TRUE(failure.has_value()) << expression;
    EXPECT_EQ(failure->fault, ExpansionFault::value_not_finite) << expression;
    EXPECT_EQ(failure->block, model.mode().unknowns[model.unknown("y")].block);
    // The same expansion works again elsewhere: nothing of the failure is left.
    EXPECT_FALSE(expansion.expand(0.25, 1.0, state, scale, kOrder).has_value() &&
                 std::string(expression) != "asin(1 + u)")
        << expression;
  }
}

TEST(SeriesOfDerivatives, AreShiftedAndScaled) {
  const ModelFromText model(
      "model M\n  Real u, y;\nequation\n  u = sin(3*time);\n  y = der(der(u))*der(u);\nend M;\n");
  const auto series = coefficients(model, "y", 0.7, 0.5);
  // -27 sin cos = -13.5 sin(6 t)
  double factor = 1.0;  // 6^m H^m / m!
  for (int m = 0; m <= kOrder; ++m) {
    const double expected = -13.5 * factor * std::sin(4.2 + m * std::numbers::pi / 2);
    EXPECT_NEAR(series[static_cast<std::size_t>(m)], expected, 1e-12 * factor * 13.5) << m;
    factor *= 3.0 / (m + 1);
  }
}

}  // namespace
}  // namespace saltus::testing
