#include "saltus/compiler/hybrid/build_hybrid.h"

#include "tests/unit/hybrid/hybrid_text.h"

namespace saltus {
namespace {

using Indices = std::vector<std::uint32_t>;
using Lists = std::vector<Indices>;
using Groups = std::vector<Texts>;

TEST(Surfaces, RelationsThatCompareTheSameFunctionShareOne) {
  const HybridText model("Real x, y; Boolean a, b, c, d;", R"(
    der(x) = 1; der(y) = 2;
    a = x > y; b = y > x; c = x - y >= 0; d = 2*y <= 2*x;)");
  EXPECT_EQ(model.functions(), Texts{"x - y"});
  EXPECT_EQ(model.nodes(), (Texts{"a := s0>0", "b := s0<0", "c := s0>=0", "d := s0>=0"}));
  EXPECT_EQ(model.hybrid.surfaces[SurfaceId(0)].text, "x > y");
}

TEST(Surfaces, RelationsOfAliasesShareOne) {
  const HybridText model("parameter Real n = 4; Real x, y, z, u; Boolean a, b, c, d, e;", R"(
    der(x) = 1; y = -n*x; 2*z = y - 8; u = y*z;
    a = x > 0; b = y > 0; c = z >= -4; d = x + 1 < y; e = u > 0;)");
  // What follows from x alone is a function of x. u: those of its factors.
  EXPECT_EQ(model.functions(), (Texts{"x", "1 + 5*x", "-4 + (-2)*x"}));
  EXPECT_EQ(model.nodes()[0], "a := s0>0");
  EXPECT_EQ(model.nodes()[1], "b := s0<0");
  EXPECT_EQ(model.nodes()[2], "c := s0<=0");
}

TEST(Surfaces, AnEquationOfOneModeMakesNoAlias) {
  const HybridText model("Real x, y; Boolean a, b;", R"(
    der(x) = 1;
    if time > 1 then y = 2*x; else y = x + 1; end if;
    a = x > 0; b = y > 0;)");
  EXPECT_EQ(model.functions().size(), 3u);  // time, x, y
}

TEST(Surfaces, ConstantsAndParametersTellThemApart) {
  const HybridText model("parameter Real p = 2; Real x; Boolean a, b, c, d;", R"(
    der(x) = 1;
    a = x > 1; b = x > p; c = p*x > 4; d = x > sin(x);)");
  EXPECT_EQ(model.functions(), (Texts{"x - 1", "x - p", "x - sin(x)"}));
  EXPECT_EQ(model.nodes()[2], "c := s1>0");
}

TEST(Surfaces, RelationsBetweenDiscreteValuesNeedNone) {
  const HybridText model("Real x; Integer n; Boolean b;", R"(
    der(x) = 1;
    b = n > 3;
    when x > 1 then n = pre(n) + 1; end when;)");
  EXPECT_EQ(model.functions(), Texts{"x - 1"});
  EXPECT_EQ(model.nodes(), (Texts{"when0", "when0.0 n := +(pre n, 1)", "b := >(n, 3)"}));
}

TEST(Surfaces, TimeThatReachesAKnownValueIsAThreshold) {
  const HybridText model("parameter Real p = 4; Real x; discrete Real next; Boolean a, b, c, d;",
                         R"(
    der(x) = 1;
    a = time >= 3; b = p*time + 1 < 9; c = time > next + 1; d = 2 - time > 0;
    when time >= pre(next) then next = pre(next) + 1; end when;)");
  const auto& surfaces = model.discrete().surfaces;
  ASSERT_EQ(surfaces.size(), 4u);
  const auto threshold = [&](std::size_t surface) {
    EXPECT_TRUE(surfaces[surface].threshold);
    EXPECT_FALSE(surfaces[surface].component);
    return model.code(surfaces[surface].threshold->threshold);
  };
  EXPECT_EQ(model.functions()[0], "time - 3");
  EXPECT_EQ(threshold(0), "3");
  EXPECT_EQ(threshold(1), "2");
  EXPECT_EQ(threshold(2), "+(next, 1)");
  EXPECT_EQ(threshold(3), "pre next");
  EXPECT_EQ(surfaces[0].threshold->sense, 1);
  EXPECT_EQ(model.nodes()[0], "a := s0>=0");
  EXPECT_EQ(model.nodes()[1], "b := s1<0");
  // 2 - time > 0 shares the surface of p*time + 1 < 9.
  EXPECT_TRUE(std::ranges::count(model.nodes(), "d := s1<0"));
}

TEST(Surfaces, ThresholdsOfFallingFunctionsHaveANegativeSense) {
  const HybridText model("Boolean b;", "b = 3 > time;");
  const auto& surface = model.discrete().surfaces.at(0);
  EXPECT_EQ(surface.threshold->sense, -1);
  EXPECT_EQ(model.code(surface.threshold->threshold), "3");
  EXPECT_EQ(model.nodes(), Texts{"b := s0>0"});
}

TEST(Surfaces, OtherFunctionsOfTimeHaveAComponentOfTheirOwn) {
  const HybridText model("Real x; Boolean b;", "der(x) = 1; b = sin(time) > 0.5;");
  ASSERT_EQ(model.hybrid.components.size(), 2u);
  EXPECT_TRUE(model.hybrid.components[1].variables.empty());
  EXPECT_EQ(model.discrete().surfaces.at(0).component, 1u);
  EXPECT_FALSE(model.discrete().surfaces.at(0).threshold);
}

TEST(Surfaces, TimesThatAGuardChoosesAreWatchedInAComponent) {
  const HybridText model("Boolean a, b;", "a = time > 3; b = time > (if a then 5 else 6);");
  ASSERT_EQ(model.hybrid.components.size(), 1u);
  EXPECT_EQ(model.hybrid.components[0].guards, std::vector{GuardId(0)});
  EXPECT_EQ(model.discrete().surfaces.at(1).component, 0u);
}

TEST(Surfaces, BranchesInsideAnEventFunctionAreGuardsOfItsComponent) {
  const HybridText model("Real x, y; Boolean b;", R"(
    der(x) = 1; der(y) = 1;
    b = (if x > 1 then x else y) > 0;)");
  EXPECT_EQ(model.components(), (Groups{Texts{"x", "y"}}));
  EXPECT_EQ(model.hybrid.components[0].guards, std::vector{GuardId(0)});
  EXPECT_EQ(model.hybrid.components[0].surfaces, (std::vector{SurfaceId(0), SurfaceId(1)}));
}

TEST(Surfaces, AssertionsAreWatched) {
  const HybridText model("Real x;", "der(x) = 1; assert(x < 3, \"too far\");");
  EXPECT_EQ(model.functions(), Texts{"x - 3"});
  EXPECT_EQ(model.nodes(), Texts{"assert s0<0"});
  EXPECT_TRUE(model.discrete().nodes[0].ends_run);
  EXPECT_FALSE(model.discrete().nodes[0].reads_continuous);
}

TEST(Components, PartsWithoutCommonVariablesAreApart) {
  const HybridText model("Real a, b, c, d, e;", R"(
    der(a) = c; b = 2*time; c = -a; d + e = 1; d - e = 0;)");
  EXPECT_EQ(model.components(), (Groups{Texts{"a", "c"}, Texts{"b"}, Texts{"d", "e"}}));
  EXPECT_EQ(model.hybrid.components[0].equations, (std::vector{EquationId(0), EquationId(2)}));
}

TEST(Components, EquationsOfAllBranchesCount) {
  const HybridText model("Real a, b, c;", R"(
    der(a) = 1;
    if time > 1 then b = a; c = 0; else b = 1; c = 2; end if;)");
  EXPECT_EQ(model.components(), (Groups{Texts{"a", "b"}, Texts{"c"}}));
  EXPECT_EQ(model.hybrid.components[1].guards, std::vector{GuardId(0)});
}

TEST(Components, DiscreteValuesDoNotConnect) {
  const HybridText model("Real x, y; discrete Real d;", R"(
    der(x) = d; der(y) = d;
    when sample(0, 1) then d = pre(x) + y; end when;)");
  EXPECT_EQ(model.components(), (Groups{Texts{"x"}, Texts{"y"}}));
}

TEST(Components, EventFunctionsConnect) {
  const HybridText model("Real x, y; Boolean b;", "der(x) = 1; der(y) = 2; b = x > y;");
  EXPECT_EQ(model.components(), (Groups{Texts{"x", "y"}}));
}

TEST(Components, InitialEquationsConnect) {
  FlatSystem system = flatten_text(R"(
    model M Real x, y; equation der(x) = 1; der(y) = 2; initial equation x = y; end M;)");
  Diagnostics diagnostics;
  const auto hybrid = build_hybrid(system, diagnostics);
  ASSERT_TRUE(hybrid);
  ASSERT_EQ(hybrid->components.size(), 1u);
  EXPECT_EQ(hybrid->components[0].initial_equations, Indices{0});
}

TEST(Components, EquationsWithoutUnknownsStandAlone) {
  const HybridText model("Real x;", "der(x) = 1; 0 = 1; 0 = time;");
  ASSERT_EQ(model.hybrid.components.size(), 3u);
  EXPECT_TRUE(model.hybrid.components[1].variables.empty());
  EXPECT_EQ(model.hybrid.components[2].equations, std::vector{EquationId(2)});
}

TEST(Components, VariablesWithoutEquationsStandAlone) {
  const HybridText model("Real x, y;", "der(x) = 1;");
  EXPECT_EQ(model.components(), (Groups{Texts{"x"}, Texts{"y"}}));
  EXPECT_TRUE(model.hybrid.components[1].equations.empty());
}

TEST(Components, AContinuousVariableCanEqualADiscreteOne) {
  const HybridText model("Real x; discrete Real d; Integer n;", R"(
    x = d;
    n = integer(pre(d));
    when time > 1 then d = 3; end when;)");
  EXPECT_EQ(model.hybrid.components.at(0).equations, std::vector{EquationId(0)});
}

TEST(Readers, SayWhoLooksAtWhat) {
  const HybridText model("Real x, y; discrete Real d(start = 2); Boolean a(start = true), b;", R"(
    der(x) = d; y = if b then 1 else 2;
    a = x > d;
    b = a and not pre(b);
    when {sample(0, 0.5), initial()} then d = pre(d) + 1; end when;)");
  const Readers& readers = model.discrete().readers;
  // A relation between a state and a discrete value comes after what sets that value.
  EXPECT_EQ(model.nodes(), (Texts{"when0", "when0.0 d := +(pre d, 1)", "a := s0>0",
                                  "b := and(a, not(pre b))", "g0 := b"}));
  EXPECT_EQ(readers.of_surface, Lists{Indices{2}});
  EXPECT_EQ(readers.of_value[model.variable("a")], Indices{3});
  EXPECT_EQ(readers.of_pre[model.variable("b")], Indices{3});
  EXPECT_EQ(readers.of_pre[model.variable("d")], Indices{1});
  EXPECT_EQ(readers.of_clock, Lists{Indices{0}});
  EXPECT_EQ(readers.of_initial, Indices{0});
  EXPECT_EQ(readers.components_of_value[model.variable("d")], Indices{0});
  EXPECT_EQ(readers.surfaces_of_value[model.variable("d")], Indices{0});
  EXPECT_EQ(readers.components_of_guard, Lists{Indices{1}});
  EXPECT_EQ(model.discrete().start[model.variable("d")], 2.0);
  EXPECT_EQ(model.discrete().start[model.variable("a")], 1.0);
  EXPECT_TRUE(model.discrete().is_discrete[model.variable("d")]);
  EXPECT_FALSE(model.discrete().is_discrete[model.variable("x")]);
}

TEST(StartValues, ComeFromInitialEquationsToo) {
  FlatSystem system = flatten_text(R"(
    model M parameter Integer p = 2; Integer n, m(start = 7);
    equation when time > 1 then n = 1; m = 2; end when;
    initial equation pre(n) = 2*p; end M;)");
  Diagnostics diagnostics;
  const auto hybrid = build_hybrid(system, diagnostics);
  ASSERT_TRUE(hybrid);
  EXPECT_EQ(hybrid->discrete.start, (std::vector{4.0, 7.0}));
}

TEST(StartValues, MustBeKnownBeforeTheRun) {
  FlatSystem system = flatten_text(R"(
    model M Real x; discrete Real d; equation der(x) = 1; when x > 1 then d = 1; end when;
    initial equation pre(d) = x; end M;)");
  Diagnostics diagnostics;
  EXPECT_FALSE(build_hybrid(system, diagnostics));
  EXPECT_EQ(diagnostics.all().front().code, codes::discrete_start);
}

TEST(Steps, AreDiscreteEquationsWithTwoSurfaces) {
  const HybridText model("Real x(start = 2.5), y; Integer n;",
                         "der(x) = 1; y = floor(x); n = integer(x);");
  EXPECT_EQ(model.functions(),
            (Texts{"x - (2*floor(pre(floor(x))/2) + 1)", "x - 2*floor((pre(floor(x)) + 1)/2)"}));
  EXPECT_EQ(model.hybrid.surfaces[SurfaceId(0)].text, "floor(x)");
  ASSERT_EQ(model.nodes().size(), 2u);
  EXPECT_TRUE(model.nodes()[0].starts_with("floor(x) := if(if(==(")) << model.nodes()[0];
  EXPECT_EQ(model.nodes()[1], "n := floor(x)");
  EXPECT_TRUE(model.discrete().nodes[0].reads_continuous);
  EXPECT_EQ(model.discrete().start, (std::vector{2.5, 0.0, 0.0, 0.0}));
  EXPECT_EQ(model.components(), (Groups{Texts{"x"}, Texts{"y"}}));
}

TEST(Steps, OfTimeAreThresholds) {
  const HybridText model("Real y;", "y = mod(time, 0.5);");
  ASSERT_EQ(model.discrete().surfaces.size(), 2u);
  EXPECT_TRUE(model.discrete().surfaces[0].threshold);
  EXPECT_TRUE(model.discrete().surfaces[1].threshold);
  EXPECT_EQ(model.discrete().readers.surfaces_of_pre[1], (Indices{0, 1}));
}

TEST(Steps, CanStandAloneOnASide) {
  EXPECT_EQ(HybridText("Real x, y;", "der(x) = 1; floor(x) = y;").components(),
            (Groups{Texts{"x"}, Texts{"y"}}));
  const HybridText model("Real x;", "der(x) = 1; floor(x) = 3;");
  EXPECT_EQ(model.hybrid.components.size(), 2u);
}

TEST(BuildHybrid, TakesTimeInProportionToTheModel) {
  std::string declarations, equations;
  for (int i = 0; i < 4000; ++i) {
    const std::string n = std::to_string(i);
    declarations += "Real x" + n + "; Boolean b" + n + ";";
    equations += "der(x" + n + ") = if b" + n + " then 1 else 2; b" + n + " = x" + n + " > 0;";
  }
  const HybridText model(declarations, equations);
  EXPECT_EQ(model.hybrid.components.size(), 4000u);
  EXPECT_EQ(model.hybrid.surfaces.size(), 4000u);
}

}  // namespace
}  // namespace saltus
