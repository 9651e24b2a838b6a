#include "saltus/compiler/structure/analyze_structure.h"

#include <algorithm>

#include "saltus/compiler/structure/values.h"
#include "tests/unit/structure/structure_of.h"
#include "tests/unit/structure/textbook_models.h"

namespace saltus::testing {
namespace {

using Values = std::vector<int>;

std::vector<std::string> names(const ModelBuilder& model,
                               const std::vector<ValueOfUnknown>& values) {
  std::vector<std::string> result;
  for (const auto& [column, order] : values) {
    const VariableId unknown = model.mode.unknowns[column.index()];
    result.push_back(value_name(model.system.variables[unknown].name, order));
  }
  return result;
}

using Names = std::vector<std::string>;

TEST(AnalyzeStructure, ThePendulumHasIndexThreeAndTwoDegreesOfFreedom) {
  ModelBuilder model;
  add_pendulum(model);
  const ModeStructure structure = structure_of(model);
  EXPECT_EQ(structure.index, 3);
  EXPECT_EQ(structure.degrees_of_freedom, 2);
  EXPECT_EQ(structure.blocks.size(), 1u);
  EXPECT_EQ(structure.coarse_blocks.size(), 1u);
  EXPECT_EQ(names(model, state_values(structure)), (Names{"x", "der(x)", "y", "der(y)"}));
  EXPECT_EQ(names(model, leading_values(structure)), (Names{"der(der(x))", "der(der(y))", "T"}));
}

TEST(AnalyzeStructure, TheCarAxisHasIndexThree) {
  ModelBuilder model;
  add_car_axis(model);
  const ModeStructure structure = structure_of(model);
  EXPECT_EQ(structure.offsets.equation.values(), (Values{0, 0, 0, 0, 2, 2}));
  EXPECT_EQ(structure.offsets.variable.values(), (Values{2, 2, 2, 2, 0, 0}));
  EXPECT_EQ(structure.index, 3);
  EXPECT_EQ(structure.degrees_of_freedom, 4);
  EXPECT_TRUE(structure.is_quasilinear);
}

TEST(AnalyzeStructure, ATwoLinkChainIsOneBlockOfIndexThree) {
  ModelBuilder model;
  add_two_link_chain(model);
  const ModeStructure structure = structure_of(model);
  EXPECT_EQ(structure.offsets.equation.values(), (Values{0, 0, 0, 0, 2, 2}));
  EXPECT_EQ(structure.index, 3);
  EXPECT_EQ(structure.degrees_of_freedom, 4);
  EXPECT_EQ(structure.blocks.size(), 1u);
}

// Stabilised (Gear, Gupta, Leimkuhler): both the constraint and its derivative are
// written down, with a further multiplier. Index 2.
TEST(AnalyzeStructure, TheStabilisedPendulumHasIndexTwo) {
  ModelBuilder model;
  const Term x = model.unknown("x"), y = model.unknown("y");
  const Term u = model.unknown("u"), v = model.unknown("v");
  const Term T = model.unknown("T"), mu = model.unknown("mu");
  model.equation(der(x), u - mu * x);
  model.equation(der(y), v - mu * y);
  model.equation(der(u), -T * x);
  model.equation(der(v), -T * y - 9.81);
  model.equation(square(x) + square(y), 1.0);
  model.equation(x * u + y * v, 0.0);
  const ModeStructure structure = structure_of(model);
  EXPECT_EQ(structure.offsets.equation.values(), (Values{0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(structure.index, 2);
  EXPECT_EQ(structure.degrees_of_freedom, 2);
}

TEST(AnalyzeStructure, AnImplicitOdeHasIndexZeroAndAnAlgebraicVariableMakesItOne) {
  ModelBuilder ode;
  const Term x = ode.unknown("x");
  ode.equation(der(x), -x);
  EXPECT_EQ(structure_of(ode).index, 0);

  ModelBuilder dae;
  const Term w = dae.unknown("w"), y = dae.unknown("y");
  dae.equation(der(w), y);
  dae.equation(y, sin(w));
  EXPECT_EQ(structure_of(dae).index, 1);
}

// S3, Figure 2 (top): both torques follow the controller.
TEST(AnalyzeStructure, TheRobotUnderControlHasTheOffsetsOfItsPublication) {
  ModelBuilder model;
  add_robot(model, Torques::controlled);
  const ModeStructure structure = structure_of(model);
  EXPECT_EQ(structure.offsets.equation.values(), (Values{2, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(structure.offsets.variable.values(), (Values{2, 2, 2, 2, 1, 1, 0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(structure.index, 3);
  EXPECT_EQ(structure.degrees_of_freedom, 6);
  // "initial values must be given for x, x', q, q', qd, and E"
  const StartValues start = start_values(structure);
  EXPECT_EQ(names(model, start.given),
            (Names{"x", "der(x)", "z", "der(z)", "q1", "der(q1)", "q2", "der(q2)", "E1", "E2"}));
  EXPECT_EQ(names(model, start.guessed), (Names{"qd1", "qd2"}));
  // Quasilinear in the sense of S3: what is not linear is differentiated.
  for (const StructureBlock& block : structure.blocks) {
    EXPECT_TRUE(block.is_quasilinear || block.lead > 0);
  }
}

// S3, Figure 2 (bottom): the torques are constants; the prescribed angles are not
// differentiated any more, so the system is not quasilinear.
TEST(AnalyzeStructure, TheSaturatedRobotIsNotQuasilinear) {
  ModelBuilder model;
  add_robot(model, Torques::saturated);
  const ModeStructure structure = structure_of(model);
  EXPECT_EQ(structure.offsets.equation.values(), (Values{2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(structure.offsets.variable.values(), (Values{2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(structure.index, 3);
  EXPECT_FALSE(structure.is_quasilinear);
  const bool nonlinear_as_written =
      std::any_of(structure.blocks.begin(), structure.blocks.end(),
                  [](const auto& block) { return !block.is_quasilinear && block.lead == 0; });
  EXPECT_TRUE(nonlinear_as_written);
}

TEST(AnalyzeStructure, BlocksOfAFeedForwardModelComeInOrderOfEvaluation) {
  ModelBuilder model;
  const Term a = model.unknown("a"), b = model.unknown("b"), c = model.unknown("c");
  model.equation(c, a + b);
  model.equation(b, 2.0 * a);
  model.equation(a, model.time());
  const ModeStructure structure = structure_of(model);
  ASSERT_EQ(structure.blocks.size(), 3u);
  EXPECT_EQ(structure.blocks[0].columns, std::vector<Column>{Column(0)});
  EXPECT_EQ(structure.blocks[1].columns, std::vector<Column>{Column(1)});
  EXPECT_EQ(structure.blocks[2].columns, std::vector<Column>{Column(2)});
}

// x' = y, y' = x: one coarse block, since both need each other; two fine ones, since
// the leading derivatives do not.
TEST(AnalyzeStructure, FineBlocksLieInsideCoarseOnes) {
  ModelBuilder model;
  const Term x = model.unknown("x"), y = model.unknown("y"), z = model.unknown("z");
  model.equation(z, x + y);
  model.equation(der(x), y);
  model.equation(der(y), x);
  const ModeStructure structure = structure_of(model);
  ASSERT_EQ(structure.coarse_blocks.size(), 2u);
  EXPECT_EQ(structure.coarse_blocks[0].block_count, 2u);
  EXPECT_EQ(structure.coarse_blocks[1].first_block, 2u);
  EXPECT_EQ(structure.blocks.size(), 3u);
}

TEST(AnalyzeStructure, AModelWithoutEquationsIsWellPosed) {
  const ModelBuilder model;
  const ModeStructure structure = structure_of(model);
  EXPECT_EQ(structure.index, 0);
  EXPECT_TRUE(structure.blocks.empty());
}

}  // namespace
}  // namespace saltus::testing
