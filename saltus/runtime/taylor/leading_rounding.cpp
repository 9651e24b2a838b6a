#include "saltus/runtime/taylor/leading_rounding.h"

#include <algorithm>
#include <cmath>

#include "saltus/runtime/numeric/tolerances.h"

namespace saltus {

namespace {

class Sweep {
 public:
  Sweep(const ExecutableMode& mode, const Expansion& expansion)
      : mode_(mode),
        expansion_(expansion),
        error_(mode.row_count, 0.0),
        leading_(mode.unknowns.size(), 0.0) {}

  std::vector<double> run() {
    for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
      error_[unknown] = tolerances::epsilon * std::fabs(expansion_.value(unknown));
    }
    for (const ExecutableGroup& group : mode_.groups) {
      pass_through(group.free);
      for (std::uint32_t i = 0; i < group.block_count; ++i) {
        const std::uint32_t block = group.first_block + i;
        pass_through(mode_.blocks[block].through);
        solve(block);
        pass_through(mode_.blocks[block].after);
      }
    }
    return std::move(leading_);
  }

 private:
  void pass_through(const std::vector<std::uint32_t>& list) {
    for (const std::uint32_t i : list) pass(mode_.instructions[i]);
  }

  void pass(const Instruction& instruction) {
    const double own = tolerances::epsilon * std::fabs(expansion_.value(instruction.row));
    switch (instruction.op) {
      case SeriesOp::time:
      case SeriesOp::known:
        error_[instruction.row] = own;
        return;
      case SeriesOp::derivative: {
        const std::uint32_t last = expansion_.slot(instruction.a).count - 1;
        const bool is_leading = static_cast<std::uint32_t>(instruction.constant) >= last;
        error_[instruction.row] = own + (is_leading ? leading_[instruction.a] : 0.0);
        return;
      }
      case SeriesOp::sum:
        error_[instruction.row] = of_sum(instruction);
        return;
      default:
        error_[instruction.row] = own + of_operands(instruction, instruction.row);
        if (has_companion(instruction.op)) {
          const std::uint32_t companion = instruction.row + 1;
          error_[companion] = tolerances::epsilon * std::fabs(expansion_.value(companion)) +
                              of_operands(instruction, companion);
        }
    }
  }

  double of_sum(const Instruction& sum) const {
    double error = tolerances::epsilon * std::fabs(sum.constant);
    for (std::uint32_t i = 0; i < sum.linear_count; ++i) {
      const LinearTerm& term = mode_.linear_terms[sum.first_linear + i];
      const double value = std::fabs(expansion_.value(term.row));
      error += std::fabs(term.factor) * (tolerances::epsilon * value + error_[term.row]);
    }
    for (std::uint32_t i = 0; i < sum.product_count; ++i) {
      const ProductTerm& term = mode_.product_terms[sum.first_product + i];
      const double left = std::fabs(expansion_.value(term.left));
      const double right = std::fabs(expansion_.value(term.right));
      error += std::fabs(term.factor) * (tolerances::epsilon * left * right +
                                         left * error_[term.right] + right * error_[term.left]);
    }
    return error;
  }

  double of_operands(const Instruction& instruction, std::uint32_t row) const {
    if (instruction.is_constant) return 0.0;
    const bool is_if = instruction.op == SeriesOp::if_else;
    const double a = error_[is_if ? instruction.b : instruction.a];
    const double b = error_[is_if ? instruction.c : instruction.b];
    const auto share = [](double partial, double error) {
      return error == 0.0 ? 0.0 : std::fabs(partial) * error;
    };
    return share(expansion_.partial_a(row), a) + share(expansion_.partial_b(row), b);
  }

  // Errors of the residuals add up with any signs: two choices of them are tried.
  void solve(std::uint32_t index) {
    const ExecutableBlock& block = mode_.blocks[index];
    if (block.is_assignment) {
      set_leading(block.unknowns.front(), error_[block.value]);
      return;
    }
    std::vector<double> largest(block.unknowns.size(), 0.0), solution(block.equations.size());
    for (const bool alternates : {false, true}) {
      for (std::size_t i = 0; i < block.equations.size(); ++i) {
        const double error = error_[mode_.equations[block.equations[i]].residual];
        solution[i] = alternates && i % 2 == 1 ? -error : error;
      }
      expansion_.solve_with_jacobian(index, solution);
      for (std::size_t j = 0; j < largest.size(); ++j) {
        largest[j] = std::max(largest[j], std::fabs(solution[j]));
      }
    }
    for (std::size_t j = 0; j < largest.size(); ++j) set_leading(block.unknowns[j], largest[j]);
  }

  void set_leading(std::uint32_t unknown, double error) {
    leading_[unknown] = error;
    if (expansion_.slot(unknown).count == 1) error_[unknown] += error;
  }

  const ExecutableMode& mode_;
  const Expansion& expansion_;
  std::vector<double> error_;    // per row
  std::vector<double> leading_;  // per unknown
};

}  // namespace

std::vector<double> leading_rounding(const ExecutableMode& mode, const Expansion& expansion) {
  return Sweep(mode, expansion).run();
}

}  // namespace saltus
