#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include "tests/problems/model_from_text.h"

// DAEs of index 1 to 50: x1 given by an equation, x_(i+1) = der(x_i).

namespace saltus::testing {
namespace {

using Complex = std::complex<long double>;

std::string chain(int length, const std::string& first_equation) {
  std::string text = "model Chain\n  Real x1(start = 0.5)";
  for (int i = 2; i <= length; ++i) text += ", x" + std::to_string(i);
  text += ";\nequation\n";
  // Last things first: the order of the text means nothing.
  for (int i = length; i >= 2; --i) {
    text += "  x" + std::to_string(i) + " = der(x" + std::to_string(i - 1) + ");\n";
  }
  return text + "  " + first_equation + ";\nend Chain;\n";
}

// x^3 + x = exp(sin t), continued from a nearby root.
Complex root(Complex time, Complex seed) {
  const Complex right = std::exp(std::sin(time));
  Complex x = seed;
  for (int i = 0; i < 60; ++i) x -= (x * x * x + x - right) / (3.0L * x * x + 1.0L);
  return x;
}

// Derivatives 0 … count-1 of the root by Cauchy's integrals, on a circle that
// reaches most of the way to the nearest branch point, where 3 x^2 + 1 = 0.
std::vector<long double> derivatives_of_root(long double time, int count) {
  constexpr long double pi = std::numbers::pi_v<long double>;
  const Complex x_branch(0.0L, 1.0L / std::sqrt(3.0L));
  const Complex t_branch = std::asin(std::log(x_branch * x_branch * x_branch + x_branch));
  long double nearest = 1e9L;
  for (int turn = -2; turn <= 2; ++turn) {
    nearest = std::min(nearest, std::abs(t_branch + 2 * pi * turn - time));
    nearest = std::min(nearest, std::abs(pi - t_branch + 2 * pi * turn - time));
  }
  const long double radius = 0.85L * nearest;
  constexpr int points = 1024;
  std::vector<Complex> samples;
  Complex seed = root(time, 0.5L);
  for (int i = 1; i <= 64; ++i) seed = root(time + radius * i / 64, seed);
  for (int k = 0; k < points; ++k) {
    seed = root(time + std::polar(radius, 2 * pi * k / points), seed);
    samples.push_back(seed);
  }
  std::vector<long double> result;
  long double factorial = 1.0L;
  for (int m = 0; m < count; ++m) {
    Complex sum = 0;
    for (int k = 0; k < points; ++k) {
      sum += samples[static_cast<std::size_t>(k)] *
             std::polar(1.0L, -2 * pi * ((static_cast<long>(m) * k) % points) / points);
    }
    result.push_back(sum.real() / points / std::pow(radius, m) * factorial);
    factorial *= m + 1;
  }
  return result;
}

class HighIndex : public ::testing::TestWithParam<int> {};

TEST_P(HighIndex, DifferentiatesAGivenFunction) {
  const int index = GetParam();
  ModelFromText model(chain(index, "x1 = sin(time) + exp(-time/2)"));
  EXPECT_EQ(model.first_mode().mode.structure.index, index);
  EXPECT_EQ(model.first_mode().mode.structure.degrees_of_freedom, 0);
  const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-10, .interval = 0.5});
  for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
    const double time = run.trajectory.time(row);
    for (int i = 0; i < index; ++i) {
      const double expected =
          std::sin(time + i * std::numbers::pi / 2) + std::pow(-0.5, i) * std::exp(-time / 2);
      EXPECT_NEAR(run.trajectory.value(row, static_cast<std::size_t>(i)), expected, 1e-10)
          << "x" << i + 1 << " at " << time;
    }
  }
}

TEST_P(HighIndex, DifferentiatesAnImplicitFunction) {
  const int index = GetParam();
  ModelFromText model(chain(index, "x1^3 + x1 = exp(sin(time))"));
  EXPECT_EQ(model.first_mode().mode.structure.index, index);
  const Simulation run =
      model.run_to_end({.stop_time = 2.0, .tolerance = 1e-10, .times = {0.7, 2.0}});
  for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
    const auto expected =
        derivatives_of_root(static_cast<long double>(run.trajectory.time(row)), index);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const auto reference = static_cast<double>(expected[i]);
      // Derivatives grow like factorials; one that passes through zero on its way
      // is measured by its neighbour.
      const double scale = std::fmax(std::fabs(reference),
                                     i > 0 ? std::fabs(static_cast<double>(expected[i - 1])) : 1.0);
      EXPECT_NEAR(run.trajectory.value(row, i), reference, 1e-10 * scale)
          << "x" << i + 1 << " at " << run.trajectory.time(row);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Indices, HighIndex, ::testing::Values(1, 2, 3, 4, 5, 8, 12, 20, 35, 50));

// The last link drives a state.
TEST(HighIndexChain, DrivesADifferentialEquation) {
  ModelFromText model(
      "model M\n  Real x1, x2, x3, x4, y(start = 0, fixed = true);\nequation\n  x1 = sin(2*time);\n"
      "  x2 = der(x1);\n  x3 = der(x2);\n  x4 = der(x3);\n  der(y) = x4 - y;\nend M;\n");
  // y' + y = -8 cos 2t: y = -(8 cos 2t + 16 sin 2t)/5 + 8/5 exp(-t)
  const Simulation run = model.run_to_end({.stop_time = 5.0, .tolerance = 1e-12, .times = {5.0}});
  EXPECT_NEAR(last_value(run, "y"),
              -(8 * std::cos(10.0) + 16 * std::sin(10.0)) / 5 + 1.6 * std::exp(-5.0), 1e-10);
}

// A state in front of the chain: its derivatives of any order are wanted.
TEST(HighIndexChain, DifferentiatesAState) {
  ModelFromText model(
      "model M\n  Real x(start = 1, fixed = true), a, b, c, d;\nequation\n  der(x) = -2*time*x^2;\n"
      "  a = der(x);\n  b = der(a);\n  c = der(b);\n  d = der(c);\nend M;\n");
  const Simulation run = model.run_to_end({.stop_time = 1.5, .tolerance = 1e-12, .times = {1.5}});
  // x = 1/(1 + t^2): x'''' = 24 (5 t^4 - 10 t^2 + 1)/(1 + t^2)^5
  const double t = 1.5, q = 1 + t * t;
  EXPECT_NEAR(last_value(run, "d"), 24 * (5 * std::pow(t, 4) - 10 * t * t + 1) / std::pow(q, 5),
              1e-10);
}

}  // namespace
}  // namespace saltus::testing
