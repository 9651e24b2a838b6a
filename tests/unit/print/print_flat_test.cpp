#include "saltus/analysis/print/print_flat.h"

#include <gtest/gtest.h>

#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

TEST(PrintFlat, AModelIsPrintedAsModelica) {
  EXPECT_EQ(print_flat(flatten_text(R"(model M "a \"model\""
  parameter Real k(unit = "1/s") = 2 "rate";
  Real x(start = k, fixed = true);
protected
  Real 'y 1';
equation
  der(x) = -k*x;
  'y 1' = x "copy";
end M;)")),
            R"(model M "a \"model\""
  parameter Real k(unit = "1/s") = 2 "rate";
  Real x(start = 2, fixed = true);
protected
  Real 'y 1';
equation
  der(x) = -k*x;
  'y 1' = x "copy";
end M;
)");
}

TEST(PrintFlat, NeighboursUnderTheSameGuardsShareAnIf) {
  EXPECT_EQ(print_flat(flatten_model("Real x, y, z;", R"(
  if x > 1 then y = 1; z = 1;
  elseif x > 0 then y = 2; z = 2;
  else
    if x > -1 then y = 3; else y = 4; end if;
    z = 3;
  end if;
  der(x) = 1;)")),
            R"(model M
  Real x;
  Real y;
  Real z;
equation
  if x > 1 then
    y = 1;
    z = 1;
  elseif x > 0 then
    y = 2;
    z = 2;
  else
    if x > -1 then
      y = 3;
    else
      y = 4;
    end if;
    z = 3;
  end if;
  der(x) = 1;
end M;
)");
}

TEST(PrintFlat, AnEmptyBranchIsWrittenWhenItIsNeeded) {
  EXPECT_EQ(
      print_flat(flatten_model("Real x, y;", "der(x) = 1; if x > 1 then else y = 1; end if;")),
      R"(model M
  Real x;
  Real y;
equation
  der(x) = 1;
  if x > 1 then
  else
    y = 1;
  end if;
end M;
)");
}

TEST(PrintFlat, AnOverriddenParameterIsPrintedWithItsValue) {
  const std::string text = print_flat(
      flatten_text("model M parameter Real a = 2*b, b = 1; Real x = a; end M;", {{"a", "7"}}));
  EXPECT_NE(text.find("parameter Real a = 7;"), std::string::npos) << text;
}

TEST(PrintFlat, ManyBranchesDoNotNest) {
  std::string branches = "if x > 1000 then y = 0;";
  for (int i = 1; i < 1000; ++i) {
    branches += " elseif x > " + std::to_string(1000 - i) + " then y = " + std::to_string(i) + ";";
  }
  const FlatSystem system = flatten_model("Real x, y;", "der(x) = 1; " + branches + " end if;");
  const std::string text = print_flat(system);
  EXPECT_EQ(print_flat(flatten_text(text)), text);
}

}  // namespace
}  // namespace saltus
