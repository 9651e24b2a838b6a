#include <gtest/gtest.h>

#include "saltus/analysis/print/print_flat.h"
#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

using Texts = std::vector<std::string>;

const std::string binary = "Real x; Integer z(min = 0, max = 1);";

Texts functions_of(const FlatSystem& system) {
  Texts texts;
  for (const FlatInequality& inequality : system.inequalities) {
    texts.push_back(printed(system, inequality.function));
  }
  return texts;
}

Texts codes_of(const std::string& declarations, const std::string& equations) {
  return try_flatten("model M\n" + declarations + "\nequation\n" + equations + "\nend M;\n").codes;
}

TEST(Inequalities, BothDirectionsBecomeFunctionsThatAreNotPositive) {
  EXPECT_EQ(functions_of(flatten_model(binary, "der(x) = z; x*z <= 2;")), Texts{"x*z - 2"});
  EXPECT_EQ(functions_of(flatten_model(binary, "der(x) = z; x*z >= 2;")), Texts{"2 - x*z"});
}

TEST(Inequalities, TheyStandInBranchesToo) {
  const FlatSystem system = flatten_model(
      binary, "der(x) = z; if x > 1 then x*z <= 2; elseif x > 0 then z <= x; else x <= z; end if;");
  ASSERT_EQ(system.inequalities.size(), 3u);
  const GuardId first(0), second(1);
  EXPECT_EQ(system.inequalities[1].active_if,
            (std::vector<GuardLiteral>{{first, false}, {second, true}}));
}

TEST(Inequalities, AnIntegerBetweenZeroAndOneWithoutAnEquationIsABinaryUnknown) {
  const FlatSystem system = flatten_model(
      "Real x; Integer z(min = 0, max = 1), k(min = 0, max = 1), w(min = 0, max = 1);",
      "der(x) = z; x*z <= 2; k = z; when x > 1 then w = 1; end when;");
  EXPECT_TRUE(system.variables[VariableId(1)].is_binary);
  EXPECT_TRUE(system.variables[VariableId(1)].is_discrete);
  EXPECT_FALSE(system.variables[VariableId(2)].is_binary);
  EXPECT_FALSE(system.variables[VariableId(3)].is_binary);
}

TEST(Inequalities, ThereAreAsManyAsBinaryUnknownsInEveryMode) {
  EXPECT_EQ(codes_of(binary, "der(x) = z; x <= z; x >= z;"), Texts{"F0309"});
  EXPECT_EQ(codes_of(binary, "der(x) = z; if x > 1 then x <= z; end if;"), Texts{"F0309"});
  EXPECT_EQ(codes_of(binary,
                     "der(x) = z; if x > 1 then if x > 2 then x <= z; else x <= 2*z; end if;"
                     " else x >= z; end if;"),
            Texts{});
  EXPECT_EQ(codes_of(binary, "der(x) = z;"), Texts{"F0310"});
  EXPECT_EQ(codes_of("Real x;", "der(x) = 1; x <= 2;"), Texts{"F0311"});
}

TEST(Inequalities, TheyArePrintedAsInequalities) {
  const FlatSystem system = flatten_model(binary,
                                          "der(x) = z; if x > 1 then x*z <= 2 \"a bound\"; else "
                                          "(if x > 3 then x else z) <= 0; end if;");
  const std::string text = print_flat(system);
  EXPECT_NE(text.find("    x*z - 2 <= 0 \"a bound\";\n"), std::string::npos) << text;
  EXPECT_NE(text.find("    (if x > 3 then x else z) <= 0;\n"), std::string::npos) << text;
  EXPECT_EQ(print_flat(flatten_text(text)), text);
}

}  // namespace
}  // namespace saltus
