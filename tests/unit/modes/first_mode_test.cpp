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
  EXPECT_EQ(mode_for_condition("der(x) > 0"), std::vector<bool>{false});
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
