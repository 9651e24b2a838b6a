#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "tests/problems/model_from_text.h"

// Linear loops that no state depends on: no step is short for their sake, and where they are looked
// at the series about the begin of the step may be far outside of its circle of convergence.

namespace saltus::testing {
namespace {

// |values| against what they should be, at all rows.
void expect_column(const Simulation& run, const std::string& name, auto exact, double accuracy) {
  const Trajectory& rows = run.trajectory;
  std::size_t column = 0;
  while (rows.columns()[column].name != name) ++column;
  for (std::size_t row = 0; row < rows.row_count(); ++row) {
    const double time = rows.times()[row];
    EXPECT_NEAR(rows.value(row, column), exact(time), accuracy) << name << " at " << time;
  }
}

TEST(LinearLoops, AreSolvedFarFromWhatTheirSeriesPredict) {
  for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-13}) {
    ModelFromText model("model M Real x, y; equation x + y = sin(5.5*time); x - y = 0; end M;");
    const Simulation run = model.run_to_end({.stop_time = 10.0, .tolerance = tolerance});
    expect_column(
        run, "y", [](double t) { return 0.5 * std::sin(5.5 * t); }, 1e-15);
  }
}

TEST(LinearLoops, BesideASlowStateFollowAFastSource) {
  for (const double frequency : {50.0, 300.0}) {
    ModelFromText model(
        fmt::format("model M Real u = 10*sin({}*time), i, v;\n"
                    "  Real T(start = 300, fixed = true);\n"
                    "equation u - v = 100*i; v = 47*i; der(T) = -0.001*T; end M;",
                    2.0 * std::numbers::pi * frequency));
    const Simulation run =
        model.run_to_end({.stop_time = 1.0, .tolerance = 1e-12, .interval = 0.01});
    const auto source = [&](double t) {
      return 10.0 * std::sin(2.0 * std::numbers::pi * frequency * t);
    };
    expect_column(
        run, "v", [&](double t) { return 47.0 / 147.0 * source(t); }, 1e-14);
    expect_column(
        run, "i", [&](double t) { return source(t) / 147.0; }, 1e-15);
  }
}

// The coefficient is no constant: 1 + 1/(1 + t) has a pole at -2 that ends the circle.
TEST(LinearLoops, OfOneUnknownWithAVaryingCoefficient) {
  ModelFromText model("model M Real a; equation a*(2 + sin(time)) = 1/(1 + time) + a; end M;");
  const Simulation run = model.run_to_end({.stop_time = 20.0, .tolerance = 1e-10});
  const auto exact = [](double t) { return 1.0 / (1.0 + t) / (1.0 + std::sin(t)); };
  expect_column(run, "a", exact, 1e-9);
}

// An algebraic value whose series ends long before the step does: neither its error nor that of the
// states, whose terms are differences of it, may hide behind what is predicted for it.
TEST(LinearLoops, OfIndexTwoAreAccurateInEveryRow) {
  for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
    ModelFromText model(
        "model M Real x(start = 1, fixed = true), y, z;\nequation\n"
        "  der(x) = z - x - 1/(1 + time); der(y) = cos(time) + 2*(z - 1/(1 + time));\n"
        "  x + y = exp(-time) + sin(time); end M;");
    const Simulation run =
        model.run_to_end({.stop_time = 3.0, .tolerance = tolerance, .interval = 0.02});
    expect_column(
        run, "z", [](double t) { return 1.0 / (1.0 + t); }, 10.0 * tolerance);
    expect_column(
        run, "x", [](double t) { return std::exp(-t); }, 10.0 * tolerance);
  }
}

// What discrete variables and reinit read is the same.
TEST(LinearLoops, AreSampled) {
  ModelFromText model(
      "model M Real x, y; discrete Real d(start = 0); Real s(start = 0, fixed = true);\n"
      "equation x + y = sin(5.5*time); x - y = 0; der(s) = 0;\n"
      "  when sample(1, 3) then d = y; reinit(s, 2*x); end when; end M;");
  const Simulation run = model.run_to_end({.stop_time = 10.0});
  const double last = std::sin(55.0);
  const auto value = [&](const std::string& name) {
    std::size_t column = 0;
    while (run.trajectory.columns()[column].name != name) ++column;
    return run.trajectory.value(run.trajectory.row_count() - 1, column);
  };
  EXPECT_NEAR(value("d"), 0.5 * last, 1e-15);
  EXPECT_NEAR(value("s"), last, 1e-15);
}

// Ladders of resistors, diagonally dominant, with sources of time: what the equations say is
// checked in every row.
TEST(LinearLoops, OfRandomSizeSatisfyTheirEquations) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int model_number = 0; model_number < 20; ++model_number) {
    const int size = std::uniform_int_distribution<int>(2, 6)(random);
    std::vector<std::vector<double>> matrix(size, std::vector<double>(size));
    std::vector<double> rate(size);
    std::string declarations, equations;
    for (int i = 0; i < size; ++i) {
      declarations += fmt::format("Real x{}; ", i);
      rate[i] = std::exp(4.0 * unit(random));
      std::string sum;
      for (int j = 0; j < size; ++j) {
        matrix[i][j] = i == j ? size + 1.0 : unit(random);
        sum += fmt::format("{}({})*x{}", j == 0 ? "" : " + ", matrix[i][j], j);
      }
      equations += fmt::format("  {} = sin({}*time);\n", sum, rate[i]);
    }
    ModelFromText model(fmt::format("model M {}\nequation\n{}end M;", declarations, equations));
    const double tolerance = std::pow(10.0, -8.0 + 5.0 * unit(random));
    const Simulation run = model.run_to_end({.stop_time = 10.0, .tolerance = tolerance});
    const Trajectory& rows = run.trajectory;
    for (std::size_t row = 0; row < rows.row_count(); ++row) {
      for (int i = 0; i < size; ++i) {
        double sum = -std::sin(rate[i] * rows.times()[row]);
        for (int j = 0; j < size; ++j) sum += matrix[i][j] * rows.value(row, j);
        ASSERT_NEAR(sum, 0.0, 1e-13) << "equation " << i << " at " << rows.times()[row];
      }
    }
  }
}

}  // namespace
}  // namespace saltus::testing
