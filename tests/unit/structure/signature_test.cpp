#include "saltus/compiler/structure/signature.h"

#include <gtest/gtest.h>

#include "tests/unit/graph/random_graphs.h"
#include "tests/unit/structure/textbook_models.h"

namespace saltus::testing {
namespace {

TEST(Signature, TakesTheHighestOrderInAnEquation) {
  ModelBuilder model;
  const Term x = model.unknown("x"), y = model.unknown("y");
  model.equation(x + der(x, 2) * der(x), sin(y));
  model.equation(der(y), x);
  const BipartiteGraph signature = signature_of(model.system, model.mode);
  EXPECT_EQ(weight_of(signature, Row(0), Column(0)), 2);
  EXPECT_EQ(weight_of(signature, Row(0), Column(1)), 0);
  EXPECT_EQ(weight_of(signature, Row(1), Column(0)), 0);
  EXPECT_EQ(weight_of(signature, Row(1), Column(1)), 1);
}

TEST(Signature, ParametersDiscreteVariablesAndTimeAreNotUnknowns) {
  ModelBuilder model;
  const Term k = model.discrete("k");
  const Term x = model.unknown("x");
  model.equation(der(x), k * model.parameter("p", 1.0) + model.time());
  const BipartiteGraph signature = signature_of(model.system, model.mode);
  EXPECT_EQ(signature.edge_count(), 1u);
  EXPECT_EQ(signature.column_count(), 1u);
}

TEST(Signature, AnExpressionSharedByTwoEquationsCountsInBoth) {
  ModelBuilder model;
  const Term x = model.unknown("x"), y = model.unknown("y");
  model.equation(sin(x * y), 0.0);
  model.equation(sin(x * y), y);
  const BipartiteGraph signature = signature_of(model.system, model.mode);
  EXPECT_EQ(signature.columns_of(Row(0)).size(), 2u);
  EXPECT_EQ(signature.columns_of(Row(1)).size(), 2u);
}

TEST(Signature, DeepNestingNeedsNoStack) {
  ModelBuilder model;
  const Term x = model.unknown("x");
  Term deep = x;
  for (int k = 0; k < 1'000'000; ++k) deep = sin(deep);
  model.equation(deep, 0.0);
  EXPECT_EQ(signature_of(model.system, model.mode).edge_count(), 1u);
}

}  // namespace
}  // namespace saltus::testing
