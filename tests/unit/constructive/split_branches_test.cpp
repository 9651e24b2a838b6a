#include "saltus/analysis/constructive/split_branches.h"

#include <gtest/gtest.h>

#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

using Texts = std::vector<std::string>;

Texts split(const std::string& declarations, const std::string& equations) {
  FlatSystem system = flatten_model(declarations, equations);
  split_branches(system);
  return equations_of(system);
}

TEST(SplitBranches, BranchesWithOtherUnknownsAreEquationsOfTheirOwn) {
  FlatSystem system = flatten_model("Real x, y;", "der(x) = y;\n  0 = if time > 1 then x else y;");
  split_branches(system);
  EXPECT_EQ(equations_of(system), (Texts{"der(x) = y", "0 = x", "0 = y"}));
  ASSERT_EQ(system.equations[EquationId(1)].active_if.size(), 1u);
  EXPECT_TRUE(system.equations[EquationId(1)].active_if[0].value);
  EXPECT_FALSE(system.equations[EquationId(2)].active_if[0].value);
}

TEST(SplitBranches, OtherDerivativesCountAsOthers) {
  EXPECT_EQ(split("Real x;", "0 = if time > 1 then x else x + der(x);").size(), 2u);
}

TEST(SplitBranches, BranchesOfTheSameUnknownsStayOneEquation) {
  EXPECT_EQ(split("Real x, y;", "x = time;\n  y = if x > 1 then 2*x else x^2;").size(), 2u);
}

TEST(SplitBranches, NestedBranchesAreTakenApart) {
  const Texts texts = split(
      "Real x, y, z;", "x = time;\n  y = x;\n  z = if x > 1 then x else if y > 2 then y else 3;");
  EXPECT_EQ(texts, (Texts{"x = time", "y = x", "z = x", "z = y", "z = 3"}));
}

TEST(SplitBranches, EquationsInBranchesKeepTheirGuards) {
  FlatSystem system = flatten_model(
      "Real x, y;",
      "x = time;\n  if time > 1 then\n  y = if x > 2 then x else 1;\nelse\n  y = 0;\nend if;");
  split_branches(system);
  std::vector<std::size_t> literals;
  for (const FlatEquation& equation : system.equations)
    literals.push_back(equation.active_if.size());
  EXPECT_EQ(literals, (std::vector<std::size_t>{0, 2, 2, 1}));
}

}  // namespace
}  // namespace saltus
