#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "saltus/executable/known_values.h"
#include "saltus/runtime/taylor/expansion_plan.h"
#include "saltus/runtime/taylor/series_rules.h"

namespace saltus {

// The memory of the series of one expansion: what the rules of `series_rules.h` work on.
class SeriesTable {
 public:
  // All three must outlive the table; `known` is read anew after every begin().
  SeriesTable(const ExecutableMode& mode, const ExpansionPlan& plan, int largest_order,
              const KnownValues& known);

  // A copy, put in the place of its original (Memento), has tables of its own.
  void rebind();

  // Time is scaled: coefficients are those in powers of (t - time)/time_scale.
  void begin(double time, double time_scale);
  // Sizes of the unknowns, for roots; `scale` has one entry per entry of the state.
  void set_sizes(std::span<const double> scale);

  // Some coefficient is not finite, of what is not used.
  bool has_non_finite() const { return has_non_finite_; }
  void forget_coefficients();

  const SeriesWorkspace& workspace() const { return workspace_; }
  std::size_t stride() const { return workspace_.stride; }
  double* row(std::uint32_t index) const { return workspace_.row(index); }
  // (m+q)!/m! H^-q: turns coefficient m + q of x into coefficient m of its derivative of order q.
  double derivative_factor(std::size_t q, std::size_t m) const {
    return workspace_.derivative_factor[q * workspace_.stride + m];
  }
  double partial_a(std::uint32_t row) const { return workspace_.partial_a[row]; }
  double partial_b(std::uint32_t row) const { return workspace_.partial_b[row]; }

  // See Expansion.
  void set_accuracy(double accuracy) { workspace_.accuracy = accuracy; }
  void watch_roots() { workspace_.are_roots_watched = true; }
  void end_roots() { workspace_.do_roots_end = true; }
  std::span<const double> branches() const { return branch_; }
  void release_branches();
  void hold_branches();
  void hold_branches(std::span<const double> branches);
  void hold_branch(std::uint32_t row, double branch);

 private:
  void scale_time(double time_scale);

  const ExecutableMode& mode_;
  const ExpansionPlan& plan_;
  const KnownValues& known_;
  std::vector<double> coefficients_, partial_a_, partial_b_, derivative_factor_;
  std::vector<double> branch_;
  std::vector<std::uint8_t> is_held_;
  std::vector<double> unknown_size_;
  bool has_non_finite_ = false;
  double time_scale_ = 0.0;  // none yet
  SeriesWorkspace workspace_;
};

}  // namespace saltus
