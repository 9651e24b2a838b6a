#include "saltus/compiler/multilinear/find_multilinear.h"

#include <gtest/gtest.h>

#include <cmath>

#include "saltus/compiler/multilinear/evaluate_multilinear.h"
#include "saltus/compiler/multilinear/imti_json.h"
#include "saltus/compiler/multilinear/print_multilinear.h"
#include "saltus/foundation/diagnostics/render_text.h"
#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

struct Found {
  std::optional<MultilinearModel> model;
  std::string messages;
};

Found find_in(const std::string& text) {
  const FlatSystem system = flatten_text(text);
  Diagnostics diagnostics;
  Found found;
  found.model = find_multilinear(system, diagnostics);
  found.messages = render_text(diagnostics, SourceText("test.mo", text));
  return found;
}

MultilinearModel found_in(const std::string& declarations, const std::string& equations) {
  const std::string text = "model M\n" + declarations + "\nequation\n" + equations + "\nend M;\n";
  Found found = find_in(text);
  EXPECT_TRUE(found.model.has_value()) << found.messages;
  return found.model.value_or(MultilinearModel());
}

void expect_rejected(const std::string& equations, const std::string& words,
                     const std::string& declarations = "Real x, y;") {
  const Found found =
      find_in("model M\n" + declarations + "\nequation\n" + equations + "\nend M;\n");
  EXPECT_FALSE(found.model.has_value());
  EXPECT_NE(found.messages.find(words), std::string::npos) << found.messages;
}

std::vector<std::vector<MatrixEntry>> columns_of(const SparseMatrix& matrix) {
  std::vector<std::vector<MatrixEntry>> columns;
  for (std::size_t k = 0; k < matrix.columns(); ++k) {
    columns.emplace_back(matrix.column(k).begin(), matrix.column(k).end());
  }
  return columns;
}
using Columns = std::vector<std::vector<MatrixEntry>>;

TEST(FindMultilinear, StatesInputsAndAlgebraicSignalsAreToldApart) {
  const MultilinearModel model =
      found_in("Real y, x(start = 2); input Real u = 1 + 2; parameter Real p = 4;",
               "der(x) = -p*x + u; y = x*u;");
  EXPECT_EQ(model.x, std::vector<std::string>{"x"});
  EXPECT_EQ(model.u, std::vector<std::string>{"u"});
  EXPECT_EQ(model.y, std::vector<std::string>{"y"});
  EXPECT_EQ(model.u_value, std::vector<InputSignal>{3.0});
  EXPECT_EQ(model.x_start.front(), 2.0);
  // x' | x | u | y | x u over v = [x', x, u, y]
  EXPECT_EQ(columns_of(model.structure),
            (Columns{{{0, 1}}, {{1, 1}}, {{2, 1}}, {{3, 1}}, {{1, 1}, {2, 1}}}));
  EXPECT_EQ(columns_of(model.phi_f), (Columns{{{0, 1}}, {{0, 4}}, {{0, -1}}, {{1, 1}}, {{1, -1}}}));
}

InputSignal signal_of(const std::string& binding) {
  const MultilinearModel model =
      found_in("Real x; parameter Real p = 4; input Real u = " + binding + ";", "der(x) = u;");
  return model.u_value.empty() ? InputSignal() : model.u_value.front();
}

TEST(FindMultilinear, InputsAreConstantsOrTablesOverTime) {
  EXPECT_EQ(signal_of("sqrt(p) - 1"), InputSignal(1.0));
  EXPECT_EQ(signal_of("if time < 1 then 5 elseif time < p then 6 else 7"),
            InputSignal({0, 1, 4}, {5, 6, 7}, false));
  EXPECT_EQ(signal_of("if time < -2 then 5 else 7"), InputSignal({-3, -2}, {5, 7}, false));
  EXPECT_EQ(signal_of("if time < 0 then 1 elseif time < 2 then 1 + time/2 else 2"),
            InputSignal({0, 2}, {1, 2}, true));
  EXPECT_EQ(signal_of("if time < 1 then 5 else 5"), InputSignal(5.0));
}

TEST(FindMultilinear, OtherInputsHaveNoPlace) {
  const auto expect_input = [](const std::string& binding) {
    expect_rejected("der(x) = u;", "the input `u` is neither constant nor a table over time",
                    "Real x; input Real u = " + binding + ";");
  };
  expect_input("sin(time)");
  expect_input("time");
  expect_input("2*x");
  expect_input("if x < 1 then 5 else 7");
  expect_input("if time < 1 then 5 elseif time < 0.5 then 6 else 7");
  expect_input("if time < 0 then 1 elseif time < 2 then 2 + time else 4");  // jumps at 0
  expect_input("if time < 0 then 1 elseif time < 2 then 1 + time^2 else 5");
  expect_input("if time < 0 then 1 elseif time < 2 then 1 + time else time + 1");
}

// The same condition as in a table.
TEST(FindMultilinear, ConditionsOfTablesAreForTables) {
  const std::string input = "Real x, y; input Real u = if time < 1 then 5 else 7;";
  expect_rejected("der(x) = u; y = if time < 1 then x else 2;", "is not multilinear", input);
  expect_rejected("der(x) = u; if time < 1 then y = 1; else y = 2; end if;", "under a condition",
                  input);
}

TEST(FindMultilinear, ASumOverOneSignalStaysOneFactor) {
  // 3 (1 - y) x = 6 (0.5 - 0.5 y) x
  const MultilinearModel model = found_in("Real x, y;", "der(x) + 3*(1 - y)*x = 0; y = 2;");
  EXPECT_EQ(columns_of(model.structure), (Columns{{{0, 1}}, {{1, 1}, {2, -0.5}}, {{2, 1}}, {}}));
  EXPECT_EQ(columns_of(model.phi_f), (Columns{{{0, 1}}, {{0, 6}}, {{1, 1}}, {{1, -2}}}));
}

TEST(FindMultilinear, ProductsOfSumsAreExpandedAndEqualColumnsMerged) {
  const MultilinearModel model =
      found_in("Real x, y, w;", "der(x) = (x + y)*w - w*x; y = 1; w = 2;");
  EXPECT_EQ(columns_of(model.structure),
            (Columns{{{0, 1}}, {{2, 1}, {3, 1}}, {{2, 1}}, {}, {{3, 1}}}));
}

TEST(FindMultilinear, BinaryUnknownsMayBeMultipliedByThemselves) {
  const MultilinearModel model = found_in("Real x; Integer z(min = 0, max = 1);",
                                          "der(x) = x*z*z + (1 - z)*z + z^3; x*z <= 1;");
  // z z = z, (1 - z) z = 0, z^3 = z
  EXPECT_EQ(columns_of(model.structure), (Columns{{{0, 1}}, {{1, 1}, {2, 1}}, {{2, 1}}, {}}));
  EXPECT_EQ(columns_of(model.phi_g), (Columns{{}, {{0, 1}}, {}, {{0, -1}}}));
}

TEST(FindMultilinear, WhatIsNotMultilinearIsNamed) {
  expect_rejected("der(x) = x*y*x; y = 1;",
                  "`x*y*x` is not multilinear: `x` is multiplied by itself");
  expect_rejected("der(x) = x^2; y = 1;", "`x^2` is not multilinear: `x` is multiplied by itself");
  expect_rejected("der(x) = sin(x); y = 1;", "`sin(x)` is not multilinear: sin of a signal");
  expect_rejected("der(x) = x/(1 + y); y = 1;",
                  "`x/(1 + y)` is not multilinear: it divides by a signal");
  expect_rejected("der(x) = x^0.5; y = 1;", "a signal is raised to a power");
  expect_rejected("der(x) = 2^x; y = 1;", "a signal stands in the exponent");
  expect_rejected("der(x) = time; y = 1;", "the matrices are the same at all times");
  expect_rejected("der(der(x)) = x; y = 1;", "derivative of higher order");
  expect_rejected("der(x)*der(x) = x; y = 1;", "`der(x)` is multiplied by itself");
}

TEST(FindMultilinear, WhatMatricesCannotHoldIsNamed) {
  expect_rejected("der(x) = if x > 1 then 1 else 2; y = 1;", "a condition has no place");
  expect_rejected("der(x) = 1; when x > 1 then reinit(x, 0); end when; y = 1;", "`when` clause");
  expect_rejected("der(x) = 1; y = 1; assert(noEvent(x < 9), \"\");", "an assertion");
  expect_rejected("der(x) = u; y = 1;", "the input `u` has no value", "Real x, y; input Real u;");
  expect_rejected("der(x) = u; y = 1;", "the input `u` is neither constant",
                  "Real x, y; input Real u = time;");
  expect_rejected("der(x) = 1; y = 1; x = y;", "3 equations for 1 states and 1 algebraic signals");
}

TEST(FindMultilinear, ConstantsAreFoldedWhateverTheirForm) {
  const MultilinearModel model =
      found_in("Real x; parameter Real p = 2;", "der(x) = sqrt(p + 2)*x/(p - 1) + sin(0) - p^2;");
  EXPECT_EQ(columns_of(model.phi_f), (Columns{{{0, 1}}, {{0, -2}}, {{0, 4}}}));
}

TEST(FindMultilinear, LongSumsAndProductsAreLinearWork) {
  std::string sum = "x", product = "x";
  std::string declarations = "Real x";
  std::string equations;
  for (int i = 0; i < 2000; ++i) {
    const std::string name = "a" + std::to_string(i);
    declarations += ", " + name;
    sum += " + " + name;
    product += "*" + name;
    equations += name + " = 1;\n";
  }
  const MultilinearModel model =
      found_in(declarations + ";", "der(x) = " + sum + " + " + product + ";\n" + equations);
  EXPECT_EQ(model.structure.nonzeros(), 1u + 2001u + 2001u);
}

TEST(FindMultilinear, TooManyTermsAreAMessageNotAnEndlessRun) {
  std::string product = "1", declarations = "Real x", equations;
  for (int i = 0; i < 60; ++i) {
    const std::string a = "a" + std::to_string(i), b = "b" + std::to_string(i);
    declarations += ", " + a + ", " + b;
    product += "*(" + a + " + " + b + ")";
    equations += a + " = 1; " + b + " = 2;\n";
  }
  expect_rejected("der(x) = " + product + ";\n" + equations, "too many terms", declarations + ";");
}

TEST(PrintMultilinear, IsReadableModelica) {
  const MultilinearModel model =
      found_in("Real x(start = 1); input Real u = 3; Integer z(min = 0, max = 1, start = 1);",
               "der(x) = (1 - z)*(u - x) - 5; x*z <= 2;");
  EXPECT_EQ(print_multilinear(model), R"(model M
  Real x(start = 1, fixed = true);
  input Real u = 3;
  Integer z(min = 0, max = 1, start = 1);
equation
  der(x) - 2*u*(0.5 - 0.5*z) + 2*x*(0.5 - 0.5*z) = -5;
  x*z <= 2;
end M;
)");
}

}  // namespace
}  // namespace saltus
