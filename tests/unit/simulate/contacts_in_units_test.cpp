#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/problems/event_log.h"

// Contacts and diodes do not depend on the unit of time, on units of values, on the tolerance or on
// how they are written. Closed forms.

namespace saltus::testing {
namespace {

constexpr double kFactor = 1048576.0;  // 2^20
const double kTimes[] = {1.0 / kFactor, 1.0, kFactor};
const double kTolerances[] = {1e-2, 1e-3, 1e-4, 1e-6, 1e-9, 1e-12};

enum class Form { minimum, parametric, binary };
constexpr Form kForms[] = {Form::minimum, Form::parametric, Form::binary};

// 0 <= `force`, 0 <= `gap`, and one of them is zero. `index` tells the contacts of a model apart.
std::string contact(Form form, const std::string& force, const std::string& gap, int index = 0) {
  switch (form) {
    case Form::minimum:
      return fmt::format("  0 = min({}, {});\n", force, gap);
    case Form::parametric:
      return fmt::format(
          "  {0} = if s{2} > 0 then s{2} else 0;\n  {1} = if s{2} > 0 then 0 else -s{2};\n", force,
          gap, index);
    case Form::binary:
      return fmt::format(
          "  z{2}*({1}) - (1 - z{2})*{0} = 0;\n  -(1 - z{2})*({1}) - z{2}*{0} <= 0;\n", force, gap,
          index);
  }
  return {};
}

std::string declarations_of(Form form, int index = 0) {
  if (form == Form::parametric) return fmt::format("  Real s{};\n", index);
  if (form == Form::binary) return fmt::format("  Integer z{}(min = 0, max = 1);\n", index);
  return {};
}

// A mass above the ground at zero, under a force f, in units of time and length.
struct Mass {
  double x, v;
  std::string force;  // of `t`
  double time = 1.0, length = 1.0;
  Form form = Form::binary;

  std::string text() const {
    return fmt::format(
               "model M\n  Real x(start = {:.17g}, fixed = true), v(start = {:.17g}, fixed = "
               "true), N, t;\n",
               x * length, v * length) +
           declarations_of(form) +
           fmt::format(
               "equation\n  t = time/{0:.17g};\n  {0:.17g}*der(x) = v;\n"
               "  {0:.17g}*der(v) = {1:.17g}*({2}) + N;\n",
               time, length, force) +
           contact(form, "N", "x") + "end M;\n";
  }
  std::string name() const {
    return fmt::format("time {} length {} form {}", time, length, static_cast<int>(form));
  }
};

template <class Check>
void for_all_units(Mass mass, const Check& check) {
  for (mass.time = 1.0 / kFactor; mass.time <= kFactor; mass.time *= kFactor) {
    for (mass.length = 1.0 / kFactor; mass.length <= kFactor; mass.length *= kFactor) {
      for (const Form form : kForms) {
        mass.form = form;
        for (const double tolerance : kTolerances) {
          SCOPED_TRACE(fmt::format("{} tolerance {}", mass.name(), tolerance));
          check(mass, tolerance);
        }
      }
    }
  }
}

// v² = v0² + 6 x0: the mass is stopped by an impulse of first order, and its position does not
// move.
TEST(ContactsInUnits, APlasticImpactHasAnImpulseOfFirstOrder) {
  for_all_units({.x = 0.477, .v = 0.406, .force = "-3"}, [](const Mass& mass, double tolerance) {
    ModelFromText model(mass.text());
    const Simulation run = model.run_to_end({.stop_time = 2.0 * mass.time, .tolerance = tolerance});
    const double speed = std::sqrt(0.406 * 0.406 + 6.0 * 0.477);
    EXPECT_NEAR(event_times(run).back() / mass.time, (0.406 + speed) / 3.0, 1e-11);
    const MicroStep::VariableImpulse* impulse = nullptr;
    for (const MicroStep& step : run.events) {
      if (impulse == nullptr) impulse = find_impulse(model, step, "N");
    }
    ASSERT_NE(impulse, nullptr);
    EXPECT_EQ(impulse->order, 1);
    EXPECT_NEAR(impulse->weights[0] / (mass.time * mass.length), speed, 1e-10);
    EXPECT_NEAR(last_value(run, "x") / mass.length, 0.0, 1e-13);
    EXPECT_NEAR(last_value(run, "N") / mass.length, 3.0, 1e-12);
  });
}

// The force of the contact, 1 - cos(t), touches zero at 2 pi.
TEST(ContactsInUnits, AForceThatTouchesZeroKeepsTheContact) {
  for_all_units({.x = 0.1, .v = -1.0, .force = "cos(t) - 1"}, [](const Mass& mass,
                                                                 double tolerance) {
    ModelFromText model(mass.text());
    const Simulation run = model.run_to_end({.stop_time = 8.0 * mass.time, .tolerance = tolerance});
    EXPECT_NEAR(last_value(run, "x") / mass.length, 0.0, 1e-9);
    EXPECT_NEAR(last_value(run, "N") / mass.length, 1.0 - std::cos(8.0), 1e-9);
  });
}

// The impact is at t = 1. After it the force pulls up, at first by very little: the mass leaves the
// ground at once, and comes back at 1.009.
TEST(ContactsInUnits, AMassThatAWeakForceLiftsComesBack) {
  for_all_units({.x = 0.4925 + 5.0 / 6.0, .v = -3.0, .force = "5.015 - 5*t"}, [](const Mass& mass,
                                                                                 double tolerance) {
    ModelFromText model(mass.text());
    const Simulation run = model.run_to_end({.stop_time = 2.0 * mass.time, .tolerance = tolerance});
    EXPECT_NEAR(event_times(run).back() / mass.time, 1.009, 1e-9);
    EXPECT_NEAR(last_value(run, "x") / mass.length, 0.0, 1e-12);
    EXPECT_NEAR(last_value(run, "N") / mass.length, 4.985, 1e-9);
  });
}

// Right after the ground was left, the rounding of the position may cross it: the present values
// stay, and the ground is watched again.
TEST(ContactsInUnits, GroundThatWasLeftIsWatched) {
  const Mass masses[] = {
      {.x = 0.717, .v = 0.912, .force = "(3.484*sin(3.945*t + 2.727) - 3.456)/1.822"},
      {.x = 0.663, .v = 0.734, .force = "(4.675*sin(3.418*t + 0.551) - 3.882)/1.693"},
      {.x = 0.757, .v = -0.333, .force = "(-4.526*sin(3.345*t + 1.099) - 3.835)/1.605"}};
  for (Mass mass : masses) {
    SCOPED_TRACE(mass.force);
    mass.form = Form::minimum;
    ModelFromText reference(mass.text());
    const Simulation expected = reference.run_to_end({.stop_time = 3.0, .tolerance = 1e-9});
    mass.form = Form::binary;
    ModelFromText model(mass.text());
    const Simulation run = model.run_to_end({.stop_time = 3.0, .tolerance = 1e-9});
    EXPECT_NEAR(last_value(run, "x"), last_value(expected, "x"), 1e-8);
    EXPECT_NEAR(last_value(run, "N"), last_value(expected, "N"), 1e-7);
    EXPECT_GE(last_value(run, "x"), -1e-12);
  }
}

// A second mass on a spring leaves its ground while the first one flies: only a force of second
// order could put that one on the ground, too.
TEST(ContactsInUnits, APositionDoesNotJumpToAContact) {
  for (const double time : kTimes) {
    for (const Form form : kForms) {
      SCOPED_TRACE(fmt::format("time {} form {}", time, static_cast<int>(form)));
      const std::string text =
          "model M\n  Real x(start = 1, fixed = true), v(start = 0.5, fixed = true), N;\n"
          "  Real y(start = 0, fixed = true), w(start = 0, fixed = true), P;\n" +
          declarations_of(form, 0) + declarations_of(form, 1) +
          fmt::format(
              "equation\n  {0:.17g}*der(x) = v;\n  {0:.17g}*der(v) = N;\n"
              "  {0:.17g}*der(y) = w;\n  {0:.17g}*der(w) = x - 1.25 + P;\n",
              time) +
          contact(form, "N", "x", 0) + contact(form, "P", "y", 1) + "end M;\n";
      ModelFromText model(text);
      const Simulation run = model.run_to_end({.stop_time = 1.5 * time, .tolerance = 1e-9});
      EXPECT_NEAR(last_value(run, "x"), 1.75, 1e-12);
      EXPECT_NEAR(event_times(run).back() / time, 0.5, 1e-12);
      // y'' = (t - 0.5)/2
      EXPECT_NEAR(last_value(run, "y"), 1.0 / 12.0, 1e-12);
    }
  }
}

// In a slow unit of time a force of 1e-12 holds as well as one of 1.
TEST(ContactsInUnits, AWeakForceHoldsAContact) {
  for (const double rate : {1.0, 1e-3, 1e-6, 1e3}) {
    SCOPED_TRACE(rate);
    ModelFromText model(fmt::format(
        "model M\n  Real x(start = 0, fixed = true), v(start = {:.17g}, fixed = true), F, s;\n"
        "equation\n  der(x) = v;\n  der(v) = {:.17g} - F;\n  F = if s > 0 then s else 0;\n"
        "  1000 - x = if s > 0 then 0 else -s;\nend M;\n",
        1000.0 * rate, rate * rate));
    const Simulation run = model.run_to_end({.stop_time = 2.0 / rate});
    EXPECT_NEAR(last_value(run, "x"), 1000.0, 1e-9);
    EXPECT_NEAR(last_value(run, "F") / (rate * rate), 1.0, 1e-9);
  }
}

// A voltage doubler with empty capacitors: all currents and voltages are zero at the start.
TEST(ContactsInUnits, ACornerAtTheStartIsDecidedByWhatFollows) {
  double reference = 0.0;
  for (const Form form : kForms) {
    SCOPED_TRACE(static_cast<int>(form));
    ModelFromText model(
        "model M\n  Real v(start = 0, fixed = true), w(start = 0, fixed = true), x, i0, i1;\n" +
        declarations_of(form, 0) + declarations_of(form, 1) +
        "equation\n  x = 10*sin(6*time) + v + 0.2*(i0 - i1);\n  0.67*der(v) = i0 - i1;\n"
        "  1.34*der(w) = i1 - w;\n" +
        contact(form, "i0", "x", 0) + contact(form, "i1", "w - x", 1) + "end M;\n");
    const Simulation run = model.run_to_end({.stop_time = 1.0, .tolerance = 1e-10});
    if (form == kForms[0]) reference = last_value(run, "w");
    EXPECT_NEAR(last_value(run, "w"), reference, 1e-7);
    EXPECT_GT(reference, 1.0);
  }
}

// An ideal bridge whose source crosses zero under load has a mode in which all four conduct, and
// their currents are not determined. No share of two modes carries current at a reverse voltage.
TEST(ContactsInUnits, DiodesDoNotSlideBetweenTheirValues) {
  std::string diodes;
  const char* voltages[] = {"p - a", "p - b", "a - n", "b - n"};
  for (int k = 0; k < 4; ++k)
    diodes += contact(Form::binary, fmt::format("i{}", k), voltages[k], k);
  std::string binaries;
  for (int k = 0; k < 4; ++k) binaries += declarations_of(Form::binary, k);
  ModelFromText model(
      "model M\n  Real p, n, a, b, i0, i1, i2, i3, is, i(start = 0, fixed = true);\n" + binaries +
      "equation\n  b = 0;\n  i + 0.001*(p - a) = i0 + i1;\n  i = i2 + i3 + 0.001*n;\n"
      "  is = i0 - i2;\n  a = sin(6*time) - 0.1*is;\n  der(i) = p - n - 0.49*i;\n" +
      diodes + "end M;\n");
  const Simulation run = model.run({.stop_time = 1.0});
  const Trajectory& rows = run.trajectory;
  for (std::size_t row = 0; row < rows.row_count(); ++row) {
    const double p = value(rows, row, "p"), n = value(rows, row, "n");
    const double a = value(rows, row, "a"), b = value(rows, row, "b");
    const double gaps[] = {p - a, p - b, a - n, b - n};
    for (int k = 0; k < 4; ++k) {
      const double current = value(rows, row, fmt::format("i{}", k));
      EXPECT_NEAR(std::min(current, gaps[k]), 0.0, 1e-7) << rows.time(row) << " diode " << k;
    }
  }
}

}  // namespace
}  // namespace saltus::testing
