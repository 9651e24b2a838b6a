#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "tests/problems/event_log.h"

// Whether a branch is chosen with an event or without one is no matter to the solution, as long as
// it does not slide: a model with noEvent and the same one without it have the same solution.

namespace saltus::testing {
namespace {

// x' = -d x + A sin(x) + sum of continuous functions with kinks, of which none grows faster than
// x; the same text with `open` and `close` around each of them.
class RandomModel {
 public:
  RandomModel(unsigned seed, std::string open, std::string close)
      : random_(seed), open_(std::move(open)), close_(std::move(close)) {}

  std::string text() {
    std::string text = "model M\n";
    for (int i = 0; i < 3; ++i) {
      text += fmt::format("  Real x{}(start = {}, fixed = true);\n", i, number());
    }
    text += "equation\n";
    for (int i = 0; i < 3; ++i) {
      text += fmt::format("  der(x{}) = -0.3*x{} + {}*sin(x{} + 2*time) + {} + {}*{};\n", i, i,
                          number(), (i + 1) % 3, kinked(), number(), kinked());
    }
    return text + "end M;\n";
  }

 private:
  std::string number() {
    return fmt::format("({})", std::uniform_int_distribution<int>(-1500, 1500)(random_) / 1000.0);
  }
  int index() { return std::uniform_int_distribution<int>(0, 2)(random_); }
  std::string argument() {
    return fmt::format("x{} + {}*x{} + {}*cos(3*time) + {}", index(), number(), index(), number(),
                       number());
  }
  std::string kinked() {
    const std::string a = argument(), b = argument();
    std::string function;
    switch (std::uniform_int_distribution<int>(0, 4)(random_)) {
      case 0:
        function = fmt::format("abs({})", a);
        break;
      case 1:
        function = fmt::format("max({}, {})", a, b);
        break;
      case 2:
        function = fmt::format("min({}, {})", a, b);
        break;
      case 3:
        function = fmt::format("(if {0} > 0 then ({0})^2/(1 + ({0})^2) else 0)", a);
        break;
      default:
        function = fmt::format("(if {} < {} then exp({} - ({})) - 1 else 0)", a, b, a, b);
    }
    return open_ + function + close_;
  }

  std::mt19937 random_;
  std::string open_, close_;
};

TEST(KinkProperties, SolutionsAreTheSameWithAndWithoutEvents) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    ModelFromText with(RandomModel(seed, "", "").text());
    ModelFromText without(RandomModel(seed, "noEvent(", ")").text());
    const SimulationOptions options{.stop_time = 3.0, .tolerance = 1e-9};
    const Simulation expected = with.run_to_end(options);
    const Simulation actual = without.run_to_end(options);
    EXPECT_TRUE(actual.events.empty()) << "seed " << seed;
    for (const char* name : {"x0", "x1", "x2"}) {
      const double value = last_value(expected, name);
      EXPECT_NEAR(last_value(actual, name), value, 1e-6 * (1.0 + std::fabs(value)))
          << name << ", seed " << seed << "\n"
          << RandomModel(seed, "noEvent(", ")").text();
    }
  }
}

// A branch that is not taken may come back within a step, from where its series is flat:
// min(u, tanh(100 v)).
TEST(KinkProperties, SteepBranchesThatAreNotTakenComeBack) {
  std::mt19937 random(5);
  const auto between = [&](double low, double high) {
    return std::round(std::uniform_real_distribution<double>(low, high)(random) * 100.0) / 100.0;
  };
  for (int i = 0; i < 60; ++i) {
    const double a = between(0.5, 6.0), b = between(-3.0, 3.0), c = between(-0.9, 0.9);
    const double tolerance = std::pow(10.0, -between(3.0, 12.0));
    const std::string text = fmt::format(
        "model M\n  Real y(start = 0, fixed = true);\nequation\n"
        "  der(y) = noEvent(min({0} + sin({1}*time + ({2})), tanh(({0} + sin(3*time))/0.01)));\n"
        "end M;\n",
        c, a, b);
    constexpr int points = 100000;
    double expected = 0.0;
    for (int k = 0; k < points; ++k) {
      const double t = 3.0 * (k + 0.5) / points;
      expected += 3.0 / points *
                  std::fmin(c + std::sin(a * t + b), std::tanh((c + std::sin(3.0 * t)) / 0.01));
    }
    ModelFromText model(text);
    const Simulation run = model.run_to_end({.stop_time = 3.0, .tolerance = tolerance});
    EXPECT_NEAR(last_value(run, "y"), expected, 1e-6 + 30.0 * tolerance)
        << "tolerance " << tolerance << "\n"
        << text;
  }
}

}  // namespace
}  // namespace saltus::testing
