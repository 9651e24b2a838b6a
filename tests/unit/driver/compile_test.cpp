#include "saltus/driver/compile.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/problems/model_from_text.h"

namespace saltus::testing {
namespace {

const char* const kTwoModels =
    "model First\n  Real x;\nequation\n  x = 1;\nend First;\n"
    "model Second\n  parameter Real k = 2;\n  parameter Real twice = 2*k;\n  Real y;\nequation\n"
    "  y = twice*time;\nend Second;\n";

TEST(Compile, TakesTheLastModelUnlessOneIsNamed) {
  const SourceText source("two.mo", kTwoModels);
  Diagnostics diagnostics;
  EXPECT_EQ(compile_flat(source, {}, diagnostics)->name, "Second");
  EXPECT_EQ(compile_flat(source, {.model = "First", .overrides = {}}, diagnostics)->name, "First");
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_FALSE(compile_flat(source, {.model = "Third", .overrides = {}}, diagnostics).has_value());
  EXPECT_TRUE(diagnostics.has_errors());
}

TEST(Compile, AppliesOverridesBeforeDependentParameters) {
  ModelFromText model(kTwoModels, {{"k", "5"}});
  const Simulation run = model.run_to_end({.stop_time = 1.0, .times = {1.0}});
  EXPECT_EQ(last_value(run, "y"), 10.0);
}

TEST(Compile, GivesNothingForATextWithErrors) {
  for (const char* text : {"model M\n  Real x\nequation\n  x = 1;\nend M;\n",
                           "model M\n  Real x;\nequation\n  x = y;\nend M;\n", "", "garbage"}) {
    const SourceText source("bad.mo", text);
    Diagnostics diagnostics;
    EXPECT_FALSE(compile_flat(source, {}, diagnostics).has_value()) << text;
    EXPECT_TRUE(diagnostics.has_errors()) << text;
  }
}

TEST(Compile, GivesNothingForASingularModel) {
  const SourceText source("bad.mo",
                          "model M\n  Real x, y;\nequation\n  x = 1;\n  x = 2*time;\nend M;\n");
  Diagnostics diagnostics;
  auto system = compile_flat(source, {}, diagnostics);
  ASSERT_TRUE(system.has_value());
  EXPECT_EQ(compile_model(*system, diagnostics), nullptr);
  EXPECT_TRUE(diagnostics.has_errors());
}

TEST(Compile, ReportsTheStructureOfTheFirstMode) {
  const ModelFromText model(
      "model P\n  Real x, y, lambda;\nequation\n  der(der(x)) = -lambda*x;\n"
      "  der(der(y)) = -lambda*y - 9.81;\n  x^2 + y^2 = 1;\nend P;\n");
  EXPECT_EQ(model.first_mode().mode.structure.index, 3);
  EXPECT_EQ(model.first_mode().mode.structure.degrees_of_freedom, 2);
}

TEST(Compile, LetsParametersChooseEquations) {
  const std::string text =
      "model M\n  parameter Boolean fast = true;\n  Real x(start = 0, fixed = true);\nequation\n"
      "  if fast then\n    der(x) = 10;\n  else\n    der(x) = 1;\n  end if;\nend M;\n";
  ModelFromText fast(text), slow(text, {{"fast", "false"}});
  EXPECT_DOUBLE_EQ(last_value(fast.run_to_end({.stop_time = 1.0}), "x"), 10.0);
  EXPECT_DOUBLE_EQ(last_value(slow.run_to_end({.stop_time = 1.0}), "x"), 1.0);
}

TEST(Compile, SimulatesInOneCall) {
  const SourceText source(
      "m.mo", "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend M;\n");
  Diagnostics diagnostics;
  auto system = compile_flat(source, {}, diagnostics);
  ASSERT_TRUE(system.has_value());
  const auto run = simulate_model(*system, {.stop_time = 1.0, .tolerance = 1e-12}, diagnostics);
  ASSERT_TRUE(run.has_value());
  EXPECT_NEAR(last_value(*run, "x"), std::exp(-1.0), 1e-11);
}

}  // namespace
}  // namespace saltus::testing
