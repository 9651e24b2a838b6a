#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "tests/problems/event_log.h"

// Models with substitutions against reference solutions, and against the same models with
// equations in their place.

namespace saltus::testing {
namespace {

using Json = nlohmann::json;

const Json& reference() {
  static const Json json = [] {
    std::ifstream text(std::string(SALTUS_SOURCE_DIR) + "/tests/reference/substitutions.json");
    EXPECT_TRUE(text.is_open());
    return Json::parse(text);
  }();
  return json;
}

// ---------------------------------------------------------------- PID controller

const std::string kPidHead = R"(
model Pid
  parameter Real m = 1.5, kP = 12, kD = 5, kI = 4, xset = 1;
  Real x(start = 0, fixed = true), v(start = 0.2, fixed = true), i(start = 0, fixed = true), e;
  Real F = 0.3 + 0.8*sin(2*time);
)";

const std::string kPid = kPidHead + R"(
  Real u;
equation
  der(x) = v;
  der(v) = (F - u)/m;
  der(i) = e;
  u = kP*e + kD*der(e) + kI*i;
)";

struct Formulation {
  std::string name;
  std::string text;
  int index;
  std::vector<std::string> variables;
};

std::vector<Formulation> formulations() {
  const std::vector<std::string> all{"x", "v", "i", "e", "u"};
  return {
      {"(5) as written", kPid + "e = x - xset; end Pid;", 2, all},
      {"(7) e prime-substituted", kPid + "e = x - xset; der(e) <- der(x); end Pid;", 1, all},
      {"e base-prime-substituted", kPid + "e <- x - xset; der(e) <- der(x); end Pid;", 1, all},
      {"e base-substituted", kPid + "e <- x - xset; end Pid;", 1, all},
      {"(8) dummy z",
       kPidHead + R"(
  Real z(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = (F - der(z))/m;
  e = x - xset;
  der(i) = e;
  der(z) = kP*e + kD*der(e) + kI*i;
  der(e) <- der(x);
end Pid;
)",
       1,
       {"x", "v", "i", "e"}},
  };
}

TEST(SubstitutionReference, ThePidControllerIsTheSameInEveryFormulation) {
  const Json& pid = reference().at("pid");
  std::vector<double> times;
  for (const Json& point : pid.at("grid")) times.push_back(point.at("t"));
  for (const Formulation& formulation : formulations()) {
    ModelFromText model(formulation.text);
    EXPECT_EQ(model.first_mode().mode.structure.index, formulation.index) << formulation.name;
    EXPECT_EQ(model.first_mode().mode.structure.degrees_of_freedom,
              formulation.variables.size() == 4 ? 4 : 3)
        << formulation.name;
    const Simulation run = model.run_to_end(
        {.stop_time = 10.0, .tolerance = 1e-11, .times = times, .with_derivatives = true});
    double worst = 0.0;
    for (const Json& point : pid.at("grid")) {
      for (const std::string& name : formulation.variables) {
        worst = std::fmax(worst, mixed_error(value_at(run, point.at("t"), name), point.at(name)));
      }
      worst =
          std::fmax(worst, mixed_error(value_at(run, point.at("t"), "der(e)"), point.at("edot")));
    }
    EXPECT_LE(worst, 1e-11) << formulation.name;
    fmt::print("  {}: {:.1e}\n", formulation.name, worst);
    if (formulation.variables.size() == 4) {
      EXPECT_LE(mixed_error(last_value(run, "z"), pid.at("z_final")), 1e-11);
    }
  }
}

// ---------------------------------------------------------------- overflow tank

const std::string kTank = R"(
model OverflowTank
  parameter Real A = 2, hmax = 1.5;
  Real h(start = 1.2, fixed = true), Qx;
  Real Qi = 1 + 0.6*sin(time), Qo = 0.9 + 0.2*cos(time/2);
  Real spilled(start = 0, fixed = true);
equation
  der(spilled) = Qx;
)";

void expect_overflow(const std::string& text) {
  const Json& tank = reference().at("tank");
  ModelFromText model(text);
  std::vector<double> times;
  for (const Json& point : tank.at("grid")) times.push_back(point.at("t"));
  const Simulation run = model.run_to_end({.stop_time = 12.0, .tolerance = 1e-11, .times = times});
  const std::vector<double> instants = event_times(run);
  const Json& events = tank.at("events");
  ASSERT_EQ(instants.size(), events.size());
  double worst = 0.0;
  for (std::size_t k = 0; k < instants.size(); ++k) {
    worst = std::fmax(worst, mixed_error(instants[k], events[k].at("t")));
    for (const char* name : {"h", "Qx"}) {
      const Limits limits = limits_at(run, instants[k], name);
      worst = std::fmax(worst, mixed_error(limits.left, events[k].at("before").at(name)));
      worst = std::fmax(worst, mixed_error(limits.right, events[k].at("after").at(name)));
    }
  }
  for (const Json& point : tank.at("grid")) {
    for (const char* name : {"h", "Qx"}) {
      worst = std::fmax(worst, mixed_error(value_at(run, point.at("t"), name), point.at(name)));
    }
  }
  worst = std::fmax(worst, mixed_error(last_value(run, "spilled"), tank.at("overflow_volume")));
  EXPECT_LE(worst, 1e-11);
  fmt::print("  overflow tank: {:.1e}\n", worst);
}

TEST(SubstitutionReference, TheTankOverflowsByConditionalEquations) {
  expect_overflow(kTank + R"(
  if h < hmax or Qi < Qo then
    A*der(h) = Qi - Qo;
    Qx = 0;
  elseif h >= hmax and Qi >= Qo then
    A*der(h) = 0;
    Qx = Qi - Qo;
  end if;
end OverflowTank;
)");
}

TEST(SubstitutionReference, TheTankOverflowsByAGuardedSubstitution) {
  expect_overflow(kTank + R"(
  A*der(h) = Qi - Qo - Qx;
  if h < hmax or Qi < Qo then
    Qx <- 0;
  elseif h >= hmax and Qi >= Qo then
    Qx <- Qi - Qo;
  end if;
end OverflowTank;
)");
}

// ---------------------------------------------------------------- random models

// x1, x2, x3 are integrated; each of s1 … s4 is given by those and by the ones after it, in part
// by guarded expressions. `arrow` is `<-` or `=`; `order` is in which order the lines stand.
class RandomModel {
 public:
  explicit RandomModel(unsigned seed) : random_(seed) {
    for (int i = 1; i <= 3; ++i) {
      dynamics_.push_back(fmt::format("der(x{}) = {} - x{}", i, term(1), i));
    }
    for (int i = 1; i <= 4; ++i) {
      const std::string first = term(i + 1), second = term(i + 1);
      conditions_.push_back(below(3) == 0 ? fmt::format("{} > {}", state(), number()) : "");
      values_.push_back({first, second});
    }
  }

  std::string text(const std::string& arrow, unsigned order) const {
    std::vector<std::string> lines;
    for (const std::string& line : dynamics_) lines.push_back(line + ";");
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const std::string name = fmt::format("s{} {} ", i + 1, arrow);
      lines.push_back(conditions_[i].empty()
                          ? name + values_[i][0] + ";"
                          : "if " + conditions_[i] + " then " + name + values_[i][0] + "; else " +
                                name + values_[i][1] + "; end if;");
    }
    std::mt19937 shuffle(order);
    std::shuffle(lines.begin(), lines.end(), shuffle);
    std::string text =
        "model M\n  Real x1(start = 0.3, fixed = true), x2(start = -0.2, fixed = true);\n"
        "  Real x3(start = 0.7, fixed = true), s1, s2, s3, s4;\nequation\n";
    for (const std::string& line : lines) text += "  " + line + "\n";
    return text + "end M;\n";
  }

 private:
  int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(random_); }
  std::string number() { return fmt::format("{:.2f}", 0.01 * below(100)); }
  std::string state() { return fmt::format("x{}", 1 + below(3)); }
  // Of the states and of s_k, k >= first
  std::string leaf(int first) {
    const int choice = below(6);
    if (choice == 0) return "time";
    return choice < 4 && first <= 4 ? fmt::format("s{}", first + below(5 - first)) : state();
  }
  std::string term(int first) {
    switch (below(4)) {
      case 0:
        return fmt::format("sin({} + {}*{})", leaf(first), number(), leaf(first));
      case 1:
        return fmt::format("{}*cos({})", number(), leaf(first));
      case 2:
        return fmt::format("tanh({}*{})", leaf(first), leaf(first));
      default:
        return fmt::format("({} + {})/2", leaf(first), leaf(first));
    }
  }

  std::mt19937 random_;
  std::vector<std::string> dynamics_, conditions_;
  std::vector<std::array<std::string, 2>> values_;
};

Simulation simulate_text(const std::string& text) {
  ModelFromText model(text);
  return model.run({.stop_time = 2.0, .tolerance = 1e-12, .interval = 0.25});
}

void expect_same(const Simulation& a, const Simulation& b, double bound, const std::string& text) {
  ASSERT_EQ(a.end.reason, b.end.reason) << text;
  ASSERT_EQ(a.trajectory.row_count(), b.trajectory.row_count()) << text;
  for (std::size_t row = 0; row < a.trajectory.row_count(); ++row) {
    for (const char* name : {"x1", "x2", "x3", "s1", "s2", "s3", "s4"}) {
      ASSERT_LE(mixed_error(value(a.trajectory, row, name), value(b.trajectory, row, name)), bound)
          << name << " in row " << row << "\n"
          << text;
    }
  }
}

TEST(SubstitutionProperties, AModelWithEquationsInsteadIsTheSame) {
  for (unsigned seed = 0; seed < 120 && !HasFatalFailure(); ++seed) {
    const RandomModel model(seed);
    const std::string text = model.text("<-", 0);
    expect_same(simulate_text(text), simulate_text(model.text("=", 0)), 1e-10, text);
  }
}

TEST(SubstitutionProperties, TheOrderOfWritingDoesNotMatter) {
  for (unsigned seed = 0; seed < 60 && !HasFatalFailure(); ++seed) {
    const RandomModel model(seed);
    const std::string text = model.text("<-", 1);
    expect_same(simulate_text(model.text("<-", 0)), simulate_text(text), 1e-12, text);
  }
}

}  // namespace
}  // namespace saltus::testing
