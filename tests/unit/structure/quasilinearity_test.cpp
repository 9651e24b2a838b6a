#include "saltus/compiler/structure/quasilinearity.h"

#include "tests/unit/structure/structure_of.h"
#include "tests/unit/structure/textbook_models.h"

namespace saltus::testing {
namespace {

TEST(Quasilinearity, ThePendulumIsQuasilinear) {
  ModelBuilder model;
  add_pendulum(model);
  EXPECT_TRUE(structure_of(model).is_quasilinear);
}

TEST(Quasilinearity, TheSquareOfALeadingDerivativeIsNot) {
  ModelBuilder model;
  const Term x = model.unknown("x");
  model.equation(square(der(x)) + square(x), 1.0);
  EXPECT_FALSE(structure_of(model).is_quasilinear);
}

TEST(Quasilinearity, AProductOfTwoLeadingValuesOfABlockIsNot) {
  ModelBuilder model;
  const Term x = model.unknown("x"), y = model.unknown("y");
  model.equation(x * y, 1.0);
  model.equation(x - y, 0.0);
  EXPECT_FALSE(structure_of(model).is_quasilinear);
}

TEST(Quasilinearity, AProductWithALeadingValueOfAnEarlierBlockIs) {
  ModelBuilder model;
  const Term x = model.unknown("x"), y = model.unknown("y");
  model.equation(x, sin(model.time()));
  model.equation(x * y, 1.0);
  EXPECT_TRUE(structure_of(model).is_quasilinear);
}

TEST(Quasilinearity, LowerDerivativesMayEnterInAnyWay) {
  ModelBuilder model;
  const Term x = model.unknown("x");
  model.equation(sin(x) * der(x) / (square(x) + 1.0), cos(x));
  EXPECT_TRUE(structure_of(model).is_quasilinear);
}

TEST(Quasilinearity, ALeadingValueInADenominatorIsNot) {
  ModelBuilder model;
  const Term x = model.unknown("x");
  model.equation(x / der(x), model.time());
  EXPECT_FALSE(structure_of(model).is_quasilinear);
}

TEST(Quasilinearity, AConditionOnALeadingValueIsNot) {
  ModelBuilder model;
  const Term x = model.unknown("x");
  auto& pool = model.system.pool;
  const ExprId condition = pool.binary(Op::less, der(x).id, pool.constant(0.0));
  const Term chosen{&model, pool.if_else(condition, der(x).id, x.id)};
  model.equation(chosen, 1.0);
  EXPECT_FALSE(structure_of(model).is_quasilinear);
}

TEST(Quasilinearity, ABlockDifferentiatedForOthersIsJudgedAtItsOwnStage) {
  ModelBuilder model;
  const Term y = model.unknown("y"), u = model.unknown("u");
  model.equation(square(y), model.time());
  model.equation(u, der(y));
  const ModeStructure structure = structure_of(model);
  ASSERT_EQ(structure.blocks.size(), 2u);
  EXPECT_EQ(structure.blocks[0].lead, 1);
  EXPECT_FALSE(structure.blocks[0].is_quasilinear);
  EXPECT_TRUE(structure.blocks[1].is_quasilinear);
}

}  // namespace
}  // namespace saltus::testing
