#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <utility>

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

// Functions that come to zero by a branch without an event, stay there, and leave again: a guard on
// one counts what the relation says at zero. u = cos(b t + c) + d is positive for acos(-d)/pi of
// its period.
TEST(GuardsOnRoots, SeeThatTheyRestAtZero) {
  constexpr std::array<const char*, 7> forms = {
      "sqrt(noEvent(max({}, 0)))",        "sqrt(2*noEvent(if {0} > 0 then {0} else 0))",
      "noEvent(max(0, {}))^0.75",         "sqrt(noEvent(max({}, 0))^3)",
      "noEvent(if {} > 0 then 1 else 0)", "noEvent(max({}, 0))^2",
      "-sqrt(-noEvent(min(-({}), 0)))"};
  std::mt19937 random(11);
  const auto number = [&](double low, double high) {
    return std::round(std::uniform_real_distribution<double>(low, high)(random) * 1e3) / 1e3;
  };
  for (int i = 0; i < 280; ++i) {
    const std::size_t form = static_cast<std::size_t>(i) % forms.size();
    const double b = number(0.5, 4.0), c = number(0.0, 6.0), d = number(-0.9, 0.9);
    const double tolerance = std::pow(10.0, -number(2.0, 12.0));
    const std::string time = i % 2 == 0 ? "time" : "x";
    const std::string u = fmt::format("(cos({}*{} + {}) + ({}))", b, time, c, d);
    const std::string w = fmt::format(fmt::runtime(forms[form]), u);
    const bool is_negative = form == forms.size() - 1;
    const std::string guard = is_negative ? "w >= 0" : i % 3 == 0 ? "not w > 0" : "w <= 0";
    const std::string text = fmt::format(
        "model M\n  Real x(start = 0, fixed = true), y(start = 0, fixed = true), w;\nequation\n"
        "  der(x) = 1;\n  w = {};\n  der(y) = if {} then 1 else 0;\nend M;\n",
        w, guard);
    // Positive about multiples of the period, for |b t + c - 2 k pi| < half.
    const double stop = 20.0, half = std::acos(-d);
    double expected = stop;
    for (int k = -1; k < 20; ++k) {
      const double centre = (2.0 * std::numbers::pi * k - c) / b;
      const double from = std::max(0.0, centre - half / b), to = std::min(stop, centre + half / b);
      expected -= std::max(0.0, to - from);
    }
    ModelFromText model(text);
    const Simulation run =
        model.run_to_end({.stop_time = stop, .tolerance = tolerance, .times = {stop}});
    EXPECT_NEAR(last_value(run, "y"), expected, 20.0 * tolerance * stop + 1e-9) << tolerance << "\n"
                                                                                << text;
  }
}

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

// h' = -k h^p runs dry at h0^(1 - p)/(k (1 - p)), however the power is guarded.
TEST(PowersThatRunDry, EndWhereTheClosedFormDoes) {
  const char* const forms[] = {"-{0}*max(h, 0)^{1}",
                               "-{0}*sign(h)*abs(h)^{1}",
                               "-{0}*noEvent(abs(h)^{1}*sign(h))",
                               "if h > 0 then -{0}*h^{1} else 0",
                               "noEvent(if h > 0 then -{0}*h^{1} else 0)",
                               "if h <= 0 then 0 else -{0}*h^{1}"};
  const double exponents[] = {0.25, 0.3, 0.5, 0.6, 0.75, 0.9};
  std::mt19937 random(5);
  const auto between = [&](double low, double high) {
    return round_to(std::uniform_real_distribution<double>(low, high)(random), 100.0);
  };
  for (int i = 0; i < 72; ++i) {
    const double p = exponents[i % 6], k = between(0.2, 5.0), h0 = between(0.1, 3.0);
    const double tolerance = std::pow(10.0, -between(4.0, 12.0));
    const double stop = std::pow(h0, 1.0 - p) / (k * (1.0 - p)) * between(0.6, 2.0);
    const std::string text = fmt::format(
        "model M\n  Real h(start = {}, fixed = true);\nequation\n  der(h) = {};\nend M;\n", h0,
        fmt::format(fmt::runtime(forms[i / 6 % 6]), k, p));
    const double left = std::pow(h0, 1.0 - p) - (1.0 - p) * k * stop;
    ModelFromText model(text);
    const Simulation run = model.run_to_end({.stop_time = stop, .tolerance = tolerance});
    EXPECT_NEAR(last_value(run, "h"), std::pow(std::fmax(0.0, left), 1.0 / (1.0 - p)),
                (1e-8 + 100.0 * tolerance) * h0)
        << "model " << i << ", tolerance " << tolerance << ", stop " << stop << "\n"
        << text;
  }
}

// An odd power of x is e, a line through zero: x is its root on both sides, wherever x starts.
TEST(OddPowers, AreSolvedThroughTheirZero) {
  const std::pair<const char*, double> forms[] = {{"x^3", 3.0},
                                                  {"x*x*x", 3.0},
                                                  {"x^5", 5.0},
                                                  {"x*abs(x)", 2.0},
                                                  {"sign(x)*x^2", 2.0},
                                                  {"noEvent(x*abs(x))", 2.0},
                                                  {"x*abs(x)^0.75", 1.75},
                                                  {"(if x > 0 then x^2 else -x^2)", 2.0}};
  std::mt19937 random(6);
  const auto between = [&](double low, double high) {
    return round_to(std::uniform_real_distribution<double>(low, high)(random), 100.0);
  };
  for (int i = 0; i < 64; ++i) {
    const auto& [form, power] = forms[i % 8];
    const double a = (i % 3 == 0 ? -1.0 : 1.0) * between(0.3, 3.0), c = between(0.2, 1.8);
    const double tolerance = std::pow(10.0, -between(4.0, 12.0)), stop = 2.0;
    const char* const equation = i % 5 == 0 ? "0 = 2*{1} - ({0})*2" : "{0} = {1}";
    const std::string text = fmt::format(
        "model M\n  Real x(start = {}), y(start = 0, fixed = true);\nequation\n  {};\n"
        "  der(y) = x;\nend M;\n",
        i % 4 - 1,
        fmt::format(fmt::runtime(equation), form, fmt::format("({}*(time - {}))", a, c)));
    const auto root = [&](double e) {
      return std::copysign(std::pow(std::fabs(e), 1.0 / power), e);
    };
    const double q = 1.0 + 1.0 / power;
    const double integral = root(a) / q * (std::pow(stop - c, q) - std::pow(c, q));
    ModelFromText model(text);
    const Simulation run = model.run_to_end({.stop_time = stop, .tolerance = tolerance});
    EXPECT_NEAR(last_value(run, "x"), root(a * (stop - c)), 1e-9) << "model " << i << "\n" << text;
    EXPECT_NEAR(last_value(run, "y"), integral, 1e-7 + 100.0 * tolerance)
        << "model " << i << ", tolerance " << tolerance << "\n"
        << text;
  }
}

// asin and acos from the end of their domain, up to it, and beyond a touch.
TEST(InverseSines, AreDefinedAtTheEndsOfTheirDomain) {
  const double pi = std::acos(-1.0);
  struct Case {
    const char* text;
    double stop, integral;
  };
  const Case cases[] = {{"acos(1 - time)", 1.0, 1.0},
                        {"acos(time - 1)", 1.0, pi - 1.0},
                        {"asin(1 - time)", 1.0, 0.5 * pi - 1.0},
                        {"noEvent(asin(min(1, time)))", 2.0, pi - 1.0},
                        {"asin(min(1, time))", 2.0, pi - 1.0},
                        {"noEvent(asin(min(1, 2 - time)))", 2.0, pi - 1.0},
                        {"acos(cos(time - 1))", 2.0, 1.0},
                        {"asin(sin(time))", 2.0, pi * pi / 4.0 - 0.5 * (pi - 2.0) * (pi - 2.0)}};
  for (const Case& each : cases) {
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
      ModelFromText model(fmt::format(
          "model M Real y(start = 0, fixed = true); equation der(y) = {}; end M;", each.text));
      const Simulation run = model.run_to_end({.stop_time = each.stop, .tolerance = tolerance});
      EXPECT_NEAR(last_value(run, "y"), each.integral, 1e-7 + 100.0 * tolerance)
          << each.text << ", tolerance " << tolerance;
    }
  }
}

// The guarded limit of u*log(u) at 0, and a power of what touches zero to third order.
TEST(LimitsAtTheEndOfABranch, AreReached) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    ModelFromText log(
        "model M Real y(start = 0, fixed = true); equation "
        "der(y) = if time < 1 then (1 - time)*log(1 - time) else 0; end M;");
    const Simulation first = log.run_to_end({.stop_time = 2.0, .tolerance = tolerance});
    EXPECT_NEAR(last_value(first, "y"), -0.25, 1e-7 + 100.0 * tolerance) << tolerance;
    ModelFromText cube(
        "model M Real y(start = 0, fixed = true), u = (time - 0.623)^3; equation "
        "der(y) = noEvent(max(u, 0)^2.5); end M;");
    const Simulation second = cube.run_to_end({.stop_time = 3.0, .tolerance = tolerance});
    const double expected = std::pow(3.0 - 0.623, 8.5) / 8.5;
    EXPECT_NEAR(last_value(second, "y"), expected, (1e-7 + 100.0 * tolerance) * expected)
        << tolerance;
  }
}

}  // namespace
}  // namespace saltus::testing
