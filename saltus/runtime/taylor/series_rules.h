#pragma once

#include <cmath>
#include <cstdint>

#include "saltus/executable/executable_mode.h"

namespace saltus {

// Where the series live while they are computed.
//
// Time is scaled: coefficient m of a row is u^(m)(t) H^m / m!. H is a power of
// two near the step, so that scaling is exact and nothing overflows.
struct SeriesWorkspace {
  const LinearTerm* linear_terms = nullptr;
  const ProductTerm* product_terms = nullptr;
  double* coefficients = nullptr;  // row-major
  std::size_t stride = 0;
  // d(coefficient m of the row) / d(coefficient m of operand a or b), the same
  // for every m >= 1: derivatives of the operation at coefficient 0.
  double* partial_a = nullptr;
  double* partial_b = nullptr;
  // derivative_factor[q*stride + m] = (m+q)!/m! H^-q
  const double* derivative_factor = nullptr;
  double time = 0.0;
  double time_scale = 1.0;  // H

  double* row(std::uint32_t index) const { return coefficients + index * stride; }
};

// sum over i = 0 … m of a_i b_(m-i)
inline double convolve(const double* a, const double* b, int m) {
  double even = 0.0, odd = 0.0;
  int i = 0;
  for (; i + 1 <= m; i += 2) {
    even += a[i] * b[m - i];
    odd += a[i + 1] * b[m - i - 1];
  }
  if (i <= m) even += a[i] * b[m - i];
  return even + odd;
}

// (a*a)_m, each pair of equal products once
inline double convolve_square(const double* a, int m) {
  double pairs = 0.0;
  for (int i = 0; 2 * i < m; ++i) pairs += a[i] * a[m - i];
  return m % 2 == 0 ? 2.0 * pairs + a[m / 2] * a[m / 2] : 2.0 * pairs;
}

// sum over i = first … last of a_i b_(m-i)
inline double convolve_part(const double* a, const double* b, int m, int first, int last) {
  double sum = 0.0;
  for (int i = first; i <= last; ++i) sum += a[i] * b[m - i];
  return sum;
}

// sum over i = first … last of i a_i b_(m-i)
inline double convolve_weighted(const double* a, const double* b, int m, int first, int last) {
  double sum = 0.0;
  for (int i = first; i <= last; ++i) sum += static_cast<double>(i) * a[i] * b[m - i];
  return sum;
}

// Coefficient 0 of an instruction's row, its companion, and its partial derivatives.
void compute_value(const Instruction& instruction, const SeriesWorkspace& workspace);

// Coefficient m >= 1, from coefficients 0 … m of the operands.
inline void compute_coefficient(const Instruction& instruction, int m,
                                const SeriesWorkspace& workspace) {
  double* const result = workspace.row(instruction.row);
  double* const companion = result + workspace.stride;
  const double* const a = workspace.row(instruction.a);
  const double* const b = workspace.row(instruction.b);
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
    case SeriesOp::sum: {
      double sum = 0.0;
      const LinearTerm* linear = workspace.linear_terms + instruction.first_linear;
      for (std::uint32_t i = 0; i < instruction.linear_count; ++i) {
        sum += linear[i].factor * workspace.row(linear[i].row)[m];
      }
      const ProductTerm* product = workspace.product_terms + instruction.first_product;
      for (std::uint32_t i = 0; i < instruction.product_count; ++i) {
        const double* const left = workspace.row(product[i].left);
        sum += product[i].factor * (product[i].left == product[i].right
                                        ? convolve_square(left, m)
                                        : convolve(left, workspace.row(product[i].right), m));
      }
      result[m] = sum;
      return;
    }
    case SeriesOp::divide:  // c b = a
      result[m] = (a[m] - convolve_part(b, result, m, 1, m)) / b[0];
      return;
    case SeriesOp::reciprocal:  // c a = constant
      result[m] = -convolve_part(a, result, m, 1, m) / a[0];
      return;
    case SeriesOp::power: {  // a c' = p c a'
      double sum = 0.0;
      for (int i = 1; i <= m; ++i) {
        sum += (instruction.constant * i - (m - i)) * a[i] * result[m - i];
      }
      result[m] = sum / (m * a[0]);
      return;
    }
    case SeriesOp::sqrt:  // c^2 = a
      result[m] = (a[m] - convolve_part(result, result, m, 1, m - 1)) / (2.0 * result[0]);
      return;
    case SeriesOp::exp:  // c' = c a'
      result[m] = convolve_weighted(a, result, m, 1, m) / m;
      return;
    case SeriesOp::log:  // a c' = a'
      result[m] = (a[m] - convolve_weighted(result, a, m, 1, m - 1) / m) / a[0];
      return;
    case SeriesOp::sin_cos: {  // s' = c a', c' = -s a'
      double sine = 0.0, cosine = 0.0;
      for (int i = 1; i <= m; ++i) {
        const double slope = i * a[i];
        sine += slope * companion[m - i];
        cosine -= slope * result[m - i];
      }
      result[m] = sine / m;
      companion[m] = cosine / m;
      return;
    }
    case SeriesOp::sinh_cosh:
      result[m] = convolve_weighted(a, companion, m, 1, m) / m;
      companion[m] = convolve_weighted(a, result, m, 1, m) / m;
      return;
    case SeriesOp::tan:  // c' = w a', w = 1 + c^2
      result[m] = convolve_weighted(a, companion, m, 1, m) / m;
      companion[m] = convolve_square(result, m);
      return;
    case SeriesOp::tanh:  // c' = w a', w = 1 - c^2
      result[m] = convolve_weighted(a, companion, m, 1, m) / m;
      companion[m] = -convolve_square(result, m);
      return;
    case SeriesOp::asin:  // w c' = a', w^2 = 1 - a^2
    case SeriesOp::acos: {
      companion[m] = -(convolve_square(a, m) + convolve_part(companion, companion, m, 1, m - 1)) /
                     (2.0 * companion[0]);
      const double sign = instruction.op == SeriesOp::asin ? 1.0 : -1.0;
      result[m] =
          (sign * a[m] - convolve_weighted(result, companion, m, 1, m - 1) / m) / companion[0];
      return;
    }
    case SeriesOp::atan:  // w c' = a', w = 1 + a^2
      companion[m] = convolve_square(a, m);
      result[m] = (a[m] - convolve_weighted(result, companion, m, 1, m - 1) / m) / companion[0];
      return;
    case SeriesOp::atan2: {  // w c' = b a' - a b', w = a^2 + b^2
      companion[m] = convolve_square(a, m) + convolve_square(b, m);
      const double turn = convolve_weighted(a, b, m, 1, m) - convolve_weighted(b, a, m, 1, m);
      result[m] = (turn - convolve_weighted(result, companion, m, 1, m - 1)) / (m * companion[0]);
      return;
    }
    case SeriesOp::abs:
    case SeriesOp::minimum:
    case SeriesOp::maximum: {
      const double from_b =
          instruction.op == SeriesOp::abs ? 0.0 : workspace.partial_b[instruction.row] * b[m];
      result[m] = workspace.partial_a[instruction.row] * a[m] + from_b;
      return;
    }
    case SeriesOp::if_else:
      result[m] = a[0] != 0.0 ? b[m] : workspace.row(instruction.c)[m];
      return;
    default:  // piecewise constant
      result[m] = 0.0;
      return;
  }
}

}  // namespace saltus
