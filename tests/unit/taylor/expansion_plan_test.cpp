#include "saltus/runtime/taylor/expansion_plan.h"

#include <gtest/gtest.h>

#include <vector>

#include "saltus/runtime/taylor/expansion.h"
#include "tests/problems/model_from_text.h"

namespace saltus::testing {
namespace {

const char* const kPendulum = R"(model Pendulum
  Real x(start = 0.6), y(start = -0.8), lambda;
equation
  der(der(x)) = -lambda*x;
  der(der(y)) = -lambda*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
)";

TEST(ExpansionPlan, OfThePendulumProjectsOnTwoStages) {
  const ModelFromText model(kPendulum);
  const ExpansionPlan& plan = model.plan();
  EXPECT_EQ(plan.slots[model.unknown("x")].count, 3u);
  EXPECT_EQ(plan.slots[model.unknown("lambda")].count, 1u);
  EXPECT_EQ(plan.state_size, 7u);
  EXPECT_EQ(plan.derivative_orders, 2);
  ASSERT_EQ(plan.blocks.size(), 1u);
  EXPECT_TRUE(plan.blocks[0].is_constrained);
  EXPECT_EQ(plan.blocks[0].first_stage, -2);
  // Each motion contains its acceleration and the force, the constraint both positions.
  EXPECT_EQ(plan.blocks[0].jacobian.row_start.size(), 4u);
  EXPECT_EQ(plan.blocks[0].jacobian.columns.size(), 6u);
  EXPECT_FALSE(plan.groups[0].is_linear);
}

TEST(ExpansionPlan, LeavesOutWhatDoesNotChange) {
  const ModelFromText model(
      "model M\n  Real x, y;\n  Integer n;\nequation\n  der(x) + sin(n + 1.5)*x = 0;\n  y = 2*x;\n"
      "  when x > 2 then\n    n = pre(n) + 1;\n  end when;\nend M;\n");
  for (const GroupPlan& group : model.plan().groups) EXPECT_TRUE(group.is_linear);
  const auto runs_sine = [&](const std::vector<std::uint32_t>& list) {
    for (const std::uint32_t i : list) {
      if (model.mode().instructions[i].op == SeriesOp::sin_cos) return true;
    }
    return false;
  };
  bool runs_ever = false;
  for (std::size_t g = 0; g < model.plan().groups.size(); ++g) {
    runs_ever |= runs_sine(model.mode().groups[g].free);
    EXPECT_FALSE(runs_sine(model.plan().groups[g].changing_free));
  }
  EXPECT_TRUE(runs_ever);
}

TEST(ExpansionPlan, IsSharedByExpansionsOfAnyOrder) {
  const ModelFromText model(kPendulum);
  Expansion low(model.mode(), model.plan(), 3, model.known());
  Expansion high(model.mode(), model.plan(), 20, model.known());
  const std::vector<double> scale(model.plan().state_size, 1.0);
  std::vector<double> state(scale.size(), 0.0);
  state[model.plan().slots[model.unknown("x")].first] = 0.6;
  state[model.plan().slots[model.unknown("y")].first] = -0.8;
  std::vector<double> same = state;
  ASSERT_FALSE(low.expand(0.0, 0.5, state, scale, 3).has_value());
  ASSERT_FALSE(high.expand(0.0, 0.5, same, scale, 20).has_value());
  EXPECT_EQ(state, same);
  for (std::size_t m = 0; m <= 5; ++m) {
    EXPECT_EQ(low.series(model.unknown("x"))[m], high.series(model.unknown("x"))[m]);
  }
}

}  // namespace
}  // namespace saltus::testing
