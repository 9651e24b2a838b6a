#include "saltus/runtime/taylor/step_cells.h"

#include <algorithm>
#include <cmath>
#include <ranges>

#include "saltus/runtime/numeric/tolerances.h"
#include "saltus/runtime/taylor/operation_tail.h"

namespace saltus {

namespace {

// Within a cell an operation changes by no more than this part of what it does over the step.
constexpr double kLargestChange = 0.25;
// Narrower cells are not divided: there a value jumps.
constexpr double kNarrowest = 0x1p-44;
// More of them are worth less than a shorter step.
constexpr std::size_t kMostCells = 256;
// What is as large as this will overflow, or its reciprocal is looked at.
constexpr double kOverflow = 1e100;
// Changes this small beside the value are rounding.
constexpr double kRounding = 16.0 * tolerances::epsilon;

bool has_products(const Instruction& instruction) { return instruction.product_count > 0; }

}  // namespace

StepCells::StepCells(const ExecutableMode& mode, int order)
    : mode_(mode),
      order_(static_cast<std::size_t>(order)),
      leads_there_(mode.row_count, 0),
      is_source_(mode.row_count, 0),
      is_affected_(mode.row_count, 0),
      visited_(mode.row_count, 0),
      value_(mode.row_count),
      shifted_(order_ + 1, 0.0) {
  list_actions();
}

void StepCells::list_actions() {
  const auto add_all = [&](std::span<const std::uint32_t> instructions) {
    for (const std::uint32_t i : instructions) {
      actions_.push_back({&mode_.instructions[i], kNoRow, kNoRow});
    }
  };
  for (const ExecutableGroup& group : mode_.groups) {
    add_all(group.free);
    for (std::uint32_t i = 0; i < group.block_count; ++i) {
      const ExecutableBlock& block = mode_.blocks[group.first_block + i];
      add_all(block.through);
      const std::uint32_t unknown = block.unknowns.front();
      const bool is_algebraic = mode_.unknowns[unknown].offset == block.lead;
      if (block.is_assignment && is_algebraic) actions_.push_back({nullptr, unknown, block.value});
      add_all(block.after);
    }
  }
  add_all(mode_.observers);
}

bool StepCells::divide(const Expansion& expansion, std::span<const Instruction* const> unfollowed,
                       std::span<const Instruction* const> loose, double step, double narrowest) {
  expansion_ = &expansion;
  step_ = step;
  narrowest_ = std::max(kNarrowest, narrowest);
  find_sources(expansion, unfollowed, loose);
  find_affected(expansion);
  cells_.clear();
  ranges_.clear();
  const std::size_t count = order_ + 1;
  for (std::size_t i = 0; i < count; ++i) {
    add({static_cast<double>(i) / static_cast<double>(count),
         static_cast<double>(i + 1) / static_cast<double>(count)});
  }
  for (bool is_divided = true; is_divided;) {
    is_divided = false;
    find_hulls();
    for (std::size_t i = cells_.size(); i-- > 0;) {
      if (is_resolved(i)) continue;
      if (cells_.size() == kMostCells) return false;
      is_divided = true;
      const StepCell cell = cells_[i];
      const double middle = 0.5 * (cell.from + cell.to);
      cells_[i] = {cell.from, middle};
      enclose(cells_[i]);
      for (std::size_t j = 0; j < measured_.size(); ++j) {
        ranges_[i * measured_.size() + j] = value_[measured_[j]];
      }
      add({middle, cell.to});
    }
  }
  find_possible_poles();
  return true;
}

void StepCells::find_possible_poles() {
  possible_poles_.clear();
  for (const StepCell& cell : cells_) {
    if (cell.width() > narrowest_) continue;
    enclose(cell);
    for (const Action* action : affected_) {
      if (action->instruction != nullptr) continue;
      const bool is_infinite = !std::isfinite(value_[action->unknown].width());
      possible_poles_.push_back({cell, action->unknown, is_infinite});
    }
  }
}

// Operations whose series is not followed, and loose ones of which they are computed.
void StepCells::find_sources(const Expansion& expansion,
                             std::span<const Instruction* const> unfollowed,
                             std::span<const Instruction* const> loose) {
  std::fill(leads_there_.begin(), leads_there_.end(), std::uint8_t{0});
  std::fill(is_source_.begin(), is_source_.end(), std::uint8_t{0});
  for (const Instruction* const instruction : unfollowed) {
    for_each_result(*instruction, [&](std::uint32_t row) { leads_there_[row] = 1; });
    is_source_[instruction->row] = 1;
  }
  for (const Action& action : actions_ | std::views::reverse) {
    if (action.instruction == nullptr) {
      if (leads_there_[action.unknown] != 0) leads_there_[action.value] = 1;
      continue;
    }
    const Instruction& instruction = *action.instruction;
    bool leads_there = false;
    for_each_result(instruction, [&](std::uint32_t row) {
      leads_there = leads_there || leads_there_[row] != 0;
    });
    if (!leads_there) continue;
    for_each_operand(mode_, instruction, [&](std::uint32_t row) {
      if (reads(expansion, instruction, row)) leads_there_[row] = 1;
    });
    leads_there_[instruction.row] = 1;
  }
  for (const Instruction* const instruction : loose) {
    if (leads_there_[instruction->row] != 0) is_source_[instruction->row] = 1;
  }
}

// Whether a value depends on that of an operand. A branch that is held has the value of its
// polynomial, and so has a derivative.
bool StepCells::reads(const Expansion& expansion, const Instruction& instruction,
                      std::uint32_t row) {
  if (instruction.is_constant || is_piecewise_constant(instruction.op) ||
      instruction.op == SeriesOp::derivative) {
    return false;
  }
  if (instruction.op != SeriesOp::if_else) return true;
  return row == (expansion.value(instruction.a) != 0.0 ? instruction.b : instruction.c);
}

// Those operations, and all that depend on them without being a solution of equations.
void StepCells::find_affected(const Expansion& expansion) {
  std::fill(is_affected_.begin(), is_affected_.end(), std::uint8_t{0});
  affected_.clear();
  measured_.clear();
  for (const Action& action : actions_) {
    if (action.instruction == nullptr) {
      if (is_affected_[action.value] == 0) continue;
      is_affected_[action.unknown] = 1;
      affected_.push_back(&action);
      continue;
    }
    const Instruction& instruction = *action.instruction;
    const bool is_nonlinear = has_own_tail(instruction.op) || has_products(instruction);
    const bool is_source = is_source_[instruction.row] != 0;
    if (!is_source && !is_affected_by_operand(expansion, instruction)) continue;
    affected_.push_back(&action);
    for_each_result(instruction, [&](std::uint32_t row) { is_affected_[row] = 1; });
    if (!is_nonlinear) continue;
    measured_.push_back(instruction.row);
    if (instruction.op == SeriesOp::sin_cos || instruction.op == SeriesOp::sinh_cosh) {
      measured_.push_back(instruction.row + 1);
    }
  }
  hulls_.resize(measured_.size());
}

bool StepCells::is_affected_by_operand(const Expansion& expansion,
                                       const Instruction& instruction) const {
  bool is_one = false;
  for_each_operand(mode_, instruction, [&](std::uint32_t row) {
    is_one = is_one || (is_affected_[row] != 0 && reads(expansion, instruction, row));
  });
  return is_one;
}

void StepCells::add(const StepCell& cell) {
  enclose(cell);
  cells_.push_back(cell);
  for (const std::uint32_t row : measured_) ranges_.push_back(value_[row]);
}

void StepCells::enclose(const StepCell& cell) {
  present_ = cell;
  ++visit_;
  for (const Action* action : affected_) {
    if (action->instruction == nullptr) {
      value_[action->unknown] = of_row(action->value);
      continue;
    }
    const Instruction& instruction = *action->instruction;
    if (instruction.op == SeriesOp::sum) {
      value_[instruction.row] = of_sum(instruction);
    } else if (instruction.op == SeriesOp::if_else) {
      const bool is_first = expansion_->value(instruction.a) != 0.0;
      value_[instruction.row] = of_row(is_first ? instruction.b : instruction.c);
    } else {
      const int operands = operand_count(instruction.op);
      const Interval a = operands > 0 ? of_row(instruction.a) : Interval();
      const Interval b = operands > 1 ? of_row(instruction.b) : Interval();
      const IntervalResult result = apply(instruction, a, b);
      value_[instruction.row] = result.value;
      if (has_companion(instruction.op)) value_[instruction.row + 1] = result.companion;
    }
  }
}

Interval StepCells::of_row(std::uint32_t row) {
  if (is_affected_[row] == 0 && visited_[row] != visit_) {
    visited_[row] = visit_;
    value_[row] = of_polynomial(row);
  }
  return value_[row];
}

// About the middle of the cell: b_0 -+ sum of |b_m| r^m, and what rounds where terms cancel, as
// they do at the zero of (t - 1)^2.
Interval StepCells::of_polynomial(std::uint32_t row) {
  const std::span<const double> series = expansion_->row(row);
  std::size_t degree = order_;
  while (degree > 0 && series[degree] == 0.0) --degree;
  std::copy_n(series.begin(), degree + 1, shifted_.begin());
  const double middle = 0.5 * step_ * (present_.from + present_.to);
  const double radius = 0.5 * std::fabs(step_) * present_.width();
  double terms = 0.0;
  for (std::size_t m = degree + 1; m-- > 0;) {
    terms = terms * (std::fabs(middle) + radius) + std::fabs(shifted_[m]);
  }
  for (std::size_t k = 0; k < degree; ++k) {
    for (std::size_t m = degree; m-- > k;) shifted_[m] += middle * shifted_[m + 1];
  }
  double move = 0.0;
  for (std::size_t m = degree; m > 0; --m) move = (move + std::fabs(shifted_[m])) * radius;
  if (degree > 0) move += 2.0 * tolerances::epsilon * static_cast<double>(degree) * terms;
  return {shifted_[0] - move, shifted_[0] + move};
}

Interval StepCells::of_sum(const Instruction& sum) {
  Interval total{sum.constant, sum.constant};
  for (std::uint32_t i = 0; i < sum.linear_count; ++i) {
    const LinearTerm& term = mode_.linear_terms[sum.first_linear + i];
    total = total + term.factor * of_row(term.row);
  }
  for (std::uint32_t i = 0; i < sum.product_count; ++i) {
    const ProductTerm& term = mode_.product_terms[sum.first_product + i];
    const Interval left = of_row(term.left);
    const Interval product = term.left == term.right ? square(left) : left * of_row(term.right);
    total = total + term.factor * product;
  }
  return total;
}

void StepCells::find_hulls() {
  const std::size_t count = measured_.size();
  for (std::size_t j = 0; j < count; ++j) {
    hulls_[j] = ranges_[j];
    for (std::size_t i = 1; i < cells_.size(); ++i) {
      hulls_[j] = hull(hulls_[j], ranges_[i * count + j]);
    }
  }
}

bool StepCells::is_resolved(std::size_t cell) const {
  if (cells_[cell].width() <= narrowest_) return true;
  for (std::size_t j = 0; j < measured_.size(); ++j) {
    const Interval& own = ranges_[cell * measured_.size() + j];
    if (own.low > kOverflow || own.high < -kOverflow) continue;
    const double change = own.width(), whole = hulls_[j].width();
    if (std::isinf(change) || std::isnan(change)) return false;
    const double size = std::max(std::fabs(hulls_[j].low), std::fabs(hulls_[j].high));
    if (size <= tolerances::negligible || change <= kRounding * size) continue;
    if (change > kLargestChange * whole) return false;
  }
  return true;
}

}  // namespace saltus
