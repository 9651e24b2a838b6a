#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>

#include "tests/problems/event_log.h"

// Roots and powers that come to zero, leave it and touch it, with events and without them, of a
// function of time and of a state: y' = r(u(t)), u = c + sin(a t + b), whose integral is known by
// quadrature; and roots that feed back, whose solution is the same with events and without them.

namespace saltus::testing {
namespace {

struct Form {
  const char* name;
  const char* text;  // of u
  std::function<double(double)> value;
};

const Form kForms[] = {
    {"root of the positive part", "sqrt(max(0, {0}))",
     [](double u) { return std::sqrt(std::fmax(0.0, u)); }},
    {"root of the size", "sqrt(abs({0}))", [](double u) { return std::sqrt(std::fabs(u)); }},
    {"guarded root", "(if {0} > 0 then sqrt({0}) else 0)",
     [](double u) { return std::sqrt(std::fmax(0.0, u)); }},
    {"root guarded from the other side", "(if {0} > 0 then 0 else sqrt(-({0})))",
     [](double u) { return std::sqrt(std::fmax(0.0, -u)); }},
    {"signed root", "sign({0})*sqrt(abs({0}))",
     [](double u) { return std::copysign(std::sqrt(std::fabs(u)), u); }},
    {"power 0.3", "abs({0})^0.3", [](double u) { return std::pow(std::fabs(u), 0.3); }},
    {"power 1.5", "abs({0})^1.5", [](double u) { return std::pow(std::fabs(u), 1.5); }},
    {"power 1.5 of the positive part", "max(0, {0})^1.5",
     [](double u) { return std::pow(std::fmax(0.0, u), 1.5); }},
    {"root of the square", "sqrt(({0})^2)", [](double u) { return std::fabs(u); }},
    {"root of a root", "sqrt(sqrt(max(0, {0})))",
     [](double u) { return std::sqrt(std::sqrt(std::fmax(0.0, u))); }},
};

double round_to(double value, double digits) { return std::round(value * digits) / digits; }

class RootFamilies : public ::testing::TestWithParam<std::tuple<int, bool, bool>> {
 protected:
  const Form& form() const { return kForms[std::get<0>(GetParam())]; }
  bool is_of_state() const { return std::get<1>(GetParam()); }
  bool has_events() const { return std::get<2>(GetParam()); }
};

TEST_P(RootFamilies, AgreeWithQuadrature) {
  std::mt19937 random(17u + 100u * static_cast<unsigned>(std::get<0>(GetParam())));
  const auto between = [&](double low, double high) {
    return round_to(std::uniform_real_distribution<double>(low, high)(random), 100.0);
  };
  for (int i = 0; i < 8; ++i) {
    const double a = between(0.5, 6.0), b = between(-3.0, 3.0), c = between(-0.9, 0.9);
    const double tolerance = std::pow(10.0, -between(3.0, 12.0)), stop = 1.0 + 2.0 * (i % 3);
    const std::string sine = is_of_state() ? "p" : fmt::format("sin({}*time + ({}))", a, b);
    const std::string root =
        fmt::format(fmt::runtime(form().text), fmt::format("{} + {}", c, sine));
    std::string text = "model M\n  Real y(start = 0, fixed = true);\n";
    if (is_of_state()) {
      text += fmt::format(
          "  Real p(start = sin({0}), fixed = true), q(start = cos({0}), fixed = true);\n", b);
    }
    text += fmt::format("equation\n  der(y) = {};\n",
                        has_events() ? root : fmt::format("noEvent({})", root));
    if (is_of_state()) text += fmt::format("  der(p) = {0}*q;\n  der(q) = -{0}*p;\n", a);
    text += "end M;\n";
    constexpr int points = 200000;
    double expected = 0.0;
    for (int k = 0; k < points; ++k) {
      expected += form().value(c + std::sin(a * stop * (k + 0.5) / points + b)) * stop / points;
    }
    ModelFromText model(text);
    const Simulation run = model.run_to_end({.stop_time = stop, .tolerance = tolerance});
    EXPECT_NEAR(last_value(run, "y"), expected, 1e-5 + 30.0 * tolerance)
        << form().name << ", tolerance " << tolerance << ", stop " << stop << "\n"
        << text;
  }
}

INSTANTIATE_TEST_SUITE_P(All, RootFamilies,
                         ::testing::Combine(::testing::Range(0, 10), ::testing::Bool(),
                                            ::testing::Bool()));

// Two tanks with check valves and an outlet: roots of differences of states.
TEST(RootsThatFeedBack, AreTheSameWithAndWithoutEvents) {
  std::mt19937 random(3);
  const auto between = [&](double low, double high) {
    return round_to(std::uniform_real_distribution<double>(low, high)(random), 100.0);
  };
  for (int i = 0; i < 60; ++i) {
    const double x0 = between(0.0, 1.0), x1 = between(0.0, 1.0), u = between(0.2, 1.5),
                 w = between(1.0, 6.0), k = between(0.2, 1.5), out = between(0.1, 1.0);
    const auto text = [&](const char* open, const char* close) {
      return fmt::format(
          "model M\n  Real x0(start = {}, fixed = true), x1(start = {}, fixed = true), f;\n"
          "equation\n  der(x0) = {}*sin({}*time) - {}*f;\n  der(x1) = {}*f - {}*x1;\n"
          "  f = {}sqrt(max(0, x0 - x1)){};\nend M;\n",
          x0, x1, u, w, k, k, out, open, close);
    };
    ModelFromText with(text("", "")), without(text("noEvent(", ")"));
    const SimulationOptions options{.stop_time = 3.0, .tolerance = 1e-9};
    const Simulation expected = with.run_to_end(options), actual = without.run_to_end(options);
    for (const char* name : {"x0", "x1"}) {
      EXPECT_NEAR(last_value(actual, name), last_value(expected, name), 1e-6)
          << text("noEvent(", ")");
    }
  }
}

}  // namespace
}  // namespace saltus::testing
