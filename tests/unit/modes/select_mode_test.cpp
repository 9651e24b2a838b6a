#include "saltus/compiler/modes/select_mode.h"

#include <gtest/gtest.h>

#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

using Texts = std::vector<std::string>;

Mode mode_of(std::initializer_list<bool> values) {
  Mode mode;
  for (const bool value : values) mode.add(value);
  return mode;
}

Texts residuals(FlatSystem& system, const Mode& mode) {
  Texts texts;
  for (const ModeEquation& equation : select_mode(system, mode).equations) {
    texts.push_back(printed(system, equation.residual));
  }
  return texts;
}

TEST(SelectMode, ResidualsAreLeftMinusRight) {
  FlatSystem system = flatten_model("parameter Real k = 2; Real x, y;", "der(x) = k*y; 0 = x + y;");
  EXPECT_EQ(residuals(system, {}), (Texts{"der(x) - k*y", "-(x + y)"}));
}

TEST(SelectMode, AModeSelectsEquationsAndBranches) {
  FlatSystem system = flatten_model("Real x, y;", R"(
    der(x) = if x > 1 then y else -y;
    if x > 1 then y = 1; else der(y) = 2; end if;)");
  ASSERT_EQ(system.guards.size(), 1u);
  EXPECT_EQ(residuals(system, mode_of({true})), (Texts{"der(x) - y", "y - 1"}));
  EXPECT_EQ(residuals(system, mode_of({false})), (Texts{"der(x) - (-y)", "der(y) - 2"}));
  EXPECT_EQ(select_mode(system, mode_of({false})).equations[1].equation, EquationId(2));
}

TEST(SelectMode, UnknownsAreTheContinuousVariablesWithoutInputs) {
  FlatSystem system =
      flatten_model("Real x; input Real u; Integer n; discrete Real d; Real y; Boolean b;", R"(
    der(x) = u; y = x; n = 1; b = x > 0;
    when b then d = 1; end when;)");
  const ModeSystem selected = select_mode(system, Mode(system.guards.size(), false));
  EXPECT_EQ(selected.unknowns, (std::vector<VariableId>{VariableId(0), VariableId(4)}));
  EXPECT_EQ(selected.equations.size(), 2u);
}

TEST(SelectMode, NoGuardIsLeft) {
  FlatSystem system =
      flatten_model("Real x;", "der(x) = abs(sin(x)) + max(x, min(x, 2*x)) + sign(x);");
  for (unsigned bits = 0; bits < 32; ++bits) {
    Mode mode;
    for (const GuardId guard : system.guards.ids()) mode.add((bits >> guard.index() & 1U) != 0);
    for (const std::string& text : residuals(system, mode))
      EXPECT_EQ(text.find("if"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace saltus
