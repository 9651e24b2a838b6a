#include <gtest/gtest.h>

#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

using Texts = std::vector<std::string>;

const std::string model = R"(model M
  parameter Real length(min = 0) = 1;
  parameter Real area = length^2;
  parameter Integer n = 2;
  parameter Boolean closed = false;
  constant Real pi = 3;
  final parameter Real fixed_one = 1;
  Real x;
equation
  x = if closed then area else pi;
end M;)";

TEST(Overrides, DependentParametersFollow) {
  const FlatSystem system = flatten_text(model, {{"length", "3"}});
  EXPECT_EQ(system.parameters[ParameterId(0)].value, 3.0);
  EXPECT_EQ(system.parameters[ParameterId(1)].value, 9.0);
}

TEST(Overrides, TheLastOneWins) {
  const FlatSystem system = flatten_text(model, {{"length", "3"}, {"length", "1e-3"}});
  EXPECT_EQ(system.parameters[ParameterId(0)].value, 1e-3);
}

TEST(Overrides, BooleansAndIntegersHaveTheirOwnValues) {
  const FlatSystem system = flatten_text(model, {{"closed", "true"}, {"n", "-7"}});
  EXPECT_EQ(system.parameters[ParameterId(2)].value, -7.0);
  EXPECT_EQ(equations_of(system), Texts{"x = area"});
}

TEST(Overrides, AValueThatDoesNotFitIsReported) {
  for (const auto& [name, value] : Overrides{{"length", "two"},
                                             {"length", "1 m"},
                                             {"length", ""},
                                             {"length", "inf"},
                                             {"n", "2.5"},
                                             {"closed", "1"},
                                             {"length", "0x10"}}) {
    EXPECT_EQ(try_flatten(model, {{name, value}}).codes, Texts{"F0303"}) << name << '=' << value;
  }
}

TEST(Overrides, WhatIsNoParameterIsReported) {
  EXPECT_EQ(try_flatten(model, {{"lenght", "2"}}).codes, Texts{"F0301"});
  EXPECT_EQ(try_flatten(model, {{"x", "2"}}).codes, Texts{"F0302"});
  EXPECT_EQ(try_flatten(model, {{"pi", "2"}}).codes, Texts{"F0302"});
  EXPECT_EQ(try_flatten(model, {{"fixed_one", "2"}}).codes, Texts{"F0302"});
}

TEST(Overrides, BoundsHoldForOverridesToo) {
  EXPECT_EQ(try_flatten(model, {{"length", "-1"}}).codes, Texts{"F0306"});
}

}  // namespace
}  // namespace saltus
