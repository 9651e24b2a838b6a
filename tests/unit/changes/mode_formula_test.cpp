#include "saltus/analysis/changes/mode_formula.h"

#include <gtest/gtest.h>

#include "saltus/analysis/constructive/mode_name.h"
#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

class ModeFormulaTest : public testing::Test {
 protected:
  std::optional<ModeFormula> read(const std::string& text) {
    const SourceText source("--from", text);
    return ModeFormula::read(source, system_, diagnostics_);
  }
  std::optional<bool> value(const std::string& text, std::vector<GuardLiteral> literals) {
    const auto formula = read(text);
    EXPECT_TRUE(formula.has_value()) << text;
    return formula ? formula->value(literals) : std::nullopt;
  }

  FlatSystem system_ = flatten_model("Real x, y; Boolean b = x > 3;", R"(
    der(x) = if x > 1 then 1 else 2;
    if b then y = 1; else y = 2; end if;)");
  Diagnostics diagnostics_;
  const GuardLiteral above_{GuardId(0), true}, b_{GuardId(1), true}, not_b_{GuardId(1), false};
};

TEST_F(ModeFormulaTest, GuardsAreCalledAsTheyAreWritten) {
  EXPECT_EQ(value("b", {above_, b_}), true);
  EXPECT_EQ(value("x>1 and not b", {above_, not_b_}), true);
  EXPECT_EQ(value("x > 1 and not b", {above_, b_}), false);
  EXPECT_EQ(value("not (x > 1) or b", {above_, not_b_}), false);
}

// What the reports print is what --from takes.
TEST_F(ModeFormulaTest, NamesOfModesCanBePasted) {
  EXPECT_EQ(mode_name(system_, {{above_.guard, false}, b_}), "x <= 1, b");
  EXPECT_EQ(mode_name(system_, {above_, not_b_}), "x > 1, not b");
  EXPECT_EQ(value("x <= 1, b", {above_, b_}), false);
  EXPECT_EQ(value("x <= 1, not b", {{above_.guard, false}, not_b_}), true);
  EXPECT_EQ(value("x > 1, not b", {above_}), std::nullopt);
}

TEST_F(ModeFormulaTest, WhatIsNotFixedIsLeftOpen) {
  EXPECT_EQ(value("x > 1 and b", {above_}), std::nullopt);
  EXPECT_EQ(value("x > 1 or b", {above_}), true);
  EXPECT_TRUE(read("b")->may_hold({above_}));
}

TEST_F(ModeFormulaTest, OtherConditionsAreRejected) {
  EXPECT_FALSE(read("x > 2").has_value());
  EXPECT_FALSE(read("b and").has_value());
  EXPECT_FALSE(read("b c").has_value());
  EXPECT_EQ(diagnostics_.all().size(), 3u);
}

}  // namespace
}  // namespace saltus
