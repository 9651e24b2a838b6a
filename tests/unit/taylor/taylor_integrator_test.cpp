#include "saltus/runtime/taylor/taylor_integrator.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/problems/model_from_text.h"

// What any integrator promises, checked on problems with known solutions.

namespace saltus::testing {
namespace {

constexpr double kPi = std::numbers::pi;

struct Problem {
  std::string name;
  std::string text;
  double stop;
  std::string variable;
  double expected;             // at the stop time
  double amplification = 100;  // of the tolerance, by the problem itself
};

void PrintTo(const Problem& problem, std::ostream* out) { *out << problem.name; }

const char* const kKepler = R"(model Kepler "eccentricity 0.5, period 2 pi"
  parameter Real x0 = 0.5, y0 = 0, vx0 = 0, vy0 = sqrt(3);
  Real x(start = x0, fixed = true), y(start = y0, fixed = true);
  Real vx(start = vx0, fixed = true), vy(start = vy0, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x/(x^2 + y^2)^1.5;
  der(vy) = -y/(x^2 + y^2)^1.5;
end Kepler;
)";

const char* const kHarmonic = R"(model Harmonic
  parameter Real x0 = 1, v0 = 0;
  Real x(start = x0, fixed = true), v(start = v0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Harmonic;
)";

const char* const kPendulum = R"(model Pendulum
  parameter Real x0 = 1, y0 = 0, vy0 = 0;
  Real x(start = x0), y(start = y0, fixed = true), vx, vy(start = vy0, fixed = true), lambda;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lambda*x;
  der(vy) = -lambda*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
)";

const std::vector<Problem>& problems() {
  static const std::vector<Problem> all = {
      {"Exponential",
       "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x;\nend M;\n", 5.0, "x",
       std::exp(5.0)},
      {"HarmonicOscillator", kHarmonic, 20.0, "x", std::cos(20.0)},
      {"TimeDependent",
       "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -2*time*x^2;\nend M;\n",
       5.0, "x", 1.0 / 26.0},
      {"KeplerOrbit", kKepler, 2 * kPi, "y", 0.0, 1e4},
      {"LotkaVolterraInvariant",
       "model M\n  Real x(start = 3, fixed = true), y(start = 1, fixed = true), h;\nequation\n"
       "  der(x) = x*(1 - y);\n  der(y) = y*(x - 1);\n  h = x - log(x) + y - log(y);\nend M;\n",
       15.0, "h", 4.0 - std::log(3.0), 1e3},
      {"IndexOne",
       "model M\n  Real x(start = 0, fixed = true), z(start = 1);\nequation\n  der(x) = z - x;\n"
       "  z + 0.1*z^3 = sin(time) + cos(time) + 0.1*(sin(time) + cos(time))^3;\nend M;\n",
       10.0, "x", std::sin(10.0)},
      {"IndexTwo",
       "model M\n  Real x(start = 1, fixed = true), y, z;\nequation\n"
       "  der(x) = z - x - 1/(1 + time);\n  der(y) = cos(time) + 2*(z - 1/(1 + time));\n"
       "  x + y = exp(-time) + sin(time);\nend M;\n",
       3.0, "z", 0.25},
      {"IndexThree", kPendulum, 10.0, "x", 0.27508746257611686005, 1e4},
      {"ImplicitFirstOrder",
       "model M\n  Real x(start = 0, fixed = true);\nequation\n"
       "  der(x)^3 + der(x) = 8*cos(2*time)^3 + 2*cos(2*time);\nend M;\n",
       5.0, "x", std::sin(10.0)},
      {"ImplicitExponential",
       "model M\n  Real x(start = 0, fixed = true);\nequation\n"
       "  exp(der(x)) + x = exp(cos(time)) + sin(time);\nend M;\n",
       7.0, "x", std::sin(7.0)},
      {"ImplicitSecondOrder",
       "model M\n  Real x(start = 0, fixed = true);\ninitial equation\n  der(x) = 1;\nequation\n"
       "  der(der(x))^3 + der(der(x)) + x = -sin(time)^3;\nend M;\n",
       6.0, "x", std::sin(6.0), 1e3},
      // Only every sixth coefficient at t = 0 differs from zero.
      {"SeriesWithGaps",
       "model M\n  Real x(start = 0, fixed = true);\nequation\n"
       "  der(x) = 3*time^2*cos(time^3);\nend M;\n",
       3.0, "x", std::sin(27.0)},
      {"StiffDecay",
       "model M\n  Real x(start = 1, fixed = true);\nequation\n"
       "  der(x) = -200*(x - cos(time)) - sin(time);\nend M;\n",
       2.0, "x", std::cos(2.0)},
      {"DecayToNothing",
       "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -50*x;\nend M;\n", 4.0,
       "x", 0.0},
      {"FromZero",
       "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1 + x^2;\nend M;\n", 1.5,
       "x", std::tan(1.5), 1e4},
      {"FromRest",
       "model M\n  Real x(start = 0, fixed = true), v(start = 0, fixed = true);\nequation\n"
       "  der(x) = v;\n  der(v) = 1 - x;\nend M;\n",
       9.0, "x", 1.0 - std::cos(9.0)},
  };
  return all;
}

class Accuracy : public ::testing::TestWithParam<Problem> {};

TEST_P(Accuracy, FollowsTheTolerance) {
  const Problem& problem = GetParam();
  ModelFromText model(problem.text);
  double loosest = 0.0;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    const Simulation run = model.run_to_end(
        {.stop_time = problem.stop, .tolerance = tolerance, .times = {problem.stop}});
    const double error = mixed_error(last_value(run, problem.variable), problem.expected);
    EXPECT_LE(error, problem.amplification * (tolerance + 1e-15)) << "tolerance " << tolerance;
    if (tolerance == 1e-4) loosest = error;
    if (tolerance == 1e-12) {
      EXPECT_LE(error, std::fmax(loosest, 1e-13));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, Accuracy, ::testing::ValuesIn(problems()),
                         [](const auto& test) { return test.param.name; });

TEST(TaylorIntegrator, IsExactOnPolynomialsInOneStep) {
  ModelFromText model(
      "model M\n  Real x(start = 2, fixed = true);\nequation\n  der(x) = 3*time^2 - 2*time + "
      "1;\nend M;\n");
  const Simulation run = model.run_to_end({.stop_time = 4.0, .times = {4.0}});
  EXPECT_DOUBLE_EQ(last_value(run, "x"), 2 + 64 - 16 + 4);
  EXPECT_EQ(run.statistics.steps, 1u);
}

TEST(TaylorIntegrator, FallsFreelyInOneStep) {
  ModelFromText model(
      "model M\n  Real h(start = 100, fixed = true);\ninitial equation\n  der(h) = 3;\nequation\n"
      "  der(der(h)) = -9.81;\nend M;\n");
  const Simulation run = model.run_to_end({.stop_time = 50.0, .times = {50.0}});
  EXPECT_DOUBLE_EQ(last_value(run, "h"), 100 + 150 - 0.5 * 9.81 * 2500);
  EXPECT_EQ(run.statistics.steps, 1u);
}

TEST(TaylorIntegrator, StandsStillInOneStep) {
  ModelFromText model(kHarmonic, {{"x0", "0"}});
  const Simulation run = model.run_to_end({.stop_time = 1e6, .times = {1e6}});
  EXPECT_EQ(last_value(run, "x"), 0.0);
  EXPECT_EQ(run.statistics.steps, 1u);
}

std::string number(double value) { return fmt::format("{:.17g}", value); }

TEST(TaylorIntegrator, ReturnsToTheStartOfAnOrbit) {
  ModelFromText forward(kKepler);
  const Simulation out = forward.run_to_end({.stop_time = 5.0, .tolerance = 1e-13, .times = {5.0}});
  ModelFromText backward(kKepler, {{"x0", number(last_value(out, "x"))},
                                   {"y0", number(last_value(out, "y"))},
                                   {"vx0", number(last_value(out, "vx"))},
                                   {"vy0", number(last_value(out, "vy"))}});
  const Simulation back = backward.run_to_end(
      {.start_time = 5.0, .stop_time = 0.0, .tolerance = 1e-13, .times = {0.0}});
  EXPECT_EQ(back.trajectory.time(back.trajectory.row_count() - 1), 0.0);
  EXPECT_NEAR(last_value(back, "x"), 0.5, 1e-10);
  EXPECT_NEAR(last_value(back, "y"), 0.0, 1e-10);
  EXPECT_NEAR(last_value(back, "vx"), 0.0, 1e-10);
  EXPECT_NEAR(last_value(back, "vy"), std::sqrt(3.0), 1e-10);
}

TEST(TaylorIntegrator, ReturnsToTheStartOfAPendulum) {
  ModelFromText forward(kPendulum, {{"x0", "0.6"}, {"y0", "-0.8"}, {"vy0", "0.3"}});
  const Simulation out = forward.run_to_end({.stop_time = 2.0, .tolerance = 1e-13, .times = {2.0}});
  ModelFromText backward(kPendulum, {{"x0", number(last_value(out, "x"))},
                                     {"y0", number(last_value(out, "y"))},
                                     {"vy0", number(last_value(out, "vy"))}});
  const Simulation back = backward.run_to_end(
      {.start_time = 2.0, .stop_time = 0.0, .tolerance = 1e-13, .times = {0.0}});
  EXPECT_NEAR(last_value(back, "x"), 0.6, 1e-10);
  EXPECT_NEAR(last_value(back, "y"), -0.8, 1e-10);
  EXPECT_NEAR(last_value(back, "vy"), 0.3, 1e-10);
}

TEST(TaylorIntegrator, StopsExactlyAtTheStopTime) {
  ModelFromText model(kHarmonic);
  for (const double stop : {0.1 + 0.2, 1.0 / 3.0, 7.0, -2.7, 1e-12, 1234.5678}) {
    const Simulation run = model.run_to_end({.stop_time = stop});
    EXPECT_EQ(run.trajectory.time(run.trajectory.row_count() - 1), stop);
    EXPECT_EQ(run.end.time, stop);
    EXPECT_NEAR(last_value(run, "x"), std::cos(stop), 1e-6);
  }
}

TEST(TaylorIntegrator, NeverStepsBeyondItsLimit) {
  ModelFromText model(kHarmonic);
  TaylorIntegrator integrator(model.mode(), model.plan(), 1e-8, {0.0, 0.0}, model.known());
  ASSERT_FALSE(integrator.begin(Instant(0.0), std::vector<double>{1, 0, 0, -1}).has_value());
  for (double limit = 0.25; limit < 20.0; limit *= 1.7) {
    while (integrator.time() != limit) {
      const StepOutcome outcome = integrator.step(limit);
      ASSERT_TRUE(std::holds_alternative<Advanced>(outcome));
      ASSERT_LE(integrator.time(), limit);
      ASSERT_EQ(std::get<Advanced>(outcome).time, integrator.time());
    }
    EXPECT_NEAR(integrator.state()[0], std::cos(limit), 1e-6);
  }
}

TEST(TaylorIntegrator, AStepThatIsInterruptedFails) {
  ModelFromText model(kHarmonic);
  bool is_wanted = true;
  Interruption interruption([&] { return is_wanted; });
  TaylorIntegrator integrator(model.mode(), model.plan(), 1e-8, {0.0, 0.0}, model.known());
  integrator.set_interruption(&interruption);
  ASSERT_FALSE(integrator.begin(Instant(0.0), std::vector<double>{1, 0, 0, -1}).has_value());
  EXPECT_TRUE(std::holds_alternative<StepFailed>(integrator.step(1.0)));
  EXPECT_TRUE(interruption.is_requested());
  is_wanted = false;
  interruption = Interruption([&] { return is_wanted; });
  EXPECT_TRUE(std::holds_alternative<Advanced>(integrator.step(1.0)));
}

TEST(TaylorIntegrator, GivesTheSameBetweenStepsAsARunThatEndsThere) {
  for (const char* text : {kKepler, kPendulum}) {
    ModelFromText model(text);
    const std::vector<double> times = {0.013, 0.1, 0.77, 1.0, std::numbers::e, 3.0001, 4.4, 5.0};
    const Simulation dense =
        model.run_to_end({.stop_time = 5.0, .tolerance = 1e-12, .times = times});
    ASSERT_EQ(dense.trajectory.row_count(), times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
      const Simulation single =
          model.run_to_end({.stop_time = times[i], .tolerance = 1e-12, .times = {times[i]}});
      for (const char* name : {"x", "y", "vx", "vy"}) {
        EXPECT_NEAR(value(dense.trajectory, i, name), last_value(single, name), 1e-10)
            << name << " at " << times[i];
      }
    }
  }
}

TEST(TaylorIntegrator, DoesNotDependOnTheOutputTimes) {
  ModelFromText model(kPendulum);
  const Simulation coarse = model.run_to_end({.stop_time = 3.0, .times = {3.0}});
  const Simulation fine = model.run_to_end({.stop_time = 3.0, .interval = 0.001});
  const Simulation steps = model.run_to_end({.stop_time = 3.0});
  EXPECT_EQ(coarse.statistics.steps, fine.statistics.steps);
  for (const char* name : {"x", "y", "vx", "vy", "lambda"}) {
    EXPECT_EQ(last_value(coarse, name), last_value(fine, name));
    EXPECT_EQ(last_value(coarse, name), last_value(steps, name));
  }
}

// The same motion in another unit of time.
TEST(TaylorIntegrator, IsIndifferentToTheUnitOfTime) {
  const auto run = [](const std::string& text, double unit) {
    ModelFromText model(text, {{"k", number(1.0 / unit)}});
    return model.run_to_end({.stop_time = 10 * unit, .tolerance = 1e-11, .times = {10 * unit}});
  };
  const std::string first_order =
      "model M\n  parameter Real k = 1;\n  Real x(start = 1, fixed = true), y(start = 0, fixed = "
      "true);\n"
      "equation\n  der(x) = k*y;\n  der(y) = -k*sin(x);\nend M;\n";
  const std::string second_order =
      "model M\n  parameter Real k = 1;\n  Real x(start = 1, fixed = true);\n"
      "initial equation\n  der(x) = 0;\nequation\n  der(der(x)) = -k^2*sin(x);\nend M;\n";
  const std::string index_three =
      "model M\n  parameter Real k = 1;\n  Real x(start = 0.8), y(start = -0.6, fixed = true), "
      "lambda;\n"
      "initial equation\n  der(y) = 0;\nequation\n  der(der(x)) = -lambda*x;\n"
      "  der(der(y)) = -lambda*y - k^2;\n  x^2 + y^2 = 1;\nend M;\n";
  for (const std::string& text : {first_order, second_order, index_three}) {
    const Simulation reference = run(text, 1.0);
    for (const double unit : {1e-9, 1e9}) {
      const Simulation other = run(text, unit);
      EXPECT_NEAR(last_value(other, "x"), last_value(reference, "x"), 1e-8) << unit << text;
      EXPECT_LE(other.statistics.steps, 2 * reference.statistics.steps) << unit << text;
    }
  }
}

TEST(TaylorIntegrator, IsIndifferentToTheUnitOfVariables) {
  const std::string text =
      "model M\n  parameter Real s = 1;\n  Real x(start = s, fixed = true), y(start = 0, fixed = "
      "true);\n"
      "equation\n  der(x) = y;\n  der(y) = -x - x^3/s^2;\nend M;\n";
  const auto run = [&](double size) {
    ModelFromText model(text, {{"s", number(size)}});
    return model.run_to_end({.stop_time = 10, .tolerance = 1e-11, .times = {10.0}});
  };
  const double reference = last_value(run(1.0), "x");
  for (const double size : {1e-6, 1e6, 1e30}) {
    EXPECT_NEAR(last_value(run(size), "x") / size, reference, 1e-9) << size;
  }
}

TEST(TaylorIntegrator, ResolvesWhatNominalSaysIsNotSmall) {
  const std::string text =
      "model M\n  parameter Real s = 1;\n"
      "  Real x(start = s, fixed = true, nominal = s), y(start = 0, fixed = true, nominal = s);\n"
      "equation\n  der(x) = y;\n  der(y) = -x - x^3/s^2;\nend M;\n";
  const auto run = [&](double size) {
    ModelFromText model(text, {{"s", number(size)}});
    return model.run_to_end({.stop_time = 10, .tolerance = 1e-8, .times = {10.0}});
  };
  const double reference = last_value(run(1.0), "x");
  EXPECT_NEAR(last_value(run(1e-14), "x") / 1e-14, reference, 1e-6);
}

TEST(TaylorIntegrator, TakesAboutAsManyStepsBackwardAsForward) {
  ModelFromText model(kHarmonic);
  const Simulation forward = model.run_to_end({.stop_time = 20.0});
  const Simulation backward = model.run_to_end({.stop_time = -20.0});
  EXPECT_NEAR(static_cast<double>(forward.statistics.steps),
              static_cast<double>(backward.statistics.steps), 1.0);
  EXPECT_NEAR(last_value(forward, "x"), last_value(backward, "x"), 1e-12);
}

TEST(TaylorIntegrator, KeepsWhatItComputedBeforeABlowUp) {
  ModelFromText model(
      "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x^2;\nend M;\n");
  const Simulation run = model.run({.stop_time = 2.0});
  EXPECT_TRUE(run.end.reason == EndReason::step_too_small ||
              run.end.reason == EndReason::value_not_finite)
      << model.rendered();
  EXPECT_NEAR(run.end.time, 1.0, 1e-6);
  ASSERT_GT(run.trajectory.row_count(), 10u);
  for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
    const double time = run.trajectory.time(row);
    EXPECT_TRUE(std::isfinite(run.trajectory.value(row, 0)));
    if (time < 0.99) {
      EXPECT_NEAR(run.trajectory.value(row, 0) * (1 - time), 1.0, 1e-6);
    }
  }
}

TEST(TaylorIntegrator, EndsWhereARootLeavesItsDomain) {
  ModelFromText state(
      "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = sqrt(1 - time);\nend "
      "M;\n");
  ModelFromText algebraic("model M\n  Real y;\nequation\n  y = sqrt(1 - time);\nend M;\n");
  for (ModelFromText* model : {&state, &algebraic}) {
    const Simulation run = model->run({.stop_time = 2.0, .interval = 0.01});
    EXPECT_TRUE(run.end.reason == EndReason::step_too_small ||
                run.end.reason == EndReason::value_not_finite)
        << model->rendered();
    EXPECT_NEAR(run.end.time, 1.0, 1e-6);
    EXPECT_GE(run.trajectory.row_count(), 99u);
  }
}

TEST(TaylorIntegrator, FollowsABranchToItsFold) {
  for (const double sign : {1.0, -1.0}) {
    ModelFromText model(
        "model M\n  parameter Real s = 1;\n  Real y(start = s);\nequation\n"
        "  y^2 = 1 - time;\nend M;\n",
        {{"s", number(sign)}});
    const Simulation run = model.run({.stop_time = 2.0, .interval = 0.01});
    EXPECT_NE(run.end.reason, EndReason::reached_stop_time);
    EXPECT_NEAR(run.end.time, 1.0, 1e-6) << model.rendered();
    for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
      const double time = run.trajectory.time(row);
      if (time < 0.999) {
        EXPECT_NEAR(run.trajectory.value(row, 0), sign * std::sqrt(1 - time), 1e-9);
      }
    }
  }
}

TEST(TaylorIntegrator, StaysOnItsBranchOfAnImplicitEquation) {
  // y = 1, 2 or 3 plus sin t
  for (const double start : {1.0, 2.0, 3.0}) {
    ModelFromText model(
        "model M\n  parameter Real s = 1;\n  Real y(start = s);\nequation\n"
        "  (y - sin(time) - 1)*(y - sin(time) - 2)*(y - sin(time) - 3) = 0;\nend M;\n",
        {{"s", number(start)}});
    const Simulation run = model.run_to_end({.stop_time = 10.0, .interval = 0.1});
    for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
      ASSERT_NEAR(run.trajectory.value(row, 0), start + std::sin(run.trajectory.time(row)), 1e-10);
    }
  }
}

TEST(TaylorIntegrator, HasNoDriftInTheConstraintsOfALongRun) {
  ModelFromText model(kPendulum);
  const Simulation run = model.run_to_end({.stop_time = 200.0, .tolerance = 1e-8, .interval = 1.0});
  for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
    const double x = value(run.trajectory, row, "x"), y = value(run.trajectory, row, "y");
    const double vx = value(run.trajectory, row, "vx"), vy = value(run.trajectory, row, "vy");
    ASSERT_NEAR(x * x + y * y, 1.0, 1e-13);
    ASSERT_NEAR(x * vx + y * vy, 0.0, 1e-13);
    ASSERT_NEAR(0.5 * (vx * vx + vy * vy) + 9.81 * y, 0.0, 1e-4);
  }
}

TEST(Instant, DoesNotDriftOverManySmallSteps) {
  Instant instant(1e6);
  for (int i = 0; i < 1'000'000; ++i) instant = instant.plus(1e-7);
  EXPECT_DOUBLE_EQ(instant.value(), 1e6 + 0.1);
}

}  // namespace
}  // namespace saltus::testing
