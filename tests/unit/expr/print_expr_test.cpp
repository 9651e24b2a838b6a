#include "saltus/foundation/expr/print_expr.h"

#include <gtest/gtest.h>

#include <array>

namespace saltus {
namespace {

constexpr std::array<std::string_view, 4> variable_names{"a", "b", "c", "count"};

class PrintExprTest : public testing::Test {
 protected:
  ExprPool pool;
  std::vector<ExprId> conditions;
  ExprId a = pool.variable(VariableId(0));
  ExprId b = pool.variable(VariableId(1));
  ExprId c = pool.variable(VariableId(2));
  ExprId count = pool.variable(VariableId(3));
  ExprId zero = pool.constant(0.0);

  ExprId number(double value) { return pool.constant(value); }
  ExprId op(Op what, ExprId left, ExprId right) { return pool.binary(what, left, right); }
  ExprId op(Op what, ExprId operand) { return pool.unary(what, operand); }
  ExprId guard(ExprId condition) {
    conditions.push_back(condition);
    return pool.guard(GuardId(static_cast<std::uint32_t>(conditions.size() - 1)));
  }
  std::string print(ExprId expr, EventContext context = EventContext::event_free) {
    const ExprNames names{
        .variable = [](VariableId id) { return variable_names[id.index()]; },
        .parameter = [](ParameterId) -> std::string_view { return "p"; },
        .condition = [&](GuardId id) { return conditions[id.index()]; },
        .is_discrete = [](VariableId id) { return id == VariableId(3); },
    };
    return print_expr(pool, expr, names, context);
  }
  std::string in_equation(ExprId expr) { return print(expr, EventContext::events); }
};

TEST_F(PrintExprTest, SumsAndProductsNeedParenthesesOnTheirRightOnly) {
  EXPECT_EQ(print(op(Op::subtract, op(Op::add, a, b), c)), "a + b - c");
  EXPECT_EQ(print(op(Op::add, a, op(Op::subtract, b, c))), "a + (b - c)");
  EXPECT_EQ(print(op(Op::multiply, op(Op::divide, a, b), c)), "a/b*c");
  EXPECT_EQ(print(op(Op::divide, a, op(Op::multiply, b, c))), "a/(b*c)");
  EXPECT_EQ(print(op(Op::multiply, op(Op::add, a, b), c)), "(a + b)*c");
}

TEST_F(PrintExprTest, ASignBelongsToTheWholeFirstTerm) {
  EXPECT_EQ(print(op(Op::negate, op(Op::multiply, a, b))), "-a*b");
  EXPECT_EQ(print(op(Op::multiply, op(Op::negate, a), b)), "(-a)*b");
  EXPECT_EQ(print(op(Op::add, op(Op::negate, a), b)), "-a + b");
  EXPECT_EQ(print(op(Op::subtract, a, op(Op::negate, b))), "a - (-b)");
  EXPECT_EQ(print(op(Op::negate, op(Op::add, a, b))), "-(a + b)");
  EXPECT_EQ(print(op(Op::multiply, number(-2), a)), "(-2)*a");
  EXPECT_EQ(print(op(Op::add, number(-2), a)), "-2 + a");
  EXPECT_EQ(print(op(Op::power, a, number(-2))), "a^(-2)");
  EXPECT_EQ(print(op(Op::greater, a, number(-2))), "a > -2");
}

TEST_F(PrintExprTest, PowersAreNotChained) {
  EXPECT_EQ(print(op(Op::power, op(Op::power, a, b), c)), "(a^b)^c");
  EXPECT_EQ(print(op(Op::power, a, op(Op::power, b, c))), "a^(b^c)");
  EXPECT_EQ(print(op(Op::negate, op(Op::power, a, number(2)))), "-a^2");
  EXPECT_EQ(print(op(Op::power, op(Op::negate, a), number(2))), "(-a)^2");
}

TEST_F(PrintExprTest, LogicBindsLessThanRelations) {
  const ExprId less = op(Op::less, a, b);
  const ExprId greater = op(Op::greater, b, c);
  EXPECT_EQ(
      print(op(Op::logical_or, op(Op::logical_and, less, greater), op(Op::logical_not, less))),
      "a < b and b > c or not a < b");
  EXPECT_EQ(print(op(Op::logical_and, less, op(Op::logical_or, less, greater))),
            "a < b and (a < b or b > c)");
  EXPECT_EQ(print(op(Op::logical_not, op(Op::logical_and, less, greater))),
            "not (a < b and b > c)");
}

TEST_F(PrintExprTest, NumbersAreAsShortAsTheyReadBack) {
  EXPECT_EQ(print(number(0.1)), "0.1");
  EXPECT_EQ(print(number(3.0)), "3");
  EXPECT_EQ(print(number(1e22)), "1e+22");
  EXPECT_EQ(print(number(1.0 / 3.0)), "0.3333333333333333");
}

TEST_F(PrintExprTest, DerivativesAreNestedCalls) {
  EXPECT_EQ(print(pool.variable(VariableId(0), 2)), "der(der(a))");
}

TEST_F(PrintExprTest, GuardsArePrintedAsTheirConditions) {
  const ExprId first = guard(op(Op::greater, a, b));
  const ExprId second = guard(op(Op::less, a, zero));
  const ExprId choice = pool.if_else(first, a, pool.if_else(second, b, c));
  EXPECT_EQ(in_equation(choice), "if a > b then a elseif a < 0 then b else c");
  EXPECT_EQ(in_equation(op(Op::multiply, number(2), choice)),
            "2*(if a > b then a elseif a < 0 then b else c)");
}

TEST_F(PrintExprTest, WhatHasNoEventsIsWrittenSoInAnEquation) {
  const ExprId literal = pool.if_else(op(Op::greater, a, zero), op(Op::abs, b), c);
  EXPECT_EQ(in_equation(literal), "if noEvent(a > 0) then noEvent(abs(b)) else c");
  EXPECT_EQ(print(literal), "if a > 0 then abs(b) else c");
  EXPECT_EQ(in_equation(op(Op::abs, count)), "abs(count)");
  EXPECT_EQ(in_equation(op(Op::floor, op(Op::abs, a))), "noEvent(floor(abs(a)))");
}

TEST_F(PrintExprTest, FunctionsWithGuardsAreWrittenAsFunctions) {
  const ExprId absolute = pool.if_else(guard(op(Op::greater_equal, a, zero)), a, op(Op::negate, a));
  const ExprId least = pool.if_else(guard(op(Op::less_equal, a, b)), a, b);
  const ExprId greatest = pool.if_else(guard(op(Op::greater_equal, least, c)), least, c);
  const ExprId below = pool.if_else(guard(op(Op::less, a, zero)), number(-1), zero);
  const ExprId sign = pool.if_else(guard(op(Op::greater, a, zero)), number(1), below);
  EXPECT_EQ(in_equation(absolute), "abs(a)");
  EXPECT_EQ(in_equation(greatest), "max(min(a, b), c)");
  EXPECT_EQ(in_equation(sign), "sign(a)");
}

TEST_F(PrintExprTest, AConditionOnDiscreteValuesStaysAnIf) {
  const ExprId choice =
      pool.if_else(guard(op(Op::greater_equal, count, zero)), count, op(Op::negate, count));
  EXPECT_EQ(in_equation(choice), "if count >= 0 then count else -count");
}

TEST_F(PrintExprTest, ThePastOfAGuardIsThatOfItsCondition) {
  const ExprId now = guard(op(Op::greater, a, b));
  const ExprId before = pool.pre_guard(GuardId(pool[now].a));
  EXPECT_EQ(in_equation(before), "pre(a > b)");
  EXPECT_EQ(in_equation(op(Op::logical_and, now, op(Op::logical_not, before))), "edge(a > b)");
  EXPECT_EQ(in_equation(op(Op::not_equal, now, before)), "change(a > b)");
  EXPECT_EQ(in_equation(op(Op::logical_and, now, before)), "a > b and pre(a > b)");
}

TEST_F(PrintExprTest, TruncationIsADivision) {
  EXPECT_EQ(print(op(Op::truncate, op(Op::divide, count, number(3)))), "div(count, 3)");
  EXPECT_EQ(print(op(Op::truncate, count)), "div(count, 1)");
}

TEST_F(PrintExprTest, AMillionNestedOperationsNeedNoStack) {
  ExprId deep = a;
  for (int i = 0; i < 1'000'000; ++i) deep = op(Op::add, deep, b);
  EXPECT_EQ(print(deep).size(), 1 + 4'000'000u);
}

}  // namespace
}  // namespace saltus
