#include <gtest/gtest.h>

#include <algorithm>

#include "saltus/analysis/print/print_flat.h"
#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

using Texts = std::vector<std::string>;

Texts codes_of(const std::string& declarations, const std::string& equations) {
  return try_flatten("model M\n" + declarations + "\nequation\n" + equations + "\nend M;\n").codes;
}

// Of the equations; those that give substituted variables their value come last.
Texts substituted(const std::string& declarations, const std::string& equations) {
  return equations_of(flatten_model(declarations, equations));
}

TEST(Substitutions, AVariableIsReplacedWhereverItIsUsed) {
  EXPECT_EQ(substituted("Real x, v;", "der(x) = -v; v <- 2*x;"),
            (Texts{"der(x) = -2*x", "v = 2*x"}));
}

TEST(Substitutions, TheyAreEvaluatedRecursivelyInAnyOrderOfWriting) {
  const std::string declarations = "Real x, a, b;";
  EXPECT_EQ(substituted(declarations, "der(x) = a; a <- b + 1; b <- x^2;"),
            (Texts{"der(x) = x^2 + 1", "a = b + 1", "b = x^2"}));
  EXPECT_EQ(substituted(declarations, "b <- x^2; der(x) = a; a <- b + 1;"),
            (Texts{"der(x) = x^2 + 1", "b = x^2", "a = b + 1"}));
}

TEST(Substitutions, TheDerivativeOfASubstitutedVariableIsTheTotalDerivative) {
  EXPECT_EQ(substituted("Real x, y, v;", "der(x) = y; y = der(v) + der(der(v)); v <- x*time;"),
            (Texts{"der(x) = y", "y = der(x)*time + x + (der(der(x))*time + der(x) + der(x))",
                   "v = x*time"}));
}

TEST(Substitutions, OfADerivativeOnlyTheDerivativeIsReplaced) {
  EXPECT_EQ(substituted("Real x, e, u;",
                        "der(x) = u; e = x - 1; u = e + der(e) + der(der(e));"
                        " der(e) <- x^2;"),
            (Texts{"der(x) = u", "e = x - 1", "u = e + x^2 + 2*x*der(x)"}));
}

TEST(Substitutions, DerivativesInsideATotalDerivativeAreReplacedToo) {
  EXPECT_EQ(substituted("Real x, e, s;", "der(x) = der(s); e = x; s <- e^2; der(e) <- time;"),
            (Texts{"der(x) = 2*e*time", "e = x", "s = e^2"}));
}

TEST(Substitutions, VariableAndDerivativeCanBothBeReplaced) {
  EXPECT_EQ(substituted("Real x, e, u;", "der(x) = u; u = e + der(e); e <- x - 1; der(e) <- u;"),
            (Texts{"der(x) = u", "u = x - 1 + u", "e = x - 1"}));
}

TEST(Substitutions, GuardsWhenClausesAssertionsAndInequalitiesSeeThem) {
  const FlatSystem system =
      flatten_model("Real x, v; discrete Real d; Integer z(min = 0, max = 1);",
                    "v <- x + 1; der(x) = if v > 2 then 1 else z; when v > 3 then d = v; end when;"
                    " assert(v < 9, \"m\"); v*z <= 5;");
  EXPECT_EQ(printed(system, system.guards[GuardId(0)].condition), "x + 1 > 2");
  EXPECT_EQ(printed(system, system.whens[0].branches[0].conditions[0]), "x + 1 > 3");
  const auto& assign = std::get<WhenAssign>(system.whens[0].branches[0].actions[0]);
  EXPECT_EQ(printed(system, assign.value), "x + 1");
  EXPECT_EQ(printed(system, system.assertions[0].condition), "x + 1 < 9");
  EXPECT_EQ(printed(system, system.inequalities[0].function), "(x + 1)*z - 5");
}

TEST(Substitutions, OfAGuardedOneTheFirstOpenBranchCounts) {
  EXPECT_EQ(substituted("Real x, v;",
                        "der(x) = v; if x > 2 then v <- 1; elseif x > 1 then v <- 2; else v <- x;"
                        " end if;")[0],
            "der(x) = if x > 2 then 1 elseif x > 1 then 2 else x");
  EXPECT_EQ(
      substituted("Real x, v;",
                  "der(x) = v; if x > 2 then v <- 1; end if; if x > 1 then v <- 2; end if;")[0],
      "der(x) = if x > 2 then 1 else 2");
}

TEST(Substitutions, OnlyAGapBetweenTheGuardsIsWatched) {
  const std::string declarations = "Real x, v;";
  EXPECT_TRUE(flatten_model(declarations,
                            "der(x) = v; if x > 2 then v <- 1; else if x > 3 then v <- 2; else"
                            " v <- 3; end if; end if;")
                  .assertions.empty());
  const FlatSystem system = flatten_model(
      declarations, "der(x) = v; if x > 2 then v <- 1; elseif x < 0 then v <- 2; end if;");
  ASSERT_EQ(system.assertions.size(), 1u);
  EXPECT_EQ(printed(system, system.assertions[0].condition), "x > 2 or not x > 2 and x < 0");
}

TEST(Substitutions, GuardsThatTheyDecideAreGone) {
  const FlatSystem system = flatten_model(
      "Real x, v, w;",
      "der(x) = if v > 2 then w else 1; v <- 3; if v < 2 then w <- 1; elseif x > 0 then w <- x;"
      " else w <- 2; end if; if v > 1 then assert(x < 3, \"m\"); end if;");
  ASSERT_EQ(system.guards.size(), 1u);
  EXPECT_EQ(equations_of(system),
            (Texts{"der(x) = if x > 0 then x else 2", "v = 3", "w = if x > 0 then x else 2"}));
  EXPECT_TRUE(system.assertions[0].active_if.empty());
  EXPECT_EQ(codes_of("Real x, v, w;", "der(x) = w; v <- 3; if v < 2 then w <- 1; end if;"),
            Texts{"F0316"});
}

TEST(Substitutions, ACycleIsAnError) {
  const Texts cyclic{"F0312"};
  EXPECT_EQ(codes_of("Real x, a, b;", "der(x) = a; a <- b; b <- a + 1;"), cyclic);
  EXPECT_EQ(codes_of("Real x, a;", "der(x) = a; a <- der(a);"), cyclic);
  EXPECT_EQ(codes_of("Real x, a, b;", "der(x) = a; a = x; der(a) <- der(b); b <- a;"), cyclic);
  EXPECT_EQ(codes_of("Real x, a;", "der(x) = a; if a > 1 then a <- 1; else a <- 2; end if;"),
            cyclic);
  // The left limit is known.
  EXPECT_EQ(codes_of("Real x, a;", "der(x) = a; a <- if pre(a > 1) then 1 else 2;"), Texts{});
}

TEST(Substitutions, ASubstitutedVariableIsNotInitialised) {
  const Texts initialised{"F0314"};
  EXPECT_EQ(codes_of("Real x; Real v(start = 1);", "der(x) = v; v <- x;"), initialised);
  EXPECT_EQ(codes_of("Real x, v;", "der(x) = v; v <- x; initial equation v = 2;"), initialised);
  EXPECT_EQ(codes_of("Real x, v;", "der(x) = v; v = x; der(v) <- x; initial equation v = 2;"),
            initialised);
  EXPECT_EQ(codes_of("Real x, v;", "der(x) = v; v <- x; when x > 1 then reinit(v, 0); end when;"),
            initialised);
}

TEST(Substitutions, ASubstitutedVariableIsNotAssigned) {
  const Texts assigned{"F0315"};
  EXPECT_EQ(codes_of("Real x, v;", "der(x) = v; v <- x; v = 3;"), assigned);
  EXPECT_EQ(codes_of("Real x; Real v = 2*x;", "der(x) = v; v <- x;"), assigned);
  EXPECT_EQ(codes_of("Real x, v;", "der(x) = v; v = x; der(v) <- x; 2*der(v) = time;"), assigned);
}

TEST(Substitutions, OneThatCanNeverCountIsAnError) {
  EXPECT_EQ(codes_of("Real x, v;", "der(x) = v; v <- x; v <- 1;"), Texts{"F0313"});
  EXPECT_EQ(codes_of("Real x, v;", "der(x) = v; v <- x; if x > 1 then v <- 1; end if;"),
            Texts{"F0313"});
  EXPECT_EQ(
      codes_of("parameter Boolean b = false; Real x, v;", "der(x) = v; if b then v <- x; end if;"),
      Texts{"F0316"});
  EXPECT_EQ(codes_of("parameter Boolean b = false; Real x, v;",
                     "der(x) = v; if b then v <- x; else v = 2*x; end if;"),
            Texts{});
}

TEST(Substitutions, TheyStandForContinuousVariablesInEquationSections) {
  const Texts target{"N0232"};
  EXPECT_EQ(codes_of("Real x; parameter Real p = 1;", "der(x) = 1; p <- 2;"), target);
  EXPECT_EQ(codes_of("Real x; Integer n;", "der(x) = 1; n <- 2;"), target);
  EXPECT_EQ(codes_of("Real x, y;", "der(x) = 1; x + y <- 2;"), target);
  EXPECT_EQ(codes_of("Real x; input Real u;", "der(x) = u; u <- 2;"), target);
  EXPECT_EQ(codes_of("Real x, v;", "der(x) = 1; when x > 1 then v <- 2; end when;"),
            Texts{"N0233"});
  EXPECT_EQ(codes_of("Real x, v;", "der(x) = 1; v = 1; initial equation v <- 2;"), Texts{"N0233"});
}

TEST(Substitutions, TheyArePrintedAsSubstitutions) {
  const FlatSystem system = flatten_model(
      "Real x, v, w;",
      "der(x) = v + der(w); w = x; if x > 1 then v <- w; elseif x < 0 then v <- 2; end if;"
      " der(w) <- v;");
  const std::string text = print_flat(system);
  EXPECT_NE(
      text.find("  if x > 1 then\n    v <- w;\n  elseif x < 0 then\n    v <- 2;\n  end if;\n"),
      std::string::npos)
      << text;
  EXPECT_EQ(print_flat(flatten_text(text)), text);
}

// Each is the sum of the one before with itself: as text, 2^n terms.
TEST(Substitutions, SharedExpressionsStayShared) {
  std::string declarations = "Real x, v0";
  std::string equations = "der(x) = v400; v0 <- sin(x);";
  for (int i = 1; i <= 400; ++i) {
    declarations += ", v" + std::to_string(i);
    equations += " v" + std::to_string(i) + " <- v" + std::to_string(i - 1) + "*v" +
                 std::to_string(i - 1) + ";";
  }
  const FlatSystem system = flatten_model(declarations + ";", equations);
  EXPECT_LT(system.pool.size(), 5000u);
}

TEST(Substitutions, IfEquationsWithoutElseAreKnown) {
  const FlatSystem system =
      flatten_model("Real x, y;",
                    "der(x) = 1; if x > 2 then y = 1; elseif x > 1 then y = 2; end if;"
                    " if x > 5 then assert(y > 0, \"m\"); end if;");
  ASSERT_EQ(system.ifs_without_else.size(), 1u);
  EXPECT_EQ(system.ifs_without_else[0].none_active,
            (std::vector<GuardLiteral>{{GuardId(0), false}, {GuardId(1), false}}));
}

}  // namespace
}  // namespace saltus
