#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/executable/known_values.h"
#include "saltus/runtime/taylor/block_solver.h"
#include "saltus/runtime/taylor/series_rules.h"

namespace saltus {

enum class ExpansionFault : std::uint8_t { singular_jacobian, newton_diverged, value_not_finite };

struct ExpansionFailure {
  ExpansionFault fault;
  std::uint32_t block;
};

// Where the values of an unknown are in a state vector: x, x', …, x^(count-1).
// The last one is the leading value of the unknown's block; the others are state.
struct StateSlot {
  std::uint32_t first = 0;
  std::uint32_t count = 1;
};

// Expands the solution of one mode in Taylor series, stage by stage (S3; design
// notes 1): stage k solves the coefficients k + c_i of the residuals, set to
// zero, for the coefficients k + d_j of the unknowns.
//
// Coarse blocks are expanded one after the other, and in each a stage goes
// through its fine blocks in order. Nothing allocates after construction.
class Expansion {
 public:
  // `known` must outlive the expansion; it is read anew at every expand().
  Expansion(const ExecutableMode& mode, int largest_order, const KnownValues& known);

  // A copy, put in the place of its original (Memento), has tables of its own.
  void rebind();

  std::size_t state_size() const { return state_size_; }
  const StateSlot& slot(std::uint32_t unknown) const { return slots_[unknown]; }
  int largest_order() const { return largest_order_; }

  // Expands around `time` up to stage `order`. `state` is first moved onto the
  // constraints, in the metric of `scale` (one per state entry), and its leading
  // values, seeds of Newton's iteration on entry, are solved for.
  std::optional<ExpansionFailure> expand(double time, double time_scale, std::span<double> state,
                                         std::span<const double> scale, int order);

  // Goes on with the last expansion, up to stage `order`.
  std::optional<ExpansionFailure> extend(int order);

  // Evaluates event functions and initial residuals of the last expansion.
  void observe(int order);
  // What is not finite in them must not meet the next observation.
  void clear_observed();

  // The share of its size that the solution cannot tell from zero: what is that little below zero
  // has the root zero.
  void set_accuracy(double accuracy) { workspace_.accuracy = accuracy; }

  // From now on somebody watches whether the operand of a root that is zero stays zero.
  void watch_roots() { workspace_.are_roots_watched = true; }
  // Points of a step that ends at the zero of a root, as far as that is known.
  void end_roots() { workspace_.do_roots_end = true; }

  // Operations with branches (ExecutableMode::kinks) take the branch that the values at the point
  // choose, until they are held: from then on all expansions continue the branches of the last one,
  // on whichever side of a kink rounding has put their point. Per row.
  std::span<const double> branches() const { return branch_; }
  void release_branches();
  void hold_branches();
  void hold_branches(std::span<const double> branches);
  void hold_branch(std::uint32_t row, double branch);

  // Of the last expansion: the sum of the absolute values of what coefficient m of a row is the sum
  // of; zero if it is no sum. And the unknown that a row is a multiple of, if it is one.
  double size_of_terms(std::uint32_t row, int m) const {
    return saltus::size_of_terms(row, m, workspace_);
  }
  std::optional<std::uint32_t> multiple_of_unknown(std::uint32_t row) const;
  // Moves the entries of a state that a row is a sum of, as little as possible in the metric of
  // `scale`, to where the row is zero. Nothing happens to a row that is no sum of them.
  void move_to_zero(std::uint32_t row, std::span<const double> scale,
                    std::span<double> state) const;

  // Coefficients 0 … order + d of an unknown, in powers of (t - time)/time_scale.
  std::span<const double> series(std::uint32_t unknown) const {
    return {workspace_.row(unknown), stride_};
  }
  std::size_t stride() const { return stride_; }
  std::span<const double> row(std::uint32_t index) const {
    return {workspace_.row(index), stride_};
  }
  double value(std::uint32_t row) const { return workspace_.row(row)[0]; }

  // Of the last expansion: by how much each leading value differed from its seed.
  std::span<const double> leading_correction() const { return leading_correction_; }
  // The farthest that projection moved a state entry, in units of its scale.
  double largest_projection() const { return largest_projection_; }

  // Of the last expansion: the derivative of a row's value by its operand a or b.
  double partial_a(std::uint32_t row) const { return partial_a_[row]; }
  double partial_b(std::uint32_t row) const { return partial_b_[row]; }
  // Overwrites right sides, one per equation of a block that is no assignment, by the solution
  // with its system Jacobian.
  void solve_with_jacobian(std::uint32_t block, std::span<double> right_side) const {
    blocks_[block].solver.solve(right_side);
  }

  // The system Jacobian of a block, dense, row by row; empty for an assignment.
  std::vector<double> jacobian(std::uint32_t block) const;

  std::uint64_t newton_iterations() const { return newton_iterations_; }
  std::uint64_t factorizations() const { return factorizations_; }

 private:
  // How a top coefficient passes through an instruction (design notes 1): operands
  // that do not depend on the block's unknowns point to a row of zeros.
  struct Tangent {
    std::uint32_t instruction;
    std::uint32_t row;
    std::uint32_t a, b;
    SeriesOp op;
    bool has_companion;
    int level;
    std::uint32_t first_linear, linear_count;
    std::uint32_t first_product, product_count;
  };
  struct TangentProduct {
    std::uint32_t left, right;  // values
    std::uint32_t left_tangent, right_tangent;
    double factor;
  };
  struct Block {
    std::vector<Tangent> through;
    // Of `through`, those whose rows somebody reads after the solve. The others, as those of the
    // residuals, are of use up to the solve only.
    std::vector<std::uint32_t> read_later;
    // Of `through` and `after` of the executable block, what changes between events: from stage 1
    // on the others are zero.
    std::vector<std::uint32_t> changing_through, changing_after;
    BlockSolver solver;
    bool is_constrained = false;  // has equations to project on
    int first_stage = 0;          // local: -max d of the block
  };

  // Scratch of project() and the solves, kept so that nothing allocates.
  struct Projection {
    std::vector<std::uint32_t> rows;
    std::vector<double> residual, weight, move;
  };

  std::optional<ExpansionFailure> run_stages(std::uint32_t group, int first, int last);
  void prepare_block(std::uint32_t index);
  void find_rows_read_later();
  void find_changing();
  void find_first_stages();
  void find_linear_groups();
  void scale_time(double time_scale);
  void forget_coefficients();
  void load_state(const ExecutableGroup& group, std::span<const double> state);
  void store_fixed(const ExecutableGroup& group);
  bool are_ended_before(std::uint32_t index) const;
  bool is_zero_stage(const ExecutableGroup& group, int stage) const;
  void clear_from(std::uint32_t index, int stage, int order);
  std::optional<ExpansionFault> run_stage(std::uint32_t index, int stage, std::uint32_t& block);
  std::optional<ExpansionFault> solve_block(std::uint32_t index, int stage);
  std::optional<ExpansionFault> project(std::uint32_t index, int local_stage);
  std::optional<ExpansionFault> solve_leading(std::uint32_t index);
  std::optional<ExpansionFault> solve_higher(std::uint32_t index, int local_stage);
  std::optional<ExpansionFault> assign(std::uint32_t index, int local_stage);
  void correct_through(const Block& block, int stage);
  void correct(const Tangent& tangent, int stage);
  bool fill_jacobian(std::uint32_t index, int local_stage);
  void pull_back(const Block& block, const std::vector<std::uint32_t>& cone);

  const ExecutableMode& mode_;
  const KnownValues& known_;
  int largest_order_;
  std::size_t stride_;
  std::size_t state_size_ = 0;
  std::vector<StateSlot> slots_;
  std::vector<Block> blocks_;
  std::vector<std::vector<std::uint32_t>> changing_free_;  // per group
  std::vector<LinearTerm> tangent_linear_;
  std::vector<TangentProduct> tangent_products_;
  // While blocks are prepared: the level of rows that carry the block's unknowns,
  // and the unknowns' positions in their block.
  std::vector<int> active_level_;
  std::vector<std::uint32_t> position_;
  std::vector<double> coefficients_, partial_a_, partial_b_, derivative_factor_;
  std::vector<std::uint32_t> instruction_of_row_;
  std::vector<double> branch_;
  std::vector<std::uint8_t> is_held_;
  std::vector<double> unknown_size_;
  bool has_non_finite_ = false;  // some coefficient is not finite, of what is not used
  std::vector<double> tangent_;  // per row, and one zero
  std::vector<double> adjoint_;  // per row, and one that is never read
  double time_scale_ = 0.0;
  int derivative_orders_ = 0;
  SeriesWorkspace workspace_;
  std::span<double> state_;
  std::span<const double> scale_;
  int expanded_order_ = 0;
  int last_nonzero_ = 0;                 // stage, of the groups so far
  std::vector<std::uint8_t> is_at_end_;  // per group: its series terminates
  std::vector<int> first_stage_;         // per group: nothing is computed before
  std::vector<int> nonzero_until_;       // per group: later stages are zero in the table
  std::vector<std::uint8_t> is_linear_;  // per group: in all that changes between events
  bool are_fixed_known_ = false;         // groups that are the same in every expansion
  std::vector<double> leading_correction_;
  Projection projection_;
  double largest_projection_ = 0.0;
  std::uint64_t newton_iterations_ = 0, factorizations_ = 0;
};

}  // namespace saltus
