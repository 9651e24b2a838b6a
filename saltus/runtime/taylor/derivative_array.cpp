#include "saltus/runtime/taylor/derivative_array.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/foundation/base/check.h"

namespace saltus {

namespace {

// sum += factor * (a ∗ b), coefficients 0 … order
void add_product(const double* a, const double* b, double factor, int order, double* sum) {
  for (int m = 0; m <= order; ++m) sum[m] += factor * convolve(a, b, m);
}

void add_scaled(const double* a, double factor, int order, double* sum) {
  for (int m = 0; m <= order; ++m) sum[m] += factor * a[m];
}

// quotient = numerator / denominator
void divide(const double* numerator, const double* denominator, int order, double* quotient) {
  for (int m = 0; m <= order; ++m) {
    quotient[m] = 0.0;
    quotient[m] = (numerator[m] - convolve(denominator, quotient, m)) / denominator[0];
  }
}

}  // namespace

DerivativeArray::DerivativeArray(const ExecutableMode& mode, double time, const KnownValues& known)
    : mode_(mode),
      stride_(padded_stride(
          static_cast<std::size_t>(mode.largest_offset + mode.initial_extra_order + 1))),
      instruction_of_row_(instructions_of_rows(mode)),
      coefficients_(padded_table(mode.row_count, stride_), 0.0),
      partial_a_(mode.row_count + 1, 0.0),
      partial_b_(mode.row_count + 1, 0.0),
      branch_(mode.row_count, 0.0),
      is_held_(mode.row_count, 0),
      adjoints_(padded_table(mode.row_count, stride_), 0.0),
      factorial_(stride_, 1.0),
      scratch_(padded_table(1, stride_), 0.0),
      quotient_(padded_table(1, stride_), 0.0) {
  for (std::size_t n = 1; n < stride_; ++n) {
    factorial_[n] = factorial_[n - 1] * static_cast<double>(n);
  }
  derivative_factor_.resize(stride_ * stride_);
  for (std::size_t q = 0; q < stride_; ++q) {
    for (std::size_t m = 0; m + q < stride_; ++m) {
      derivative_factor_[q * stride_ + m] = factorial_[m + q] / factorial_[m];
    }
  }
  workspace_ = {.instructions = mode.instructions.data(),
                .instruction_of_row = instruction_of_row_.data(),
                .linear_terms = mode.linear_terms.data(),
                .product_terms = mode.product_terms.data(),
                .coefficients = coefficients_.data() + kRowPadding,
                .stride = stride_,
                .partial_a = partial_a_.data(),
                .partial_b = partial_b_.data(),
                .derivative_factor = derivative_factor_.data(),
                .time = time,
                .time_scale = 1.0,
                .known = known.value.data(),
                .pre = known.pre.data(),
                .branch = branch_.data(),
                .is_held = is_held_.data(),
                .has_non_finite = &has_non_finite_};
  number_unknowns_and_equations();
  build_pattern();
}

void DerivativeArray::number_unknowns_and_equations() {
  const int extra = mode_.initial_extra_order;
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    first_column_.push_back(static_cast<std::uint32_t>(unknowns_.size()));
    order_of_unknown_.push_back(mode_.unknowns[unknown].offset + extra);
    for (int k = 0; k <= order_of_unknown_.back(); ++k) unknowns_.push_back({unknown, k});
  }
  const auto add = [&](std::uint32_t equation, std::uint32_t residual, int order) {
    sweeps_.push_back(make_sweep(residual, order, static_cast<std::uint32_t>(equations_.size())));
    for (int k = 0; k <= order; ++k) equations_.push_back({equation, k});
  };
  for (std::uint32_t i = 0; i < mode_.equations.size(); ++i) {
    add(i, mode_.equations[i].residual, mode_.equations[i].offset + extra);
  }
  for (std::uint32_t i = 0; i < mode_.initial_residuals.size(); ++i) {
    add(static_cast<std::uint32_t>(mode_.equations.size()) + i, mode_.initial_residuals[i], 0);
  }
}

DerivativeArray::Sweep DerivativeArray::make_sweep(std::uint32_t residual, int order,
                                                   std::uint32_t first_row) {
  Sweep sweep{
      .residual = residual, .order = order, .first_row = first_row, .cone = {}, .leaves = {}};
  std::vector<std::uint32_t> pending{residual};
  std::vector<std::uint32_t> seen;
  const auto visit = [&](std::uint32_t row) { pending.push_back(row); };
  while (!pending.empty()) {
    const std::uint32_t row = pending.back();
    pending.pop_back();
    if (row < mode_.unknowns.size()) {
      sweep.leaves.push_back({row, row, 0});
      continue;
    }
    const std::uint32_t index = instruction_of_row_[row];
    const Instruction& instruction = mode_.instructions[index];
    // Partials mark the rows of this cone while it is searched.
    if (partial_a_[instruction.row] != 0.0) continue;
    partial_a_[instruction.row] = 1.0;
    seen.push_back(instruction.row);
    sweep.cone.push_back(index);
    if (instruction.op == SeriesOp::derivative) {
      sweep.leaves.push_back({instruction.row, instruction.a, differentiation_of(instruction)});
    } else if (instruction.op == SeriesOp::if_else) {
      visit(instruction.b);
      visit(instruction.c);
    } else if (!is_piecewise_constant(instruction.op)) {
      for_each_operand(mode_, instruction, visit);
    }
  }
  for (const std::uint32_t row : seen) partial_a_[row] = 0.0;
  std::sort(sweep.cone.begin(), sweep.cone.end());
  std::sort(sweep.leaves.begin(), sweep.leaves.end(),
            [](const Leaf& l, const Leaf& r) { return l.row < r.row; });
  sweep.leaves.erase(std::unique(sweep.leaves.begin(), sweep.leaves.end(),
                                 [](const Leaf& l, const Leaf& r) { return l.row == r.row; }),
                     sweep.leaves.end());
  return sweep;
}

// d f^(m) / d x^(l) can differ from zero for q <= l <= m + q, x^(q) a leaf of f.
void DerivativeArray::build_pattern() {
  std::vector<BipartiteGraph::Edge> edges;
  for (const Sweep& sweep : sweeps_) {
    for (const Leaf& leaf : sweep.leaves) {
      for (int m = 0; m <= sweep.order; ++m) {
        const int last = std::min(m + leaf.derivative, order_of_unknown_[leaf.unknown]);
        for (int l = leaf.derivative; l <= last; ++l) {
          edges.push_back(
              {Row(sweep.first_row + static_cast<std::uint32_t>(m)), column(leaf.unknown, l)});
        }
      }
    }
  }
  pattern_ = BipartiteGraph(equations_.size(), unknowns_.size(), std::move(edges));
}

bool DerivativeArray::evaluate(std::span<const double> x, std::span<double> residual,
                               std::span<double> jacobian) {
  if (has_non_finite_) forget();
  load(x);
  run_instructions();
  std::fill(jacobian.begin(), jacobian.end(), 0.0);
  bool is_finite = true;
  for (const Sweep& sweep : sweeps_) {
    const double* const series = workspace_.row(sweep.residual);
    for (int m = 0; m <= sweep.order; ++m) {
      const auto n = static_cast<std::size_t>(m);
      residual[sweep.first_row + n] = factorial_[n] * series[n];
      is_finite &= std::isfinite(series[n]);
    }
    pull_back(sweep);
    store_jacobian(sweep, jacobian);
  }
  is_finite &= std::all_of(jacobian.begin(), jacobian.end(),
                           [](double entry) { return std::isfinite(entry); });
  has_non_finite_ |= !is_finite;
  return is_finite;
}

// Rows must hold finite numbers when an evaluation begins.
void DerivativeArray::forget() {
  std::fill(coefficients_.begin(), coefficients_.end(), 0.0);
  std::fill(adjoints_.begin(), adjoints_.end(), 0.0);
  has_non_finite_ = false;
}

void DerivativeArray::load(std::span<const double> x) {
  for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
    for (int k = 0; k <= order_of_unknown_[unknown]; ++k) {
      const auto n = static_cast<std::size_t>(k);
      workspace_.row(unknown)[n] = x[column(unknown, k).index()] / factorial_[n];
    }
  }
}

void DerivativeArray::run_instructions() {
  std::vector<bool> is_observer(mode_.instructions.size(), false);
  for (const std::uint32_t i : mode_.observers) is_observer[i] = true;
  for (std::uint32_t i = 0; i < mode_.instructions.size(); ++i) {
    const Instruction& instruction = mode_.instructions[i];
    const int order = is_observer[i] ? 0 : instruction.level + mode_.initial_extra_order;
    run_orders(instruction, order, workspace_);
  }
}

void DerivativeArray::pull_back(const Sweep& sweep) {
  adjoint(sweep.residual)[0] = 1.0;
  for (std::size_t i = sweep.cone.size(); i-- > 0;) {
    const Instruction& instruction = mode_.instructions[sweep.cone[i]];
    if (instruction.op == SeriesOp::derivative) continue;  // a leaf: read by store_jacobian
    // Nothing goes back into a branch that is not taken, where derivatives may be infinite.
    if (!has_adjoint(instruction, sweep.order)) continue;
    pull_back_instruction(instruction, sweep.order);
    std::fill_n(adjoint(instruction.row), length(), 0.0);
    if (has_companion(instruction.op)) std::fill_n(adjoint(instruction.row + 1), length(), 0.0);
  }
}

bool DerivativeArray::has_adjoint(const Instruction& instruction, int order) {
  bool has_any = false;
  for_each_result(instruction, [&](std::uint32_t row) {
    const double* const series = adjoint(row);
    has_any |= std::any_of(series, series + order + 1, [](double entry) { return entry != 0.0; });
  });
  return has_any;
}

// p a^(p-1), a zero at the point.
void DerivativeArray::slope_of_power_at_zero(Instruction power, int order, double* slope) const {
  slope[0] = partial_a_[power.row];
  power.constant -= 1.0;
  for (int m = 1; m <= order; ++m) {
    const bool vanishes = has_limit_coefficient(power, m, workspace_);
    slope[m] = vanishes ? 0.0 : std::numeric_limits<double>::quiet_NaN();
  }
}

void DerivativeArray::pull_back_instruction(const Instruction& instruction, int order) {
  const double* const result = workspace_.row(instruction.row);
  const double* const companion = result + stride_;
  const double* const a = workspace_.operand(instruction.a);
  const double* const b = workspace_.operand(instruction.b);
  const double* const adjoint_result = adjoint(instruction.row);
  const double* const adjoint_companion = adjoint_result + stride_;
  const int operands = operand_count(instruction.op);
  double* const adjoint_a = operands > 0 ? adjoint(instruction.a) : nullptr;
  double* const adjoint_b = operands > 1 ? adjoint(instruction.b) : nullptr;
  double* const scratch = scratch_.data() + kRowPadding;
  double* const quotient = quotient_.data() + kRowPadding;
  std::fill_n(scratch, length(), 0.0);
  std::fill_n(quotient, length(), 0.0);
  switch (instruction.op) {
    case SeriesOp::sum:
      for (std::uint32_t i = 0; i < instruction.linear_count; ++i) {
        const LinearTerm& term = mode_.linear_terms[instruction.first_linear + i];
        add_scaled(adjoint_result, term.factor, order, adjoint(term.row));
      }
      for (std::uint32_t i = 0; i < instruction.product_count; ++i) {
        const ProductTerm& term = mode_.product_terms[instruction.first_product + i];
        add_product(adjoint_result, workspace_.row(term.right), term.factor, order,
                    adjoint(term.left));
        add_product(adjoint_result, workspace_.row(term.left), term.factor, order,
                    adjoint(term.right));
      }
      return;
    case SeriesOp::divide:  // 1/b, -c/b
      divide(adjoint_result, b, order, quotient);
      add_scaled(quotient, 1.0, order, adjoint_a);
      add_product(quotient, result, -1.0, order, adjoint_b);
      return;
    case SeriesOp::reciprocal:  // -c/a
      divide(adjoint_result, a, order, quotient);
      add_product(quotient, result, -1.0, order, adjoint_a);
      return;
    case SeriesOp::power:  // p c/a
      if (a[0] == 0.0) {
        slope_of_power_at_zero(instruction, order, scratch);
        add_product(adjoint_result, scratch, 1.0, order, adjoint_a);
        return;
      }
      divide(adjoint_result, a, order, quotient);
      add_product(quotient, result, instruction.constant, order, adjoint_a);
      return;
    case SeriesOp::sqrt:  // 1/(2c)
      divide(adjoint_result, result, order, quotient);
      add_scaled(quotient, 0.5, order, adjoint_a);
      return;
    case SeriesOp::exp:
      add_product(adjoint_result, result, 1.0, order, adjoint_a);
      return;
    case SeriesOp::log:
      divide(adjoint_result, a, order, quotient);
      add_scaled(quotient, 1.0, order, adjoint_a);
      return;
    case SeriesOp::sin_cos:
    case SeriesOp::sinh_cosh: {
      const double sign = instruction.op == SeriesOp::sin_cos ? -1.0 : 1.0;
      add_product(adjoint_result, companion, 1.0, order, adjoint_a);
      add_product(adjoint_companion, result, sign, order, adjoint_a);
      return;
    }
    case SeriesOp::tan:  // w; 2 c w
    case SeriesOp::tanh: {
      const double sign = instruction.op == SeriesOp::tan ? 2.0 : -2.0;
      add_product(adjoint_companion, result, sign, order, scratch);
      add_scaled(adjoint_result, 1.0, order, scratch);
      add_product(scratch, companion, 1.0, order, adjoint_a);
      return;
    }
    case SeriesOp::asin:  // ±1/w; -a/w
    case SeriesOp::acos: {
      const double sign = instruction.op == SeriesOp::asin ? 1.0 : -1.0;
      add_product(adjoint_companion, a, -1.0, order, scratch);
      add_scaled(adjoint_result, sign, order, scratch);
      divide(scratch, companion, order, quotient);
      add_scaled(quotient, 1.0, order, adjoint_a);
      return;
    }
    case SeriesOp::atan:  // 1/w; 2a
      divide(adjoint_result, companion, order, quotient);
      add_scaled(quotient, 1.0, order, adjoint_a);
      add_product(adjoint_companion, a, 2.0, order, adjoint_a);
      return;
    case SeriesOp::atan2:  // b/w, -a/w; 2a, 2b
      divide(adjoint_result, companion, order, quotient);
      add_product(quotient, b, 1.0, order, adjoint_a);
      add_product(quotient, a, -1.0, order, adjoint_b);
      add_product(adjoint_companion, a, 2.0, order, adjoint_a);
      add_product(adjoint_companion, b, 2.0, order, adjoint_b);
      return;
    case SeriesOp::abs:
      add_scaled(adjoint_result, partial_a_[instruction.row], order, adjoint_a);
      return;
    case SeriesOp::minimum:
    case SeriesOp::maximum:
      add_scaled(adjoint_result, 1.0, order,
                 partial_a_[instruction.row] != 0.0 ? adjoint_a : adjoint_b);
      return;
    case SeriesOp::if_else:
      add_scaled(adjoint_result, 1.0, order, a[0] != 0.0 ? adjoint_b : adjoint(instruction.c));
      return;
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

// d f^(m) / d x^(l) = m!/(l-q)! A_(m-l+q), A the adjoint series of the leaf x^(q).
// Clears the leaves' adjoints.
void DerivativeArray::store_jacobian(const Sweep& sweep, std::span<double> jacobian) {
  for (const Leaf& leaf : sweep.leaves) {
    double* const series = adjoint(leaf.row);
    for (int m = 0; m <= sweep.order; ++m) {
      const Row row(sweep.first_row + static_cast<std::uint32_t>(m));
      const std::span<const Column> columns = pattern_.columns_of(row);
      const int last = std::min(m + leaf.derivative, order_of_unknown_[leaf.unknown]);
      for (int l = leaf.derivative; l <= last; ++l) {
        const auto found =
            std::lower_bound(columns.begin(), columns.end(), column(leaf.unknown, l));
        const auto edge = static_cast<std::size_t>(found - columns.begin());
        const auto n = static_cast<std::size_t>(l - leaf.derivative);
        jacobian[pattern_.first_edge(row) + edge] += factorial_[static_cast<std::size_t>(m)] /
                                                     factorial_[n] *
                                                     series[m - l + leaf.derivative];
      }
    }
    std::fill_n(series, length(), 0.0);
  }
}

}  // namespace saltus
