#include "saltus/compiler/structure/explain_singular_mode.h"

#include <gtest/gtest.h>

#include "saltus/compiler/structure/analyze_structure.h"
#include "tests/unit/structure/model_builder.h"

namespace saltus::testing {
namespace {

std::deque<Diagnostic> faults_of(const ModelBuilder& model) {
  Diagnostics diagnostics;
  EXPECT_FALSE(analyze_structure(model.system, model.mode, diagnostics).has_value());
  EXPECT_TRUE(diagnostics.has_errors());
  return diagnostics.all();
}

TEST(SingularMode, AnUnknownWithoutEquationIsNamed) {
  ModelBuilder model;
  const Term x = model.unknown("x");
  model.unknown("forgotten");
  model.equation(der(x), -x);
  const auto faults = faults_of(model);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].code, codes::unknown_without_equation);
  EXPECT_EQ(faults[0].message, "`forgotten` occurs in no equation");
}

TEST(SingularMode, AnEquationWithoutUnknownIsShown) {
  ModelBuilder model;
  const Term x = model.unknown("x"), p = model.parameter("p", 1.0);
  model.equation(der(x), -x, {10, 20});
  model.equation(p, 2.0, {30, 40});
  const auto faults = faults_of(model);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].code, codes::equation_without_unknown);
  EXPECT_EQ(faults[0].span, (SourceSpan{30, 40}));
}

TEST(SingularMode, TooManyEquationsAreShownTogether) {
  ModelBuilder model;
  const Term x = model.unknown("x"), y = model.unknown("y");
  model.equation(der(y), y, {0, 5});
  model.equation(x, 1.0, {10, 15});
  model.equation(x, 2.0, {20, 25});
  const auto faults = faults_of(model);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].code, codes::unbalanced_mode);
  EXPECT_EQ(faults[0].message, "`M` has 3 equations for 2 unknowns");
  EXPECT_EQ(faults[0].span, (SourceSpan{10, 15}));
  ASSERT_EQ(faults[0].labels.size(), 1u);
  EXPECT_EQ(faults[0].labels[0].span, (SourceSpan{20, 25}));
}

TEST(SingularMode, ABalancedModelMayStillHaveTooManyAndTooFew) {
  ModelBuilder model;
  const Term x = model.unknown("x"), y = model.unknown("y"), z = model.unknown("z");
  model.equation(x, 1.0, {0, 5});
  model.equation(2.0 * x, 3.0, {10, 15});
  model.equation(x + y + z, 0.0, {20, 25});
  const auto faults = faults_of(model);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].code, codes::structurally_singular);
  EXPECT_EQ(faults[0].notes,
            (std::vector<std::string>{"too many equations: 2 for the 1 unknown `x`",
                                      "too few equations: 1 for the 2 unknowns `y`, `z`"}));
  EXPECT_EQ(faults[0].help, std::vector<std::string>{"replace one of the 2 equations by 1 equation "
                                                     "that contains one of `y`, `z`"});
}

TEST(SingularMode, AMissingEquationIsAskedFor) {
  ModelBuilder model;
  const Term x = model.unknown("x"), y = model.unknown("y");
  model.equation(x + y, 1.0);
  const auto faults = faults_of(model);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].code, codes::unbalanced_mode);
  EXPECT_EQ(faults[0].help, std::vector<std::string>{"add 1 equation for one of `x`, `y`"});
}

TEST(SingularMode, AnUnknownThatIsNotDifferentiatedIsSuspectedFirst) {
  ModelBuilder model;
  const Term level = model.unknown("level"), inflow = model.unknown("inflow");
  model.system.variables[VariableId(0)].span = {0, 5};
  model.system.variables[VariableId(1)].span = {6, 12};
  model.equation(der(level), inflow - level, {20, 30});
  EXPECT_EQ(faults_of(model)[0].span, (SourceSpan{6, 12}));
}

TEST(SingularMode, LongListsAreCut) {
  ModelBuilder model;
  const Term x = model.unknown("x");
  for (std::uint32_t k = 0; k < 20; ++k) {
    model.equation(x, static_cast<double>(k), {10 * k, 10 * k + 5});
  }
  const auto faults = faults_of(model);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].labels.size(), 5u);
  EXPECT_EQ(faults[0].notes[0], "and 14 more equations");
}

TEST(SingularMode, GuardedEquationsSayInWhichMode) {
  ModelBuilder model;
  const Term x = model.unknown("x"), y = model.unknown("y");
  auto& system = model.system;
  const Term on = model.discrete("on");
  const GuardId guard = system.guards.add({on.id, {}});
  model.equation(x + y, 1.0);
  system.equations[EquationId(0)].active_if = {{guard, true}};
  const auto faults = faults_of(model);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].notes.back(), "in the mode `on`");
}

}  // namespace
}  // namespace saltus::testing
