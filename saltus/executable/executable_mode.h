#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "saltus/foundation/base/id.h"

namespace saltus {

using SurfaceId = Id<struct SurfaceTag>;

// The waist between compiler and runtime: the DAE of one mode as a list of
// operations on Taylor series. A *row* holds the series of one value,
//   u(t + s*H) = sum over m of u_m s^m,
// and every operation tells coefficient m of its row from coefficients 0 … m of
// its operands.

enum class SeriesOp : std::uint8_t {
  time,
  known,       // constant between events: the value of variable a, or its left limit if b is 1
  derivative,  // the `constant`-th derivative of row a
  sum,         // constant + linear terms + product terms
  divide,      // a / b
  reciprocal,  // constant / a
  power,       // a ^ constant
  sqrt,
  exp,
  log,
  sin_cos,    // row: sin a, row + 1: cos a
  sinh_cosh,  // row: sinh a, row + 1: cosh a
  tan,        // row: tan a, row + 1: 1 + tan^2 a
  tanh,       // row: tanh a, row + 1: 1 - tanh^2 a
  asin,       // row: asin a, row + 1: sqrt(1 - a^2)
  acos,       // row: acos a, row + 1: sqrt(1 - a^2)
  atan,       // row: atan a, row + 1: 1 + a^2
  atan2,      // row: atan2(a, b), row + 1: a^2 + b^2
  // Literal: the branch is chosen by coefficient 0, without an event.
  abs,
  minimum,
  maximum,
  sign,
  floor,
  ceil,
  truncate,
  if_else,  // a: condition, b, c
  // Boolean: coefficient 0 is 0 or 1, the others vanish.
  less,
  less_equal,
  equal,
  logical_and,
  logical_or,
  logical_not,
};

// Some operations need a companion series; it has the next row.
bool has_companion(SeriesOp op);

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

struct Instruction {
  SeriesOp op;
  std::uint32_t row = 0;
  std::uint32_t a = 0, b = 0, c = 0;  // operand rows, as the operation needs
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
  // Residual rows of the initial equations; offset: how many extra derivatives of
  // the system they need (0 unless they mention more than the leading values).
  std::vector<std::uint32_t> initial_residuals;
  int initial_extra_order = 0;
  int largest_offset = 0;  // max d
};

}  // namespace saltus
