#include "saltus/analysis/all_modes/analyze_all_modes.h"

#include <gtest/gtest.h>

#include "saltus/compiler/flat/expr_names.h"
#include "tests/unit/all_modes/multi_mode_builder.h"

namespace saltus::testing {
namespace {

class AllModesTest : public ::testing::Test {
 protected:
  ExprId x(VariableId id, int order = 0) { return model.pool().variable(id, order); }
  ExprId minus(ExprId a, ExprId b) { return model.pool().binary(Op::subtract, a, b); }
  ExprId plus(ExprId a, ExprId b) { return model.pool().binary(Op::add, a, b); }
  AllModes analyze() {
    const auto modes = analyze_all_modes(model.system);
    EXPECT_TRUE(modes.has_value());
    return modes.value_or(AllModes{});
  }
  std::string condition(const ModesWhere& modes) {
    return modes.condition
               ? print_expr(model.system.pool, *modes.condition, expr_names(model.system))
               : "";
  }
  // Shafts in a row, a clutch between each two.
  void add_clutches(std::uint32_t count) {
    std::vector<VariableId> speeds;
    std::vector<ExprId> loads;
    for (std::uint32_t k = 0; k <= count; ++k) {
      speeds.push_back(model.unknown());
      loads.push_back(x(speeds.back(), 1));
    }
    for (std::uint32_t k = 0; k < count; ++k) {
      const VariableId torque = model.unknown();
      const GuardId engaged = model.free_guard();
      loads[k] = plus(loads[k], x(torque));
      loads[k + 1] = minus(loads[k + 1], x(torque));
      model.equation(minus(x(speeds[k]), x(speeds[k + 1])), {{engaged, true}});
      model.equation(x(torque), {{engaged, false}});
    }
    for (const ExprId load : loads) model.equation(load);
  }

  MultiModeBuilder model;
};

TEST_F(AllModesTest, AClutchHasTwoModesOfIndexOneAndTwo) {
  add_clutches(1);
  const AllModes modes = analyze();
  ASSERT_EQ(modes.classes.size(), 2u);
  EXPECT_EQ(modes.classes[0].index, 1);
  EXPECT_EQ(modes.classes[0].degrees_of_freedom, 2);
  EXPECT_EQ(modes.classes[1].index, 2);
  EXPECT_EQ(modes.classes[1].degrees_of_freedom, 1);
  EXPECT_TRUE(modes.singular.is_zero());
}

// n engaged clutches take n degrees of freedom away: binomial numbers of modes.
TEST_F(AllModesTest, AChainOfManyClutchesIsCountedExactly) {
  const std::uint32_t count = 100;
  add_clutches(count);
  const AllModes modes = analyze();
  EXPECT_EQ(modes.count.digits(), "1267650600228229401496703205376");
  EXPECT_TRUE(modes.singular.is_zero());
  ASSERT_EQ(modes.classes.size(), count + 1);
  for (const ModeClass& each : modes.classes) {
    if (each.degrees_of_freedom != 51) continue;
    EXPECT_EQ(each.count.digits(), "100891344545564193334812497256");  // 100 choose 50
  }
}

TEST_F(AllModesTest, ManyGuardsAreCountedByIndexOnly) {
  for (int part = 0; part < 3; ++part) add_clutches(4);
  const AllModes by_freedom = analyze();
  const auto by_index = analyze_all_modes(model.system, {.most_guards_by_freedom = 3});
  ASSERT_TRUE(by_index.has_value());
  ASSERT_EQ(by_index->classes.size(), 2u);
  for (const ModeClass& joined : by_index->classes) {
    ModeCount count;
    int least = 100, most = -1;
    for (const ModeClass& each : by_freedom.classes) {
      if (each.index != joined.index) continue;
      count += each.count;
      least = std::min(least, each.degrees_of_freedom);
      most = std::max(most, each.degrees_of_freedom);
    }
    EXPECT_EQ(joined.count, count);
    EXPECT_EQ(joined.degrees_of_freedom, least);
    EXPECT_EQ(joined.most_degrees_of_freedom, most);
  }
}

TEST_F(AllModesTest, IndependentPartsMultiply) {
  for (int part = 0; part < 3; ++part) add_clutches(2);
  EXPECT_EQ(analyze().count, ModeCount(64));
}

TEST_F(AllModesTest, ASecondEquationInSomeModesIsNamed) {
  const VariableId a = model.unknown(), b = model.unknown();
  const GuardId first = model.free_guard(), second = model.free_guard();
  model.equation(x(a));
  model.equation(minus(x(b), x(a)), {{first, false}});
  model.equation(x(a), {{first, true}, {second, true}});
  model.equation(x(b), {{first, true}, {second, false}});
  const AllModes modes = analyze();
  EXPECT_EQ(modes.singular, ModeCount(1));
  ASSERT_EQ(modes.faults.size(), 1u);
  EXPECT_EQ(condition(modes.faults[0].modes), "b2 and b3");
  EXPECT_EQ(modes.faults[0].too_many, (std::vector{EquationId(0), EquationId(2)}));
  EXPECT_EQ(modes.faults[0].determined, std::vector{a});
  EXPECT_EQ(modes.faults[0].undetermined, std::vector{b});
}

TEST_F(AllModesTest, ABranchThatNoModeTakesIsNamed) {
  const VariableId a = model.unknown();
  const GuardId above_one =
      model.guard(model.pool().binary(Op::greater, x(a), model.pool().constant(1.0)));
  const GuardId above_two =
      model.guard(model.pool().binary(Op::greater, x(a), model.pool().constant(2.0)));
  model.equation(x(a, 1), {{above_one, true}});
  model.equation(x(a, 1), {{above_one, false}, {above_two, true}});
  model.equation(x(a, 1), {{above_one, false}, {above_two, false}});
  const AllModes modes = analyze();
  ASSERT_EQ(modes.dead_branches.size(), 1u);
  EXPECT_EQ(modes.dead_branches[0].guard, above_two);
  EXPECT_TRUE(modes.dead_branches[0].value);
  EXPECT_FALSE(modes.dead_branches[0].is_never_at_all);
  EXPECT_EQ(modes.count, ModeCount(3));
  EXPECT_TRUE(modes.singular.is_zero());
}

TEST_F(AllModesTest, OneModeWithoutGuards) {
  model.equation(x(model.unknown(), 1));
  const AllModes modes = analyze();
  EXPECT_EQ(modes.count, ModeCount(1));
  ASSERT_EQ(modes.classes.size(), 1u);
  EXPECT_EQ(modes.classes[0].degrees_of_freedom, 1);
}

}  // namespace
}  // namespace saltus::testing
