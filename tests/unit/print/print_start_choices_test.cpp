#include "saltus/analysis/print/print_start_choices.h"

#include <gtest/gtest.h>

#include "tests/unit/structure/structure_of.h"
#include "tests/unit/structure/textbook_models.h"

namespace saltus::testing {
namespace {

std::string choices(ModelBuilder& model) {
  const ModeStructure structure = structure_of(model);
  return print_start_choices(model.system, find_start_choices(model.system, model.mode, structure),
                             structure.degrees_of_freedom);
}

TEST(StartChoices, OfAPendulumTheForceFollows) {
  ModelBuilder model;
  add_pendulum(model);
  EXPECT_EQ(choices(model),
            "  may be initialised: x, y; 2 free to choose\n"
            "  follow from these:  T (algebraic)\n");
}

TEST(StartChoices, AConstraintForOneVariableLeavesNoChoice) {
  ModelBuilder model;
  const Term x = model.unknown("x"), f = model.unknown("f"), y = model.unknown("y");
  model.equation(der(x, 2), f);
  model.equation(x, sin(model.time()));
  model.equation(der(y), f - y);
  EXPECT_EQ(choices(model),
            "  may be initialised: y; 1 free to choose\n"
            "  follow from these:  x (determined by a constraint), f (algebraic)\n");
}

TEST(StartChoices, WhatIsSubstitutedFollows) {
  ModelBuilder model;
  const Term x = model.unknown("x"), e = model.unknown("e");
  model.equation(der(x), -x);
  model.equation(e, x - 1.0);
  model.system.substitutions.push_back(
      {.variable = VariableId(1), .order = 0, .branches = {}, .highest_derivative = 0});
  EXPECT_EQ(choices(model),
            "  may be initialised: x; 1 free to choose\n"
            "  follow from these:  e (substituted)\n");
}

}  // namespace
}  // namespace saltus::testing
