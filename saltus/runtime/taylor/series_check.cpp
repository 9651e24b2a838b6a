#include "saltus/runtime/taylor/series_check.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "saltus/runtime/taylor/series_rules.h"

namespace saltus {

namespace {

// The higher half of the terms, beside the lower half, both as sums of squares. A series that the
// step control has cut off at order p has about the tolerance.
constexpr double kLargestHigherHalf = 0.25;
// A function that changes by this much more than its coefficients say hides something.
constexpr double kUnexplained = 8.0;
// Operands that move less are no matter: the functions have no feature as small as this.
constexpr double kSmallMoveOfExp = 2.0;
constexpr double kSmallMoveOfTanh = 0.5;
// How well an operand has to be known for its extremes to be found.
constexpr double kKnownOperand = 0.1;
// How finely an operand is sampled for its extremes.
constexpr int kSamplesPerOrder = 4;
constexpr int kThirds = 40;  // by how many cuts the place is narrowed down

bool is_nonlinear(SeriesOp op) {
  return kind_of(op) == OperationKind::smooth && op != SeriesOp::sum && op != SeriesOp::derivative;
}

bool has_second_operand(SeriesOp op) { return is_nonlinear(op) && operand_count(op) > 1; }

double value_at(std::span<const double> series, int order, double s) {
  double value = 0.0;
  for (int m = order; m >= 0; --m) value = value * s + series[static_cast<std::size_t>(m)];
  return value;
}

}  // namespace

SeriesCheck::SeriesCheck(const ExecutableMode& mode, int order)
    : mode_(mode), order_(order), power_(static_cast<std::size_t>(order) + 8, 0.0) {
  std::vector<bool> is_constant(mode.row_count, false);
  for (const Instruction& instruction : mode.instructions) {
    if (instruction.is_constant) is_constant[instruction.row] = true;
  }
  const auto add = [&](std::uint32_t row) {
    if (!is_constant[row]) operands_.push_back(row);
  };
  for (const Instruction& instruction : mode.instructions) {
    if (instruction.is_constant) continue;
    for (std::uint32_t i = 0; i < instruction.product_count; ++i) {
      const ProductTerm& term = mode.product_terms[instruction.first_product + i];
      if (term.is_right_constant) continue;
      add(term.left);
      add(term.right);
    }
    if (is_nonlinear(instruction.op)) add(instruction.a);
    if (has_second_operand(instruction.op)) add(instruction.b);
    if (instruction.op == SeriesOp::exp || instruction.op == SeriesOp::tanh) {
      bounded_.push_back(&instruction);
    }
  }
  std::sort(operands_.begin(), operands_.end());
  operands_.erase(std::unique(operands_.begin(), operands_.end()), operands_.end());
}

SeriesCheck::Verdict SeriesCheck::judge(const Expansion& expansion, double s, double direction) {
  if (operands_.empty()) return Verdict::representative;
  power_[0] = 1.0;
  for (std::size_t m = 1; m < power_.size(); ++m) power_[m] = power_[m - 1] * s;
  points_.clear();
  bool is_clear = std::all_of(operands_.begin(), operands_.end(),
                              [&](std::uint32_t row) { return is_decaying(expansion.row(row)); });
  for (const Instruction* instruction : bounded_) {
    if (!is_saturated(*instruction, expansion)) continue;
    if (!is_known(expansion.row(instruction->a))) return Verdict::too_long;
    is_clear = false;
    add_extremes(expansion.row(instruction->a), s, direction);
  }
  if (is_clear) return Verdict::representative;
  // One point in each of so many parts, in no regular order: what is periodic cannot hide.
  const int count = order_ + 1;
  for (int i = 0; i < count; ++i) {
    const double golden = (i + 1) * (std::numbers::phi - 1.0);
    points_.push_back((i + golden - std::floor(golden)) / count);
  }
  std::sort(points_.begin(), points_.end());
  return Verdict::look_within;
}

// The operand of exp and tanh has a natural unit, 1: what its series leaves out is less than that.
bool SeriesCheck::is_known(std::span<const double> operand) const {
  const auto last = static_cast<std::size_t>(order_);
  return std::fabs(operand[last - 1]) * power_[last - 1] <= kKnownOperand &&
         std::fabs(operand[last]) * power_[last] <= kKnownOperand;
}

bool SeriesCheck::is_decaying(std::span<const double> series) const {
  const auto half = static_cast<std::size_t>(order_ / 2);
  FourDoubles lower{}, higher{};
  const auto add = [&](std::size_t m, FourDoubles& sum) {
    FourDoubles coefficient, power;
    std::memcpy(&coefficient, series.data() + m, sizeof coefficient);
    std::memcpy(&power, power_.data() + m, sizeof power);
    coefficient *= power;
    sum += coefficient * coefficient;
  };
  std::size_t m = 0;
  for (; m + 3 <= half; m += 4) add(m, lower);
  for (; m + 3 <= static_cast<std::size_t>(order_); m += 4) add(m, higher);
  return sum_of(higher) <= kLargestHigherHalf * sum_of(lower);
}

// The sum of |u_m| s^m, m >= 1.
double SeriesCheck::variation(std::span<const double> series) const {
  double sum = 0.0;
  for (std::size_t m = 1; m <= static_cast<std::size_t>(order_); ++m) {
    sum += std::fabs(series[m]) * power_[m];
  }
  return sum;
}

bool SeriesCheck::is_saturated(const Instruction& instruction, const Expansion& expansion) const {
  const std::span<const double> operand = expansion.row(instruction.a);
  const double move = variation(operand);
  double change = 0.0;
  if (instruction.op == SeriesOp::exp) {
    if (move < kSmallMoveOfExp) return false;
    change = std::exp(operand[0] + move) - std::exp(operand[0] - move);
  } else {
    if (move < kSmallMoveOfTanh) return false;
    change = std::tanh(operand[0] + move) - std::tanh(operand[0] - move);
  }
  return change > kUnexplained * variation(expansion.row(instruction.row));
}

// Where the operand is largest and smallest within the step: there the function is, too.
void SeriesCheck::add_extremes(std::span<const double> operand, double s, double direction) {
  const int samples = kSamplesPerOrder * (order_ + 1);
  const auto at = [&](double part) { return value_at(operand, order_, direction * part * s); };
  for (const double sense : {1.0, -1.0}) {
    int best = 0;
    double largest = sense * at(0.0);
    for (int i = 1; i <= samples; ++i) {
      const double value = sense * at(static_cast<double>(i) / samples);
      if (value > largest) {
        largest = value;
        best = i;
      }
    }
    // Between the samples beside it, also beside an end of the step.
    double low = std::max(best - 1.0, 0.0) / samples;
    double high = std::min(best + 1.0, static_cast<double>(samples)) / samples;
    for (int i = 0; i < kThirds; ++i) {
      const double left = low + (high - low) / 3.0, right = high - (high - low) / 3.0;
      if (sense * at(left) > sense * at(right)) {
        high = right;
      } else {
        low = left;
      }
    }
    points_.push_back(0.5 * (low + high));
  }
}

}  // namespace saltus
