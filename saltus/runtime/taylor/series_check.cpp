#include "saltus/runtime/taylor/series_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "saltus/runtime/taylor/series_rules.h"

namespace saltus {

namespace {

// The radius of Cauchy's estimate, in steps. The series of a state, whose last terms are at the
// tolerance, converge a little farther out.
constexpr double kRadius = 3.0;
// Others, for what moves more or less than a state does.
constexpr auto kOtherRadii = std::to_array<double>({5.0, 2.0, 9.0, 1.5, 20.0, 0x1p10, 0x1p30});
// Last terms this small beside those before are no end of a series.
constexpr double kDecay = 0.1;
// Terms that do not decay by themselves do so in the mean.
constexpr double kUneven = 10.0;
// The last terms are at least this part of what the first and the middle ones lead to expect.
constexpr double kExpected = 1e-3;

// Terms that are this part of the allowed error.
constexpr double kNegligible = 1e-3;

// r^-(p+1) + r^-(p+2) + …
double left_out(double radius, int order) { return std::pow(radius, -order) / (radius - 1.0); }

// f(a) is singular where its last operand is zero, or near the real axis if that comes near zero.
bool is_singular_at_zero(const Instruction& instruction) {
  return describe(instruction.op).domain == Domain::divisor_not_zero ||
         describe(instruction.op).domain == Domain::positive;
}

std::uint32_t last_operand(const Instruction& instruction) {
  return operand_count(instruction.op) > 1 ? instruction.b : instruction.a;
}

// Of asin(a) and acos(a) it is sqrt(1 - a^2), of atan2(a, b) it is a^2 + b^2.
bool is_singular_where_companion_is_zero(SeriesOp op) {
  return op == SeriesOp::asin || op == SeriesOp::acos || op == SeriesOp::atan2;
}

}  // namespace

SeriesCheck::SeriesCheck(const ExecutableMode& mode, const Tolerances& tolerances, int order)
    : mode_(mode),
      order_(order),
      allowed_(tolerances::largest_defect * order * tolerances.relative),
      left_out_(left_out(kRadius, order)),
      move_(mode.row_count, 0.0),
      reach_power_(static_cast<std::size_t>(order) + 8, 0.0),
      cells_(mode, order) {
  std::vector<bool> is_constant(mode.row_count, false);
  for (const Instruction& instruction : mode.instructions) {
    if (instruction.is_constant) is_constant[instruction.row] = true;
  }
  const auto add = [&](std::uint32_t row) {
    if (!is_constant[row]) operands_.push_back(row);
  };
  for (const Instruction& instruction : mode.instructions) {
    if (instruction.is_constant) continue;
    bool is_linear = !has_own_tail(instruction.op);
    for (std::uint32_t i = 0; i < instruction.product_count; ++i) {
      const ProductTerm& term = mode.product_terms[instruction.first_product + i];
      if (term.is_right_constant) continue;
      add(term.left);
      add(term.right);
      is_linear = false;
    }
    if (is_linear) continue;
    if (operand_count(instruction.op) > 0) add(instruction.a);
    if (operand_count(instruction.op) > 1) add(instruction.b);
    operations_.push_back(&instruction);
  }
  has_choices_ = std::any_of(
      mode.instructions.begin(), mode.instructions.end(),
      [](const Instruction& instruction) { return instruction.op == SeriesOp::if_else; });
  std::sort(operands_.begin(), operands_.end());
  operands_.erase(std::unique(operands_.begin(), operands_.end()), operands_.end());
}

SeriesCheck::Verdict SeriesCheck::judge(const Expansion& expansion, double s, double direction,
                                        double narrowest) {
  s_ = s;
  if (operations_.empty()) return Verdict::representative;
  find_moves(expansion, kRadius);
  unfollowed_.clear();
  const auto first_terms = [&](std::span<const double> series) {
    return this->first_terms(series);
  };
  for (const Instruction* operation : operations_) {
    if (!is_small(*operation, expansion, left_out_, allowed_, first_terms)) {
      unfollowed_.push_back(operation);
    }
  }
  if (unfollowed_.empty()) return Verdict::representative;
  std::erase_if(unfollowed_, [&](const Instruction* operation) {
    return goes_on(*operation, expansion) || is_small_closely(*operation, expansion, allowed_);
  });
  if (has_choices_ && !unfollowed_.empty()) forget_unused(expansion);
  if (unfollowed_.empty()) return Verdict::representative;
  find_loose(expansion);
  return cells_.divide(expansion, unfollowed_, loose_, direction * s, narrowest)
             ? Verdict::look_within
             : Verdict::too_long;
}

// Operations that are followed as far as the tolerance asks, or whose tail shows, and whose
// polynomials are no enclosure all the same: what depends on them may magnify the error.
void SeriesCheck::find_loose(const Expansion& expansion) {
  loose_.clear();
  for (const Instruction* operation : operations_) {
    if (!is_small_closely(*operation, expansion, tolerances::enclosing)) {
      loose_.push_back(operation);
    }
  }
}

// Operations that are computed for a branch that is not taken, where they may be anything.
void SeriesCheck::forget_unused(const Expansion& expansion) {
  is_used_.assign(mode_.row_count, 0);
  for (const ExecutableEquation& equation : mode_.equations) is_used_[equation.residual] = 1;
  for (const ExecutableSurface& surface : mode_.surfaces) is_used_[surface.row] = 1;
  for (const ExecutableBlock& block : mode_.blocks) {
    if (block.is_assignment) is_used_[block.value] = 1;
  }
  for (std::size_t i = mode_.instructions.size(); i-- > 0;) {
    const Instruction& instruction = mode_.instructions[i];
    bool is_used = false;
    for_each_result(instruction,
                    [&](std::uint32_t row) { is_used = is_used || is_used_[row] != 0; });
    if (!is_used) continue;
    if (instruction.op == SeriesOp::if_else) {
      is_used_[instruction.a] = 1;
      is_used_[expansion.value(instruction.a) != 0.0 ? instruction.b : instruction.c] = 1;
    } else {
      for_each_operand(mode_, instruction, [&](std::uint32_t row) { is_used_[row] = 1; });
    }
  }
  std::erase_if(unfollowed_, [&](const Instruction* operation) {
    return is_used_[operation->row] == 0 &&
           !(has_companion(operation->op) && is_used_[operation->row + 1] != 0);
  });
}

void SeriesCheck::take_radius(double radius) {
  double power = 1.0;
  for (std::size_t m = 1; m <= static_cast<std::size_t>(order_); ++m) {
    power *= radius * s_;
    reach_power_[m] = power;
  }
}

void SeriesCheck::find_moves(const Expansion& expansion, double radius) {
  take_radius(radius);
  for (const std::uint32_t row : operands_) move_[row] = move_of(expansion.row(row));
}

// The sum of |a_m| r^m, m >= 1.
double SeriesCheck::move_of(std::span<const double> series) const {
  FourDoubles sum{};
  for (std::size_t m = 0; m <= static_cast<std::size_t>(order_); m += 4) {
    FourDoubles coefficient, power;
    std::memcpy(&coefficient, series.data() + m, sizeof coefficient);
    std::memcpy(&power, reach_power_.data() + m, sizeof power);
    coefficient *= power;
    sum += coefficient > -coefficient ? coefficient : -coefficient;
  }
  return sum_of(sum);
}

// The largest of the first terms over the step.
double SeriesCheck::first_terms(std::span<const double> series) const {
  return std::max(
      {std::fabs(series[0]), std::fabs(series[1]) * s_, std::fabs(series[2]) * s_ * s_});
}

SeriesCheck::Term SeriesCheck::largest_term(std::span<const double> series, std::size_t first,
                                            std::size_t last) const {
  Term largest{first, 0.0};
  double power = std::pow(s_, static_cast<double>(first));
  for (std::size_t m = first; m <= last; ++m) {
    const double size = std::fabs(series[m]) * power;
    if (size > largest.size) largest = {m, size};
    power *= s_;
  }
  return largest;
}

// Whether Cauchy's estimate shows that what is left out is a small part of the result. Of a sum,
// where much may cancel, its products count for themselves.
template <class Size>
bool SeriesCheck::is_small(const Instruction& operation, const Expansion& expansion,
                           double left_out, double allowed, Size size_of) const {
  if (operation.op != SeriesOp::sum) {
    const double bound = left_out * curvature_of(operation, expansion);
    const bool has_two = operation.op == SeriesOp::sin_cos || operation.op == SeriesOp::sinh_cosh;
    return is_within(bound, size_of(expansion.row(operation.row)), allowed) &&
           (!has_two || is_within(bound, size_of(expansion.row(operation.row + 1)), allowed));
  }
  double bound = 0.0, size = 0.0;
  for (std::uint32_t i = 0; i < operation.product_count; ++i) {
    const ProductTerm& term = mode_.product_terms[operation.first_product + i];
    if (term.is_right_constant) continue;
    const double factor = std::fabs(term.factor);
    bound += factor * move_[term.left] * move_[term.right];
    size += factor * size_of(expansion.row(term.left)) * size_of(expansion.row(term.right));
  }
  return is_within(bound * left_out, size, allowed);
}

double SeriesCheck::curvature_of(const Instruction& operation, const Expansion& expansion) const {
  const OperandMove a{expansion.value(operation.a), move_[operation.a]};
  const OperandMove b = operand_count(operation.op) > 1
                            ? OperandMove{expansion.value(operation.b), move_[operation.b]}
                            : OperandMove();
  const double companion = has_companion(operation.op) ? expansion.value(operation.row + 1) : 0.0;
  return curvature_bound(operation, expansion.value(operation.row), companion, a, b);
}

// The same, more closely: with other radii, among which the largest show that polynomials of low
// degree are exact; and term by term for products.
bool SeriesCheck::is_small_closely(const Instruction& operation, const Expansion& expansion,
                                   double allowed) {
  if (operation.op == SeriesOp::sum) return are_products_small(operation, expansion, allowed);
  const auto size_of = [&](std::span<const double> series) {
    return largest_term(series, 0, static_cast<std::size_t>(order_)).size;
  };
  for (const double radius : kOtherRadii) {
    take_radius(radius);
    for_each_operand(mode_, operation,
                     [&](std::uint32_t row) { move_[row] = move_of(expansion.row(row)); });
    const double rest = saltus::left_out(radius, order_);
    if (is_small(operation, expansion, rest, allowed, size_of)) return true;
  }
  return false;
}

// The sum of |u_i v_j| s^(i+j) over i + j > p.
bool SeriesCheck::are_products_small(const Instruction& sum, const Expansion& expansion,
                                     double allowed) {
  const auto last = static_cast<std::size_t>(order_);
  double bound = 0.0, size = 0.0;
  for (std::uint32_t i = 0; i < sum.product_count; ++i) {
    const ProductTerm& term = mode_.product_terms[sum.first_product + i];
    if (term.is_right_constant) continue;
    const std::span<const double> left = expansion.row(term.left);
    const std::span<const double> right = expansion.row(term.right);
    const double factor = std::fabs(term.factor);
    size += factor * largest_term(left, 0, last).size * largest_term(right, 0, last).size;
    take_radius(1.0);
    double tail = 0.0;
    for (std::size_t m = 1; m <= last; ++m) {
      const std::size_t other = last + 1 - m;
      tail += std::fabs(right[other]) * reach_power_[other];
      bound += factor * std::fabs(left[m]) * reach_power_[m] * tail;
    }
  }
  return is_within(bound, size, allowed);
}

// Whether the terms decay, and the last two are as large as those before lead to expect: then the
// tail shows what is left out. A gap at the end is no end, unless all of the last third are
// negligible.
bool SeriesCheck::goes_on(const Instruction& operation, const Expansion& expansion) const {
  if (operation.op == SeriesOp::sum) return false;
  if (is_singular_at_zero(operation) && !stays_away(expansion.row(last_operand(operation)))) {
    return false;
  }
  if (is_singular_where_companion_is_zero(operation.op) &&
      !stays_away(expansion.row(operation.row + 1))) {
    return false;
  }
  const std::span<const double> series = expansion.row(operation.row);
  const auto last = static_cast<std::size_t>(order_);
  const double largest = largest_term(series, 1, last / 2).size;
  const Term middle = largest_term(series, last / 3, last / 2);
  const Term late = largest_term(series, last / 2 + 1, 2 * last / 3);
  const double later = largest_term(series, 2 * last / 3 + 1, last - 2).size;
  const double end = largest_term(series, last - 1, last).size;
  const bool decays = std::isfinite(largest) && late.size > 0.0 && end <= kDecay * largest &&
                      late.size <= kUneven * middle.size && later <= kUneven * late.size &&
                      end <= kUneven * later;
  if (!decays) return false;
  return (end > 0.0 && end >= kExpected * expected(middle, late)) ||
         std::max(later, end) <= kNegligible * allowed_ * std::fabs(series[0]);
}

// What two terms, in a geometric series, make of the last one but one.
double SeriesCheck::expected(const Term& middle, const Term& late) const {
  const double decay = std::min(1.0, late.size / middle.size);
  const auto from = static_cast<double>(late.order), to = static_cast<double>(order_ - 1);
  return late.size * std::pow(decay, (to - from) / (from - static_cast<double>(middle.order)));
}

// Whether a series has no zero within a circle about the begin, the step its radius.
bool SeriesCheck::stays_away(std::span<const double> series) const {
  double power = 1.0, sum = 0.0;
  for (std::size_t m = 1; m <= static_cast<std::size_t>(order_); ++m) {
    power *= s_;
    sum += std::fabs(series[m]) * power;
  }
  return sum < std::fabs(series[0]);
}

}  // namespace saltus
