#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "saltus/executable/series_operations.h"
#include "saltus/foundation/base/id.h"

namespace saltus {

using SurfaceId = Id<struct SurfaceTag>;

// The waist between compiler and runtime: the DAE of one mode as a list of
// operations on Taylor series. A *row* holds the series of one value,
//   u(t + s*H) = sum over m of u_m s^m,
// and every operation tells coefficient m of its row from coefficients 0 … m of
// its operands.

struct LinearTerm {
  std::uint32_t row;
  double factor;
};

struct ProductTerm {
  std::uint32_t left;
  std::uint32_t right;
  double factor;
  bool is_right_constant = false;  // between events: only its coefficient 0 is not zero
};

// What an operand is that an operation does not have.
inline constexpr std::uint32_t kNoRow = 0xFFFFFFFFu;

struct Instruction {
  SeriesOp op;
  std::uint32_t row = 0;
  // Operand rows: the first operand_count(op) of them.
  std::uint32_t a = kNoRow, b = kNoRow, c = kNoRow;
  std::uint32_t variable = 0;  // of `known` and `left_limit`: a VariableId
  double constant = 0.0;
  // For `sum`: ranges of ExecutableMode::linear_terms and product_terms.
  std::uint32_t first_linear = 0, linear_count = 0;
  std::uint32_t first_product = 0, product_count = 0;
  bool is_constant = false;  // between events: only coefficient 0 is not zero
  // At stage k of the expansion coefficient k + level is computed: the largest
  // offset of the equations that use the value.
  int level = 0;
};

// An unknown's row is its position: rows 0 … unknowns.size() - 1.
struct ExecutableUnknown {
  VariableId variable;
  int offset = 0;  // d
  std::uint32_t block = 0;
};

struct ExecutableEquation {
  EquationId equation;
  int offset = 0;              // c
  std::uint32_t residual = 0;  // row
};

// A fine block, solved at stage k for coefficient k + d of its unknowns.
struct ExecutableBlock {
  std::vector<std::uint32_t> equations;
  std::vector<std::uint32_t> unknowns;
  int lead = 0;  // its own stage 0 is stage -lead of the whole
  bool is_quasilinear = true;
  // One equation of the form x^(d) = value, value free of x^(d): nothing to
  // solve. `sign` and `value`: x^(d) = sign * row value.
  bool is_assignment = false;
  std::uint32_t value = 0;
  double sign = 1.0;
  // Instructions through which the unknowns' top coefficients reach the block's
  // residuals, in order; `cone[i]` lists those of equations[i], as positions in `through`.
  std::vector<std::uint32_t> through;
  std::vector<std::vector<std::uint32_t>> cone;
  // Instructions that need the solved coefficients and do not take part in the solve.
  std::vector<std::uint32_t> after;
};

// A coarse block: its stages are interleaved over its fine blocks, and it is
// expanded to the full order before the next one begins.
struct ExecutableGroup {
  std::uint32_t first_block = 0;
  std::uint32_t block_count = 0;
  int first_stage = 0;
  bool is_constant = false;  // its unknowns do not change between events
  bool is_fixed = false;     // nor at events
  // Instructions whose coefficient of stage k does not depend on the unknowns of stage k.
  std::vector<std::uint32_t> free;
};

// An event function, watched beside the solution.
struct ExecutableSurface {
  std::uint32_t row = 0;
  SurfaceId surface;
};

struct ExecutableMode {
  std::uint32_t row_count = 0;
  std::vector<ExecutableUnknown> unknowns;
  std::vector<ExecutableEquation> equations;
  std::vector<Instruction> instructions;  // operands before their users
  std::vector<LinearTerm> linear_terms;
  std::vector<ProductTerm> product_terms;
  std::vector<ExecutableBlock> blocks;
  std::vector<ExecutableGroup> groups;
  // Instructions needed by event functions and initial equations only, evaluated
  // after the expansion; positions in `instructions`, in order.
  std::vector<std::uint32_t> observers;
  std::vector<ExecutableSurface> surfaces;
  // Instructions with branches whose operands change between events: where they go over from one
  // branch to another is no event, but no series reaches across.
  std::vector<std::uint32_t> kinks;
  // Residual rows of the initial equations; offset: how many extra derivatives of
  // the system they need (0 unless they mention more than the leading values).
  std::vector<std::uint32_t> initial_residuals;
  int initial_extra_order = 0;
  int largest_offset = 0;  // max d
};

// Calls visit(row) for every operand of an instruction, terms of a sum included.
template <class Visit>
void for_each_operand(const ExecutableMode& mode, const Instruction& instruction, Visit&& visit) {
  const int count = operand_count(instruction.op);
  if (count > 0) visit(instruction.a);
  if (count > 1) visit(instruction.b);
  if (count > 2) visit(instruction.c);
  for (std::uint32_t i = 0; i < instruction.linear_count; ++i) {
    visit(mode.linear_terms[instruction.first_linear + i].row);
  }
  for (std::uint32_t i = 0; i < instruction.product_count; ++i) {
    visit(mode.product_terms[instruction.first_product + i].left);
    visit(mode.product_terms[instruction.first_product + i].right);
  }
}

// How often the operands are differentiated on the way in.
inline int differentiation_of(const Instruction& instruction) {
  return instruction.op == SeriesOp::derivative ? static_cast<int>(instruction.constant) : 0;
}

// Calls visit(row) for every row that an instruction writes.
template <class Visit>
void for_each_result(const Instruction& instruction, Visit&& visit) {
  visit(instruction.row);
  if (has_companion(instruction.op)) visit(instruction.row + 1);
}

// The instruction that computes each row; kNoRow for those of unknowns.
std::vector<std::uint32_t> instructions_of_rows(const ExecutableMode& mode);

// Whether an operation is a power with a branch point at zero: those with whole exponents have
// none.
inline bool is_root(const Instruction& instruction) {
  if (instruction.op == SeriesOp::sqrt) return true;
  const double exponent = instruction.constant;
  return instruction.op == SeriesOp::power && exponent > 0.0 && exponent != std::floor(exponent);
}

// Checks that every instruction has the operands of its operation and no others, that they are
// computed before it, and that every row is written once.
void check_operands(const ExecutableMode& mode);

}  // namespace saltus
