#include "saltus/compiler/flat/change_parameters.h"

#include <gtest/gtest.h>

#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

using Changes = std::vector<std::pair<std::string, double>>;

const FlatParameter& parameter(const FlatSystem& system, const std::string& name) {
  for (const FlatParameter& each : system.parameters) {
    if (each.name == name) return each;
  }
  throw std::runtime_error("no parameter " + name);
}

TEST(ChangeParameters, WhatDependsOnAParameterFollowsIt) {
  const FlatSystem before = flatten_model(
      "parameter Real a = 2*b; parameter Real b = 1; Real x(start = a + 1, nominal = 10*b); Real "
      "y;",
      "der(x) = a*y; y = b;");
  const auto after = change_parameters(before, Changes{{"b", 3.0}});
  ASSERT_TRUE(after.has_value());
  EXPECT_EQ(parameter(*after, "b").value, 3.0);
  EXPECT_EQ(parameter(*after, "a").value, 6.0);
  EXPECT_EQ(after->variables[VariableId(0)].start, 7.0);
  EXPECT_EQ(after->variables[VariableId(0)].nominal, 30.0);
  EXPECT_EQ(parameter(before, "a").value, 2.0);
}

TEST(ChangeParameters, AGivenValueReplacesTheBinding) {
  const FlatSystem before =
      flatten_model("parameter Real a = 2*b; parameter Real b = 1; Real x;", "der(x) = a;");
  const auto after = change_parameters(before, Changes{{"a", 5.0}, {"b", 4.0}});
  ASSERT_TRUE(after.has_value());
  EXPECT_EQ(parameter(*after, "a").value, 5.0);
}

TEST(ChangeParameters, WhatDecidesTheSystemIsStructural) {
  const FlatSystem system = flatten_model(
      "parameter Boolean fast = true; parameter Real a = 1; parameter Real top = 2;"
      "parameter Integer n = 1; Real x(max = top); Real y;",
      "if fast then der(x) = a; else der(x) = -a; end if; y = if n > 1 then x else 2*x;");
  EXPECT_TRUE(parameter(system, "fast").is_structural);
  EXPECT_TRUE(parameter(system, "top").is_structural);
  EXPECT_TRUE(parameter(system, "n").is_structural);
  EXPECT_FALSE(parameter(system, "a").is_structural);
  EXPECT_FALSE(change_parameters(system, Changes{{"fast", 0.0}}).has_value());
  EXPECT_FALSE(change_parameters(system, Changes{{"n", 2.0}}).has_value());
  EXPECT_TRUE(change_parameters(system, Changes{{"fast", 1.0}, {"a", 2.0}}).has_value());
}

TEST(ChangeParameters, AStructuralParameterMayDependOnOthersAsLongAsItKeepsItsValue) {
  const FlatSystem system =
      flatten_model("parameter Real m = 3; parameter Boolean heavy = m > 2; Real x;",
                    "if heavy then der(x) = m; else der(x) = 0; end if;");
  EXPECT_FALSE(parameter(system, "m").is_structural);
  EXPECT_TRUE(change_parameters(system, Changes{{"m", 4.0}}).has_value());
  EXPECT_FALSE(change_parameters(system, Changes{{"m", 1.0}}).has_value());
}

TEST(ChangeParameters, GivesNothingForWhatAlsoTheTextWouldNotTake) {
  const FlatSystem system = flatten_model(
      "parameter Real a(min = 0) = 1; final parameter Real f = 1; constant Real c = 1;"
      "parameter Integer n = 1; parameter Real q = 1/a; Real x(start = a, max = 2);",
      "der(x) = a + f + c + n + q;");
  EXPECT_FALSE(change_parameters(system, Changes{{"none", 1.0}}).has_value());
  EXPECT_FALSE(change_parameters(system, Changes{{"f", 2.0}}).has_value());
  EXPECT_FALSE(change_parameters(system, Changes{{"c", 2.0}}).has_value());
  EXPECT_FALSE(change_parameters(system, Changes{{"n", 1.5}}).has_value());
  EXPECT_FALSE(change_parameters(system, Changes{{"a", -1.0}}).has_value());
  EXPECT_FALSE(change_parameters(system, Changes{{"a", 0.0}}).has_value());  // 1/a
  EXPECT_FALSE(change_parameters(system, Changes{{"a", 3.0}}).has_value());  // start above max
  EXPECT_TRUE(change_parameters(system, Changes{{"a", 2.0}}).has_value());
}

}  // namespace
}  // namespace saltus
