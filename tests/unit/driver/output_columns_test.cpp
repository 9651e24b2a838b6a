#include "saltus/driver/output_columns.h"

#include <gtest/gtest.h>

#include "tests/problems/model_from_text.h"

namespace saltus::testing {
namespace {

using Names = std::vector<std::string>;

Names multipliers_of(const std::string& text, bool continues_after_zeno = false) {
  const ModelFromText model(text);
  Names names;
  for (const OutputColumn& column :
       output_columns(model.model(), {.continues_after_zeno = continues_after_zeno})) {
    if (column.column.kind == ColumnKind::multiplier) names.push_back(column.column.name);
  }
  return names;
}

TEST(OutputColumns, ARelayHasAMultiplier) {
  EXPECT_EQ(multipliers_of("model M Real x; equation der(x) = if x > 0 then -1 else 1; end M;"),
            Names{"multiplier(x > 0)"});
}

TEST(OutputColumns, ASmoothModelHasNone) {
  EXPECT_EQ(multipliers_of("model M Real x; equation der(x) = -x; end M;"), Names{});
}

TEST(OutputColumns, ABallHasAReactionOnlyIfItMayComeToRest) {
  const std::string ball =
      "model M Real h(start = 1); Real v; equation der(h) = v; der(v) = -9.81;"
      " when h <= 0 then reinit(v, -0.5*pre(v)); end when; end M;";
  EXPECT_EQ(multipliers_of(ball), Names{});
  EXPECT_EQ(multipliers_of(ball, true), Names{"reaction(h <= 0)"});
}

TEST(OutputColumns, TimeCannotHoldAMotion) {
  EXPECT_EQ(
      multipliers_of("model M Real x; equation der(x) = if time > 0.5 then -1 else 1; end M;"),
      Names{});
  EXPECT_EQ(multipliers_of(
                "model M Real x; equation der(x) = if sin(3*time) > 0.5 then -1 else 1; end M;"),
            Names{});
}

TEST(OutputColumns, AGuardOfAnotherComponentCannotHoldAMotion) {
  EXPECT_EQ(multipliers_of("model M Real x(start = -1); Real y; equation der(x) = 1;"
                           " der(y) = if x > 0 then -1 else 1; end M;"),
            Names{});
}

TEST(OutputColumns, MemoryCannotBeMixed) {
  EXPECT_EQ(multipliers_of("model M Real x; discrete Real n(start = 0); equation"
                           " der(x) = if x > 0 then -1 else 1;"
                           " when x > 0 then n = pre(n) + 1; end when; end M;"),
            Names{});
}

TEST(OutputColumns, CanBeLeftOut) {
  const ModelFromText model("model M Real x; equation der(x) = if x > 0 then -1 else 1; end M;");
  const auto columns = output_columns(model.model(), {.with_multipliers = false});
  ASSERT_EQ(columns.size(), 2u);
  EXPECT_EQ(columns.back().column.kind, ColumnKind::mode);
}

TEST(OutputColumns, TheModeIsNotTakenForAVariableOfThisName) {
  const ModelFromText model(
      "model M Real x; Integer mode(start = 0); equation der(x) = if x > 0 then -1 else 1;"
      " mode = if time > 1 then 1 else 2; end M;");
  Names names;
  for (const OutputColumn& column : output_columns(model.model(), {.with_multipliers = false})) {
    names.push_back(column.column.name);
  }
  EXPECT_EQ(names, (Names{"x", "mode", "mode()"}));
}

TEST(OutputColumns, KnowUnitsAndDescriptions) {
  const ModelFromText model("model M Real x(unit = \"m\") \"position\"; equation x = time; end M;");
  const auto columns = output_columns(model.model(), {});
  EXPECT_EQ(columns[0].column.unit, "m");
  EXPECT_EQ(columns[0].column.description, "position");
}

}  // namespace
}  // namespace saltus::testing
