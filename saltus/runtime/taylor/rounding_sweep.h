#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/expansion.h"

namespace saltus {

// By how much rounding may have changed the values of an expansion: every operation rounds once
// and passes on the errors of its operands, a block that is solved passes them through its
// Jacobian, and its linear solve rounds too. States count as rounded once, at their size. Bounds,
// but for blocks, where they are estimates.
class RoundingSweep {
 public:
  explicit RoundingSweep(const ExecutableMode& mode);
  // The same for what these rows depend on only.
  RoundingSweep(const ExecutableMode& mode, const Expansion& layout,
                std::span<const std::uint32_t> rows);

  // `sizes`: of the entries of the state.
  void run(const Expansion& expansion, std::span<const double> sizes);

  // In place of run(), if few of the rows given are asked for: first begin(), then the number of
  // each. Those that depend on a block that is solved are found together.
  void begin(const Expansion& expansion, std::span<const double> sizes);
  double of_given(std::size_t number, const Expansion& expansion, std::span<const double> sizes);

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
  struct GivenRow {
    std::uint32_t row;
    std::vector<Step> steps = {};
    bool is_explicit = true;  // nothing has to be solved for it
    bool is_known = false;    // since begin()
  };
  void list_steps();
  std::vector<Step> steps_for(const Expansion& layout, std::span<const std::uint32_t> rows) const;
  void take(const Step& step);
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
  std::vector<GivenRow> given_;
  bool are_all_known_ = false;            // since begin()
  const Expansion* expansion_ = nullptr;  // while it runs
  std::span<const double> sizes_;         // the same
  std::vector<double> row_;
  std::vector<double> leading_;
  std::vector<double> errors_, block_sizes_, largest_, solution_;  // scratch
};

}  // namespace saltus
