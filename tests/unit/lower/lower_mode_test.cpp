#include "saltus/compiler/lower/lower_mode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/problems/model_from_text.h"

namespace saltus::testing {
namespace {

std::ptrdiff_t count(const ModelFromText& model, SeriesOp op) {
  return std::count_if(model.mode().instructions.begin(), model.mode().instructions.end(),
                       [&](const Instruction& instruction) { return instruction.op == op; });
}

const ExecutableBlock& block_of(const ModelFromText& model, const std::string& name) {
  return model.mode().blocks[model.mode().unknowns[model.unknown(name)].block];
}

std::string model_of(const std::string& declarations, const std::string& equations) {
  return "model M\n" + declarations + "\nequation\n" + equations + "\nend M;\n";
}

TEST(LowerMode, SharesSineAndCosineOfOneAngle) {
  const ModelFromText model(
      model_of("Real x, y, z;", "x = time^2; y = sin(x) + cos(x)*sin(x); z = cos(x) - sin(x)^2;"));
  EXPECT_EQ(count(model, SeriesOp::sin_cos), 1);
}

TEST(LowerMode, SharesCommonSubexpressions) {
  const ModelFromText model(
      model_of("Real x, y, z;", "x = time; y = exp(x*x + 1)*x; z = exp(x*x + 1) + sqrt(2 + x);"));
  EXPECT_EQ(count(model, SeriesOp::exp), 1);
  EXPECT_EQ(count(model, SeriesOp::sqrt), 1);
}

TEST(LowerMode, MergesALinearEquationIntoOneInstruction) {
  const ModelFromText model(
      model_of("Real x, y, z;", "der(x) = 3*x - 2*(y - z)/4 + 1; y + z = x; y - 2*z = 1;"));
  // three residuals and der(x)
  EXPECT_LE(model.mode().instructions.size(), 5u);
  EXPECT_EQ(count(model, SeriesOp::divide), 0);
}

TEST(LowerMode, ComputesWithParametersBeforehand) {
  const ModelFromText model(model_of("parameter Real a = 2, b = sin(a)/a^3; Real x;",
                                     "der(x) = sqrt(a)*exp(b)*x + sin(a)^b;"));
  EXPECT_EQ(count(model, SeriesOp::sin_cos), 0);
  EXPECT_EQ(count(model, SeriesOp::sqrt), 0);
  EXPECT_EQ(count(model, SeriesOp::power), 0);
  EXPECT_EQ(count(model, SeriesOp::exp), 0);
}

TEST(LowerMode, SeesAssignmentsHoweverTheyAreWritten) {
  for (const char* equation : {"der(x) = sin(x)", "sin(x) = der(x)", "0 = der(x) - sin(x)",
                               "-der(x) = sin(x)", "der(x) + x = time"}) {
    const ModelFromText model(model_of("Real x;", std::string(equation) + ";"));
    EXPECT_TRUE(block_of(model, "x").is_assignment) << equation;
  }
}

TEST(LowerMode, DoesNotAssignWhatItMustSolveFor) {
  for (const char* equation :
       {"der(x)^3 + der(x) = x", "(1 + x^2)*der(x) = x", "der(x) = sin(der(x)) + time",
        "exp(der(x)) = 2 + x^2", "x^2 + x = time"}) {
    const ModelFromText model(model_of("Real x;", std::string(equation) + ";"));
    EXPECT_FALSE(block_of(model, "x").is_assignment) << equation;
  }
}

TEST(LowerMode, NotesWhichBlocksAreQuasilinear) {
  const ModelFromText linear(model_of("Real x;", "(1 + x^2)*der(x) = x;"));
  const ModelFromText nonlinear(model_of("Real x;", "der(x)^3 + der(x) = x;"));
  EXPECT_TRUE(block_of(linear, "x").is_quasilinear);
  EXPECT_FALSE(block_of(nonlinear, "x").is_quasilinear);
}

TEST(LowerMode, PutsOperandsBeforeTheirUsers) {
  const ModelFromText model(model_of(
      "Real x, y, z;",
      "der(x) = tanh(y)*atan2(x, 2 + z^2); y = z^3 + log(2 + x^2); z = asin(0.3*sin(x))^2;"));
  const ExecutableMode& mode = model.mode();
  std::vector<bool> known(mode.row_count, false);
  std::fill_n(known.begin(), mode.unknowns.size(), true);
  for (const Instruction& instruction : mode.instructions) {
    for_each_operand(mode, instruction,
                     [&](std::uint32_t row) { EXPECT_TRUE(row < known.size() && known[row]); });
    for_each_result(instruction, [&](std::uint32_t row) {
      EXPECT_FALSE(known[row]) << "a row is written once";
      known[row] = true;
    });
  }
  EXPECT_TRUE(std::all_of(known.begin(), known.end(), [](bool b) { return b; }));
}

// A function of what does not change is constant wherever the first unknown, row 0, is declared.
TEST(LowerMode, FindsConstantsWhateverIsDeclaredFirst) {
  for (const char* declarations : {"Real x, u, y;", "Real u, y, x;", "Real y, x, u;"}) {
    const ModelFromText model(
        model_of(declarations, "der(x) = 1; u = 2; y = exp(u) + sqrt(u)*noEvent(abs(u));"));
    for (const Instruction& instruction : model.mode().instructions) {
      if (instruction.op == SeriesOp::exp || instruction.op == SeriesOp::sqrt ||
          instruction.op == SeriesOp::abs) {
        EXPECT_TRUE(instruction.is_constant) << declarations << describe(instruction.op).name;
      }
    }
  }
}

TEST(LowerMode, RunsEveryInstructionAtOnePlaceOnly) {
  const ModelFromText model(model_of(
      "Real x, y, l, w(start = 1);",
      "der(der(x)) = -l*x; der(der(y)) = -l*y - 9.81; x^2 + y^2 = 1; w^3 + w = sin(x) + l;\n"
      "assert(x + w < 100, \"far\");"));
  const ExecutableMode& mode = model.mode();
  std::vector<int> places(mode.instructions.size(), 0);
  const auto visit = [&](const std::vector<std::uint32_t>& list) {
    for (const std::uint32_t i : list) ++places[i];
  };
  for (const ExecutableGroup& group : mode.groups) visit(group.free);
  for (const ExecutableBlock& block : mode.blocks) {
    visit(block.through);
    visit(block.after);
  }
  visit(mode.observers);
  for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(places[i], 1) << "instruction " << i;
}

TEST(LowerMode, LeadsBlocksThatOthersDifferentiate) {
  const ModelFromText model(
      model_of("Real x1, x2, x3;", "x3 = der(x2); x2 = der(x1); x1 = sin(time);"));
  EXPECT_EQ(block_of(model, "x1").lead, 2);
  EXPECT_EQ(block_of(model, "x2").lead, 1);
  EXPECT_EQ(block_of(model, "x3").lead, 0);
}

TEST(LowerMode, KeepsInitialEquationsOutOfTheExpansion) {
  const ModelFromText model(
      "model M\n  Real x;\ninitial equation\n  der(der(x)) = cosh(x);\nequation\n"
      "  der(x) = -x + time;\nend M;\n");
  EXPECT_EQ(model.mode().initial_residuals.size(), 1u);
  EXPECT_EQ(model.mode().initial_extra_order, 1);
  EXPECT_FALSE(model.mode().observers.empty());
}

TEST(LowerMode, LeavesDiscreteValuesToTheRuntime) {
  const ModelFromText model(model_of("Real x; discrete Real u(start = 3);",
                                     "der(x) = -u*x; when time >= 1 then u = 2*pre(u); end when;"));
  const auto is_known = [](const Instruction& i) { return i.op == SeriesOp::known; };
  const auto& code = model.mode().instructions;
  ASSERT_EQ(std::count_if(code.begin(), code.end(), is_known), 1);
  const auto known = std::find_if(code.begin(), code.end(), is_known);
  EXPECT_EQ(VariableId(known->variable), model.variable("u"));
}

}  // namespace
}  // namespace saltus::testing
