#include "saltus/compiler/structure/offsets.h"

#include "tests/unit/structure/structure_of.h"
#include "tests/unit/structure/textbook_models.h"

namespace saltus::testing {
namespace {

using Values = std::vector<int>;

TEST(CanonicalOffsets, ThePendulumConstraintIsDifferentiatedTwice) {
  ModelBuilder model;
  add_pendulum(model);
  const Offsets offsets = structure_of(model).offsets;
  EXPECT_EQ(offsets.equation.values(), (Values{0, 0, 2}));
  EXPECT_EQ(offsets.variable.values(), (Values{2, 2, 0}));
}

TEST(CanonicalOffsets, AnOrdinaryDifferentialEquationNeedsNone) {
  ModelBuilder model;
  const Term x = model.unknown("x"), v = model.unknown("v");
  model.equation(der(x), v);
  model.equation(der(v), -x);
  const Offsets offsets = structure_of(model).offsets;
  EXPECT_EQ(offsets.equation.values(), (Values{0, 0}));
  EXPECT_EQ(offsets.variable.values(), (Values{1, 1}));
}

TEST(CanonicalOffsets, AChainOfDerivativesOfAGivenFunctionGrowsByOneEach) {
  ModelBuilder model;
  std::vector<Term> x;
  for (int k = 0; k < 6; ++k) x.push_back(model.unknown("x" + std::to_string(k)));
  model.equation(x[0], sin(model.time()));
  for (std::size_t k = 0; k + 1 < x.size(); ++k) model.equation(x[k + 1], der(x[k]));
  const ModeStructure structure = structure_of(model);
  EXPECT_EQ(structure.offsets.equation.values(), (Values{5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(structure.offsets.variable.values(), (Values{5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(structure.index, 6);
  EXPECT_EQ(structure.degrees_of_freedom, 0);
  EXPECT_EQ(structure.blocks.size(), 6u);
}

// What later blocks need raises all of an earlier block, also where no later
// equation mentions its variables.
TEST(CanonicalOffsets, ANeedSpreadsThroughTheWholeBlock) {
  ModelBuilder model;
  const Term x = model.unknown("x"), y = model.unknown("y"), u = model.unknown("u");
  model.equation(x + y, sin(model.time()));
  model.equation(x - y, cos(model.time()));
  model.equation(u, der(x, 3));
  const Offsets offsets = structure_of(model).offsets;
  EXPECT_EQ(offsets.equation.values(), (Values{3, 3, 0}));
  EXPECT_EQ(offsets.variable.values(), (Values{3, 3, 0}));
}

TEST(CanonicalOffsets, ANeedStopsAtSlack) {
  ModelBuilder model;
  const Term x = model.unknown("x"), y = model.unknown("y"), u = model.unknown("u");
  // The block of x and y is an ODE; y enters the equation of x one order below its own.
  model.equation(der(x), y);
  model.equation(der(y), x);
  model.equation(u, der(x, 2));
  const Offsets offsets = structure_of(model).offsets;
  EXPECT_EQ(offsets.equation.values(), (Values{1, 0, 0}));
  EXPECT_EQ(offsets.variable.values(), (Values{2, 1, 0}));
}

}  // namespace
}  // namespace saltus::testing
