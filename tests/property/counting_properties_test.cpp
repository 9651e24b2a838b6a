#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/problems/event_log.h"

// How often relations on functions with kinks become true, counted by `when`, against the same
// counted from the values between all points at which anything can change.

namespace saltus::testing {
namespace {

struct Function {
  int kind;
  double a;
  std::string text() const {
    switch (kind) {
      case 0:
        return fmt::format("max(x, ({}))", a);
      case 1:
        return fmt::format("min(x, ({}))", a);
      case 2:
        return fmt::format("abs(x - ({}))", a);
      default:
        return fmt::format("(if x > ({0}) then x - ({0}) else 2*(({0}) - x)^2)", a);
    }
  }
  double at(double x) const {
    switch (kind) {
      case 0:
        return std::max(x, a);
      case 1:
        return std::min(x, a);
      case 2:
        return std::fabs(x - a);
      default:
        return x > a ? x - a : 2.0 * (a - x) * (a - x);
    }
  }
  // Where it is c.
  std::vector<double> roots(double c) const {
    if (kind < 2) return {c};
    if (kind == 2) return {a + c, a - c};
    return {a + c, a - std::sqrt(std::max(c, 0.0) / 2.0)};
  }
};

struct Count {
  Function function;
  double level;
  int relation;  // of < <= > >=
  bool is_named;
  std::string condition(std::size_t i) const {
    static const char* const kRelations[] = {"<", "<=", ">", ">="};
    const std::string value = is_named ? fmt::format("y{}", i) : function.text();
    return fmt::format("{} {} ({})", value, kRelations[relation], level);
  }
  bool holds(double x) const {
    const double y = function.at(x);
    switch (relation) {
      case 0:
        return y < level;
      case 1:
        return y <= level;
      case 2:
        return y > level;
      default:
        return y >= level;
    }
  }
};

// x' is given, and x is set anew at 1 and 2. Levels are often the value at the kink.
class RandomModel {
 public:
  explicit RandomModel(unsigned seed) : random_(seed) {
    rate_ = sign() * (1.0 + 0.125 * whole(0, 8));
    for (double& x : starts_) x = whole(-8, 8) / 4.0 + 0.0625;
    for (int i = 0; i < 4; ++i) {
      const Function function{whole(0, 3), whole(-4, 4) / 4.0};
      const bool is_at_kink = whole(0, 1) == 1;
      const double level = is_at_kink ? function.at(function.a) : whole(-4, 4) / 4.0;
      counts_.push_back({function, level, whole(0, 3), whole(0, 2) > 0});
    }
  }

  std::string text() const {
    std::string declarations = fmt::format("  Real x(start = {}, fixed = true);\n", starts_[0]);
    std::string equations = fmt::format("  der(x) = {};\n", rate_);
    equations += fmt::format(
        "  when sample(1, 1) then reinit(x, if time < 1.5 then {} else {}); end when;\n",
        starts_[1], starts_[2]);
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      declarations += fmt::format("  Real y{0};\n  Integer n{0}(start = 0);\n", i);
      equations += fmt::format("  y{0} = {1};\n  when {2} then n{0} = pre(n{0}) + 1; end when;\n",
                               i, counts_[i].function.text(), counts_[i].condition(i));
    }
    return "model M\n" + declarations + "equation\n" + equations + "end M;\n";
  }

  std::size_t size() const { return counts_.size(); }

  // At the end, t = 2.87.
  int count(std::size_t i) const {
    const Count& count = counts_[i];
    int times = 0;
    bool before = count.holds(starts_[0]);
    for (std::size_t piece = 0; piece < 3; ++piece) {
      const double x0 = starts_[piece], x1 = x0 + rate_ * (piece < 2 ? 1.0 : 0.87);
      std::vector<double> points = count.function.roots(count.level);
      points.insert(points.end(), {count.function.a, x0, x1});
      const double low = std::min(x0, x1), high = std::max(x0, x1);
      std::erase_if(points, [&](double x) { return x < low || x > high; });
      std::sort(points.begin(), points.end());
      if (rate_ < 0.0) std::reverse(points.begin(), points.end());
      for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        if (points[k] == points[k + 1]) continue;
        const bool now = count.holds(0.5 * (points[k] + points[k + 1]));
        times += now && !before ? 1 : 0;
        before = now;
      }
    }
    return times;
  }

 private:
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  double sign() { return whole(0, 1) == 1 ? 1.0 : -1.0; }

  std::mt19937 random_;
  double rate_ = 1.0;
  double starts_[3] = {};
  std::vector<Count> counts_;
};

TEST(Counting, IsThatOfTheValues) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const RandomModel random(seed);
    ModelFromText model(random.text());
    const Simulation run = model.run_to_end({.stop_time = 2.87});
    for (std::size_t i = 0; i < random.size(); ++i) {
      EXPECT_EQ(last_value(run, fmt::format("n{}", i)), random.count(i))
          << "seed " << seed << ", n" << i << "\n"
          << random.text();
    }
  }
}

}  // namespace
}  // namespace saltus::testing
