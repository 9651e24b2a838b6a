#include <gtest/gtest.h>

#include <string>

#include "tests/problems/event_log.h"

// Inequalities and guards that contain an impulsive variable within an expression.

namespace saltus::testing {
namespace {

// A boost converter: i' = 3 - v, with v = 0 until the switch opens at t = 1 and i = 3. A diode that
// stayed off would force the current to zero by an impulse of v; it takes the current over at
// v = 5, i' = -2, and blocks from 2.5 on, at v = 3.
void expect_takes_over(const std::string& declarations, const std::string& diode) {
  SCOPED_TRACE(diode);
  ModelFromText model("model M\n  Real i(start = 0, fixed = true), v, id, isw;\n  " + declarations +
                      "\nequation\n  der(i) = 3 - v;\n  i = isw + id;\n"
                      "  if time < 1 then v = 0; else isw = 0; end if;\n  " +
                      diode + "\nend M;\n");
  const Simulation run =
      model.run_to_end({.stop_time = 3.0, .tolerance = 1e-10, .times = {0.5, 1.5, 2.0, 3.0}});
  EXPECT_NEAR(value_at(run, 0.5, "i"), 1.5, 1e-10);
  EXPECT_NEAR(value_at(run, 1.5, "i"), 2.0, 1e-10);
  EXPECT_NEAR(value_at(run, 1.5, "v"), 5.0, 1e-10);
  EXPECT_NEAR(value_at(run, 2.0, "i"), 1.0, 1e-10);
  EXPECT_NEAR(last_value(run, "i"), 0.0, 1e-10);
  EXPECT_NEAR(last_value(run, "v"), 3.0, 1e-10);
}

void expect_inequality_decides(const std::string& diode) {
  expect_takes_over("Integer z(min = 0, max = 1);", diode);
}

TEST(ImpulsesInConditions, SumsAndProductsPassThemOn) {
  expect_takes_over("Real u;\n  Integer z(min = 0, max = 1);",
                    "u = v - 5;\n  z*u = (1 - z)*id;\n  (1 - z)*u - z*id <= 0;");
  const std::string equation = "z*(v - 5) = (1 - z)*id;\n  ";
  expect_inequality_decides(equation + "(1 - z)*(v - 5) - z*id <= 0;");
  expect_inequality_decides(equation + "z*id >= (1 - z)*(v - 5);");
  expect_inequality_decides(equation + "v - z*v <= 5*(1 - z) + z*id;");
  expect_inequality_decides(equation + "(1 - z)*((v - 5)*(2 + sin(time))) - z*id <= 0;");
  expect_inequality_decides(equation + "(1 - z)*(v - 5)/(1 + i*i) - z*id <= 0;");
}

TEST(ImpulsesInConditions, DerivativesOfWhatJumpsAreImpulses) {
  expect_inequality_decides("z*(-2 - der(i)) = (1 - z)*id;\n  (1 - z)*(-2 - der(i)) - z*id <= 0;");
}

TEST(ImpulsesInConditions, WhatIsNotLinearHasTheSignOfWhatIsInfinite) {
  const std::string equation = "z*(v - 5) = (1 - z)*id;\n  ";
  expect_inequality_decides(equation + "(1 - z)*(v - 5)^3 - z*id <= 0;");
  expect_inequality_decides(equation + "(1 - z)*max(v - 5, -1) - z*id <= 0;");
  expect_inequality_decides(equation + "(1 - z)*(exp(v) - exp(5)) - z*id <= 0;");
}

TEST(ImpulsesInConditions, GuardsReadThemAsInequalitiesDo) {
  expect_takes_over("", "if (v - 5) + id > 0 then v = 5; else id = 0; end if;");
  expect_takes_over("", "if (v - 5)*(1 + i*i) + 2*id > 0 then v = 5; else id = 0; end if;");
  expect_takes_over("", "min(5 - v, id) = 0;");
  expect_takes_over("", "id = max(0, id + v - 5);");
}

}  // namespace
}  // namespace saltus::testing
