#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/executable/known_values.h"
#include "saltus/runtime/taylor/block_stages.h"
#include "saltus/runtime/taylor/expansion_plan.h"
#include "saltus/runtime/taylor/expansion_work.h"
#include "saltus/runtime/taylor/series_ends.h"

namespace saltus {

struct ExpansionFailure {
  ExpansionFault fault;
  std::uint32_t block;
};

// Expands the solution of one mode in Taylor series, stage by stage
// (docs/theory/taylor.md): stage k solves the coefficients k + c_i of the residuals, set to
// zero, for the coefficients k + d_j of the unknowns.
//
// Coarse blocks are expanded one after the other, and in each a stage goes
// through its fine blocks in order. Nothing allocates after construction.
class Expansion {
 public:
  // All three must outlive the expansion. `plan` is that of the mode; `known` is read anew at every
  // expand().
  Expansion(const ExecutableMode& mode, const ExpansionPlan& plan, int largest_order,
            const KnownValues& known);

  // A copy, put in the place of its original (Memento), has tables of its own.
  void rebind() { work_.rebind(); }

  std::size_t state_size() const { return plan_.state_size; }
  const StateSlot& slot(std::uint32_t unknown) const { return plan_.slots[unknown]; }
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
  void set_accuracy(double accuracy) { work_.series.set_accuracy(accuracy); }

  // From now on somebody watches whether the operand of a root that is zero stays zero.
  void watch_roots() { work_.series.watch_roots(); }
  // Points of a step that ends at the zero of a root, as far as that is known.
  void end_roots() { work_.series.end_roots(); }

  // Operations with branches (ExecutableMode::kinks) take the branch that the values at the point
  // choose, until they are held: from then on all expansions continue the branches of the last one,
  // on whichever side of a kink rounding has put their point. Per row.
  std::span<const double> branches() const { return work_.series.branches(); }
  void release_branches() { work_.series.release_branches(); }
  void hold_branches() { work_.series.hold_branches(); }
  void hold_branches(std::span<const double> branches) { work_.series.hold_branches(branches); }
  void hold_branch(std::uint32_t row, double branch) { work_.series.hold_branch(row, branch); }

  // Of the last expansion: the sum of the absolute values of what coefficient m of a row is the sum
  // of; zero if it is no sum. And the unknown that a row is a multiple of, if it is one.
  double size_of_terms(std::uint32_t row, int m) const {
    return saltus::size_of_terms(row, m, work_.series.workspace());
  }
  std::optional<std::uint32_t> multiple_of_unknown(std::uint32_t row) const;
  // Moves the entries of a state that a row is a sum of, as little as possible in the metric of
  // `scale`, to where the row is zero. Nothing happens to a row that is no sum of them. As a left
  // limit of another mode, algebraic values among them: they may be states there.
  enum class Moved : std::uint8_t { states, all_values };
  bool move_to_zero(std::uint32_t row, std::span<const double> scale, std::span<double> state,
                    Moved moved = Moved::states) const;

  // Coefficients 0 … order + d of an unknown, in powers of (t - time)/time_scale.
  std::span<const double> series(std::uint32_t unknown) const { return row(unknown); }
  std::size_t stride() const { return work_.series.stride(); }
  std::span<const double> row(std::uint32_t index) const {
    return {work_.series.row(index), stride()};
  }
  double value(std::uint32_t row) const { return work_.series.row(row)[0]; }

  // (m+q)!/m! H^-q: coefficient m + q of an unknown, times this, is coefficient m of its derivative
  // of order q.
  double derivative_factor(std::size_t q, std::size_t m) const {
    return work_.series.derivative_factor(q, m);
  }

  // Of the last expansion: by how much each leading value differed from its seed.
  std::span<const double> leading_correction() const { return work_.leading_correction; }
  // The farthest that projection moved a state entry, in units of its scale.
  double largest_projection() const { return work_.largest_projection; }

  // Of the last expansion: the derivative of a row's value by its operand a or b.
  double partial_a(std::uint32_t row) const { return work_.series.partial_a(row); }
  double partial_b(std::uint32_t row) const { return work_.series.partial_b(row); }
  // Overwrites right sides, one per equation of a block that is no assignment, by the solution
  // with its system Jacobian.
  void solve_with_jacobian(std::uint32_t block, std::span<double> right_side) const {
    work_.solvers[block].solve(right_side);
  }

  // Its product with one number per unknown of the block.
  void multiply_by_jacobian(std::uint32_t block, std::span<const double> x,
                            std::span<double> product) const {
    work_.solvers[block].multiply(x, product);
  }

  // The system Jacobian of a block, dense, row by row; empty for an assignment.
  std::vector<double> jacobian(std::uint32_t block) const;

  std::uint64_t newton_iterations() const { return work_.newton_iterations; }
  std::uint64_t factorizations() const { return work_.factorizations; }

 private:
  std::optional<ExpansionFailure> run_stages(std::uint32_t group, int first, int last);
  std::optional<ExpansionFailure> run_stage(std::uint32_t group, int stage);
  void load_state(const ExecutableGroup& group);
  void store_fixed(const ExecutableGroup& group);
  void forget_coefficients();
  std::vector<LinearTerm> summed_values(std::uint32_t row, Moved moved) const;

  const ExecutableMode& mode_;
  const ExpansionPlan& plan_;
  int largest_order_;
  ExpansionWork work_;
  SeriesEnds ends_;
  int expanded_order_ = 0;
  bool are_fixed_known_ = false;  // groups that are the same in every expansion
};

}  // namespace saltus
