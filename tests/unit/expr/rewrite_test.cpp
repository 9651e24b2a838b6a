#include "saltus/foundation/expr/rewrite.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

class RewriterTest : public testing::Test {
 protected:
  ExprPool pool;
  ExprId x = pool.variable(VariableId(0));
  ExprId y = pool.variable(VariableId(1));
  ExprId guard = pool.guard(GuardId(0));

  ExprId with_guard(ExprId expr, bool value) {
    return Rewriter(pool,
                    [&](ExprPool& target, ExprId leaf) {
                      return target[leaf].op == Op::guard ? target.boolean(value) : leaf;
                    })
        .rewrite(expr);
  }
};

TEST_F(RewriterTest, AGuardSelectsItsBranch) {
  const ExprId sum = pool.binary(Op::add, x, pool.if_else(guard, x, y));
  EXPECT_EQ(with_guard(sum, true), pool.binary(Op::add, x, x));
  EXPECT_EQ(with_guard(sum, false), pool.binary(Op::add, x, y));
}

TEST_F(RewriterTest, WhatContainsNoReplacedLeafStaysTheSameNode) {
  const ExprId product = pool.binary(Op::multiply, x, pool.unary(Op::sin, y));
  const std::size_t before = pool.size();
  EXPECT_EQ(with_guard(product, true), product);
  EXPECT_EQ(pool.size(), before);
}

TEST_F(RewriterTest, SharedPartsAreRewrittenOnce) {
  // A tree of 2^60 leaves, and a pool of 60 nodes.
  ExprId shared = pool.if_else(guard, x, y);
  for (int i = 0; i < 60; ++i) shared = pool.binary(Op::add, shared, shared);
  ExprId expected = x;
  for (int i = 0; i < 60; ++i) expected = pool.binary(Op::add, expected, expected);
  EXPECT_EQ(with_guard(shared, true), expected);
}

}  // namespace
}  // namespace saltus
