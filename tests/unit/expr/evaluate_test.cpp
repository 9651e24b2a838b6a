#include "saltus/foundation/expr/evaluate.h"

#include <gtest/gtest.h>

#include "saltus/foundation/expr/rewrite.h"
#include "tests/unit/expr/random_expression.h"

namespace saltus {
namespace {

class EvaluatorTest : public testing::Test {
 protected:
  ExprPool pool;
  ExprId x = pool.variable(VariableId(0));
  ExprId p = pool.parameter(ParameterId(0));
  ExprId two = pool.constant(2.0);

  std::optional<double> value(ExprId expr) {
    return Evaluator(pool,
                     [](const Expr& leaf) -> std::optional<double> {
                       if (leaf.op == Op::parameter) return 3.0;
                       return std::nullopt;
                     })
        .evaluate(expr);
  }
};

TEST_F(EvaluatorTest, AnExpressionOverKnownLeavesHasAValue) {
  EXPECT_EQ(value(pool.binary(Op::power, p, two)), 9.0);
}

TEST_F(EvaluatorTest, AnUnknownLeafLeavesTheValueUnknown) {
  EXPECT_EQ(value(pool.binary(Op::multiply, two, x)), std::nullopt);
}

TEST_F(EvaluatorTest, TheBranchNotTakenMayBeUnknown) {
  const ExprId is_large = pool.binary(Op::greater, p, two);
  EXPECT_EQ(value(pool.if_else(is_large, two, x)), 2.0);
  EXPECT_EQ(value(pool.if_else(is_large, x, two)), std::nullopt);
}

TEST_F(EvaluatorTest, ADecisiveOperandDecidesLogicAlone) {
  const ExprId unknown = pool.binary(Op::greater, x, two);
  const ExprId is_true = pool.binary(Op::greater, p, two);
  const ExprId is_false = pool.binary(Op::less, p, two);
  EXPECT_EQ(value(pool.binary(Op::logical_and, unknown, is_false)), 0.0);
  EXPECT_EQ(value(pool.binary(Op::logical_or, is_true, unknown)), 1.0);
  EXPECT_EQ(value(pool.binary(Op::logical_and, unknown, is_true)), std::nullopt);
}

TEST_F(EvaluatorTest, SampleIsNeverKnown) {
  EXPECT_EQ(value(pool.binary(Op::sample, two, two)), std::nullopt);
}

TEST_F(EvaluatorTest, ForgettingTakesNewLeafValuesIntoAccount) {
  double leaf = 1.0;
  Evaluator evaluator(pool, [&](const Expr&) { return leaf; });
  const ExprId doubled = pool.binary(Op::multiply, two, x);
  EXPECT_EQ(evaluator.evaluate(doubled), 2.0);
  leaf = 5.0;
  EXPECT_EQ(evaluator.evaluate(doubled), 2.0);
  evaluator.forget();
  EXPECT_EQ(evaluator.evaluate(doubled), 10.0);
}

TEST_F(EvaluatorTest, AMillionNestedOperationsNeedNoStack) {
  ExprId deep = x;
  for (int i = 0; i < 1'000'000; ++i) deep = pool.unary(Op::sin, deep);
  EXPECT_EQ(value(deep), std::nullopt);
}

// Two roads to a value: numbers in the leaves and folding, or evaluation.
TEST_F(EvaluatorTest, EvaluationAgreesWithFolding) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomExpression random(pool, seed);
    const ExprId expr = random.make(12);
    const double at_x = 0.1 * random.below(10) - 0.5;
    const auto leaf_value = [&](const Expr& leaf) { return leaf.op == Op::time ? 0.7 : at_x; };
    Rewriter fold(pool, [&](ExprPool& target, ExprId leaf) {
      const Expr node = target[leaf];
      return node.op == Op::constant ? leaf : target.constant(leaf_value(node));
    });
    const ExprId folded = fold.rewrite(expr);
    ASSERT_TRUE(pool.is_constant(folded));
    const auto evaluated = Evaluator(pool, leaf_value).evaluate(expr);
    ASSERT_TRUE(evaluated);
    // Folding drops neutral elements, which never changes a value.
    EXPECT_EQ(*evaluated, pool[folded].value) << "seed " << seed;
  }
}

}  // namespace
}  // namespace saltus
