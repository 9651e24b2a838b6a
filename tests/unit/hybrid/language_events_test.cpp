#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "tests/problems/model_from_text.h"

// What the operators of the language do in a run.

namespace saltus::testing {
namespace {

// Compares a column with what it must be, away from the instants at which `phase` is whole.
void expect_steps(const Simulation& run, const std::string& name,
                  const std::function<double(std::size_t)>& phase,
                  const std::function<double(double)>& expected) {
  std::size_t compared = 0;
  for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
    const double at = phase(row);
    if (std::fabs(at - std::round(at)) < 1e-6) continue;
    ++compared;
    EXPECT_EQ(value(run.trajectory, row, name), expected(at)) << name << " where " << at;
  }
  EXPECT_GT(compared, 20u);
}

TEST(LanguageEvents, StepsOfAStateGoUpAndDown) {
  ModelFromText model(R"(
    model M
      Real x(start = 0.1, fixed = true), v(start = 1, fixed = true), up, down, whole, rest;
      Integer n = integer(10*x);
    equation
      der(x) = v; der(v) = -4*x;
      up = ceil(7*x); down = floor(3*v); whole = div(v, 0.3); rest = mod(x, 0.1);
    end M;)");
  const Simulation run = model.run_to_end({.stop_time = 10.0, .tolerance = 1e-10, .interval = 0.1});
  const auto scaled = [&](const std::string& name, double factor) {
    return
        [&run, name, factor](std::size_t row) { return factor * value(run.trajectory, row, name); };
  };
  const auto floor = [](double e) { return std::floor(e); };
  expect_steps(run, "n", scaled("x", 10.0), floor);
  expect_steps(run, "down", scaled("v", 3.0), floor);
  expect_steps(run, "up", scaled("x", 7.0), [](double e) { return std::ceil(e); });
  expect_steps(run, "whole", scaled("v", 1.0 / 0.3), [](double e) { return std::trunc(e); });
  for (std::size_t row = 0; row < run.trajectory.row_count(); ++row) {
    EXPECT_GE(value(run.trajectory, row, "rest"), -1e-9);
    EXPECT_LE(value(run.trajectory, row, "rest"), 0.1 + 1e-9);
  }
}

// At 2 sin(6 t) = 0 the operand has no digits but those of rounding.
TEST(LanguageEvents, StepsOfTimeAndOfAlgebraicValues) {
  ModelFromText model(R"(
    model M
      Real s = floor(2*sin(6*time)), z = 3*sin(time) + 1, c = floor(z), t = floor(time/0.3);
    end M;)");
  const Simulation run = model.run_to_end({.stop_time = 6.0, .tolerance = 1e-10, .interval = 0.05});
  const auto time = [&](std::size_t row) { return run.trajectory.time(row); };
  const auto floor = [](double e) { return std::floor(e); };
  expect_steps(
      run, "s", [&](std::size_t row) { return 2.0 * std::sin(6.0 * time(row)); }, floor);
  expect_steps(
      run, "c", [&](std::size_t row) { return 3.0 * std::sin(time(row)) + 1.0; }, floor);
  expect_steps(
      run, "t", [&](std::size_t row) { return time(row) / 0.3; }, floor);
}

TEST(LanguageEvents, WhatHappensAtTheStartSeesTheConsistentPoint) {
  ModelFromText model(R"(
    model M
      Real y, z, x(start = 2, fixed = true), w(start = 1, fixed = true);
      discrete Real d, e;
      Boolean b = z > 10;
      Real steps = floor(y);
    equation
      y = 3*x + 1.5;
      der(x) = 0;
      z = 2*d;
      der(w) = if b then d else -d;
      when initial() then d = y; e = pre(y) + x; end when;
    end M;)");
  const Simulation run = model.run_to_end({.stop_time = 2.0, .tolerance = 1e-10});
  EXPECT_NEAR(last_value(run, "d"), 7.5, 1e-12);
  EXPECT_NEAR(last_value(run, "e"), 9.5, 1e-12);
  EXPECT_EQ(last_value(run, "steps"), 7.0);
  EXPECT_NEAR(last_value(run, "w"), 16.0, 1e-8);
}

TEST(LanguageEvents, HiddenValuesAreNotShown) {
  ModelFromText model("model M Real y = floor(time); end M;");
  const Simulation run = model.run_to_end({.stop_time = 2.5});
  for (const auto& column : run.trajectory.columns()) {
    EXPECT_EQ(column.name.find("floor"), std::string::npos) << column.name;
  }
}

TEST(LanguageEvents, AnEdgeIsAModeOfOneInstant) {
  ModelFromText model(R"(
    model Collision
      parameter Real eps = 0.5;
      Real x1(start = 0, fixed = true), x2(start = 1, fixed = true);
      Real v1(start = 2, fixed = true), v2(start = 0, fixed = true), F1, F2;
      Integer n;
    equation
      der(x1) = v1; der(x2) = v2; der(v1) = F1; 2*der(v2) = F2;
      if edge(x1 >= x2) then
        v2 - v1 = -eps*(pre(v2) - pre(v1)); F1 + F2 = 0;
      else
        F1 = 0; F2 = 0;
      end if;
      when edge(x1 >= x2) then n = pre(n) + 1; end when;
    end Collision;)");
  const Simulation run = model.run_to_end({.stop_time = 1.0, .tolerance = 1e-10});
  EXPECT_EQ(last_value(run, "n"), 1.0);
  EXPECT_NEAR(last_value(run, "v1"), 0.0, 1e-9);
  EXPECT_NEAR(last_value(run, "v2"), 1.0, 1e-9);
  EXPECT_NEAR(last_value(run, "x2"), 1.5, 1e-9);
}

TEST(LanguageEvents, ChoicesInsideWhenCountModuloFour) {
  ModelFromText model(R"(
    model M
      Integer n;
    equation
      when sample(0.1, 0.1) then
        if pre(n) >= 3 then n = 0; else n = pre(n) + 1; end if;
      end when;
    end M;)");
  EXPECT_EQ(last_value(model.run_to_end({.stop_time = 0.65}), "n"), 2.0);
}

}  // namespace
}  // namespace saltus::testing
