#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "tests/problems/event_log.h"

// Random right-hand sides with steep features against a method that knows no series, random event
// functions against sampling, and the same runs in other units.

namespace saltus::testing {
namespace {

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  // Rounded, so that the text and the reference have the same number.
  double between(double low, double high) {
    const double part = static_cast<double>(engine_()) / 4294967296.0;
    return std::round((low + part * (high - low)) * 1e3) / 1e3;
  }
  std::size_t below(std::size_t end) { return engine_() % end; }

 private:
  std::mt19937 engine_;
};

std::string text_of(double value) { return fmt::format("({:.17g})", value); }

// x' = A x + b + c f(k.x - d), f a steep ramp, a bump or a logistic function; and y' = |f|-like
// memory of it, so that nothing is forgotten.
struct SteepSystem {
  static constexpr std::size_t size = 3;
  std::array<std::array<double, size>, size> a;
  std::array<double, size> b, c, k, start;
  double threshold, width, frequency;
  std::size_t shape;

  explicit SteepSystem(std::uint32_t seed) {
    Random random(seed);
    for (std::size_t i = 0; i < size; ++i) {
      for (double& entry : a[i]) entry = random.between(-1, 1);
      a[i][i] -= 0.5;
      b[i] = random.between(-1, 1);
      c[i] = random.between(-1, 1);
      k[i] = random.between(-1.5, 1.5);
      start[i] = random.between(-2, 2);
    }
    threshold = random.between(-1, 1);
    constexpr std::array widths = {0.3, 0.05, 0.01, 0.003};
    width = widths[random.below(widths.size())];
    frequency = random.between(0.5, 3);
    shape = random.below(3);
  }

  double feature(double argument) const {
    if (shape == 0) return std::tanh(argument / width);
    if (shape == 1) return std::exp(-(argument / width) * (argument / width));
    return 1.0 / (1.0 + std::exp(argument / width));
  }
  std::array<double, size> rate(double t, const std::array<double, size>& x) const {
    double argument = -threshold + 0.3 * std::sin(frequency * t);
    for (std::size_t i = 0; i < size; ++i) argument += k[i] * x[i];
    const double f = feature(argument);
    std::array<double, size> result{};
    for (std::size_t i = 0; i < size; ++i) {
      result[i] = b[i] + c[i] * f;
      for (std::size_t j = 0; j < size; ++j) result[i] += a[i][j] * x[j];
    }
    return result;
  }
  std::string text() const {
    std::string argument = text_of(-threshold) + " + 0.3*sin(" + text_of(frequency) + "*time)";
    for (std::size_t i = 0; i < size; ++i) argument += fmt::format(" + {}*x{}", text_of(k[i]), i);
    const std::string scaled = "(u/" + text_of(width) + ")";
    const std::string f = shape == 0   ? "tanh" + scaled
                          : shape == 1 ? "exp(-" + scaled + "^2)"
                                       : "1/(1 + exp(" + scaled + "))";
    std::string declarations = "Real u, f;\n",
                equations = "u = " + argument + ";\nf = " + f + ";\n";
    for (std::size_t i = 0; i < size; ++i) {
      declarations += fmt::format("Real x{}(start = {:.17g}, fixed = true);\n", i, start[i]);
      equations += fmt::format("der(x{}) = {} + {}*f", i, text_of(b[i]), text_of(c[i]));
      for (std::size_t j = 0; j < size; ++j) {
        equations += fmt::format(" + {}*x{}", text_of(a[i][j]), j);
      }
      equations += ";\n";
    }
    return "model M\n" + declarations + "equation\n" + equations + "end M;\n";
  }

  // The classical Runge-Kutta method with steps that no feature escapes.
  std::array<double, size> reference(double stop, int steps) const {
    std::array<double, size> x = start;
    const double h = stop / steps;
    const auto moved = [](const std::array<double, size>& from,
                          const std::array<double, size>& rate_of, double by) {
      std::array<double, size> to{};
      for (std::size_t i = 0; i < size; ++i) to[i] = from[i] + by * rate_of[i];
      return to;
    };
    for (int step = 0; step < steps; ++step) {
      const double t = step * h;
      const auto k1 = rate(t, x);
      const auto k2 = rate(t + h / 2, moved(x, k1, h / 2));
      const auto k3 = rate(t + h / 2, moved(x, k2, h / 2));
      const auto k4 = rate(t + h, moved(x, k3, h));
      for (std::size_t i = 0; i < size; ++i) {
        x[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
      }
    }
    return x;
  }
};

TEST(SteepRightHandSides, AgreeWithSmallSteps) {
  int compared = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const SteepSystem system(seed);
    const auto coarse = system.reference(4.0, 20000), fine = system.reference(4.0, 40000);
    // The reference has to know: by halving its step.
    double doubt = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      doubt = std::max(doubt, std::fabs(coarse[i] - fine[i]) / (1 + std::fabs(fine[i])));
    }
    if (doubt > 1e-9) continue;
    ++compared;
    ModelFromText model(system.text());
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, system.text()));
    for (const double tolerance : {1e-5, 1e-8}) {
      const Simulation run =
          model.run_to_end({.stop_time = 4.0, .tolerance = tolerance, .times = {4.0}});
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(last_value(run, fmt::format("x{}", i)), fine[i],
                    2e3 * tolerance * (1 + std::fabs(fine[i])) + 1e-8)
            << "seed " << seed << ", tolerance " << tolerance << "\n"
            << system.text();
      }
      if (::testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(compared, 200);
}

// g = sum of a_i sin(w_i t + p_i) + a level, raised to a power or not.
struct Wave {
  std::array<double, 3> amplitude, frequency, phase;
  double level;
  int power;

  explicit Wave(std::uint32_t seed) {
    Random random(seed);
    for (std::size_t i = 0; i < 3; ++i) {
      amplitude[i] = random.between(-1, 1);
      frequency[i] = random.between(0.2, 9);
      phase[i] = random.between(0, 6);
    }
    level = random.between(-1.5, 1.5);
    constexpr std::array powers = {1, 3, 9};
    power = powers[random.below(powers.size())];
  }
  double value(double t) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      sum += amplitude[i] * std::sin(frequency[i] * t + phase[i]);
    }
    return std::pow(sum, power) - level;
  }
  std::string text() const {
    std::string sum = "0";
    for (std::size_t i = 0; i < 3; ++i) {
      sum += fmt::format(" + {}*sin({}*time + {})", text_of(amplitude[i]), text_of(frequency[i]),
                         text_of(phase[i]));
    }
    return fmt::format("({})^{} - {}", sum, power, text_of(level));
  }
};

// Places where g changes sign, from samples and bisection; none if g comes so near to zero without
// crossing that samples cannot tell.
std::vector<double> crossings_of(const std::function<double(double)>& g, double stop,
                                 bool& is_sure) {
  constexpr int samples = 200000;
  std::vector<double> found;
  is_sure = true;
  double before = g(0.0), earlier = before;
  for (int i = 1; i <= samples; ++i) {
    const double at = stop * i / samples, now = g(at);
    if (before * now < 0.0) {
      double low = stop * (i - 1) / samples, high = at;
      for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (g(middle) * before > 0.0 ? low : high) = middle;
      }
      found.push_back(high);
    } else if (i > 1 && std::fabs(before) < std::fabs(earlier) &&
               std::fabs(before) < std::fabs(now) && std::fabs(before) < 1e-6) {
      is_sure = false;
    }
    earlier = before;
    before = now;
  }
  return found;
}

TEST(EventFunctions, CrossAsOftenAndWhenSamplesSay) {
  int compared = 0;
  std::size_t crossings = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const Wave wave(seed);
    bool is_sure = true;
    const std::vector<double> expected =
        crossings_of([&](double t) { return wave.value(t); }, 10.0, is_sure);
    if (!is_sure) continue;
    ++compared;
    crossings += expected.size();
    ModelFromText model("model M\n  Real y(start = 0, fixed = true);\nequation\n  der(y) = if " +
                        wave.text() + " > 0 then 1 else -1;\nend M;\n");
    for (const double tolerance : {1e-3, 1e-8, 1e-12}) {
      const Simulation run =
          model.run_to_end({.stop_time = 10.0, .tolerance = tolerance, .times = {10.0}});
      const std::vector<double> times = event_times(run);
      ASSERT_EQ(times.size(), expected.size())
          << "seed " << seed << ", tolerance " << tolerance << ": " << wave.text();
      for (std::size_t i = 0; i < times.size(); ++i) {
        EXPECT_NEAR(times[i], expected[i], 1e-7) << "seed " << seed << ", tolerance " << tolerance;
      }
    }
  }
  EXPECT_GT(compared, 250);
  EXPECT_GT(crossings, 1000u);
}

// An oscillator that switches its stiffness and is kicked: the same in other units of its variables
// and of time, by powers of two and of ten, at every tolerance.
TEST(Units, DoNotChangeARun) {
  const std::string text =
      "model M\n  parameter Real s = 1, k = 1;\n"
      "  Real x(start = s, fixed = true), v(start = 0, fixed = true);\n  Integer n(start = 0);\n"
      "equation\n  der(x) = k*v;\n"
      "  der(v) = k*((if x > 0.1*s then -2 else -1)*x - 0.02*v + 0.3*s*tanh(x/(0.05*s)));\n"
      "  when v < -0.4*s then\n    reinit(v, -1.1*v);\n    n = pre(n) + 1;\n  end when;\nend M;\n";
  const auto run = [&](double size, double unit, double tolerance) {
    ModelFromText model(
        text, {{"s", fmt::format("{:.17g}", size)}, {"k", fmt::format("{:.17g}", 1.0 / unit)}});
    return model.run_to_end(
        {.stop_time = 15.0 * unit, .tolerance = tolerance, .times = {15.0 * unit}});
  };
  for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const Simulation reference = run(1.0, 1.0, tolerance);
    EXPECT_GT(last_value(reference, "n"), 2.0);
    for (const double size : {0x1p-20, 0x1p20, 1e-6, 1e6}) {
      for (const double unit : {0x1p-20, 1.0, 0x1p20, 1e-6, 1e6}) {
        const Simulation other = run(size, unit, tolerance);
        EXPECT_EQ(other.statistics.events, reference.statistics.events)
            << size << " " << unit << " " << tolerance;
        EXPECT_EQ(last_value(other, "n"), last_value(reference, "n"));
        EXPECT_NEAR(last_value(other, "x") / size, last_value(reference, "x"),
                    100.0 * tolerance + 1e-10)
            << size << " " << unit << " " << tolerance;
      }
    }
  }
}

}  // namespace
}  // namespace saltus::testing
