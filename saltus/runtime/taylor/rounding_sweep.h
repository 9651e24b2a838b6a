#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/expansion.h"

namespace saltus {

// By how much rounding may have changed the values of an expansion: every operation rounds once
// and passes on the errors of its operands, a block that is solved passes them through its
// Jacobian. States count as rounded once, at their size. Bounds, but for blocks, where they are
// estimates.
class RoundingSweep {
 public:
  explicit RoundingSweep(const ExecutableMode& mode);
  // The same for what these rows depend on only.
  RoundingSweep(const ExecutableMode& mode, const Expansion& layout,
                std::span<const std::uint32_t> rows);

  // `sizes`: of the entries of the state.
  void run(const Expansion& expansion, std::span<const double> sizes);

  // Of the value of a row; of the unknowns' leading values.
  double of_row(std::uint32_t row) const { return row_[row]; }
  std::span<const double> of_leading() const { return leading_; }

 private:
  // Instructions and blocks in the order in which they are computed.
  struct Step {
    std::uint32_t index;
    bool is_block;
    bool is_fixed;  // of values that never change
  };
  void list_steps();
  void pass(const Instruction& instruction);
  double relative(double error, const StateSlot& slot) const;
  double of_sum(const Instruction& sum) const;
  double of_operands(const Instruction& instruction, std::uint32_t row) const;
  void solve(std::uint32_t block);
  void set_leading(std::uint32_t unknown, double error);

  const ExecutableMode& mode_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> unknowns_;  // that change
  bool are_fixed_known_ = false;
  const Expansion* expansion_ = nullptr;  // while it runs
  std::span<const double> sizes_;         // the same
  std::vector<double> row_;
  std::vector<double> leading_;
  std::vector<double> largest_, solution_;  // scratch
};

}  // namespace saltus
