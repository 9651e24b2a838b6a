#include "saltus/foundation/expr/variability.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

TEST(Variability, AnExpressionVariesAsMuchAsItsMostVariablePart) {
  ExprPool pool;
  VariabilityTable table(pool, [](VariableId id) { return id == VariableId(1); });
  const ExprId two = pool.constant(2.0);
  const ExprId p = pool.parameter(ParameterId(0));
  const ExprId count = pool.variable(VariableId(1));
  const ExprId x = pool.variable(VariableId(0));
  EXPECT_EQ(table[two], Variability::constant);
  EXPECT_EQ(table[pool.binary(Op::add, two, p)], Variability::parameter);
  EXPECT_EQ(table[pool.binary(Op::add, count, p)], Variability::discrete);
  EXPECT_EQ(table[pool.if_else(pool.guard(GuardId(0)), two, p)], Variability::discrete);
  EXPECT_EQ(table[pool.binary(Op::multiply, count, x)], Variability::continuous);
  EXPECT_EQ(table[pool.pre(VariableId(0))], Variability::discrete);
  EXPECT_EQ(table[pool.unary(Op::sin, pool.time())], Variability::continuous);
  EXPECT_EQ(table[pool.binary(Op::sample, p, two)], Variability::discrete);
}

TEST(Variability, TheTableFollowsAGrowingPool) {
  ExprPool pool;
  VariabilityTable table(pool, [](VariableId) { return false; });
  const ExprId x = pool.variable(VariableId(0));
  EXPECT_EQ(table[x], Variability::continuous);
  EXPECT_EQ(table[pool.constant(1.0)], Variability::constant);
  EXPECT_EQ(table[pool.unary(Op::sin, x)], Variability::continuous);
}

}  // namespace
}  // namespace saltus
