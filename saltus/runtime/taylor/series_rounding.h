#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/expansion.h"

namespace saltus {

// By how much rounding may have changed the coefficients of an expansion: what RoundingSweep does
// for values, stage by stage. A function that is identically zero has coefficients that are all
// rounding: of terms that cancel in its equations, or of other unknowns in the linear solve.
class SeriesRounding {
 public:
  explicit SeriesRounding(const ExecutableMode& mode);

  // Another expansion; nothing is found out before it is asked for.
  void begin() { next_stage_ = first_stage_; }
  // Of coefficient m of a row that depends on stages up to m only, as those of event functions do.
  // `sizes`: of the entries of the state.
  double of(std::uint32_t row, int m, const Expansion& expansion, std::span<const double> sizes);
  // Of the leading derivatives' values, one per unknown.
  std::span<const double> of_leading(const Expansion& expansion, std::span<const double> sizes);

 private:
  void run_to(int stage, const Expansion& expansion, std::span<const double> sizes);
  void begin_series();
  void run_stage(int stage);
  void pass_all(std::span<const std::uint32_t> instructions, int stage);
  void pass(const Instruction& instruction, std::size_t m);
  double of_sum(const Instruction& sum, std::size_t m) const;
  double of_product(const ProductTerm& term, std::size_t m) const;
  double of_operands(const Instruction& instruction, std::uint32_t row, std::size_t m) const;
  void solve(std::uint32_t block, int stage);
  void find_errors_of_unknowns(std::uint32_t block, std::size_t local_stage);
  void set(std::uint32_t unknown, std::size_t local_stage, double error_of_derivative);
  double size_of_leading(std::uint32_t unknown, std::size_t local_stage) const;

  double& error(std::uint32_t row, std::size_t m) { return error_[row * stride_ + m]; }
  double error(std::uint32_t row, std::size_t m) const { return error_[row * stride_ + m]; }

  const ExecutableMode& mode_;
  int first_stage_ = 0, next_stage_ = 0;
  const Expansion* expansion_ = nullptr;  // while it runs
  std::span<const double> sizes_;         // the same
  std::size_t stride_ = 0;
  std::vector<double> error_;  // per row and coefficient, once it is asked for
  std::vector<double> leading_;
  std::vector<double> right_side_, largest_, size_, solution_;  // scratch
};

}  // namespace saltus
