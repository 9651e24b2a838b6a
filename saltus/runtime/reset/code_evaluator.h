#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/executable/known_values.h"
#include "saltus/foundation/base/check.h"

namespace saltus {

// Runs the operations of a mode on one number per row, and derivatives backwards
// through them. The same code for every field of numbers.
template <class Field>
class CodeEvaluator {
 public:
  using Number = typename Field::Number;

  explicit CodeEvaluator(const ExecutableMode& mode)
      : mode_(mode),
        value_(mode.row_count + 1),
        adjoint_(mode.row_count + 1),
        is_needed_(mode.row_count, 0) {}

  Number& value(std::uint32_t row) { return value_[row]; }
  const Number& adjoint(std::uint32_t row) const { return adjoint_[row]; }

  // Values of `instructions`; rows of unknowns and of their derivatives are set by the caller.
  // What has no value counts only if it is used: a branch that is not taken may have none.
  void run(std::span<const std::uint32_t> instructions, const Number& time,
           const KnownValues& known, Field& field) {
    const bool had_no_series = field.has_no_series, was_too_short = field.is_too_short;
    for (const std::uint32_t i : instructions) compute(mode_.instructions[i], time, known, field);
    if (field.has_no_series == had_no_series && field.is_too_short == was_too_short) return;
    field.has_no_series = had_no_series;
    field.is_too_short = was_too_short;
    find_needed(instructions, field);
    for (const std::uint32_t i : instructions) {
      const Instruction& instruction = mode_.instructions[i];
      if (is_needed(instruction)) compute(instruction, time, known, field);
    }
  }

  // Derivatives of row `result` by every row that `instructions` read, in `adjoint`.
  void pull_back(std::uint32_t result, std::span<const std::uint32_t> instructions, Field& field) {
    adjoint_[result] = field.constant(1.0);
    for (std::size_t i = instructions.size(); i-- > 0;) {
      distribute(mode_.instructions[instructions[i]], field);
    }
  }
  // Forgets the derivatives again.
  void clear(std::uint32_t result, std::span<const std::uint32_t> instructions, Field& field) {
    const Number zero = field.constant(0.0);
    adjoint_[result] = zero;
    for (const std::uint32_t i : instructions) clear_operands(mode_.instructions[i], zero);
  }

 private:
  static double truth(bool value) { return value ? 1.0 : 0.0; }

  void find_needed(std::span<const std::uint32_t> instructions, Field& field);
  bool is_needed(const Instruction& instruction) const {
    bool needed = false;
    for_each_result(instruction, [&](std::uint32_t row) { needed |= is_needed_[row] != 0; });
    return needed;
  }
  const Number& operand(std::uint32_t row) const {
    SALTUS_CHECK(row < mode_.row_count);
    return value_[row];
  }
  void compute(const Instruction& instruction, const Number& time, const KnownValues& known,
               Field& field);
  void distribute(const Instruction& instruction, Field& field);
  void clear_operands(const Instruction& instruction, const Number& zero);
  Number sum(const Instruction& instruction, Field& field) const;
  bool takes_first(const Instruction& instruction, Field& field) const {
    const int sign = field.sign(Number(value_[instruction.a] - value_[instruction.b]));
    return instruction.op == SeriesOp::minimum ? sign <= 0 : sign >= 0;
  }
  void add_to(std::uint32_t row, const Number& a, const Number& b, double factor = 1.0) {
    typename Field::Sum sum;
    sum.add(adjoint_[row]);
    sum.add_product(a, b, factor);
    adjoint_[row] = sum.result();
  }

  const ExecutableMode& mode_;
  std::vector<Number> value_, adjoint_;
  std::vector<std::uint8_t> is_needed_;  // per row, of the last find_needed()
};

// From the rows that others ask for, and those that nothing reads, down to what they use. Which
// branches are taken is known: conditions come before what they choose.
template <class Field>
void CodeEvaluator<Field>::find_needed(std::span<const std::uint32_t> instructions, Field& field) {
  std::fill(is_needed_.begin(), is_needed_.end(), 1);
  for (const std::uint32_t i : instructions) {
    for_each_operand(mode_, mode_.instructions[i], [&](std::uint32_t row) { is_needed_[row] = 0; });
  }
  for (const ExecutableEquation& equation : mode_.equations) is_needed_[equation.residual] = 1;
  for (const ExecutableSurface& surface : mode_.surfaces) is_needed_[surface.row] = 1;
  for (std::size_t i = instructions.size(); i-- > 0;) {
    const Instruction& instruction = mode_.instructions[instructions[i]];
    if (!is_needed(instruction)) continue;
    if (instruction.op == SeriesOp::if_else) {
      const bool holds = field.sign(value_[instruction.a]) != 0;
      is_needed_[instruction.a] = is_needed_[holds ? instruction.b : instruction.c] = 1;
    } else {
      for_each_operand(mode_, instruction, [&](std::uint32_t row) { is_needed_[row] = 1; });
    }
  }
}

template <class Field>
auto CodeEvaluator<Field>::sum(const Instruction& instruction, Field& field) const -> Number {
  typename Field::Sum sum;
  sum.add(field.constant(instruction.constant));
  for (std::uint32_t t = 0; t < instruction.linear_count; ++t) {
    const LinearTerm& term = mode_.linear_terms[instruction.first_linear + t];
    sum.add(value_[term.row], term.factor);
  }
  for (std::uint32_t t = 0; t < instruction.product_count; ++t) {
    const ProductTerm& term = mode_.product_terms[instruction.first_product + t];
    sum.add_product(value_[term.left], value_[term.right], term.factor);
  }
  return sum.result();
}

template <class Field>
void CodeEvaluator<Field>::compute(const Instruction& instruction, const Number& time,
                                   const KnownValues& known, Field& field) {
  Number& result = value_[instruction.row];
  Number& companion = value_[instruction.row + 1];
  const Number one = field.constant(1.0);
  const auto a = [&]() -> const Number& { return operand(instruction.a); };
  const auto b = [&]() -> const Number& { return operand(instruction.b); };
  const auto truth_of = [&](std::uint32_t row) { return field.sign(value_[row]) != 0; };
  const auto boolean = [&](bool value) { result = field.constant(truth(value)); };
  switch (instruction.op) {
    case SeriesOp::time:
      result = time;
      return;
    case SeriesOp::known:
      result = field.constant(known.value[instruction.variable]);
      return;
    case SeriesOp::left_limit:
      result = field.constant(known.pre[instruction.variable]);
      return;
    case SeriesOp::derivative:
      return;  // set by the caller
    case SeriesOp::sum:
      result = sum(instruction, field);
      return;
    case SeriesOp::divide:
      result = field.divide(a(), b());
      return;
    case SeriesOp::reciprocal:
      result = field.divide(field.constant(instruction.constant), a());
      return;
    case SeriesOp::power:
      result = field.power(a(), instruction.constant);
      return;
    case SeriesOp::sqrt:
      result = field.sqrt(a());
      return;
    case SeriesOp::exp:
      result = field.exp(a());
      return;
    case SeriesOp::log:
      result = field.log(a());
      return;
    case SeriesOp::sin_cos:
      field.sin_cos(a(), result, companion);
      return;
    case SeriesOp::sinh_cosh:
      field.sinh_cosh(a(), result, companion);
      return;
    case SeriesOp::tan:
      result = field.tan(a());
      companion = one + result * result;
      return;
    case SeriesOp::tanh:
      result = field.tanh(a());
      companion = one - result * result;
      return;
    case SeriesOp::asin:
    case SeriesOp::acos:
      result = instruction.op == SeriesOp::asin ? field.asin(a()) : field.acos(a());
      companion = field.sqrt(Number(one - a() * a()));
      return;
    case SeriesOp::atan:
      result = field.atan(a());
      companion = one + a() * a();
      return;
    case SeriesOp::atan2:
      result = field.atan2(a(), b());
      companion = a() * a() + b() * b();
      return;
    case SeriesOp::abs:
      result = (field.sign(a()) < 0 ? -1.0 : 1.0) * a();
      return;
    case SeriesOp::minimum:
    case SeriesOp::maximum:
      result = takes_first(instruction, field) ? a() : b();
      return;
    case SeriesOp::if_else:
      result = value_[truth_of(instruction.a) ? instruction.b : instruction.c];
      return;
    case SeriesOp::sign:
      result = field.constant(field.sign(a()));
      return;
    case SeriesOp::floor:
      result = field.floor(a());
      return;
    case SeriesOp::ceil:
      result = -1.0 * field.floor(Number(-1.0 * a()));
      return;
    case SeriesOp::truncate:
      result =
          field.sign(a()) < 0 ? Number(-1.0 * field.floor(Number(-1.0 * a()))) : field.floor(a());
      return;
    case SeriesOp::less:
      return boolean(field.sign(Number(a() - b())) < 0);
    case SeriesOp::less_equal:
      return boolean(field.sign(Number(a() - b())) <= 0);
    case SeriesOp::equal:
      return boolean(field.sign(Number(a() - b())) == 0);
    case SeriesOp::logical_and:
      return boolean(truth_of(instruction.a) && truth_of(instruction.b));
    case SeriesOp::logical_or:
      return boolean(truth_of(instruction.a) || truth_of(instruction.b));
    case SeriesOp::logical_not:
      return boolean(!truth_of(instruction.a));
  }
}

template <class Field>
void CodeEvaluator<Field>::distribute(const Instruction& instruction, Field& field) {
  const Number adjoint = adjoint_[instruction.row];
  const Number beside =
      has_companion(instruction.op) ? adjoint_[instruction.row + 1] : field.constant(0.0);
  if (field.is_zero(adjoint) && field.is_zero(beside)) return;
  const Number& result = value_[instruction.row];
  const Number& companion = value_[instruction.row + 1];
  const auto a = [&]() -> const Number& { return operand(instruction.a); };
  const auto b = [&]() -> const Number& { return operand(instruction.b); };
  const Number one = field.constant(1.0);
  const auto to_a = [&](const Number& x, const Number& y, double factor = 1.0) {
    add_to(instruction.a, x, y, factor);
  };
  const auto to_b = [&](const Number& x, const Number& y, double factor = 1.0) {
    add_to(instruction.b, x, y, factor);
  };
  switch (instruction.op) {
    case SeriesOp::sum:
      for (std::uint32_t t = 0; t < instruction.linear_count; ++t) {
        const LinearTerm& term = mode_.linear_terms[instruction.first_linear + t];
        add_to(term.row, adjoint, one, term.factor);
      }
      for (std::uint32_t t = 0; t < instruction.product_count; ++t) {
        const ProductTerm& term = mode_.product_terms[instruction.first_product + t];
        add_to(term.left, adjoint, value_[term.right], term.factor);
        add_to(term.right, adjoint, value_[term.left], term.factor);
      }
      return;
    case SeriesOp::divide: {
      const Number share = field.divide(adjoint, b());
      to_a(share, one);
      to_b(share, result, -1.0);
      return;
    }
    case SeriesOp::reciprocal:
      return to_a(field.divide(adjoint, a()), result, -1.0);
    case SeriesOp::power:
      if (instruction.constant == 0.0) return;
      return to_a(adjoint, field.power(a(), instruction.constant - 1.0), instruction.constant);
    case SeriesOp::sqrt:
      return to_a(field.divide(adjoint, result), one, 0.5);
    case SeriesOp::exp:
      return to_a(adjoint, result);
    case SeriesOp::log:
      return to_a(field.divide(adjoint, a()), one);
    case SeriesOp::sin_cos:
      to_a(adjoint, companion);
      return to_a(beside, result, -1.0);
    case SeriesOp::sinh_cosh:
      to_a(adjoint, companion);
      return to_a(beside, result);
    case SeriesOp::tan:
      to_a(adjoint, companion);
      return to_a(beside, Number(result * companion), 2.0);
    case SeriesOp::tanh:
      to_a(adjoint, companion);
      return to_a(beside, Number(result * companion), -2.0);
    case SeriesOp::asin:
    case SeriesOp::acos:
      to_a(field.divide(adjoint, companion), one, instruction.op == SeriesOp::asin ? 1.0 : -1.0);
      return to_a(field.divide(beside, companion), a(), -1.0);
    case SeriesOp::atan:
      to_a(field.divide(adjoint, companion), one);
      return to_a(beside, a(), 2.0);
    case SeriesOp::atan2: {
      const Number share = field.divide(adjoint, companion);
      to_a(share, b());
      to_a(beside, a(), 2.0);
      to_b(share, a(), -1.0);
      return to_b(beside, b(), 2.0);
    }
    case SeriesOp::abs:
      return to_a(adjoint, one, field.sign(a()) < 0 ? -1.0 : 1.0);
    case SeriesOp::minimum:
    case SeriesOp::maximum:
      return takes_first(instruction, field) ? to_a(adjoint, one) : to_b(adjoint, one);
    case SeriesOp::if_else:
      return add_to(field.sign(a()) != 0 ? instruction.b : instruction.c, adjoint, one);
    case SeriesOp::time:
    case SeriesOp::known:
    case SeriesOp::left_limit:
    case SeriesOp::derivative:  // a leaf
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
      return;
  }
}

template <class Field>
void CodeEvaluator<Field>::clear_operands(const Instruction& instruction, const Number& zero) {
  for_each_result(instruction, [&](std::uint32_t row) { adjoint_[row] = zero; });
  for_each_operand(mode_, instruction, [&](std::uint32_t row) { adjoint_[row] = zero; });
}

}  // namespace saltus
