#include "saltus/runtime/taylor/impulse_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/runtime/numeric/tolerances.h"

namespace saltus {

namespace {

// exp(1/eps) grows faster than every power, log(1/eps) more slowly.
constexpr double kExponential = std::numeric_limits<double>::infinity();
constexpr double kLogarithmic = std::numeric_limits<double>::min();

}  // namespace

ImpulseSweep::ImpulseSweep(const ExecutableMode& mode)
    : mode_(mode), terms_(mode.row_count), finite_size_(mode.row_count, 0.0) {}

double ImpulseSweep::leading_of(std::uint32_t row) const {
  const Term& term = terms_[row];
  const bool is_there = std::fabs(term.coefficient) > tolerances::impulse_noise * term.size;
  return term.power > 0.0 && is_there ? term.coefficient : 0.0;
}

void ImpulseSweep::run(const Expansion& expansion, std::span<const double> sizes,
                       std::span<const InfiniteRow> infinite) {
  expansion_ = &expansion;
  sizes_ = sizes;
  std::fill(terms_.begin(), terms_.end(), Term());
  for (const InfiniteRow& row : infinite) {
    terms_[row.row] = {.power = 1.0, .coefficient = row.weight, .size = std::fabs(row.weight)};
  }
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    finite_size_[unknown] =
        std::max(std::fabs(value(unknown)), sizes[expansion.slot(unknown).first]);
  }
  for (const Instruction& instruction : mode_.instructions) pass(instruction);
}

void ImpulseSweep::pass(const Instruction& instruction) {
  const std::uint32_t row = instruction.row;
  finite_size_[row] = finite_size(instruction);
  if (instruction.op == SeriesOp::derivative) return;  // given
  terms_[row] = instruction.op == SeriesOp::sum ? of_sum(instruction) : of_operation(instruction);
  if (!has_companion(instruction.op)) return;
  finite_size_[row + 1] = std::fabs(value(row + 1));
  terms_[row + 1] = of_companion(instruction);
}

// What a factor is the sum of: one that cancels to rounding has no sign.
double ImpulseSweep::finite_size(const Instruction& instruction) const {
  double size = std::fabs(value(instruction.row));
  if (instruction.op == SeriesOp::derivative) {
    const StateSlot& slot = expansion_->slot(instruction.a);
    const auto order = static_cast<std::uint32_t>(instruction.constant);
    return order < slot.count ? std::max(size, sizes_[slot.first + order]) : size;
  }
  if (instruction.op != SeriesOp::sum) return size;
  size = std::fabs(instruction.constant);
  for (std::uint32_t i = 0; i < instruction.linear_count; ++i) {
    const LinearTerm& term = mode_.linear_terms[instruction.first_linear + i];
    size += std::fabs(term.factor) * finite_size_[term.row];
  }
  for (std::uint32_t i = 0; i < instruction.product_count; ++i) {
    const ProductTerm& term = mode_.product_terms[instruction.first_product + i];
    size += std::fabs(term.factor) * finite_size_[term.left] * finite_size_[term.right];
  }
  return size;
}

// The terms of the highest power.
ImpulseSweep::Term ImpulseSweep::of_sum(const Instruction& sum) const {
  Term total;
  const auto add = [&](const Term& part, double factor) {
    if (part.power == 0.0 || part.size == 0.0 || factor == 0.0 || part.power < total.power) return;
    if (part.power > total.power) total = {.power = part.power};
    total.coefficient += factor * part.coefficient;
    total.size += std::fabs(factor) * part.size;
  };
  for (std::uint32_t i = 0; i < sum.linear_count; ++i) {
    const LinearTerm& term = mode_.linear_terms[sum.first_linear + i];
    add(terms_[term.row], term.factor);
  }
  for (std::uint32_t i = 0; i < sum.product_count; ++i) {
    const ProductTerm& term = mode_.product_terms[sum.first_product + i];
    add(product(term), term.factor);
  }
  return total;
}

// A factor that is finite has its right limit.
ImpulseSweep::Term ImpulseSweep::product(const ProductTerm& term) const {
  const bool is_left = is_infinite(term.left), is_right = is_infinite(term.right);
  const Term &left = terms_[term.left], &right = terms_[term.right];
  if (is_left && is_right) {
    return {.power = left.power + right.power,
            .coefficient = left.coefficient * right.coefficient,
            .size = left.size * right.size};
  }
  if (!is_left && !is_right) return {};
  const Term& factor = is_left ? left : right;
  const std::uint32_t other = is_left ? term.right : term.left;
  return {.power = factor.power,
          .coefficient = factor.coefficient * value(other),
          .size = factor.size * finite_size_[other]};
}

ImpulseSweep::Term ImpulseSweep::raised(std::uint32_t row, double exponent) const {
  const Term& base = terms_[row];
  const bool is_defined = base.coefficient > 0.0 || exponent == std::floor(exponent);
  if (!is_infinite(row) || exponent <= 0.0 || !is_defined) return {};
  const double coefficient = std::pow(base.coefficient, exponent);
  return {
      .power = exponent * base.power, .coefficient = coefficient, .size = std::fabs(coefficient)};
}

ImpulseSweep::Term ImpulseSweep::quotient(std::uint32_t a, std::uint32_t b) const {
  if (!is_infinite(a)) return {};
  Term result = terms_[a];
  const double divisor = is_infinite(b) ? terms_[b].coefficient : value(b);
  result.power -= is_infinite(b) ? terms_[b].power : 0.0;
  if (!(result.power > 0.0)) return {};
  result.coefficient /= divisor;
  result.size /= std::fabs(divisor);
  return result;
}

// The smaller one of two rows, or with sign -1 the larger one: the one that goes to minus infinity
// faster, or else to plus infinity more slowly. One that is finite lies between.
ImpulseSweep::Term ImpulseSweep::of_smaller(std::uint32_t a, std::uint32_t b, double sign) const {
  const auto rank = [&](std::uint32_t row) {
    const double coefficient = sign * leading_of(row);
    return coefficient == 0.0 ? 0.0 : std::copysign(terms_[row].power, coefficient);
  };
  if (rank(a) != rank(b)) return terms_[rank(a) < rank(b) ? a : b];
  return terms_[sign * leading_of(a) <= sign * leading_of(b) ? a : b];
}

ImpulseSweep::Term ImpulseSweep::of_operation(const Instruction& instruction) const {
  if (operand_count(instruction.op) == 0) return {};
  const double leading = leading_of(instruction.a);
  const Term& own = terms_[instruction.a];
  const double sign = leading > 0.0 ? 1.0 : -1.0;
  switch (instruction.op) {
    case SeriesOp::divide:
      return quotient(instruction.a, instruction.b);
    case SeriesOp::minimum:
      return of_smaller(instruction.a, instruction.b, 1.0);
    case SeriesOp::maximum:
      return of_smaller(instruction.a, instruction.b, -1.0);
    case SeriesOp::if_else:
      return terms_[value(instruction.a) != 0.0 ? instruction.b : instruction.c];
    default:
      break;
  }
  if (leading == 0.0) return {};
  switch (instruction.op) {
    case SeriesOp::power:
      return raised(instruction.a, instruction.constant);
    case SeriesOp::sqrt:
      return raised(instruction.a, 0.5);
    case SeriesOp::exp:
      return sign > 0.0 ? Term{kExponential, 1.0, 1.0} : Term();
    case SeriesOp::log:
      return sign > 0.0 ? Term{kLogarithmic, 1.0, 1.0} : Term();
    case SeriesOp::sinh_cosh:
      return {kExponential, sign, 1.0};
    case SeriesOp::abs:
      return {own.power, sign * own.coefficient, own.size};
    case SeriesOp::floor:
    case SeriesOp::ceil:
    case SeriesOp::truncate:
      return own;
    default:
      return {};  // bounded, as tanh is
  }
}

ImpulseSweep::Term ImpulseSweep::of_companion(const Instruction& instruction) const {
  if (!is_infinite(instruction.a)) return {};
  if (instruction.op == SeriesOp::sinh_cosh) return {kExponential, 1.0, 1.0};
  if (instruction.op == SeriesOp::atan) return raised(instruction.a, 2.0);
  return {};
}

}  // namespace saltus
