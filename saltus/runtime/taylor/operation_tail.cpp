#include "saltus/runtime/taylor/operation_tail.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Values this small may be the last digits of what has underflowed.
constexpr double kUnderflow = 1e-100;

// Not less than e^x and not much more, x >= 0.
double exp_bound(double x) {
  if (!(x <= 14.0)) return std::exp(x);
  const double eighth = 0.125 * x;
  const double root = 1.0 + eighth * (1.0 + eighth);
  const double square = root * root, fourth = square * square;
  return fourth * fourth;
}

// What comes to infinity within the step, where the value stays finite, has an essential
// singularity there: no move of the operand bounds it. exp(-1/u) at u = 0 is zero with all its
// derivatives, and is not beside it.
bool is_singular(const OperandMove& a) { return std::isinf(a.value); }

// e^x - 1 - x <= min(1, x^2/2) e^x.
double entire(double move) { return std::min(1.0, 0.5 * move * move) * exp_bound(move); }

double of_exp(double result, const OperandMove& a) {
  if (result > kUnderflow) return result * entire(a.move);
  if (is_singular(a)) return kInfinity;
  return std::min(1.0, 0.5 * a.move * a.move) * std::exp(a.value + a.move);
}

// The sum of q^k over k >= 2.
double geometric(double q) { return q < 1.0 ? q * q / (1.0 - q) : kInfinity; }

double relative_move(const OperandMove& a) {
  return is_singular(a) ? kInfinity : a.move / std::fabs(a.value);
}

// Zero times infinity is not a number, which bounds nothing.
double of_quotient(double result, double q) { return std::fabs(result) * geometric(q); }

// (a + d)^c, with q = |d|/|a|: coefficients are at most those of (1 - q)^-|c|, or 1 for roots.
double of_power(double exponent, double result, const OperandMove& a) {
  const double size = std::fabs(a.value), c = std::fabs(exponent);
  if (exponent > 1.0 && exponent == std::floor(exponent)) {
    return 0.5 * c * (c - 1.0) * a.move * a.move * std::pow(size + a.move, c - 2.0);
  }
  const double q = relative_move(a);
  if (c <= 1.0) return std::fabs(result) * geometric(q);
  if (!(q < 1.0)) return kInfinity;
  return std::fabs(result) * 0.5 * c * (c + 1.0) * q * q * std::pow(1.0 - q, -c - 2.0);
}

// Poles at distances of pi/2 and more; far from zero tanh is 1 up to 2 e^(-2|x|), which the
// companion, 1 - tanh^2, measures.
double of_tanh(double companion, const OperandMove& a) {
  if (!(a.move <= std::fmax(1.0, std::fabs(a.value) - 1.0))) return kInfinity;
  const double square = std::min(1.0, a.move * a.move);
  if (companion > kUnderflow) return 3.0 * companion * square * exp_bound(2.0 * a.move);
  if (is_singular(a)) return kInfinity;
  return 12.0 * square * std::exp(2.0 * (a.move - std::fabs(a.value)));
}

// Poles at i and -i.
double of_atan(const OperandMove& a) {
  const double distance = std::hypot(1.0, a.value) - a.move;
  if (!(distance > 0.0)) return kInfinity;
  const double square = distance * distance;
  return a.move * a.move * (std::fabs(a.value) + a.move) / (square * square);
}

// Branch points at 1 and -1.
double of_asin(const OperandMove& a) {
  const double distance = 1.0 - std::fabs(a.value) - a.move;
  return distance > 0.0 ? a.move * a.move / (distance * std::sqrt(distance)) : kInfinity;
}

}  // namespace

bool has_own_tail(SeriesOp op) {
  return kind_of(op) == OperationKind::smooth && op != SeriesOp::sum && op != SeriesOp::derivative;
}

double curvature_bound(const Instruction& instruction, double result, double companion,
                       const OperandMove& a, const OperandMove& b) {
  switch (instruction.op) {
    case SeriesOp::exp:
      return of_exp(result, a);
    case SeriesOp::sin_cos:
      return entire(a.move);
    case SeriesOp::sinh_cosh:
      return (std::fabs(result) + companion) * entire(a.move);
    case SeriesOp::divide: {
      const double q = relative_move(b);
      if (!(q < 1.0)) return kInfinity;
      const double of_dividend = a.move / std::fabs(b.value) * q / (1.0 - q);
      return of_quotient(result, q) + of_dividend;
    }
    case SeriesOp::reciprocal:
      return of_quotient(result, relative_move(a));
    case SeriesOp::log:
      return geometric(a.move / std::fabs(a.value));
    case SeriesOp::sqrt:
      return std::fabs(result) * geometric(a.move / std::fabs(a.value));
    case SeriesOp::power:
      return of_power(instruction.constant, result, a);
    case SeriesOp::tanh:
      return of_tanh(companion, a);
    case SeriesOp::tan: {
      // The companion is 1/cos^2; |cos a| is less than the distance to the next pole.
      const double inverse = std::sqrt(companion);
      return 4.0 * inverse * geometric(a.move * inverse);
    }
    case SeriesOp::atan:
      return of_atan(a);
    case SeriesOp::asin:
    case SeriesOp::acos:
      return of_asin(a);
    case SeriesOp::atan2:
      // The companion is a^2 + b^2.
      return geometric((a.move + b.move) / std::sqrt(companion));
    case SeriesOp::time:
    case SeriesOp::known:
    case SeriesOp::left_limit:
    case SeriesOp::derivative:
    case SeriesOp::sum:
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
      break;
  }
  return 0.0;
}

}  // namespace saltus
