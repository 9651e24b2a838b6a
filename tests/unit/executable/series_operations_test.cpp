#include "saltus/executable/series_operations.h"

#include <gtest/gtest.h>

#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/foundation/base/check.h"

namespace saltus::testing {
namespace {

// A mode of three unknowns and one instruction that reads the first of them.
ExecutableMode mode_of(SeriesOp op) {
  ExecutableMode mode;
  mode.unknowns.assign(3, {.variable = VariableId(0)});
  Instruction instruction{.op = op, .row = 3};
  const int count = operand_count(op);
  if (count > 0) instruction.a = 0;
  if (count > 1) instruction.b = 1;
  if (count > 2) instruction.c = 2;
  mode.instructions.push_back(instruction);
  mode.row_count = has_companion(op) ? 5 : 4;
  return mode;
}

std::vector<std::uint32_t> operands_of(const ExecutableMode& mode) {
  std::vector<std::uint32_t> rows;
  for_each_operand(mode, mode.instructions[0], [&](std::uint32_t row) { rows.push_back(row); });
  return rows;
}

TEST(SeriesOperations, AreDescribedInTheOrderOfTheirNumbers) {
  EXPECT_EQ(describe(SeriesOp::time).name, "time");
  EXPECT_EQ(describe(SeriesOp::atan2).name, "atan2");
  EXPECT_EQ(describe(SeriesOp::logical_not).name, "logical_not");
  EXPECT_EQ(static_cast<std::size_t>(SeriesOp::logical_not) + 1, kSeriesOperations.size());
}

TEST(SeriesOperations, AreEnumeratedWithTheirOwnOperandsOnly) {
  for (std::size_t i = 0; i < kSeriesOperations.size(); ++i) {
    const ExecutableMode mode = mode_of(static_cast<SeriesOp>(i));
    const std::vector<std::uint32_t> rows = operands_of(mode);
    EXPECT_EQ(static_cast<int>(rows.size()), kSeriesOperations[i].operands)
        << kSeriesOperations[i].name;
    for (std::uint32_t k = 0; k < rows.size(); ++k) EXPECT_EQ(rows[k], k);
    check_operands(mode);
  }
}

TEST(SeriesOperations, OfSumsAreTheirTerms) {
  ExecutableMode mode;
  mode.unknowns.assign(4, {.variable = VariableId(0)});
  mode.row_count = 5;
  mode.linear_terms = {{3, 1.0}, {0, 2.0}};
  mode.product_terms = {{1, 2, 1.0}};
  mode.instructions.push_back(
      {.op = SeriesOp::sum, .row = 4, .linear_count = 2, .product_count = 1});
  EXPECT_EQ(operands_of(mode), (std::vector<std::uint32_t>{3, 0, 1, 2}));
  check_operands(mode);
}

TEST(Operands, ThatAnOperationDoesNotHaveAreRefused) {
  ExecutableMode too_many = mode_of(SeriesOp::sqrt);
  too_many.instructions[0].b = 0;
  EXPECT_THROW(check_operands(too_many), InternalError);
  ExecutableMode too_few = mode_of(SeriesOp::divide);
  too_few.instructions[0].b = kNoRow;
  EXPECT_THROW(check_operands(too_few), InternalError);
}

TEST(Operands, ThatAreNotComputedYetAreRefused) {
  ExecutableMode mode = mode_of(SeriesOp::exp);
  mode.instructions[0].a = 3;
  EXPECT_THROW(check_operands(mode), InternalError);
}

}  // namespace
}  // namespace saltus::testing
