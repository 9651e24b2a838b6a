#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>

#include "saltus/executable/executable_mode.h"

namespace saltus {

// Where the series live while they are computed.
//
// Time is scaled: coefficient m of a row is u^(m)(t) H^m / m!. H is a power of
// two near the step, so that scaling is exact and nothing overflows.
struct SeriesWorkspace {
  const Instruction* instructions = nullptr;
  const std::uint32_t* instruction_of_row = nullptr;  // kNoRow for unknowns
  const LinearTerm* linear_terms = nullptr;
  const ProductTerm* product_terms = nullptr;
  double* coefficients = nullptr;  // of row 0, behind its padding
  std::size_t stride = 0;
  // d(coefficient m of the row) / d(coefficient m of operand a or b), the same
  // for every m >= 1: derivatives of the operation at coefficient 0.
  double* partial_a = nullptr;
  double* partial_b = nullptr;
  // derivative_factor[q*stride + m] = (m+q)!/m! H^-q
  const double* derivative_factor = nullptr;
  double time = 0.0;
  double time_scale = 1.0;  // H
  // By VariableId: values that are constant between events, and left limits.
  const double* known = nullptr;
  const double* pre = nullptr;
  // Per row of an operation with branches: the one that it takes, and whether it is held
  // whatever its operands are (docs/theory/branches.md).
  double* branch = nullptr;
  const std::uint8_t* is_held = nullptr;
  // Per unknown: its size; and the share of sizes that the solution cannot tell from zero. The root
  // of what is that little below zero is zero.
  const double* unknown_size = nullptr;
  double accuracy = 0.0;
  // The root of zero is zero, whatever its operand does next; else it has a series only if the
  // operand stays zero.
  bool are_roots_watched = false;
  // A root that is held on its positive branch is zero where its operand is negative: a point that
  // lies beyond the zero by what the place of it is not known. Else it is not a number.
  bool do_roots_end = false;
  // Set when a coefficient is not finite. That may be as it should: a branch that is not taken.
  bool* has_non_finite = nullptr;

  double* row(std::uint32_t index) const { return coefficients + index * stride; }
  // Nothing for an operand that the operation does not have: reading it must not go unnoticed.
  const double* operand(std::uint32_t index) const {
    return index == kNoRow ? nullptr : row(index);
  }
};

// Every row is preceded by this many zeros, and the table followed by as many
// numbers: sums over whole vectors may then run past both ends. Rows must hold
// finite numbers throughout, also where no coefficient was computed yet.
inline constexpr std::size_t kRowPadding = 4;
inline std::size_t padded_stride(std::size_t length) { return length + kRowPadding; }
inline std::size_t padded_table(std::size_t rows, std::size_t stride) {
  return kRowPadding + (rows + 1) * stride;
}

using FourDoubles = double __attribute__((vector_size(32)));
using FourIndices = long long __attribute__((vector_size(32)));

[[gnu::always_inline]] inline double sum_of(const FourDoubles& four) {
  return (four[0] + four[2]) + (four[1] + four[3]);
}

// Four sums side by side: zero, or not a number if one of the values is not finite.
[[gnu::always_inline]] inline bool are_finite(const double* values, int count) {
  FourDoubles sums{};
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    FourDoubles four;
    std::memcpy(&four, values + i, sizeof four);
    sums += 0.0 * four;
  }
  double sum = sum_of(sums);
  for (; i < count; ++i) sum += 0.0 * values[i];
  return sum == 0.0;
}

// Adds a_i b_(m-i), i = 0 … m, to the four sums; the terms beyond meet the zeros before b.
[[gnu::always_inline]] inline void add_convolution(const double* a, const double* b, int m,
                                                   FourDoubles& sums) {
  for (int i = 0; i <= m; i += 4) {
    FourDoubles left, right;
    std::memcpy(&left, a + i, sizeof left);
    std::memcpy(&right, b + m - i - 3, sizeof right);
    sums += left * __builtin_shuffle(right, FourIndices{3, 2, 1, 0});
  }
}

// sum over i = 0 … m of a_i b_(m-i)
[[gnu::always_inline]] inline double convolve(const double* a, const double* b, int m) {
  FourDoubles sums{};
  add_convolution(a, b, m, sums);
  return sum_of(sums);
}

// sum over i = 0 … m of i a_i b_(m-i)
[[gnu::always_inline]] inline double convolve_weighted(const double* a, const double* b, int m) {
  FourDoubles sum{};
  FourDoubles weight{0.0, 1.0, 2.0, 3.0};
  for (int i = 0; i <= m; i += 4) {
    FourDoubles left, right;
    std::memcpy(&left, a + i, sizeof left);
    std::memcpy(&right, b + m - i - 3, sizeof right);
    sum += weight * left * __builtin_shuffle(right, FourIndices{3, 2, 1, 0});
    weight += 4.0;
  }
  return sum_of(sum);
}

// Coefficient 0 of an instruction's row, its companion, and its partial derivatives.
void compute_value(const Instruction& instruction, const SeriesWorkspace& workspace);

// A root of what is zero and stays there.
[[gnu::always_inline]] inline bool is_zero_branch(const Instruction& instruction,
                                                  const SeriesWorkspace& workspace) {
  return workspace.branch[instruction.row] == 0.0;
}

// Coefficient m >= 1 of a sum.
[[gnu::always_inline]] inline double sum_coefficient(const Instruction& instruction, int m,
                                                     const SeriesWorkspace& workspace) {
  double sum = 0.0;
  const LinearTerm* linear = workspace.linear_terms + instruction.first_linear;
  for (std::uint32_t i = 0; i < instruction.linear_count; ++i) {
    sum += linear[i].factor * workspace.row(linear[i].row)[m];
  }
  if (instruction.product_count == 0) return sum;
  const ProductTerm* product = workspace.product_terms + instruction.first_product;
  FourDoubles sums{};
  for (std::uint32_t i = 0; i < instruction.product_count; ++i) {
    if (product[i].is_right_constant) {
      sum += product[i].factor * workspace.row(product[i].left)[m] *
             workspace.row(product[i].right)[0];
      continue;
    }
    FourDoubles convolved{};
    add_convolution(workspace.row(product[i].left), workspace.row(product[i].right), m, convolved);
    sums += product[i].factor * convolved;
  }
  return sum + sum_of(sums);
}

// Coefficient m >= 1, from coefficients 0 … m of the operands. Where the rule
// mentions the result itself, its coefficient m is first set to zero, so that
// sums over 0 … m leave it out.
[[gnu::always_inline]] inline void compute_coefficient(const Instruction& instruction, int m,
                                                       const SeriesWorkspace& workspace) {
  double* const result = workspace.row(instruction.row);
  double* const companion = result + workspace.stride;
  const double* const a = workspace.operand(instruction.a);
  const double* const b = workspace.operand(instruction.b);
  if (instruction.is_constant) {
    result[m] = 0.0;
    if (has_companion(instruction.op)) companion[m] = 0.0;
    return;
  }
  switch (instruction.op) {
    case SeriesOp::time:
      result[m] = m == 1 ? workspace.time_scale : 0.0;
      return;
    case SeriesOp::derivative: {
      const auto q = static_cast<std::size_t>(instruction.constant);
      result[m] = workspace.derivative_factor[q * workspace.stride + static_cast<std::size_t>(m)] *
                  a[static_cast<std::size_t>(m) + q];
      return;
    }
    case SeriesOp::sum:
      result[m] = sum_coefficient(instruction, m, workspace);
      return;
    case SeriesOp::divide:  // c b = a
      result[m] = 0.0;
      result[m] = (a[m] - convolve(b, result, m)) / b[0];
      return;
    case SeriesOp::reciprocal:  // c a = constant
      result[m] = 0.0;
      result[m] = -convolve(a, result, m) / a[0];
      return;
    case SeriesOp::power: {  // a c' = p c a'
      result[m] = 0.0;
      if (is_zero_branch(instruction, workspace)) return;
      const double from_slope = convolve_weighted(a, result, m);
      const double from_result = convolve_weighted(result, a, m);
      result[m] = (instruction.constant * from_slope - from_result) / (m * a[0]);
      return;
    }
    case SeriesOp::sqrt:  // c^2 = a
      result[m] = 0.0;
      if (is_zero_branch(instruction, workspace)) return;
      result[m] = (a[m] - convolve(result, result, m)) / (2.0 * result[0]);
      return;
    case SeriesOp::exp:  // c' = c a'
      result[m] = 0.0;
      result[m] = convolve_weighted(a, result, m) / m;
      return;
    case SeriesOp::log:  // a c' = a'
      result[m] = 0.0;
      result[m] = (a[m] - convolve_weighted(result, a, m) / m) / a[0];
      return;
    case SeriesOp::sin_cos: {  // s' = c a', c' = -s a'
      result[m] = companion[m] = 0.0;
      const double sine = convolve_weighted(a, companion, m) / m;
      companion[m] = -convolve_weighted(a, result, m) / m;
      result[m] = sine;
      return;
    }
    case SeriesOp::sinh_cosh: {
      result[m] = companion[m] = 0.0;
      const double sine = convolve_weighted(a, companion, m) / m;
      companion[m] = convolve_weighted(a, result, m) / m;
      result[m] = sine;
      return;
    }
    case SeriesOp::tan:     // c' = w a', w = 1 + c^2
    case SeriesOp::tanh: {  // c' = w a', w = 1 - c^2
      companion[m] = 0.0;
      result[m] = convolve_weighted(a, companion, m) / m;
      const double square = convolve(result, result, m);
      companion[m] = instruction.op == SeriesOp::tan ? square : -square;
      return;
    }
    case SeriesOp::asin:  // w c' = a', w^2 = 1 - a^2
    case SeriesOp::acos: {
      result[m] = companion[m] = 0.0;
      companion[m] =
          -(convolve(a, a, m) + convolve(companion, companion, m)) / (2.0 * companion[0]);
      const double sign = instruction.op == SeriesOp::asin ? 1.0 : -1.0;
      result[m] = (sign * a[m] - convolve_weighted(result, companion, m) / m) / companion[0];
      return;
    }
    case SeriesOp::atan:  // w c' = a', w = 1 + a^2
      result[m] = 0.0;
      companion[m] = convolve(a, a, m);
      result[m] = (a[m] - convolve_weighted(result, companion, m) / m) / companion[0];
      return;
    case SeriesOp::atan2: {  // w c' = b a' - a b', w = a^2 + b^2
      result[m] = 0.0;
      companion[m] = convolve(a, a, m) + convolve(b, b, m);
      const double turn = convolve_weighted(a, b, m) - convolve_weighted(b, a, m);
      result[m] = (turn - convolve_weighted(result, companion, m)) / (m * companion[0]);
      return;
    }
    case SeriesOp::abs:
      result[m] = workspace.partial_a[instruction.row] * a[m];
      return;
    case SeriesOp::minimum:
    case SeriesOp::maximum:
      result[m] = workspace.partial_a[instruction.row] != 0.0 ? a[m] : b[m];
      return;
    case SeriesOp::if_else: {
      // Of the branch that is not taken nothing is read, whatever it is.
      const double* const taken = a[0] != 0.0 ? b : workspace.row(instruction.c);
      result[m] = std::isnan(a[0]) ? a[0] : taken[m];
      return;
    }
    case SeriesOp::known:
    case SeriesOp::left_limit:
    case SeriesOp::sign:
    case SeriesOp::floor:
    case SeriesOp::ceil:
    case SeriesOp::truncate:
    case SeriesOp::less:
    case SeriesOp::less_equal:
    case SeriesOp::equal:
    case SeriesOp::logical_and:
    case SeriesOp::logical_or:
    case SeriesOp::logical_not:
      result[m] = 0.0;
      return;
  }
}

// The row that `row` is a multiple of, through sums of one term, absolute values, and the operand
// that min and max take.
std::uint32_t multiple_of(std::uint32_t row, const SeriesWorkspace& workspace);
// The sum of the absolute values of what coefficient m of a row is the sum of: how much of it may
// be rounding. Zero if it is no sum.
double size_of_terms(std::uint32_t row, int m, const SeriesWorkspace& workspace);

// Whether coefficient m >= 1 is zero in the limit where its rule gives nothing finite: the root of
// what is zero and stays zero; what tends to a value at an operand that overflows, as
// 1/(1 + exp(1000)) does.
bool has_limit_coefficient(const Instruction& instruction, int m, const SeriesWorkspace& workspace);

// Runs instructions of a list at one stage: coefficient stage + level of each,
// none for those whose time has not come.
void run_instructions(std::span<const Instruction> instructions,
                      std::span<const std::uint32_t> list, int stage,
                      const SeriesWorkspace& workspace);

// Coefficients 0 … order of an instruction's row.
void run_orders(const Instruction& instruction, int order, const SeriesWorkspace& workspace);

}  // namespace saltus
