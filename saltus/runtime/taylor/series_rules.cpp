#include "saltus/runtime/taylor/series_rules.h"

#include <algorithm>

namespace saltus {

namespace {

double sum_of_values(const Instruction& instruction, const SeriesWorkspace& workspace) {
  double sum = instruction.constant;
  const LinearTerm* linear = workspace.linear_terms + instruction.first_linear;
  for (std::uint32_t i = 0; i < instruction.linear_count; ++i) {
    sum += linear[i].factor * workspace.row(linear[i].row)[0];
  }
  const ProductTerm* product = workspace.product_terms + instruction.first_product;
  for (std::uint32_t i = 0; i < instruction.product_count; ++i) {
    sum +=
        product[i].factor * workspace.row(product[i].left)[0] * workspace.row(product[i].right)[0];
  }
  return sum;
}

double truth(bool value) { return value ? 1.0 : 0.0; }

}  // namespace

void compute_value(const Instruction& instruction, const SeriesWorkspace& workspace) {
  double& result = workspace.row(instruction.row)[0];
  if (instruction.op == SeriesOp::known) {  // its operand is no row
    result = (instruction.b == 0 ? workspace.known : workspace.pre)[instruction.a];
    return;
  }
  double& companion = (workspace.row(instruction.row) + workspace.stride)[0];
  const double a = workspace.row(instruction.a)[0];
  const double b = workspace.row(instruction.b)[0];
  double& partial_a = workspace.partial_a[instruction.row];
  double& partial_b = workspace.partial_b[instruction.row];
  // Of the companion, by the same operands.
  double& companion_a = workspace.partial_a[instruction.row + 1];
  double& companion_b = workspace.partial_b[instruction.row + 1];
  switch (instruction.op) {
    case SeriesOp::known:
      return;
    case SeriesOp::time:
      result = workspace.time;
      return;
    case SeriesOp::derivative: {
      const auto q = static_cast<std::size_t>(instruction.constant);
      result = workspace.derivative_factor[q * workspace.stride] * workspace.row(instruction.a)[q];
      return;
    }
    case SeriesOp::sum:
      result = sum_of_values(instruction, workspace);
      return;
    case SeriesOp::divide:
      result = a / b;
      partial_a = 1.0 / b;
      partial_b = -result / b;
      return;
    case SeriesOp::reciprocal:
      result = instruction.constant / a;
      partial_a = -result / a;
      return;
    case SeriesOp::power:
      result = std::pow(a, instruction.constant);
      partial_a = instruction.constant * std::pow(a, instruction.constant - 1.0);
      return;
    case SeriesOp::sqrt:
      result = std::sqrt(a);
      partial_a = 0.5 / result;
      return;
    case SeriesOp::exp:
      result = partial_a = std::exp(a);
      return;
    case SeriesOp::log:
      result = std::log(a);
      partial_a = 1.0 / a;
      return;
    case SeriesOp::sin_cos:
      result = std::sin(a);
      companion = std::cos(a);
      partial_a = companion;
      companion_a = -result;
      return;
    case SeriesOp::sinh_cosh:
      result = std::sinh(a);
      companion = std::cosh(a);
      partial_a = companion;
      companion_a = result;
      return;
    case SeriesOp::tan:
      result = std::tan(a);
      companion = partial_a = 1.0 + result * result;
      companion_a = 2.0 * result * companion;
      return;
    case SeriesOp::tanh:
      result = std::tanh(a);
      companion = partial_a = 1.0 - result * result;
      companion_a = -2.0 * result * companion;
      return;
    case SeriesOp::asin:
    case SeriesOp::acos: {
      const bool is_asin = instruction.op == SeriesOp::asin;
      result = is_asin ? std::asin(a) : std::acos(a);
      companion = std::sqrt((1.0 - a) * (1.0 + a));
      partial_a = (is_asin ? 1.0 : -1.0) / companion;
      companion_a = -a / companion;
      return;
    }
    case SeriesOp::atan:
      result = std::atan(a);
      companion = 1.0 + a * a;
      partial_a = 1.0 / companion;
      companion_a = 2.0 * a;
      return;
    case SeriesOp::atan2:
      result = std::atan2(a, b);
      companion = a * a + b * b;
      partial_a = b / companion;
      partial_b = -a / companion;
      companion_a = 2.0 * a;
      companion_b = 2.0 * b;
      return;
    case SeriesOp::abs:
      result = std::fabs(a);
      partial_a = a < 0.0 ? -1.0 : 1.0;
      return;
    case SeriesOp::minimum:
    case SeriesOp::maximum: {
      const bool takes_a = instruction.op == SeriesOp::minimum ? a <= b : a >= b;
      result = takes_a ? a : b;
      partial_a = truth(takes_a);
      partial_b = truth(!takes_a);
      return;
    }
    case SeriesOp::if_else:
      result = a != 0.0 ? b : workspace.row(instruction.c)[0];
      partial_a = truth(a != 0.0);  // by operand b
      partial_b = truth(a == 0.0);  // by operand c
      return;
    case SeriesOp::sign:
      result = a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : 0.0;
      return;
    case SeriesOp::floor:
      result = std::floor(a);
      return;
    case SeriesOp::ceil:
      result = std::ceil(a);
      return;
    case SeriesOp::truncate:
      result = std::trunc(a);
      return;
    case SeriesOp::less:
      result = truth(a < b);
      return;
    case SeriesOp::less_equal:
      result = truth(a <= b);
      return;
    case SeriesOp::equal:
      result = truth(a == b);
      return;
    case SeriesOp::logical_and:
      result = truth(a != 0.0 && b != 0.0);
      return;
    case SeriesOp::logical_or:
      result = truth(a != 0.0 || b != 0.0);
      return;
    case SeriesOp::logical_not:
      result = truth(a == 0.0);
      return;
  }
}

// Compiled for processors with wider vectors as well; chosen when the program starts.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SALTUS_VECTOR_CLONES __attribute__((target_clones("arch=haswell", "default")))
#else
#define SALTUS_VECTOR_CLONES
#endif

SALTUS_VECTOR_CLONES void run_instructions(std::span<const Instruction> instructions,
                                           std::span<const std::uint32_t> list, int stage,
                                           const SeriesWorkspace& workspace) {
  for (const std::uint32_t i : list) {
    const Instruction& instruction = instructions[i];
    const int m = stage + instruction.level;
    if (m > 0) {
      compute_coefficient(instruction, m, workspace);
    } else if (m == 0) {
      compute_value(instruction, workspace);
    }
  }
}

// Coefficients 1 … order of a sum, term by term: the loops run along the rows.
[[gnu::always_inline]] inline void sum_orders(const Instruction& instruction, int order,
                                              const SeriesWorkspace& workspace) {
  double* const result = workspace.row(instruction.row);
  std::fill(result + 1, result + order + 1, 0.0);
  const LinearTerm* linear = workspace.linear_terms + instruction.first_linear;
  for (std::uint32_t i = 0; i < instruction.linear_count; ++i) {
    const double* const operand = workspace.row(linear[i].row);
    for (int m = 1; m <= order; ++m) result[m] += linear[i].factor * operand[m];
  }
  const ProductTerm* product = workspace.product_terms + instruction.first_product;
  for (std::uint32_t i = 0; i < instruction.product_count; ++i) {
    const double* const left = workspace.row(product[i].left);
    const double* const right = workspace.row(product[i].right);
    if (product[i].is_right_constant) {
      const double factor = product[i].factor * right[0];
      for (int m = 1; m <= order; ++m) result[m] += factor * left[m];
      continue;
    }
    for (int m = 1; m <= order; ++m) result[m] += product[i].factor * convolve(left, right, m);
  }
}

SALTUS_VECTOR_CLONES void run_orders(const Instruction& instruction, int order,
                                     const SeriesWorkspace& workspace) {
  compute_value(instruction, workspace);
  if (instruction.is_constant) {
    const int rows = has_companion(instruction.op) ? 2 : 1;
    for (int i = 0; i < rows; ++i) {
      double* const row = workspace.row(instruction.row + static_cast<std::uint32_t>(i));
      std::fill(row + 1, row + order + 1, 0.0);
    }
    return;
  }
  if (instruction.op == SeriesOp::sum) {
    sum_orders(instruction, order, workspace);
    return;
  }
  for (int m = 1; m <= order; ++m) compute_coefficient(instruction, m, workspace);
}

}  // namespace saltus
