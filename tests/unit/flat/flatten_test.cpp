#include "saltus/compiler/flat/flatten.h"

#include <gtest/gtest.h>

#include <cmath>

#include "saltus/foundation/expr/evaluate.h"
#include "tests/unit/flat/flatten_text.h"

namespace saltus {
namespace {

using Texts = std::vector<std::string>;

TEST(FlattenParameters, ValuesFollowTheirDependenciesInAnyOrderOfWriting) {
  const FlatSystem system = flatten_model(
      "parameter Real a = 2*b; parameter Real b = c + 1; constant Real c = 3; Real x;", "x = a;");
  EXPECT_EQ(system.parameters[ParameterId(0)].value, 8.0);
  EXPECT_EQ(system.parameters[ParameterId(1)].value, 4.0);
  EXPECT_TRUE(system.parameters[ParameterId(2)].is_constant);
}

TEST(FlattenParameters, BindingsKeepTheirConditions) {
  const FlatSystem system = flatten_model(
      "parameter Real a = if b > 1 then abs(b) else 0; parameter Real b = 2; Real x;", "x = a;");
  EXPECT_EQ(printed(system, *system.parameters[ParameterId(0)].binding),
            "if noEvent(b > 1) then abs(b) else 0");
  EXPECT_EQ(system.parameters[ParameterId(0)].value, 2.0);
}

TEST(FlattenParameters, TheyStayNamesInEquations) {
  EXPECT_EQ(equations_of(flatten_model("parameter Real k = 2; Real x;", "der(x) = k*x;")),
            Texts{"der(x) = k*x"});
}

TEST(FlattenAttributes, TheyAreEvaluated) {
  const FlatSystem system = flatten_model(
      "parameter Real L = 2; Real x(start = L/4, fixed = true, min = -L, max = L, nominal = 10*L, "
      "unit = \"m\");",
      "der(x) = 1;");
  const FlatVariable& x = system.variables[VariableId(0)];
  EXPECT_EQ(x.start, 0.5);
  EXPECT_TRUE(x.fixed);
  EXPECT_EQ(x.min, -2.0);
  EXPECT_EQ(x.max, 2.0);
  EXPECT_EQ(x.nominal, 20.0);
  EXPECT_EQ(x.unit, "m");
}

TEST(FlattenVariables, BindingsBecomeEquationsBeforeTheOthers) {
  EXPECT_EQ(equations_of(flatten_model("Real x; Real y = 2*x; Real z = y;", "der(x) = 1;")),
            (Texts{"y = 2*x", "z = y", "der(x) = 1"}));
}

TEST(FlattenVariables, WhatAWhenSetsIsDiscrete) {
  const FlatSystem system =
      flatten_model("Real x; Real d; Integer n; Boolean b;",
                    "der(x) = 1; when x > 1 then d = x; end when; n = 1; b = x > 2;");
  EXPECT_FALSE(system.variables[VariableId(0)].is_discrete);
  EXPECT_TRUE(system.variables[VariableId(1)].is_discrete);
  EXPECT_TRUE(system.variables[VariableId(2)].is_discrete);
  EXPECT_TRUE(system.variables[VariableId(3)].is_discrete);
}

TEST(FlattenVariables, AnInputWithAValueIsAnOrdinaryVariable) {
  const FlatSystem system =
      flatten_model("input Real u; input Real v = time; Real x;", "x = u + v;");
  EXPECT_TRUE(system.variables[VariableId(0)].is_input);
  EXPECT_FALSE(system.variables[VariableId(1)].is_input);
}

TEST(FlattenConditions, EachBranchIsActiveIfTheOnesBeforeItAreNot) {
  const FlatSystem system = flatten_model(
      "Real x, y;",
      "der(x) = 1; if x > 1 then y = 1; elseif x > 0 then y = 2; else y = 3; end if;");
  ASSERT_EQ(system.guards.size(), 2u);
  EXPECT_EQ(printed(system, system.guards[GuardId(0)].condition), "x > 1");
  const GuardId first(0), second(1);
  EXPECT_TRUE(system.equations[EquationId(0)].active_if.empty());
  EXPECT_EQ(system.equations[EquationId(1)].active_if, (std::vector<GuardLiteral>{{first, true}}));
  EXPECT_EQ(system.equations[EquationId(2)].active_if,
            (std::vector<GuardLiteral>{{first, false}, {second, true}}));
  EXPECT_EQ(system.equations[EquationId(3)].active_if,
            (std::vector<GuardLiteral>{{first, false}, {second, false}}));
}

TEST(FlattenConditions, EqualConditionsAreOneGuard) {
  const FlatSystem system = flatten_model(
      "Real x, y, z;",
      "der(x) = 1; if x > 1 then y = 1; else y = 2; end if; z = if x > 1 then 3 else 4;");
  EXPECT_EQ(system.guards.size(), 1u);
}

TEST(FlattenConditions, NestedConditionsAddUpAndKnownOnesAreNotRepeated) {
  const FlatSystem system = flatten_model("Real x, y;", R"(
    der(x) = 1;
    if x > 1 then
      if x > 1 then
        if x > 2 then y = 1; else y = 2; end if;
      else
        y = 3;
      end if;
    end if;)");
  ASSERT_EQ(system.equations.size(), 3u);
  EXPECT_EQ(system.equations[EquationId(1)].active_if,
            (std::vector<GuardLiteral>{{GuardId(0), true}, {GuardId(1), true}}));
  EXPECT_EQ(system.equations[EquationId(2)].active_if,
            (std::vector<GuardLiteral>{{GuardId(0), true}, {GuardId(1), false}}));
}

TEST(FlattenConditions, WhatParametersDecideIsGoneWithItsGuards) {
  const FlatSystem system =
      flatten_model("parameter Boolean stiff = true; parameter Real k = 2; Real x, y, z;", R"(
    der(x) = if k > 1 then 5 else abs(x);
    if stiff then y = 1; elseif x > 0 then y = 2; end if;
    z = if k < 0 and x > 0 then 1 elseif x > 3 then 2 else 3;)");
  EXPECT_EQ(equations_of(system), (Texts{"der(x) = 5", "y = 1", "z = if x > 3 then 2 else 3"}));
  EXPECT_EQ(system.guards.size(), 1u);
}

TEST(FlattenConditions, EqualBranchesNeedNoGuard) {
  EXPECT_EQ(flatten_model("Real x, y;", "der(x) = 1; y = if x > 0 then x else x;").guards.size(),
            0u);
}

TEST(FlattenConditions, AGuardComesAfterThoseInItsCondition) {
  const FlatSystem system = flatten_model(
      "Real x, y;", "der(x) = 1; y = if abs(x) > (if x > 3 then 1 else 2) then 3 else 4;");
  ASSERT_EQ(system.guards.size(), 3u);
  EXPECT_EQ(printed(system, system.guards[GuardId(0)].condition), "x >= 0");
  EXPECT_EQ(printed(system, system.guards[GuardId(1)].condition), "x > 3");
  EXPECT_EQ(printed(system, system.guards[GuardId(2)].condition),
            "abs(x) > (if x > 3 then 1 else 2)");
}

TEST(FlattenEventFunctions, TheyHaveGuardsOfWhatVariesContinuously) {
  const FlatSystem system =
      flatten_model("Real x, y;", "der(x) = 1; y = min(abs(x), 3) + sign(x);");
  // x >= 0, abs(x) <= 3, x > 0, x < 0
  EXPECT_EQ(system.guards.size(), 4u);
}

TEST(FlattenEventFunctions, TheyAreLiteralOfParametersAndDiscreteValues) {
  const FlatSystem system = flatten_model("parameter Real p = -1; Integer n; Real x;",
                                          "n = 2; x = max(p, n)*abs(p) + floor(p) + mod(n, 3);");
  EXPECT_EQ(system.guards.size(), 0u);
  EXPECT_EQ(equations_of(system)[1], "x = max(p, n)*abs(p) + floor(p) + (n - floor(n/3)*3)");
}

TEST(FlattenEventFunctions, NoEventMakesEverythingInsideLiteral) {
  const FlatSystem system = flatten_model(
      "Real x, y;",
      "der(x) = 1; y = noEvent(if x > 0 then abs(x) else floor(x)) + noEvent(rem(x, 2));");
  EXPECT_EQ(system.guards.size(), 0u);
}

// The names of the hidden variables.
Texts hidden_in(const FlatSystem& system) {
  Texts names;
  for (const FlatVariable& variable : system.variables) {
    if (variable.is_hidden) names.push_back(variable.name);
  }
  return names;
}

TEST(FlattenEventFunctions, StepsOfContinuousValuesAreHiddenVariables) {
  const FlatSystem system = flatten_model("Real x, y;", "der(x) = 1; y = floor(2*x);");
  EXPECT_EQ(hidden_in(system), Texts{"floor(2*x)"});
  const FlatVariable& hidden = system.variables[VariableId(2)];
  EXPECT_TRUE(hidden.is_discrete);
  EXPECT_EQ(printed(system, *hidden.floor_of), "2*x");
  EXPECT_EQ(equations_of(system)[1], "y = floor(2*x)");
  EXPECT_TRUE(system.equations[EquationId(2)].is_hidden);
}

TEST(FlattenEventFunctions, StepsFollowTheirOperand) {
  FlatSystem system = flatten_model("Real x, y;", "der(x) = 1; y = floor(x);");
  const ExprId value = system.equations[EquationId(2)].right;
  const auto next = [&](double x, double before) {
    return *Evaluator(system.pool, [&](const Expr& leaf) -> std::optional<double> {
              return leaf.op == Op::pre ? before : x;
            }).evaluate(value);
  };
  for (const double before : {-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 5.0}) {
    for (const double jump : {-4.6, -1.0, -0.4, 0.0, 0.4, 0.9, 1.0, 1.1, 1.9, 2.0, 7.0}) {
      EXPECT_EQ(next(before + jump, before), std::floor(before + jump)) << before << ' ' << jump;
    }
    // Rounding at a crossing does not matter once the relations have decided.
    EXPECT_EQ(next(before - 1e-12, before), before - 1.0);
    EXPECT_EQ(next(before + 1.0 + 1e-12, before), before + 1.0);
  }
}

TEST(FlattenEventFunctions, DivisionsAreMadeOfFloors) {
  const auto right_side = [](const std::string& call) {
    return equations_of(flatten_model("Real x, y;", "der(x) = 1; y = " + call + ";"))[1];
  };
  EXPECT_EQ(right_side("integer(x)"), "y = floor(x)");
  EXPECT_EQ(right_side("ceil(x)"), "y = ceil(x)");
  EXPECT_EQ(right_side("mod(x, 2)"), "y = x - floor(x/2)*2");
  EXPECT_EQ(right_side("div(x, 2)"), "y = div(x, 2)");
  EXPECT_EQ(right_side("rem(-x, 2)"), "y = -x - div(-x, 2)*2");
}

TEST(FlattenEventFunctions, EqualOperandsShareTheirHiddenVariable) {
  EXPECT_EQ(hidden_in(flatten_model("Real x, y, z;",
                                    "der(x) = 1; y = integer(x) + ceil(-x); z = mod(x, 1);")),
            (Texts{"floor(x)"}));
}

TEST(FlattenEventFunctions, OnlyHiddenVariablesThatAreUsedStay) {
  EXPECT_EQ(hidden_in(flatten_model("Real x, y; parameter Boolean p = true;", R"(
              der(x) = 1;
              y = if p or floor(x) > 3 then floor(2*x + floor(3*x)) else floor(5*x);)")),
            (Texts{"floor(3*x)", "floor(2*x + floor(3*x))"}));
}

TEST(FlattenWhen, ChoicesInsideAreIfExpressions) {
  const FlatSystem system = flatten_model("parameter Integer p = 1; Real x; Integer n, m;", R"(
    der(x) = 1;
    when x > 1 then
      if pre(n) > 3 then n = 0; m = 1; elseif p > 2 then m = 2; n = 5; else m = 3; n = pre(n) + 1; end if;
    end when;)");
  const std::vector<WhenAction>& actions = system.whens.at(0).branches.at(0).actions;
  ASSERT_EQ(actions.size(), 2u);
  const auto text = [&](std::size_t action) {
    const WhenAssign& assign = std::get<WhenAssign>(actions[action]);
    return system.variables[assign.target].name + " = " + printed(system, assign.value);
  };
  EXPECT_EQ(text(0), "n = if noEvent(pre(n) > 3) then 0 else pre(n) + 1");
  EXPECT_EQ(text(1), "m = if noEvent(pre(n) > 3) then 1 else 3");
}

TEST(FlattenOperators, EdgesOfConditionsAreGuardsWithAPast) {
  const FlatSystem system = flatten_model("Real x, y; Boolean b;", R"(
    der(x) = if edge(x > 1) then 1 else 2;
    y = if x > 1 then 1 else 0;
    b = change(x > 1) or pre(x > 2);)");
  EXPECT_EQ(equations_of(system),
            (Texts{"der(x) = if edge(x > 1) then 1 else 2", "y = if x > 1 then 1 else 0",
                   "b = change(x > 1) or pre(x > 2)"}));
  ASSERT_EQ(system.guards.size(), 3u);
  EXPECT_EQ(printed(system, system.guards[GuardId(0)].condition), "x > 1");
  EXPECT_EQ(printed(system, system.guards[GuardId(1)].condition), "edge(x > 1)");
}

TEST(FlattenDerivatives, ExpressionsAreDifferentiated) {
  EXPECT_EQ(equations_of(flatten_model("parameter Real p = 2; Real x, y;",
                                       "der(p*x) = 1; der(der(x^2)) = y;")),
            (Texts{"p*der(x) = 1", "2*der(x)*der(x) + 2*x*der(der(x)) = y"}));
}

TEST(FlattenOperators, HomotopyAndSmoothStandForTheirArgument) {
  EXPECT_EQ(
      equations_of(flatten_model(
          "Real x, y;",
          "x = homotopy(simplified = 0, actual = time); y = smooth(0, if x > 1 then x else 1);")),
      (Texts{"x = time", "y = if x > 1 then x else 1"}));
}

TEST(FlattenOperators, EdgeAndChangeCompareWithTheLeftLimit) {
  const FlatSystem system = flatten_model(
      "Real x; Boolean b; Integer n; discrete Real d;",
      "der(x) = 1; b = x > 1; n = 1; when edge(b) or change(n) then d = pre(x); end when;");
  ASSERT_EQ(system.whens.size(), 1u);
  EXPECT_EQ(printed(system, system.whens[0].branches[0].conditions[0]),
            "b and not pre(b) or n <> pre(n)");
}

TEST(FlattenWhen, BranchesActionsAndListsOfConditionsAreKept) {
  const FlatSystem system = flatten_model("Real x, v; discrete Real d;", R"(
    der(x) = v; der(v) = 0;
    when {x > 1, time > 2} then
      d = if x == 2 then abs(x) else floor(x);
      reinit(der(x), 3);
    elsewhen initial() then
      assert(x < 5, "far", AssertionLevel.warning);
      terminate("over");
    end when;)");
  EXPECT_EQ(system.guards.size(), 0u);
  ASSERT_EQ(system.whens.size(), 1u);
  const auto& branches = system.whens[0].branches;
  ASSERT_EQ(branches.size(), 2u);
  EXPECT_EQ(branches[0].conditions.size(), 2u);
  const auto& reinit = std::get<WhenReinit>(branches[0].actions[1]);
  EXPECT_EQ(reinit.state, VariableId(0));
  EXPECT_EQ(reinit.order, 1);
  EXPECT_EQ(std::get<WhenAssert>(branches[1].actions[0]).level, AssertionLevel::warning);
  EXPECT_EQ(std::get<WhenTerminate>(branches[1].actions[1]).message, "over");
}

TEST(FlattenAssertions, TheyWatchWithoutGuards) {
  const FlatSystem system = flatten_model(
      "Real x;",
      "der(x) = 1; assert(abs(x) < 3 and (if x > 0 then true else x > -1), \"a\" + \"b\");");
  EXPECT_EQ(system.guards.size(), 0u);
  ASSERT_EQ(system.assertions.size(), 1u);
  EXPECT_EQ(system.assertions[0].message, "ab");
}

TEST(FlattenAnnotation, TheExperimentIsReadAndTheRestIsKept) {
  const FlatSystem system = flatten_model("parameter Real T = 2; Real x;", R"(
    der(x) = 1;
    annotation(experiment(StartTime = -1, StopTime = 10*T, Tolerance = 1e-6, Interval = 0.1), Documentation(info = "x"));)");
  EXPECT_EQ(system.experiment.start_time, -1.0);
  EXPECT_EQ(system.experiment.stop_time, 20.0);
  EXPECT_EQ(system.experiment.tolerance, 1e-6);
  EXPECT_EQ(system.experiment.interval, 0.1);
  EXPECT_EQ(system.other_annotations, "Documentation(info = \"x\")");
}

TEST(FlattenFaults, AValueThatIsNotFiniteIsReportedOnce) {
  EXPECT_EQ(try_flatten("model M parameter Real a = 1/b, b = 0, c = 2*a; Real x = c; end M;").codes,
            Texts{"F0304"});
  EXPECT_EQ(try_flatten("model M Real x = 2*(1/0) + 1; end M;").codes, Texts{"F0304"});
  EXPECT_EQ(try_flatten("model M Real x = 1e999; end M;").codes, Texts{"F0304"});
  EXPECT_EQ(try_flatten("model M Real x(start = log(0)) = 1; end M;").codes, Texts{"F0304"});
}

TEST(FlattenFaults, TheBranchNotTakenMayBeUndefined) {
  EXPECT_TRUE(
      try_flatten("model M parameter Real p = 0, q = if p > 0 then 1/p else 2; Real x = q; end M;")
          .system);
}

// The right side of the first equation, if it gives `x` its value.
std::string value_of_x(const std::string& declarations, const std::string& equations) {
  const FlatSystem system = flatten_model(declarations, equations);
  const FlatEquation& equation = system.equations[EquationId(0)];
  return printed(system, equation.left) == "x" ? printed(system, equation.right) : "as written";
}

TEST(FlattenOddPowers, WhatIsKnownOtherwiseGivesTheRoot) {
  EXPECT_NE(value_of_x("Real x;", "x^3 = time;"), "as written");
  EXPECT_NE(value_of_x("Real x;", "noEvent(x*abs(x)) = time;"), "as written");
  EXPECT_EQ(value_of_x("Real x;", "x*abs(x) = time;"),
            "if time >= 0 then sqrt(time) else -sqrt(-time)");
  EXPECT_NE(value_of_x("Real x, d;", "0 = d - x*x*x; d = 2*time;"), "as written");
  EXPECT_NE(value_of_x("Real x;", "(x - 1)^3 = time;"), "as written");
}

TEST(FlattenOddPowers, OtherEquationsStay) {
  EXPECT_EQ(value_of_x("Real x;", "x^2 = time;"), "as written");
  EXPECT_EQ(value_of_x("Real x;", "x^3 + x = time;"), "as written");
  EXPECT_EQ(value_of_x("Real x, y;", "x^3 = y; x = time;"), "as written");
  EXPECT_EQ(value_of_x("Real x, y;", "x^3 = y; x + y = 1;"), "as written");
  EXPECT_EQ(value_of_x("Real x;", "x^3 = der(x);"), "as written");
}

}  // namespace
}  // namespace saltus
