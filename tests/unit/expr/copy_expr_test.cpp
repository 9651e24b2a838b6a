#include "saltus/foundation/expr/copy_expr.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

TEST(ExprCopy, SharesWhatWasSharedAndChangesLeaves) {
  ExprPool from;
  const ExprId x = from.variable(VariableId(7), 1);
  const ExprId sum = from.binary(Op::add, x, from.constant(2.0));
  const ExprId product = from.binary(Op::multiply, sum, sum);
  ExprPool to;
  ExprCopy copy(from, to, [](const Expr& leaf) {
    Expr changed = leaf;
    if (leaf.op == Op::variable) changed.a = 3;
    return changed;
  });
  const Expr root = to[copy.copy(product)];
  EXPECT_EQ(root.op, Op::multiply);
  EXPECT_EQ(root.first(), root.second());
  EXPECT_EQ(to[to[root.first()].first()].variable(), VariableId(3));
  EXPECT_EQ(to[to[root.first()].first()].order(), 1);
  EXPECT_EQ(to.size(), 4u);
  EXPECT_EQ(copy.copy(sum), root.first());
}

TEST(ExprCopy, CopiesOnlyWhatIsAskedFor) {
  ExprPool from;
  const ExprId x = from.variable(VariableId(0));
  from.unary(Op::sin, x);
  const ExprId choice = from.if_else(from.guard(GuardId(0)), x, from.pre_guard(GuardId(1)));
  ExprPool to;
  ExprCopy copy(from, to, [](const Expr& leaf) { return leaf; });
  EXPECT_EQ(to[copy.copy(choice)].op, Op::if_else);
  EXPECT_EQ(to.size(), 4u);
}

TEST(ExprCopy, DeepExpressionsNeedNoStack) {
  ExprPool from;
  ExprId deep = from.time();
  for (int i = 0; i < 300'000; ++i) deep = from.unary(Op::sin, deep);
  ExprPool to;
  ExprCopy copy(from, to, [](const Expr& leaf) { return leaf; });
  copy.copy(deep);
  EXPECT_EQ(to.size(), from.size());
}

}  // namespace
}  // namespace saltus
