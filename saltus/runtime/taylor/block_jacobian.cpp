#include "saltus/runtime/taylor/block_jacobian.h"

#include <cmath>

namespace saltus {

namespace {

// What an operand's change contributes. The derivative of a root at 0 is infinite: that matters
// only to those whose changes reach it.
double share(double partial, double change) {
  return partial == 0.0 || change == 0.0 ? 0.0 : partial * change;
}

void pull_back_sum(ExpansionWork& work, const Tangent& sum, double adjoint) {
  const LinearTerm* const linear = work.plan.tangents.linear.data() + sum.first_linear;
  for (std::uint32_t t = 0; t < sum.linear_count; ++t) {
    work.adjoint[linear[t].row] += linear[t].factor * adjoint;
  }
  const TangentProduct* const products = work.plan.tangents.products.data() + sum.first_product;
  for (std::uint32_t t = 0; t < sum.product_count; ++t) {
    const TangentProduct& term = products[t];
    const double factor = term.factor * adjoint;
    work.adjoint[term.left_tangent] += factor * work.series.row(term.right)[0];
    work.adjoint[term.right_tangent] += factor * work.series.row(term.left)[0];
  }
}

void pull_back_operation(ExpansionWork& work, const Tangent& tangent, double adjoint) {
  double from_a = adjoint * work.series.partial_a(tangent.row);
  double from_b = adjoint * work.series.partial_b(tangent.row);
  if (tangent.has_companion) {
    double& of_companion = work.adjoint[tangent.row + 1];
    from_a += of_companion * work.series.partial_a(tangent.row + 1);
    from_b += of_companion * work.series.partial_b(tangent.row + 1);
    of_companion = 0.0;
  }
  work.adjoint[tangent.a] += from_a;
  work.adjoint[tangent.b] += from_b;
}

// Reverse sweep through one cone, at coefficient 0, in unscaled derivatives:
// d f^(c) / d x^(d) = d f / d x^(d - c).
void pull_back(ExpansionWork& work, const std::vector<Tangent>& through,
               const std::vector<std::uint32_t>& cone) {
  for (std::size_t i = cone.size(); i-- > 0;) {
    const Tangent& tangent = through[cone[i]];
    const double adjoint = work.adjoint[tangent.row];
    work.adjoint[tangent.row] = 0.0;
    // Nothing goes back into a branch that is not taken, where derivatives may be infinite.
    if (adjoint == 0.0 && !(tangent.has_companion && work.adjoint[tangent.row + 1] != 0.0)) {
      continue;
    }
    if (tangent.op == SeriesOp::sum) {
      pull_back_sum(work, tangent, adjoint);
    } else if (tangent.op == SeriesOp::derivative) {
      work.adjoint[tangent.a] += adjoint;
    } else {
      pull_back_operation(work, tangent, adjoint);
    }
  }
  work.adjoint[work.mode.row_count] = 0.0;
}

[[gnu::always_inline]] inline double change_of_sum(const ExpansionWork& work, const Tangent& sum) {
  double change = 0.0;
  const LinearTerm* const linear = work.plan.tangents.linear.data() + sum.first_linear;
  for (std::uint32_t t = 0; t < sum.linear_count; ++t) {
    change += linear[t].factor * work.tangent[linear[t].row];
  }
  const TangentProduct* const products = work.plan.tangents.products.data() + sum.first_product;
  for (std::uint32_t t = 0; t < sum.product_count; ++t) {
    const TangentProduct& term = products[t];
    change += term.factor * (work.series.row(term.right)[0] * work.tangent[term.left_tangent] +
                             work.series.row(term.left)[0] * work.tangent[term.right_tangent]);
  }
  return change;
}

double change_of_row(const ExpansionWork& work, const Tangent& tangent, std::uint32_t row) {
  return share(work.series.partial_a(row), work.tangent[tangent.a]) +
         share(work.series.partial_b(row), work.tangent[tangent.b]);
}

void set_change(ExpansionWork& work, std::uint32_t row, int m, double change) {
  work.tangent[row] = change;
  work.series.row(row)[m] += change;
}

[[gnu::always_inline]] inline void correct(ExpansionWork& work, const Tangent& tangent, int stage) {
  const int m = stage + tangent.level;
  if (tangent.op == SeriesOp::sum) {
    set_change(work, tangent.row, m, change_of_sum(work, tangent));
  } else if (tangent.op == SeriesOp::derivative) {
    const double factor = work.series.derivative_factor(
        static_cast<std::size_t>(tangent.differentiation), static_cast<std::size_t>(m));
    set_change(work, tangent.row, m, factor * work.tangent[tangent.a]);
  } else {
    const double change = change_of_row(work, tangent, tangent.row);
    if (tangent.has_companion) {
      set_change(work, tangent.row + 1, m, change_of_row(work, tangent, tangent.row + 1));
    }
    set_change(work, tangent.row, m, change);
  }
}

}  // namespace

bool fill_jacobian(ExpansionWork& work, std::uint32_t index, int local_stage) {
  const ExecutableBlock& block = work.mode.blocks[index];
  const std::vector<Tangent>& through = work.plan.tangents.through[index];
  BlockSolver& solver = work.solvers[index];
  bool is_finite = true;
  for (std::size_t i = 0; i < block.equations.size(); ++i) {
    const ExecutableEquation& equation = work.mode.equations[block.equations[i]];
    if (local_stage + equation.offset - block.lead < 0) continue;
    work.adjoint[equation.residual] = 1.0;
    pull_back(work, through, block.cone[i]);
    const std::span<const std::uint32_t> columns = solver.columns_of(i);
    const std::span<double> entries = solver.entries_of(i);
    for (std::size_t e = 0; e < columns.size(); ++e) {
      double& adjoint = work.adjoint[block.unknowns[columns[e]]];
      entries[e] = adjoint;
      is_finite &= std::isfinite(adjoint);
      adjoint = 0.0;
    }
  }
  return is_finite;
}

void correct_all(ExpansionWork& work, std::uint32_t block, int stage) {
  for (const Tangent& tangent : work.plan.tangents.through[block]) correct(work, tangent, stage);
}

void correct_what_is_read_later(ExpansionWork& work, std::uint32_t block, int stage) {
  const std::vector<Tangent>& through = work.plan.tangents.through[block];
  for (const std::uint32_t position : work.plan.blocks[block].read_later) {
    correct(work, through[position], stage);
  }
}

}  // namespace saltus
