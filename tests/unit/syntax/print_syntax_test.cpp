#include "saltus/compiler/syntax/print_syntax.h"

#include <gtest/gtest.h>

#include "tests/unit/syntax/parsing.h"
#include "tests/unit/syntax/random_tree.h"

namespace saltus::syntax {
namespace {

std::string reprinted(const std::string& expression) {
  const SyntaxTree tree = parse_valid("model M equation x = " + expression + "; end M;");
  return print_expression(tree, *tree.models.at(0).equations.at(0).right);
}

TEST(PrintExpression, ParenthesesAreKeptWhereNeededOnly) {
  EXPECT_EQ(reprinted("((a) + (b*c))"), "a + b*c");
  EXPECT_EQ(reprinted("a - (b - c)"), "a - (b - c)");
  EXPECT_EQ(reprinted("(a - b) - c"), "a - b - c");
  EXPECT_EQ(reprinted("a/(b*c)"), "a/(b*c)");
  EXPECT_EQ(reprinted("(-x)^2"), "(-x)^2");
  EXPECT_EQ(reprinted("-(x^2)"), "-x^2");
  EXPECT_EQ(reprinted("(a^b)^c"), "(a^b)^c");
  EXPECT_EQ(reprinted("2*(-x)"), "2*(-x)");
  EXPECT_EQ(reprinted("(-x)*2"), "(-x)*2");
  EXPECT_EQ(reprinted("not (a and b)"), "not (a and b)");
  EXPECT_EQ(reprinted("not (not a)"), "not (not a)");
  EXPECT_EQ(reprinted("(a < b) == c"), "(a < b) == c");
  EXPECT_EQ(reprinted("(if a then b else c) + 1"), "(if a then b else c) + 1");
}

TEST(PrintSyntax, AModelIsPrintedInSections) {
  const std::string text = R"(model M "the model"
  parameter Real a(start = 1, final fixed = true) = 2 "text" annotation(Dialog(tab = "x"));
protected
  discrete Real b;
initial equation
  b = 0;
equation
  if a > 1 then
    b = a "note";
  elseif b < 2 then
    (if a then b else c) = 3;
  else
    when {a, b} then
      reinit(b, 1);
    end when;
  end if;
  annotation(experiment(StopTime = 10));
end M;
)";
  EXPECT_EQ(print_syntax(parse_valid(text)), text);
}

TEST(PrintSyntax, ParsingWhatWasPrintedGivesTheSameTree) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const SyntaxTree tree = RandomTree(seed).tree();
    const std::string text = print_syntax(tree);
    const SyntaxTree again = parse_valid(text);
    ASSERT_EQ(dump(tree), dump(again)) << "seed " << seed << "\n" << text;
    ASSERT_EQ(print_syntax(again), text);
  }
}

TEST(PrintSyntax, ALongChainIsPrintedWithoutRecursion) {
  std::string text = "a";
  for (int count = 0; count < 200000; ++count) text += " + b";
  EXPECT_EQ(reprinted(text), text);
}

}  // namespace
}  // namespace saltus::syntax
