#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "tests/problems/event_log.h"

// Right-hand sides and event functions that the first coefficients of a step do not show: sparse
// series, high powers at their zeros, pulses and ramps of any width, near-kinks. Answers in closed
// form or by quadrature.

namespace saltus::testing {
namespace {

constexpr double kPi = std::numbers::pi;

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + static_cast<double>(engine_()) / 4294967296.0 * (high - low);
  }
  // Rounded, so that the text and the reference have the same number.
  double rounded(double low, double high) { return std::round(between(low, high) * 1e3) / 1e3; }
  double magnitude(double low, double high) {
    return std::exp(between(std::log(low), std::log(high)));
  }
  int whole(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<std::uint32_t>(high - low + 1));
  }

 private:
  std::mt19937 engine_;
};

std::string text_of(double value) { return fmt::format("({:.17g})", value); }

std::string integral_of(const std::string& rate) {
  return "model M\n  Real y(start = 0, fixed = true), x(start = 0, fixed = true);\nequation\n"
         "  der(x) = 1;\n  der(y) = " +
         rate + ";\nend M;\n";
}

// Five nodes of Gauss and Legendre in each of so many parts of equal length.
double quadrature(const std::function<double(double)>& f, double stop, int parts) {
  constexpr std::array node = {0.0, 0.5384693101056831, 0.9061798459386640};
  constexpr std::array weight = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  double sum = 0.0;
  const double half = 0.5 * stop / parts;
  for (int i = 0; i < parts; ++i) {
    const double middle = (2 * i + 1) * half;
    sum += weight[0] * f(middle);
    for (std::size_t k = 1; k < 3; ++k) {
      sum += weight[k] * (f(middle - node[k] * half) + f(middle + node[k] * half));
    }
  }
  return sum * half;
}

double last_y(const std::string& text, double stop, double tolerance) {
  ModelFromText model(text);
  return last_value(model.run_to_end({.stop_time = stop, .tolerance = tolerance, .times = {stop}}),
                    "y");
}

constexpr std::array kTolerances = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10, 1e-12};

// The integral of sign(sin(u^p)) from u = 0 to u > 0: zeros at u^p = k pi.
double integral_of_sign(double u, int power) {
  double sum = 0.0, before = 0.0;
  for (int k = 1;; ++k) {
    const double zero = std::pow(k * kPi, 1.0 / power);
    const double side = k % 2 == 1 ? 1.0 : -1.0;
    if (zero >= u) return sum + side * (u - before);
    sum += side * (zero - before);
    before = zero;
  }
}

TEST(SparseSeries, SignsOfSinesOfPowersAtEveryTolerance) {
  Random random(1);
  for (int i = 0; i < 30; ++i) {
    const int power = random.whole(2, 7);
    const double reach = std::pow(8.0 * kPi, 1.0 / power);
    const double place = random.rounded(0.1, reach), stop = place + random.rounded(0.1, reach);
    const double before = (power % 2 == 0 ? 1.0 : -1.0) * integral_of_sign(place, power);
    const double expected = before + integral_of_sign(stop - place, power);
    for (const double tolerance : kTolerances) {
      const std::string text =
          integral_of(fmt::format("sign(sin((time - {})^{}))", text_of(place), power));
      // About u = 0, where it crosses or touches zero, u^p is rounding for a while.
      const double blur = 2.0 * std::pow(1e-12, 1.0 / power);
      EXPECT_NEAR(last_y(text, stop, tolerance), expected, 20.0 * tolerance * stop + blur)
          << tolerance << " " << stop << "\n"
          << text;
    }
  }
}

TEST(SparseSeries, FunctionsOfPowersAtEveryTolerance) {
  const std::array<std::pair<const char*, double (*)(double)>, 4> functions = {
      {{"sin", std::sin}, {"cos", std::cos}, {"atan", std::atan}, {"tanh", std::tanh}}};
  Random random(2);
  for (int i = 0; i < 40; ++i) {
    const auto& [name, function] = functions[static_cast<std::size_t>(random.whole(0, 3))];
    const int power = random.whole(2, 9);
    const double reach = std::pow(20.0, 1.0 / power);
    const double place = random.rounded(0.1, reach), stop = place + random.rounded(0.1, reach);
    const auto f = [&, function = function](double t) {
      return function(std::pow(t - place, power));
    };
    const double expected = quadrature(f, stop, 4000);
    const double size = quadrature([&](double t) { return std::fabs(f(t)); }, stop, 4000);
    const std::string text =
        integral_of(fmt::format("{}((time - {})^{})", name, text_of(place), power));
    for (const double tolerance : kTolerances) {
      EXPECT_NEAR(last_y(text, stop, tolerance), expected, (30.0 * tolerance + 1e-11) * size)
          << tolerance << " " << stop << "\n"
          << text;
    }
  }
}

TEST(HighPowers, AreSeenFromTheirZeros) {
  constexpr std::array powers = {2, 3, 5, 8, 12, 16, 20, 25, 32, 50, 60, 100, 150, 200, 300};
  Random random(3);
  for (int i = 0; i < 60; ++i) {
    const int power = powers[static_cast<std::size_t>(random.whole(0, 14))];
    const double frequency = random.rounded(0.5, 4.0), stop = random.whole(1, 10);
    const double phase = random.whole(0, 2) == 0 ? random.rounded(0.0, 3.0) : 0.0;
    const double tolerance = random.magnitude(1e-12, 1e-2);
    const auto f = [&](double t) { return std::pow(std::sin(frequency * t + phase), power); };
    const double expected = quadrature(f, stop, 8000);
    const double size = quadrature([&](double t) { return std::fabs(f(t)); }, stop, 8000);
    const std::string text =
        integral_of(fmt::format("sin({}*time + {})^{}", text_of(frequency), text_of(phase), power));
    EXPECT_NEAR(last_y(text, stop, tolerance), expected, (20.0 * tolerance + 1e-11) * size)
        << tolerance << " " << stop << "\n"
        << text;
  }
}

// Pulses with their integrals, of u = (t - place)/width.
struct Pulse {
  const char* text;  // of u
  double (*integral)(double u);
};
double logistic(double u) { return 1.0 / (1.0 + std::exp(-u)); }
constexpr std::array<Pulse, 7> kPulses = {
    {{"exp(-({0})^2)", [](double u) { return 0.5 * std::sqrt(kPi) * std::erf(u); }},
     {"1/cosh({0})^2", [](double u) { return std::tanh(u); }},
     {"1 - tanh({0})^2", [](double u) { return std::tanh(u); }},
     {"1/cosh({0})", [](double u) { return 2.0 * std::atan(std::tanh(0.5 * u)); }},
     {"1/(1 + exp({0}))*(1 - 1/(1 + exp({0})))", logistic},
     {"1/(1 + ({0})^2)", [](double u) { return std::atan(u); }},
     {"1 + tanh({0})",
      [](double u) { return u + std::fabs(u) + std::log1p(std::exp(-2.0 * std::fabs(u))); }}}};

TEST(Pulses, OfAnyWidthAreFoundInALongStep) {
  Random random(4);
  for (int i = 0; i < 400; ++i) {
    const Pulse& pulse = kPulses[static_cast<std::size_t>(i) % kPulses.size()];
    const double stop = random.whole(1, 10), place = random.rounded(0.05, 0.95) * stop;
    const double width = random.magnitude(1e-6, 0.3), tolerance = random.magnitude(1e-12, 1e-2);
    // What is subnormal at the begin has lost its digits there.
    const double exponent = place / width;
    if (std::fabs(exponent * exponent - 725.0) < 30.0 || std::fabs(exponent - 725.0) < 30.0 ||
        std::fabs(exponent - 362.0) < 15.0) {
      continue;
    }
    const double expected =
        width * (pulse.integral((stop - place) / width) - pulse.integral(-place / width));
    const std::string variable = random.whole(0, 1) == 0 ? "time" : "x";
    const std::string argument =
        fmt::format("(({} - {})/{})", variable, text_of(place), text_of(width));
    const std::string text = integral_of(fmt::format(fmt::runtime(pulse.text), argument));
    // 1 - tanh^2 cancels; time has a last digit.
    const double rounding = 1e-11 + 1e-14 * stop / width;
    EXPECT_NEAR(last_y(text, stop, tolerance), expected, (20.0 * tolerance + rounding) * expected)
        << tolerance << " " << stop << "\n"
        << text;
  }
}

TEST(Pulses, DecideGuards) {
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const double stop = random.whole(1, 10), place = random.rounded(0.1, 0.9) * stop;
    const double width = random.magnitude(1e-5, 0.02) * stop;
    const double tolerance = random.magnitude(1e-12, 1e-2);
    const std::string text = integral_of(fmt::format("if exp(-((x - {})/{})^2) > 0.5 then 1 else 0",
                                                     text_of(place), text_of(width)));
    ModelFromText model(text);
    const Simulation run =
        model.run_to_end({.stop_time = stop, .tolerance = tolerance, .times = {stop}});
    EXPECT_EQ(run.statistics.events, 2u) << tolerance << " " << stop << "\n" << text;
    EXPECT_NEAR(last_value(run, "y"), 2.0 * width * std::sqrt(std::log(2.0)),
                width * (20.0 * tolerance + 1e-9))
        << tolerance << " " << stop << "\n"
        << text;
  }
}

// Narrow pulses that come back: between them the exponential has underflowed, and the polynomial of
// the cosine, in a step of several periods, is anything.
TEST(Pulses, ThatComeBackAreFound) {
  Random random(8);
  for (int i = 0; i < 60; ++i) {
    const double steepness = std::round(random.magnitude(10.0, 1e6));
    const double place = random.rounded(0.0, 2.0 * kPi), stop = random.whole(5, 30);
    const double tolerance = random.magnitude(1e-10, 1e-2);
    const double size = kPi / std::sqrt(steepness);
    double expected = 0.0;
    for (double centre = place - 2.0 * kPi; centre < stop + 2.0 * kPi; centre += 2.0 * kPi) {
      const double from = std::max(0.0, centre - kPi), to = std::min(stop, centre + kPi);
      // Nothing is left farther out.
      const double low = std::max(from, centre - 8.0 * size),
                   high = std::min(to, centre + 8.0 * size);
      if (low >= high) continue;
      expected += quadrature(
          [&](double t) { return std::exp(-steepness * (1.0 - std::cos(t + low - centre))); },
          high - low, 2000);
    }
    const std::string variable = random.whole(0, 1) == 0 ? "time" : "x";
    const std::string text = integral_of(
        fmt::format("exp(-{}*(1 - cos({} - {})))", text_of(steepness), variable, text_of(place)));
    EXPECT_NEAR(last_y(text, stop, tolerance), expected, (20.0 * tolerance + 1e-9) * size)
        << tolerance << " " << stop << "\n"
        << text;
  }
}

// A value that nothing else depends on is infinite at a place within a long step.
struct Singularity {
  const char* text;  // of u
  bool is_pole;
};
constexpr std::array<Singularity, 12> kSingularities = {{{"1/{0}", true},
                                                         {"2 - 3/({0})^2", true},
                                                         {"cos(time)/({0})^3", true},
                                                         {"tan(({0}) + 3.141592653589793/2)", true},
                                                         {"1/sin({0})", true},
                                                         {"1/(exp({0}) - 1)", true},
                                                         {"1 + 1e-6/({0})", true},
                                                         {"sin({0})/({0})", false},
                                                         {"(exp({0}) - 1)/({0})", false},
                                                         {"(1 - cos({0}))/({0})^2", false},
                                                         {"exp(-1/({0})^2)", false},
                                                         {"1/(({0})^2 + 1e-16)", false}}};

TEST(Poles, OfValuesThatNobodyReadsEndARun) {
  Random random(9);
  for (int i = 0; i < 240; ++i) {
    const Singularity& singularity = kSingularities[static_cast<std::size_t>(i) % 12];
    const double place = random.rounded(0.2, 2.8), tolerance = random.magnitude(1e-12, 1e-2);
    const std::string variable = random.whole(0, 1) == 0 ? "time" : "x";
    const std::string value = fmt::format(fmt::runtime(singularity.text),
                                          fmt::format("({} - {})", variable, text_of(place)));
    const std::string text =
        "model M\n  Real x(start = 0, fixed = true), w;\nequation\n  der(x) = 1;\n  w = " + value +
        ";\nend M;\n";
    ModelFromText model(text);
    const SimulationEnd end =
        model.run({.stop_time = 3.0, .tolerance = tolerance, .times = {3.0}}).end;
    if (singularity.is_pole) {
      EXPECT_NE(end.reason, EndReason::reached_stop_time) << tolerance << "\n" << text;
      EXPECT_NEAR(end.time, place, 1e-9) << tolerance << "\n" << text;
      EXPECT_FALSE(end.blamed.empty()) << tolerance << "\n" << text;
    } else {
      EXPECT_EQ(end.reason, EndReason::reached_stop_time) << tolerance << "\n" << text;
    }
  }
}

// sqrt(u^2 + eps), u = x - place: its integral is (u sqrt(u^2 + eps) + eps asinh(u/sqrt(eps)))/2.
TEST(NearKinks, AreNotPassed) {
  Random random(6);
  for (int i = 0; i < 150; ++i) {
    const double stop = random.whole(1, 5), place = random.rounded(0.1, 0.9) * stop;
    const double width = random.magnitude(1e-8, 0.1), tolerance = random.magnitude(1e-10, 1e-2);
    const auto integral = [&](double u) {
      return 0.5 * (u * std::hypot(u, width) + width * width * std::asinh(u / width));
    };
    const double expected = integral(stop - place) - integral(-place);
    const std::string text =
        integral_of(fmt::format("sqrt((x - {})^2 + {})", text_of(place), text_of(width * width)));
    EXPECT_NEAR(last_y(text, stop, tolerance), expected, (5.0 * tolerance + 1e-10) * expected)
        << tolerance << " " << stop << "\n"
        << text;
  }
}

// The same along an oscillation, which meets it many times.
TEST(NearKinks, OfAnOscillationAreNotPassed) {
  Random random(7);
  for (int i = 0; i < 60; ++i) {
    const double frequency = random.rounded(1.0, 6.0), level = random.rounded(-0.8, 0.8);
    const double width = random.magnitude(1e-4, 0.1), tolerance = random.magnitude(1e-8, 1e-2);
    const std::string text = fmt::format(
        "model M\n  Real p(start = 0, fixed = true), q(start = 1, fixed = true), y(start = 0, "
        "fixed = true);\nequation\n  der(p) = {0}*q;\n  der(q) = -{0}*p;\n  der(y) = sqrt((p - "
        "{1})^2 + {2});\nend M;\n",
        text_of(frequency), text_of(level), text_of(width * width));
    const double expected = quadrature(
        [&](double t) { return std::hypot(std::sin(frequency * t) - level, width); }, 5.0, 200000);
    EXPECT_NEAR(last_y(text, 5.0, tolerance), expected, (20.0 * tolerance + 1e-9) * expected)
        << tolerance << "\n"
        << text;
  }
}

}  // namespace
}  // namespace saltus::testing
