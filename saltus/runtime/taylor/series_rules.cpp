#include "saltus/runtime/taylor/series_rules.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "saltus/runtime/taylor/vector_clones.h"

namespace saltus {

namespace {

[[gnu::always_inline]] inline double sum_of_values(const Instruction& instruction,
                                                   const SeriesWorkspace& workspace) {
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

// Nothing follows from what is not a number.
double relation(bool holds, double a, double b) {
  return std::isnan(a) || std::isnan(b) ? std::numeric_limits<double>::quiet_NaN() : truth(holds);
}

double sign_of(double a) { return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a; }

// The angle of (b, a) that continues on the side `branch` of the cut along the negative b axis.
double angle(double a, double b, double branch) {
  const double principal = std::atan2(a, b);
  if (!(b < 0.0) || (principal > 0.0) == (branch > 0.0)) return principal;
  return principal + branch * 2.0 * std::numbers::pi;
}

// A difference of values that agree up to rounding has no root but zero.
constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();

bool is_root_zero(const Instruction& root, double branch, double a,
                  const SeriesWorkspace& workspace) {
  const bool may_end = workspace.do_roots_end && workspace.is_held[root.row] != 0;
  return branch == 0.0 || (may_end && a < 0.0 && is_root(root));
}

// What rounding of a value is a share of: of 1.88*t - 0.85 in sin(1.88*t - 0.85), say. How deep the
// operands are looked at is limited, since they may be shared.
double size_in_rounding(std::uint32_t row, int depth, const SeriesWorkspace& workspace) {
  const double value = std::fabs(workspace.row(row)[0]);
  const std::uint32_t i = workspace.instruction_of_row[row];
  if (i == kNoRow || depth == 0) return value;
  const Instruction& instruction = workspace.instructions[i];
  const auto size_of = [&](std::uint32_t operand) {
    return size_in_rounding(operand, depth - 1, workspace);
  };
  if (instruction.op == SeriesOp::sum) {
    double size = std::fabs(instruction.constant);
    for (std::uint32_t t = 0; t < instruction.linear_count; ++t) {
      const LinearTerm& term = workspace.linear_terms[instruction.first_linear + t];
      size += std::fabs(term.factor) * size_of(term.row);
    }
    for (std::uint32_t t = 0; t < instruction.product_count; ++t) {
      const ProductTerm& term = workspace.product_terms[instruction.first_product + t];
      size +=
          std::fabs(term.factor) * (std::fabs(workspace.row(term.left)[0]) * size_of(term.right) +
                                    std::fabs(workspace.row(term.right)[0]) * size_of(term.left));
    }
    return size;
  }
  if (instruction.op == SeriesOp::if_else) {
    return size_of(workspace.row(instruction.a)[0] != 0.0 ? instruction.b : instruction.c);
  }
  double size = value;
  if (operand_count(instruction.op) > 0) {
    size += std::fabs(workspace.partial_a[row]) * size_of(instruction.a);
  }
  if (operand_count(instruction.op) == 2) {
    size += std::fabs(workspace.partial_b[row]) * size_of(instruction.b);
  }
  return std::isfinite(size) ? size : value;
}

double root_branch(const Instruction& root, double a, const SeriesWorkspace& workspace) {
  if (!is_root(root)) return 1.0;
  if (a == 0.0) return truth(!workspace.are_roots_watched);
  if (std::fabs(a) <= kRounding * size_of_terms(root.a, 0, workspace)) return 0.0;
  constexpr int depth = 4;
  const double made_of = size_in_rounding(root.a, depth, workspace);
  if (std::fabs(a) <= kRounding * made_of) return 0.0;
  if (!(a < 0.0) || workspace.unknown_size == nullptr) return 1.0;
  const std::uint32_t source = multiple_of(root.a, workspace);
  const bool is_unknown = workspace.instruction_of_row[source] == kNoRow;
  const double size = is_unknown ? workspace.unknown_size[source] : made_of;
  return truth(-a > workspace.accuracy * size);
}

bool is_zero_up_to(const double* series, int m) {
  return std::all_of(series, series + m + 1, [](double coefficient) { return coefficient == 0.0; });
}

// x^p for x = x_v t^v + …: t^(p v) has no coefficient before p*v, and none of its derivatives
// beyond is finite.
bool vanishes_in_power(const double* base, double exponent, int m) {
  if (base[0] != 0.0 || !(exponent > 0.0)) return false;
  int v = 1;
  while (v <= m && base[v] == 0.0) ++v;
  return v > m || m < exponent * v;
}

}  // namespace

std::uint32_t multiple_of(std::uint32_t row, const SeriesWorkspace& workspace) {
  for (;;) {
    const std::uint32_t i = workspace.instruction_of_row[row];
    if (i == kNoRow) return row;
    const Instruction& instruction = workspace.instructions[i];
    if (instruction.op == SeriesOp::abs) {
      row = instruction.a;
    } else if (instruction.op == SeriesOp::sum && instruction.constant == 0.0 &&
               instruction.linear_count == 1 && instruction.product_count == 0) {
      row = workspace.linear_terms[instruction.first_linear].row;
    } else if (instruction.op == SeriesOp::minimum || instruction.op == SeriesOp::maximum) {
      row = workspace.partial_a[row] != 0.0 ? instruction.a : instruction.b;
    } else {
      return row;
    }
  }
}

double size_of_terms(std::uint32_t row, int m, const SeriesWorkspace& workspace) {
  const std::uint32_t i = workspace.instruction_of_row[multiple_of(row, workspace)];
  if (i == kNoRow || workspace.instructions[i].op != SeriesOp::sum) return 0.0;
  const Instruction& sum = workspace.instructions[i];
  double size = m == 0 ? std::fabs(sum.constant) : 0.0;
  for (std::uint32_t t = 0; t < sum.linear_count; ++t) {
    const LinearTerm& term = workspace.linear_terms[sum.first_linear + t];
    size += std::fabs(term.factor * workspace.row(term.row)[m]);
  }
  for (std::uint32_t t = 0; t < sum.product_count; ++t) {
    const ProductTerm& term = workspace.product_terms[sum.first_product + t];
    for (int k = 0; k <= m; ++k) {
      size +=
          std::fabs(term.factor * workspace.row(term.left)[k] * workspace.row(term.right)[m - k]);
    }
  }
  return size;
}

bool has_limit_coefficient(const Instruction& instruction, int m,
                           const SeriesWorkspace& workspace) {
  const double* const a = workspace.operand(instruction.a);
  const bool has_finite_value = std::isfinite(workspace.row(instruction.row)[0]);
  switch (instruction.op) {
    case SeriesOp::sqrt:
      return is_zero_up_to(a, m);
    case SeriesOp::power:
      return vanishes_in_power(a, instruction.constant, m) ||
             (has_finite_value && std::isinf(a[0]));
    case SeriesOp::divide:
      return has_finite_value && std::isinf(workspace.row(instruction.b)[0]);
    case SeriesOp::reciprocal:
    case SeriesOp::exp:
    case SeriesOp::tanh:
    case SeriesOp::atan:
      return has_finite_value && std::isinf(a[0]);
    case SeriesOp::time:
    case SeriesOp::known:
    case SeriesOp::left_limit:
    case SeriesOp::derivative:
    case SeriesOp::sum:
    case SeriesOp::log:
    case SeriesOp::sin_cos:
    case SeriesOp::sinh_cosh:
    case SeriesOp::tan:
    case SeriesOp::asin:
    case SeriesOp::acos:
    case SeriesOp::atan2:
    case SeriesOp::abs:
    case SeriesOp::minimum:
    case SeriesOp::maximum:
    case SeriesOp::if_else:
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
      return false;
  }
  return false;
}

void compute_value(const Instruction& instruction, const SeriesWorkspace& workspace) {
  double& result = workspace.row(instruction.row)[0];
  double& companion = (workspace.row(instruction.row) + workspace.stride)[0];
  const int operands = operand_count(instruction.op);
  const double a = operands > 0 ? workspace.row(instruction.a)[0] : 0.0;
  const double b = operands > 1 ? workspace.row(instruction.b)[0] : 0.0;
  double& partial_a = workspace.partial_a[instruction.row];
  double& partial_b = workspace.partial_b[instruction.row];
  // The branch that is held, or the one that the operands choose.
  const auto choose = [&](double chosen) {
    double& branch = workspace.branch[instruction.row];
    if (workspace.is_held[instruction.row] == 0) branch = chosen;
    return branch;
  };
  // Of the companion, by the same operands.
  double& companion_a = workspace.partial_a[instruction.row + 1];
  double& companion_b = workspace.partial_b[instruction.row + 1];
  switch (instruction.op) {
    case SeriesOp::known:
      result = workspace.known[instruction.variable];
      return;
    case SeriesOp::left_limit:
      result = workspace.pre[instruction.variable];
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
      result =
          is_root_zero(instruction, choose(root_branch(instruction, a, workspace)), a, workspace)
              ? 0.0
              : std::pow(a, instruction.constant);
      partial_a = instruction.constant * std::pow(a, instruction.constant - 1.0);
      return;
    case SeriesOp::sqrt:
      result =
          is_root_zero(instruction, choose(root_branch(instruction, a, workspace)), a, workspace)
              ? 0.0
              : std::sqrt(a);
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
    case SeriesOp::tanh: {
      // 1/cosh^2, since 1 - tanh^2 cancels where tanh is near 1.
      const double reciprocal = 1.0 / std::cosh(a);
      result = std::tanh(a);
      companion = partial_a = reciprocal * reciprocal;
      companion_a = -2.0 * result * companion;
      return;
    }
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
      result = angle(a, b, choose(std::signbit(a) ? -1.0 : 1.0));
      companion = a * a + b * b;
      partial_a = b / companion;
      partial_b = -a / companion;
      companion_a = 2.0 * a;
      companion_b = 2.0 * b;
      return;
    case SeriesOp::abs:
      partial_a = choose(a < 0.0 ? -1.0 : 1.0);
      result = partial_a * a;
      return;
    case SeriesOp::minimum:
    case SeriesOp::maximum: {
      const bool is_first = instruction.op == SeriesOp::minimum ? a <= b : a >= b;
      partial_a = choose(relation(is_first, a, b));
      partial_b = 1.0 - partial_a;
      result = std::isnan(partial_a) ? partial_a : partial_a != 0.0 ? a : b;
      return;
    }
    case SeriesOp::if_else:
      result = std::isnan(a) ? a : a != 0.0 ? b : workspace.row(instruction.c)[0];
      partial_a = truth(a != 0.0);  // by operand b
      partial_b = truth(a == 0.0);  // by operand c
      return;
    case SeriesOp::sign:
      result = choose(sign_of(a));
      return;
    case SeriesOp::floor:
      result = choose(std::floor(a));
      return;
    case SeriesOp::ceil:
      result = choose(std::ceil(a));
      return;
    case SeriesOp::truncate:
      result = choose(std::trunc(a));
      return;
    case SeriesOp::less:
      result = choose(relation(a < b, a, b));
      return;
    case SeriesOp::less_equal:
      result = choose(relation(a <= b, a, b));
      return;
    case SeriesOp::equal:
      result = choose(relation(a == b, a, b));
      return;
    case SeriesOp::logical_and:  // false if one of them is, whatever the other
      result = a == 0.0 || b == 0.0 ? 0.0 : relation(true, a, b);
      return;
    case SeriesOp::logical_or:
      result = a == 1.0 || b == 1.0 ? 1.0 : relation(a != 0.0 || b != 0.0, a, b);
      return;
    case SeriesOp::logical_not:
      result = relation(a == 0.0, a, a);
      return;
  }
}

namespace {

// Zero, or not a number if coefficient m of the result is not finite.
[[gnu::always_inline]] inline double finiteness(const Instruction& instruction, int m,
                                                const SeriesWorkspace& workspace) {
  const double* const result = workspace.row(instruction.row) + m;
  return has_companion(instruction.op) ? 0.0 * result[0] + 0.0 * result[workspace.stride]
                                       : 0.0 * result[0];
}

// Where a rule gives nothing finite, the limit may be.
void settle(const Instruction& instruction, int m, const SeriesWorkspace& workspace) {
  if (m == 0 || !has_limit_coefficient(instruction, m, workspace)) {
    *workspace.has_non_finite = true;
    return;
  }
  for_each_result(instruction, [&](std::uint32_t row) { workspace.row(row)[m] = 0.0; });
}

[[gnu::always_inline]] inline void compute(const Instruction& instruction, int m,
                                           const SeriesWorkspace& workspace) {
  if (m > 0) {
    compute_coefficient(instruction, m, workspace);
  } else {
    compute_value(instruction, workspace);
  }
  if (finiteness(instruction, m, workspace) != 0.0) [[unlikely]] {
    settle(instruction, m, workspace);
  }
}

}  // namespace

SALTUS_VECTOR_CLONES void run_instructions(std::span<const Instruction> instructions,
                                           std::span<const std::uint32_t> list, int stage,
                                           const SeriesWorkspace& workspace) {
  double check = 0.0;  // not a number if a sum is not finite
  for (const std::uint32_t i : list) {
    const Instruction& instruction = instructions[i];
    const int m = stage + instruction.level;
    if (instruction.op == SeriesOp::sum && m >= 0) {
      const double sum = m == 0                    ? sum_of_values(instruction, workspace)
                         : instruction.is_constant ? 0.0
                                                   : sum_coefficient(instruction, m, workspace);
      workspace.row(instruction.row)[m] = sum;
      check += 0.0 * sum;
    } else if (m >= 0) {
      compute(instruction, m, workspace);
    }
  }
  if (check != 0.0) *workspace.has_non_finite = true;
}

// Coefficients 0 … order of a sum, four at a time; those that come along beyond are numbers without
// meaning. Returns zero, or not a number if one of them is not finite.
[[gnu::always_inline]] inline double sum_orders(const Instruction& instruction, int order,
                                                const SeriesWorkspace& workspace) {
  double* const result = workspace.row(instruction.row);
  const std::span linear(workspace.linear_terms + instruction.first_linear,
                         instruction.linear_count);
  const std::span products(workspace.product_terms + instruction.first_product,
                           instruction.product_count);
  const int length = static_cast<int>(workspace.stride - kRowPadding);
  FourDoubles checks{};
  int m = 0;
  for (; m <= order && m + 4 <= length; m += 4) {
    FourDoubles sums{m == 0 ? instruction.constant : 0.0, 0.0, 0.0, 0.0};
    const auto add = [&](double factor, std::uint32_t row) {
      FourDoubles four;
      std::memcpy(&four, workspace.row(row) + m, sizeof four);
      sums += factor * four;
    };
    for (const LinearTerm& term : linear) add(term.factor, term.row);
    for (const ProductTerm& term : products) {
      const double* const right = workspace.row(term.right);
      if (term.is_right_constant) {
        add(term.factor * right[0], term.left);
        continue;
      }
      const double* const left = workspace.row(term.left);
      sums += term.factor * FourDoubles{convolve(left, right, m), convolve(left, right, m + 1),
                                        convolve(left, right, m + 2), convolve(left, right, m + 3)};
    }
    std::memcpy(result + m, &sums, sizeof sums);
    checks += 0.0 * sums;
  }
  double check = sum_of(checks);
  for (; m <= order; ++m) {
    result[m] =
        m > 0 ? sum_coefficient(instruction, m, workspace) : sum_of_values(instruction, workspace);
    check += 0.0 * result[m];
  }
  return check;
}

SALTUS_VECTOR_CLONES void run_orders(const Instruction& instruction, int order,
                                     const SeriesWorkspace& workspace) {
  if (instruction.op == SeriesOp::sum && !instruction.is_constant) {
    if (sum_orders(instruction, order, workspace) != 0.0) *workspace.has_non_finite = true;
    return;
  }
  compute(instruction, 0, workspace);
  if (instruction.is_constant) {
    for_each_result(instruction, [&](std::uint32_t index) {
      double* const row = workspace.row(index);
      std::fill(row + 1, row + order + 1, 0.0);
    });
    return;
  }
  for (int m = 1; m <= order; ++m) compute(instruction, m, workspace);
}

}  // namespace saltus
