#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <random>

#include "saltus/runtime/taylor/interval.h"
#include "saltus/runtime/taylor/operation_tail.h"

namespace saltus {
namespace {

using Complex = std::complex<double>;

struct Function {
  SeriesOp op;
  double constant;
  double low, high;  // where it is tried
  std::function<Complex(Complex)> value, slope;
  std::function<double(double)> companion = [](double) { return 0.0; };
};

std::vector<Function> functions() {
  const auto power = [](double exponent, double low) {
    return Function{SeriesOp::power,
                    exponent,
                    low,
                    3.0,
                    [=](Complex z) { return std::pow(z, exponent); },
                    [=](Complex z) { return exponent * std::pow(z, exponent - 1.0); }};
  };
  return {
      {SeriesOp::exp, 0.0, -5.0, 5.0, [](Complex z) { return std::exp(z); },
       [](Complex z) { return std::exp(z); }},
      {SeriesOp::sin_cos, 0.0, -5.0, 5.0, [](Complex z) { return std::sin(z); },
       [](Complex z) { return std::cos(z); }, [](double x) { return std::cos(x); }},
      {SeriesOp::sinh_cosh, 0.0, -5.0, 5.0, [](Complex z) { return std::sinh(z); },
       [](Complex z) { return std::cosh(z); }, [](double x) { return std::cosh(x); }},
      {SeriesOp::tanh, 0.0, -12.0, 12.0, [](Complex z) { return std::tanh(z); },
       [](Complex z) { return 1.0 / (std::cosh(z) * std::cosh(z)); },
       [](double x) { return 1.0 / (std::cosh(x) * std::cosh(x)); }},
      {SeriesOp::tan, 0.0, -1.4, 1.4, [](Complex z) { return std::tan(z); },
       [](Complex z) { return 1.0 / (std::cos(z) * std::cos(z)); },
       [](double x) { return 1.0 / (std::cos(x) * std::cos(x)); }},
      {SeriesOp::atan, 0.0, -5.0, 5.0, [](Complex z) { return std::atan(z); },
       [](Complex z) { return 1.0 / (1.0 + z * z); }},
      {SeriesOp::asin, 0.0, -0.95, 0.95, [](Complex z) { return std::asin(z); },
       [](Complex z) { return 1.0 / std::sqrt(1.0 - z * z); }},
      {SeriesOp::acos, 0.0, -0.95, 0.95, [](Complex z) { return std::acos(z); },
       [](Complex z) { return -1.0 / std::sqrt(1.0 - z * z); }},
      {SeriesOp::sqrt, 0.0, 0.1, 5.0, [](Complex z) { return std::sqrt(z); },
       [](Complex z) { return 0.5 / std::sqrt(z); }},
      {SeriesOp::log, 0.0, 0.1, 5.0, [](Complex z) { return std::log(z); },
       [](Complex z) { return 1.0 / z; }},
      {SeriesOp::reciprocal, 2.0, 0.1, 5.0, [](Complex z) { return 2.0 / z; },
       [](Complex z) { return -2.0 / (z * z); }},
      power(0.3, 0.1),
      power(1.5, 0.1),
      power(-2.5, 0.1),
      power(7.0, -3.0),
  };
}

class Random {
 public:
  double between(double low, double high) {
    return low + static_cast<double>(engine_()) / 4294967296.0 * (high - low);
  }

 private:
  std::mt19937 engine_{1};
};

Instruction instruction_of(const Function& function) {
  Instruction instruction{.op = function.op};
  instruction.constant = function.constant;
  return instruction;
}

TEST(CurvatureBound, HoldsOnCirclesInTheComplexPlane) {
  Random random;
  int finite = 0;
  for (const Function& function : functions()) {
    for (int i = 0; i < 3000; ++i) {
      const double at = random.between(function.low, function.high);
      const double move = std::exp(random.between(-6.0, 2.5));
      const double bound = curvature_bound(instruction_of(function), function.value(at).real(),
                                           function.companion(at), {at, move}, {});
      if (!std::isfinite(bound)) continue;
      ++finite;
      const Complex d = std::polar(move, random.between(0.0, 2.0 * std::numbers::pi));
      const Complex rest = function.value(at + d) - function.value(at) - function.slope(at) * d;
      const double rounding =
          1e-12 * (std::abs(function.value(at + d)) + std::abs(function.value(at)) +
                   std::abs(function.slope(at) * d));
      EXPECT_LE(std::abs(rest), bound + rounding)
          << describe(function.op).name << " at " << at << ", move " << move;
    }
  }
  EXPECT_GT(finite, 20000);
}

TEST(CurvatureBound, OfQuotientsHolds) {
  Random random;
  for (int i = 0; i < 3000; ++i) {
    const double a = random.between(-3, 3), b = random.between(0.2, 3);
    const double move_a = random.between(0, 3), move_b = random.between(0, 0.95) * b;
    const Complex da = std::polar(move_a, random.between(0, 7));
    const Complex db = std::polar(move_b, random.between(0, 7));
    const Complex rest = (a + da) / (b + db) - a / b - da / b + a / (b * b) * db;
    const Instruction divide{.op = SeriesOp::divide};
    EXPECT_LE(std::abs(rest),
              curvature_bound(divide, a / b, 0.0, {a, move_a}, {b, move_b}) * (1.0 + 1e-12));
  }
}

TEST(Intervals, ContainTheValuesOfEveryOperation) {
  Random random;
  for (const Function& function : functions()) {
    for (int i = 0; i < 1000; ++i) {
      const double x = random.between(function.low, function.high);
      const double y = random.between(function.low, function.high);
      const Interval operand{std::min(x, y), std::max(x, y)};
      const double at = random.between(operand.low, operand.high);
      const double value = function.value(at).real();
      const Interval result = apply(instruction_of(function), operand, {}).value;
      const double slack = 1e-12 * (1.0 + std::fabs(value));
      EXPECT_LE(result.low, value + slack) << describe(function.op).name << " " << at;
      EXPECT_GE(result.high, value - slack) << describe(function.op).name << " " << at;
    }
  }
}

TEST(Intervals, OfSinesAreTight) {
  const Instruction sine{.op = SeriesOp::sin_cos};
  const IntervalResult quarter = apply(sine, {0.1, 0.2}, {});
  EXPECT_DOUBLE_EQ(quarter.value.low, std::sin(0.1));
  EXPECT_DOUBLE_EQ(quarter.value.high, std::sin(0.2));
  EXPECT_DOUBLE_EQ(quarter.companion.low, std::cos(0.2));
  const IntervalResult top = apply(sine, {1.5, 1.7}, {});
  EXPECT_EQ(top.value.high, 1.0);
  EXPECT_GT(top.value.low, 0.99);
  EXPECT_EQ(apply(sine, {3.0, 3.3}, {}).companion.low, -1.0);
  EXPECT_EQ(apply(sine, {0.0, 7.0}, {}).value.low, -1.0);
}

TEST(Intervals, ProductsAndQuotients) {
  const Interval product = Interval{-1.0, 2.0} * Interval{-3.0, 1.0};
  EXPECT_EQ(product.low, -6.0);
  EXPECT_EQ(product.high, 3.0);
  EXPECT_EQ(square({-1.0, 2.0}).low, 0.0);
  EXPECT_EQ(square({-3.0, 2.0}).high, 9.0);
  const Instruction divide{.op = SeriesOp::divide};
  EXPECT_EQ(apply(divide, {1.0, 2.0}, {4.0, 8.0}).value.high, 0.5);
  EXPECT_TRUE(std::isinf(apply(divide, {1.0, 2.0}, {-1.0, 8.0}).value.high));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ((Interval{0.0, 0.0} * Interval{1.0, infinity}).high, 0.0);
}

}  // namespace
}  // namespace saltus
