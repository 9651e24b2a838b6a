#include "saltus/compiler/names/resolve.h"

#include <gtest/gtest.h>

#include "saltus/compiler/syntax/parse.h"

namespace saltus {
namespace {

using Codes = std::vector<std::string>;

struct Resolved {
  std::optional<syntax::SyntaxTree> tree;
  std::optional<ResolvedModel> model;
  Diagnostics diagnostics;
};

Resolved resolve_text(const std::string& text, const std::string& name = "") {
  Resolved result;
  const SourceText source("test.mo", text);
  result.tree = syntax::parse(source, result.diagnostics);
  if (result.tree) result.model = resolve(*result.tree, source, name, result.diagnostics);
  return result;
}

Codes codes_of(const std::string& declarations, const std::string& equations = "") {
  const Resolved result =
      resolve_text("model M\n" + declarations + "\nequation\n" + equations + "\nend M;\n");
  Codes codes;
  for (const Diagnostic& diagnostic : result.diagnostics.all())
    codes.emplace_back(diagnostic.code.name);
  return codes;
}

Codes equation_codes(const std::string& equations) {
  return codes_of("Real x, y, z; Boolean b, c; Integer n; discrete Real d; parameter Real p = 1;",
                  equations);
}

Variability variability_of(const std::string& expression) {
  const Resolved result = resolve_text(
      "model M Real x = 1, y = 1; Boolean b = x > 0; parameter Real p = 2; Real r = " + expression +
      "; end M;");
  EXPECT_TRUE(result.model) << expression;
  return result.model->nodes[*result.tree->models[0].declarations[4].binding].variability;
}

Type type_of(const std::string& expression) {
  const Resolved result = resolve_text(
      "model M Integer i = 1, j = 2; Real x = 1; Boolean b = true; Real r = " + expression +
      "; end M;");
  EXPECT_TRUE(result.model) << expression;
  return result.model->nodes[*result.tree->models[0].declarations[4].binding].type;
}

// --- models and declarations

TEST(ResolveModel, TheLastModelIsTakenUnlessNamed) {
  const std::string text = "model A Real x = 1; end A; model B Real y = 2; end B;";
  EXPECT_EQ(resolve_text(text).model->symbols[SymbolId(0)].name, "y");
  EXPECT_EQ(resolve_text(text, "A").model->symbols[SymbolId(0)].name, "x");
  EXPECT_EQ(resolve_text(text, "C").diagnostics.all()[0].code, codes::unknown_model);
}

TEST(ResolveModel, OnlyTheChosenModelIsChecked) {
  EXPECT_TRUE(resolve_text("model A Real x = unknown; end A; model B Real y = 2; end B;").model);
}

TEST(ResolveDeclarations, NamesAreUnique) {
  EXPECT_EQ(codes_of("Real x = 1; Real y = 2; Integer x = 3;"), Codes{"N0203"});
  EXPECT_EQ(codes_of("Real time;"), Codes{"N0203"});
}

TEST(ResolveDeclarations, OneUnknownTypeIsReportedOnceForAllItsDeclarators) {
  EXPECT_EQ(codes_of("Foo a, b, c; Real x = a + b;"), Codes{"N0204"});
}

TEST(ResolveDeclarations, BooleansIntegersAndWhatAWhenSetsAreDiscrete) {
  const Resolved result = resolve_text(
      "model M Real x, d; Integer n = 1; Boolean b = x > 0; equation der(x) = 1; when b then d = "
      "1; end when; end M;");
  ASSERT_TRUE(result.model);
  EXPECT_EQ(result.model->symbols[SymbolId(0)].variability, Variability::continuous);
  EXPECT_EQ(result.model->symbols[SymbolId(1)].variability, Variability::discrete);
  EXPECT_EQ(result.model->symbols[SymbolId(2)].variability, Variability::discrete);
  EXPECT_EQ(result.model->symbols[SymbolId(3)].variability, Variability::discrete);
}

TEST(ResolveAttributes, EachTypeHasItsOwn) {
  EXPECT_EQ(codes_of("Real x(start = 1, fixed = true, min = 0, max = 2, nominal = 1, unit = \"m\", "
                     "displayUnit = \"mm\", "
                     "quantity = \"Length\", stateSelect = StateSelect.prefer) = 1;"),
            Codes{});
  EXPECT_EQ(codes_of("Integer n(start = 1, min = 0, max = 2, quantity = \"n\") = 1;"), Codes{});
  EXPECT_EQ(codes_of("Integer n(unit = \"m\") = 1;"), Codes{"N0209"});
  EXPECT_EQ(codes_of("Boolean b(min = false) = true;"), Codes{"N0209"});
  EXPECT_EQ(codes_of("Real x(colour = 3) = 1;"), Codes{"N0209"});
}

TEST(ResolveAttributes, ValuesHaveTheRightType) {
  EXPECT_EQ(codes_of("Real x(unit = 3) = 1;"), Codes{"N0210"});
  EXPECT_EQ(codes_of("Real x(fixed = 1) = 1;"), Codes{"N0210"});
  EXPECT_EQ(codes_of("Boolean b(start = 0) = true;"), Codes{"N0210"});
  EXPECT_EQ(codes_of("Integer n(start = 0.5) = 1;"), Codes{"N0210"});
  EXPECT_EQ(codes_of("Real x(start) = 1;"), Codes{"N0210"});
  EXPECT_EQ(codes_of("Real x(stateSelect = StateSelect.often) = 1;"), Codes{"N0201"});
}

TEST(ResolveAttributes, TheyDependOnParametersOnly) {
  EXPECT_EQ(codes_of("Real x = 1; Real y(start = x) = 1;"), Codes{"N0212"});
  EXPECT_EQ(codes_of("parameter Real p = 1; Real y(start = 2*p) = 1;"), Codes{});
}

TEST(ResolveBindings, VariabilityDoesNotIncrease) {
  EXPECT_EQ(codes_of("parameter Real p = 1; constant Real c = p;"), Codes{"N0212"});
  EXPECT_EQ(codes_of("Real x = 1; parameter Real p = 2*x;"), Codes{"N0212"});
  EXPECT_EQ(codes_of("parameter Real p = time;"), Codes{"N0212"});
  EXPECT_EQ(codes_of("Real x = 1; discrete Real d = x;"), Codes{"N0212"});
  EXPECT_EQ(codes_of("Real x = 1; Boolean b = noEvent(x > 0);"), Codes{"N0212"});
  EXPECT_EQ(codes_of("Real x = 1; Boolean b = x > 0; Integer n = if b then 1 else 2;"), Codes{});
}

TEST(ResolveBindings, TypesFit) {
  EXPECT_EQ(codes_of("Real x = 2;"), Codes{});
  EXPECT_EQ(codes_of("Integer n = 2.5;"), Codes{"N0223"});
  EXPECT_EQ(codes_of("Boolean b = 1;"), Codes{"N0223"});
  EXPECT_EQ(codes_of("Real x = true;"), Codes{"N0223"});
}

TEST(ResolveParameters, EachHasAValue) {
  EXPECT_EQ(codes_of("parameter Real p;"), Codes{"N0211"});
  EXPECT_EQ(codes_of("constant Real c;"), Codes{"N0211"});
  EXPECT_EQ(codes_of("parameter Real p(start = 2);"), Codes{"N0230"});
}

TEST(ResolveParameters, ACycleIsReportedOnce) {
  EXPECT_EQ(codes_of("parameter Real a = b, b = c, c = a, d = a;"), Codes{"N0213"});
  EXPECT_EQ(codes_of("parameter Real a = a + 1;"), Codes{"N0213"});
  EXPECT_EQ(codes_of("parameter Real a = b, b = a, c = d, d = c;"), (Codes{"N0213", "N0213"}));
}

TEST(ResolveParameters, ALongChainNeedsNoStack) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) {
    text += "parameter Real p" + std::to_string(i) + " = p" + std::to_string(i + 1) + ";\n";
  }
  const Resolved result = resolve_text("model M\n" + text + "parameter Real p50000 = 1;\nend M;\n");
  ASSERT_TRUE(result.model);
  EXPECT_EQ(result.model->parameter_order.front(), SymbolId(50'000));
}

// --- expressions

TEST(ResolveNames, AnUnknownNameIsReportedOnceAndPoisonsSilently) {
  EXPECT_EQ(equation_codes("x = q + 1; y = if q then 1 else true; z = sin(q)*q;"),
            (Codes{"N0201"}));
}

TEST(ResolveNames, SeveralFaultsAreReportedInTheOrderOfTheText) {
  EXPECT_EQ(equation_codes("x = q; y = sine(1); z = sin(1, 2);"),
            (Codes{"N0201", "N0205", "N0206"}));
}

TEST(ResolveCalls, AVariableIsNoFunction) {
  EXPECT_EQ(equation_codes("y = x(z + 1);"), Codes{"N0205"});
}

TEST(ResolveCalls, ArgumentsAreCounted) {
  EXPECT_EQ(equation_codes("y = atan2(x);"), Codes{"N0206"});
  EXPECT_EQ(equation_codes("y = min(x);"), Codes{"N0206"});
  EXPECT_EQ(equation_codes("b = initial(1);"), Codes{"N0206"});
  EXPECT_EQ(equation_codes("der(x, 2) = 1;"), Codes{"N0206"});
}

TEST(ResolveCalls, NamedArgumentsAreKnownByName) {
  EXPECT_EQ(equation_codes("y = homotopy(simplified = 1, actual = x);"), Codes{});
  EXPECT_EQ(equation_codes("y = homotopy(x, actual = 1);"), Codes{"N0224"});
  EXPECT_EQ(equation_codes("y = sin(v = x);"), Codes{"N0224"});
}

TEST(ResolveTypes, OperatorsNeedTheirOperands) {
  EXPECT_EQ(equation_codes("x = 1 + b;"), Codes{"N0207"});
  EXPECT_EQ(equation_codes("b = x and c;"), Codes{"N0207"});
  EXPECT_EQ(equation_codes("b = not x;"), Codes{"N0207"});
  EXPECT_EQ(equation_codes("b = c < true;"), (Codes{"N0207", "N0207"}));
  EXPECT_EQ(equation_codes("b = c == x;"), Codes{"N0207"});
  EXPECT_EQ(equation_codes("x = sin(b);"), Codes{"N0207"});
  EXPECT_EQ(equation_codes("x = -\"text\";"), Codes{"N0207"});
  EXPECT_EQ(equation_codes("x = if b then 1 else false;"), Codes{"N0207"});
}

TEST(ResolveTypes, IntegersStayIntegersWhereTheyCan) {
  EXPECT_EQ(type_of("i + j"), Type::integer);
  EXPECT_EQ(type_of("i*2.0"), Type::real);
  EXPECT_EQ(type_of("i/j"), Type::real);
  EXPECT_EQ(type_of("i^2"), Type::real);
  EXPECT_EQ(type_of("abs(i)"), Type::integer);
  EXPECT_EQ(type_of("max(i, 2.5)"), Type::real);
  EXPECT_EQ(type_of("div(i, j)"), Type::integer);
  EXPECT_EQ(type_of("mod(i, 0.5)"), Type::real);
  EXPECT_EQ(type_of("integer(x)"), Type::integer);
  EXPECT_EQ(type_of("floor(x)"), Type::real);
  EXPECT_EQ(type_of("sign(x)"), Type::integer);
  EXPECT_EQ(type_of("if b then i else 1.5"), Type::real);
  EXPECT_EQ(type_of("if b then i else 1"), Type::integer);
}

TEST(ResolveVariability, RelationsChangeAtEventsOnly) {
  EXPECT_EQ(variability_of("if x > 0 then 1 else 2"), Variability::discrete);
  EXPECT_EQ(variability_of("if noEvent(x > 0) then 1 else 2"), Variability::continuous);
  EXPECT_EQ(variability_of("if b then x else 2"), Variability::continuous);
  EXPECT_EQ(variability_of("2*p"), Variability::parameter);
  EXPECT_EQ(variability_of("floor(x)"), Variability::discrete);
  EXPECT_EQ(variability_of("abs(x)"), Variability::continuous);
}

TEST(ResolveRelations, ContinuousValuesAreNotComparedExactly) {
  EXPECT_EQ(equation_codes("y = if x == z then 1 else 2;"), Codes{"N0219"});
  EXPECT_EQ(equation_codes("y = if x <> 1 then 1 else 2;"), Codes{"N0219"});
  EXPECT_EQ(equation_codes("y = if noEvent(x == z) then 1 else 2;"), Codes{});
  EXPECT_EQ(equation_codes("y = if n == 2 and p == 1 and d == 0.5 and b == c then 1 else 2;"),
            Codes{});
  EXPECT_EQ(equation_codes("when b then d = if x == 1 then 1 else 2; end when;"), Codes{});
}

TEST(ResolveOperators, DerivativesAreOfContinuousThings) {
  EXPECT_EQ(equation_codes("der(x) = der(p) + der(2*x*d);"), Codes{});
  EXPECT_EQ(equation_codes("y = der(n);"), Codes{"N0214"});
  EXPECT_EQ(equation_codes("y = der(d);"), Codes{"N0214"});
  EXPECT_EQ(equation_codes("y = der(b);"), Codes{"N0207"});
}

TEST(ResolveOperators, LeftLimitsAreOfVariablesAndConditions) {
  EXPECT_EQ(equation_codes("y = pre(d) + pre(n); b = edge(c) or change(n);"), Codes{});
  EXPECT_EQ(equation_codes("y = pre(x);"), Codes{});
  // A relation would be decided by a value that changes without an event.
  EXPECT_EQ(equation_codes("y = if x > pre(y) then 1 else 2;"), Codes{"N0215"});
  EXPECT_EQ(equation_codes("b = edge(2*pre(x) + 1 < 0);"), Codes{"N0215"});
  EXPECT_EQ(equation_codes("when x > pre(y) then d = 1; end when;"), Codes{"N0215"});
  EXPECT_EQ(equation_codes("when x > 1 then d = if x > pre(y) then 1 else 2; end when;"), Codes{});
  EXPECT_EQ(equation_codes("y = noEvent(if x > pre(x) then 1 else 2);"), Codes{});
  EXPECT_EQ(equation_codes("b = edge(x > 1) or change(x > y and c) or pre(not c);"), Codes{});
  EXPECT_EQ(equation_codes("y = pre(p);"), Codes{"N0215"});
  EXPECT_EQ(equation_codes("y = pre(x + 1);"), Codes{"N0215"});
  EXPECT_EQ(equation_codes("b = change(x);"), Codes{"N0215"});
  EXPECT_EQ(equation_codes("b = edge(p > 1);"), Codes{"N0215"});
  EXPECT_EQ(equation_codes("b = edge(noEvent(x > 1));"), Codes{"N0215"});
  EXPECT_EQ(equation_codes("when b then d = pre(x); end when;"), Codes{});
}

TEST(ResolveOperators, SampleNeedsParameters) {
  EXPECT_EQ(equation_codes("when sample(0, p) then d = 1; end when;"), Codes{});
  EXPECT_EQ(equation_codes("when sample(x, p) then d = 1; end when;"), Codes{"N0212"});
}

// --- equations

TEST(ResolveEquations, SidesAreBothNumbersOrBothBooleans) {
  EXPECT_EQ(equation_codes("x = 1; b = true; n = x; z = n;"), Codes{});
  EXPECT_EQ(equation_codes("x = b;"), Codes{"N0220"});
  EXPECT_EQ(equation_codes("b = 1;"), Codes{"N0220"});
}

TEST(ResolveEquations, ConditionsAreBooleans) {
  EXPECT_EQ(equation_codes("if x then y = 1; end if;"), Codes{"N0208"});
  EXPECT_EQ(equation_codes("y = if x then 1 else 2;"), Codes{"N0208"});
  EXPECT_EQ(equation_codes("when {b, x} then d = 1; end when;"), Codes{"N0208"});
}

TEST(ResolveEquations, WhenStandsAlone) {
  EXPECT_EQ(equation_codes("if b then when c then d = 1; end when; end if;"), Codes{"N0218"});
  EXPECT_EQ(equation_codes("when b then when c then d = 1; end when; end when;"), Codes{"N0218"});
  EXPECT_EQ(equation_codes("when b then if c then d = 1; end if; end when;"), Codes{"N0227"});
  EXPECT_EQ(equation_codes("when b then if c then d = 1; else n = 1; end if; end when;"),
            Codes{"N0227"});
  EXPECT_EQ(equation_codes("when b then if c then reinit(x, 1); else d = 1; end if; end when;"),
            Codes{"N0227"});
  EXPECT_EQ(equation_codes(
                "when b then if c then d = 1; n = 2; else n = pre(n); d = 2; end if; end when;"),
            Codes{});
  EXPECT_EQ(codes_of("Real x; discrete Real d; initial equation when x > 0 then d = 1; end when;"),
            Codes{"N0218"});
}

TEST(ResolveEquations, WhenSetsVariables) {
  EXPECT_EQ(equation_codes("when b then d = 1; n = 2; end when;"), Codes{});
  EXPECT_EQ(equation_codes("when b then 2*d = 1; end when;"), Codes{"N0222"});
  EXPECT_EQ(equation_codes("when b then p = 1; end when;"), Codes{"N0222"});
  EXPECT_EQ(equation_codes("when b then n = 1.5; end when;"), Codes{"N0220"});
}

TEST(ResolveEquations, ReinitSetsContinuousVariablesInsideWhen) {
  EXPECT_EQ(equation_codes("when b then reinit(x, 1); reinit(der(y), 2); end when;"), Codes{});
  EXPECT_EQ(equation_codes("reinit(x, 1);"), Codes{"N0216"});
  EXPECT_EQ(equation_codes("when b then reinit(d, 1); end when;"), Codes{"N0217"});
  EXPECT_EQ(equation_codes("when b then reinit(x + y, 1); end when;"), Codes{"N0217"});
}

TEST(ResolveEquations, CallsStandWhereTheyBelong) {
  EXPECT_EQ(equation_codes("assert(x > 0, \"a\" + \"b\", AssertionLevel.warning);"), Codes{});
  EXPECT_EQ(equation_codes("assert(x, \"a\");"), Codes{"N0207"});
  EXPECT_EQ(equation_codes("assert(b, x);"), Codes{"N0207"});
  EXPECT_EQ(equation_codes("assert(b, \"a\", AssertionLevel.fatal);"), Codes{"N0201"});
  EXPECT_EQ(equation_codes("sin(x);"), Codes{"N0221"});
  EXPECT_EQ(equation_codes("x = assert(b, \"a\");"), Codes{"N0221"});
  EXPECT_EQ(equation_codes("terminate(\"now\");"), Codes{"N0221"});
  EXPECT_EQ(equation_codes("when b then terminate(\"now\"); end when;"), Codes{});
}

TEST(ResolveEquations, ArraysAreListsOfConditionsOnly) {
  EXPECT_EQ(equation_codes("x = {1, 2};"), Codes{"N0226"});
  EXPECT_EQ(equation_codes("when {b, c} then d = 1; end when;"), Codes{});
}

TEST(ResolveExperiment, SettingsAreExpressions) {
  EXPECT_EQ(codes_of("Real x = 1;", "annotation(experiment(StopTime = q));"), Codes{"N0201"});
  EXPECT_EQ(codes_of("Real x = 1;", "annotation(Icon(extent = q));"), Codes{});
}

}  // namespace
}  // namespace saltus
