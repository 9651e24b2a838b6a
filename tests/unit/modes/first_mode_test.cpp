#include "saltus/compiler/modes/first_mode.h"

#include <gtest/gtest.h>

#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

std::vector<bool> first_mode(const FlatSystem& system) {
  Diagnostics diagnostics;
  return find_first_mode(system, diagnostics)->values();
}

std::vector<bool> mode_for_condition(const std::string& condition,
                                     const std::string& annotation = "") {
  return first_mode(flatten_model(
      "parameter Real p = 2; Real x(start = 3), y; Real z;",
      "der(x) = 1; der(y) = 1; z = if " + condition + " then 1 else 2;" + annotation));
}

TEST(FirstMode, StartValuesDecideTheGuards) {
  EXPECT_EQ(mode_for_condition("x > p"), std::vector<bool>{true});
  EXPECT_EQ(mode_for_condition("x < p"), std::vector<bool>{false});
}

TEST(FirstMode, WithoutAStartValueAVariableIsZero) {
  EXPECT_EQ(mode_for_condition("y >= 0"), std::vector<bool>{true});
  EXPECT_EQ(mode_for_condition("der(z) > 0"), std::vector<bool>{false});
}

TEST(FirstMode, WhatEquationsDetermineIsNotGuessed) {
  EXPECT_EQ(mode_for_condition("der(x) > 0"), std::vector<bool>{true});
  const auto named = [](const std::string& equations) {
    return first_mode(
        flatten_model("Real x(start = 3, fixed = true), y(start = 3), z, named, other;",
                      "der(x) = 1; der(y) = 1; z = if named > 2 then 1 else 2; " + equations));
  };
  EXPECT_EQ(named("named = 2.5; other = 0;"), std::vector<bool>{true});
  EXPECT_EQ(named("other = 2*x; named = other - 3;"), std::vector<bool>{true});
  EXPECT_EQ(named("named = other - 3; 2*y = other; "), std::vector<bool>{true});
  EXPECT_EQ(named("named = other + time; x - other = 0;"), std::vector<bool>{false});
}

// Steps and guards count as determined when what they depend on is.
TEST(FirstMode, StepsAndGuardsAreFollowed) {
  EXPECT_EQ(first_mode(flatten_model("Real x(start = 3.5, fixed = true), h, z;",
                                     "der(x) = 1; h = floor(x); z = if h > 2.9 then 1 else 2;")),
            std::vector<bool>{true});
  EXPECT_EQ(first_mode(flatten_model("Real x(start = 3, fixed = true), h, z;",
                                     "der(x) = 1; h = if x > 2 then 5 else 0;\n"
                                     "z = if h > 4 then 1 else 2;")),
            (std::vector<bool>{true, true}));
}

TEST(FirstMode, TimeBeginsAtTheStartTime) {
  EXPECT_EQ(mode_for_condition("time >= 5"), std::vector<bool>{false});
  EXPECT_EQ(mode_for_condition("time >= 5", "annotation(experiment(StartTime = 5));"),
            std::vector<bool>{true});
}

TEST(FirstMode, GuardsInConditionsComeFirst) {
  // abs(x - 4) = 1 at x = 3: guards `x - 4 >= 0` (false) and `abs(x - 4) > 0.5` (true).
  EXPECT_EQ(mode_for_condition("abs(x - 4) > 0.5"), (std::vector<bool>{false, true}));
}

TEST(FirstMode, SampleIsNotYetDue) {
  EXPECT_EQ(mode_for_condition("sample(0, 1)"), std::vector<bool>{false});
}

}  // namespace
}  // namespace saltus
