#include "saltus/foundation/expr/differentiate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "saltus/foundation/expr/evaluate.h"
#include "tests/unit/expr/random_expression.h"

namespace saltus {
namespace {

class DifferentiateTest : public testing::Test {
 protected:
  ExprPool pool;
  ExprId x = pool.variable(VariableId(0));
  ExprId dx = pool.variable(VariableId(0), 1);
  ExprId count = pool.variable(VariableId(9));
  ExprId zero = pool.constant(0.0);

  ExprId derivative(ExprId expr) {
    return Differentiator(pool, [](VariableId id) { return id == VariableId(9); })
        .differentiate(expr);
  }
};

TEST_F(DifferentiateTest, ADerivativeOfOrderKBecomesOneOfOrderKPlusOne) {
  EXPECT_EQ(derivative(dx), pool.variable(VariableId(0), 2));
}

TEST_F(DifferentiateTest, TimeHasSlopeOne) {
  EXPECT_EQ(derivative(pool.time()), pool.constant(1.0));
}

TEST_F(DifferentiateTest, ParametersAndDiscreteVariablesHaveSlopeZero) {
  const ExprId p = pool.parameter(ParameterId(0));
  EXPECT_EQ(derivative(pool.binary(Op::multiply, p, count)), zero);
  EXPECT_EQ(derivative(pool.binary(Op::power, p, pool.pre(VariableId(9)))), zero);
}

TEST_F(DifferentiateTest, AFactorThatDoesNotChangeStaysAFactor) {
  EXPECT_EQ(derivative(pool.binary(Op::multiply, count, x)), pool.binary(Op::multiply, count, dx));
}

TEST_F(DifferentiateTest, BranchesAreDifferentiatedUnderTheirGuard) {
  const ExprId guard = pool.guard(GuardId(0));
  const ExprId negative = pool.unary(Op::negate, x);
  EXPECT_EQ(derivative(pool.if_else(guard, x, negative)),
            pool.if_else(guard, dx, pool.unary(Op::negate, dx)));
}

TEST_F(DifferentiateTest, StepsHaveSlopeZero) {
  for (const Op op : {Op::sign, Op::floor, Op::ceil, Op::truncate}) {
    EXPECT_EQ(derivative(pool.unary(op, x)), zero);
  }
}

TEST_F(DifferentiateTest, AbsoluteValueAndExtremaFollowTheirActiveSide) {
  const ExprId y = pool.variable(VariableId(1));
  const ExprId dy = pool.variable(VariableId(1), 1);
  EXPECT_EQ(derivative(pool.unary(Op::abs, x)),
            pool.binary(Op::multiply, pool.unary(Op::sign, x), dx));
  EXPECT_EQ(derivative(pool.binary(Op::minimum, x, y)),
            pool.if_else(pool.binary(Op::less, x, y), dx, dy));
  EXPECT_EQ(derivative(pool.binary(Op::maximum, x, y)),
            pool.if_else(pool.binary(Op::greater, x, y), dx, dy));
}

TEST_F(DifferentiateTest, SharingKeepsDerivativesSmall) {
  ExprId nested = x;
  for (int i = 0; i < 100; ++i) nested = pool.binary(Op::multiply, nested, nested);  // x^(2^100)
  const std::size_t before = pool.size();
  derivative(nested);
  EXPECT_LT(pool.size(), before + 1000);
}

// Along x(t) = sin(t)/2, y(t) = cos(2t)/3.
double point(const Expr& leaf, double t) {
  if (leaf.op == Op::time) return t;
  const double w = leaf.variable() == VariableId(0) ? 1.0 : 2.0;
  const double amplitude = leaf.variable() == VariableId(0) ? 0.5 : 1.0 / 3.0;
  const double phase = (leaf.variable() == VariableId(0) ? -0.5 : 0.0) * M_PI;
  // d^k/dt^k cos(w t + phase) = w^k cos(w t + phase + k pi/2)
  return amplitude * std::pow(w, leaf.order()) *
         std::cos(w * t + phase + leaf.order() * M_PI / 2.0);
}

TEST_F(DifferentiateTest, TheDerivativeIsTheLimitOfDifferences) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    RandomExpression random(pool, seed);
    const ExprId expr = random.make(10);
    const auto value_at = [&](ExprId what, double t) {
      return *Evaluator(pool, [&](const Expr& leaf) { return point(leaf, t); }).evaluate(what);
    };
    const double t = 0.1 * random.below(8);
    // Central difference of order four.
    const double h = 1e-3;
    const double difference = (8.0 * (value_at(expr, t + h) - value_at(expr, t - h)) -
                               (value_at(expr, t + 2 * h) - value_at(expr, t - 2 * h))) /
                              (12.0 * h);
    const double symbolic = value_at(derivative(expr), t);
    EXPECT_NEAR(symbolic, difference, 1e-6 * (1.0 + std::fabs(difference))) << "seed " << seed;
  }
}

}  // namespace
}  // namespace saltus
