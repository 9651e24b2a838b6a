#include "saltus/runtime/taylor/series_table.h"

#include <algorithm>

namespace saltus {

SeriesTable::SeriesTable(const ExecutableMode& mode, const ExpansionPlan& plan, int largest_order,
                         const KnownValues& known)
    : mode_(mode),
      plan_(plan),
      known_(known),
      partial_a_(mode.row_count + 1, 0.0),
      partial_b_(mode.row_count + 1, 0.0),
      branch_(mode.row_count, 0.0),
      is_held_(mode.row_count, 0),
      unknown_size_(mode.unknowns.size(), 0.0) {
  const auto length = static_cast<std::size_t>(largest_order + mode.largest_offset + 1);
  workspace_.stride = padded_stride(length);
  coefficients_.assign(padded_table(mode.row_count, workspace_.stride), 0.0);
  derivative_factor_.resize(static_cast<std::size_t>(plan.derivative_orders + 1) *
                            workspace_.stride);
  rebind();
}

void SeriesTable::rebind() {
  workspace_.instructions = mode_.instructions.data();
  workspace_.instruction_of_row = plan_.instruction_of_row.data();
  workspace_.linear_terms = mode_.linear_terms.data();
  workspace_.product_terms = mode_.product_terms.data();
  workspace_.coefficients = coefficients_.data() + kRowPadding;
  workspace_.partial_a = partial_a_.data();
  workspace_.partial_b = partial_b_.data();
  workspace_.derivative_factor = derivative_factor_.data();
  workspace_.branch = branch_.data();
  workspace_.is_held = is_held_.data();
  workspace_.unknown_size = unknown_size_.data();
  workspace_.has_non_finite = &has_non_finite_;
  workspace_.known = known_.value.data();
  workspace_.pre = known_.pre.data();
}

void SeriesTable::begin(double time, double time_scale) {
  scale_time(time_scale);
  workspace_.time = time;
  workspace_.known = known_.value.data();
  workspace_.pre = known_.pre.data();
}

void SeriesTable::scale_time(double time_scale) {
  if (time_scale == time_scale_) return;
  time_scale_ = workspace_.time_scale = time_scale;
  for (std::size_t m = 0; m < stride(); ++m) {
    double factor = 1.0;
    for (int q = 0; q <= plan_.derivative_orders; ++q) {
      derivative_factor_[static_cast<std::size_t>(q) * stride() + m] = factor;
      factor *= static_cast<double>(m + static_cast<std::size_t>(q) + 1) / time_scale;
    }
  }
}

void SeriesTable::set_sizes(std::span<const double> scale) {
  for (std::size_t i = 0; i < plan_.slots.size(); ++i) {
    unknown_size_[i] = scale[plan_.slots[i].first];
  }
}

void SeriesTable::forget_coefficients() {
  std::fill(coefficients_.begin(), coefficients_.end(), 0.0);
  has_non_finite_ = false;
}

void SeriesTable::release_branches() { std::fill(is_held_.begin(), is_held_.end(), 0); }

void SeriesTable::hold_branches() { std::fill(is_held_.begin(), is_held_.end(), 1); }

void SeriesTable::hold_branches(std::span<const double> branches) {
  std::copy(branches.begin(), branches.end(), branch_.begin());
  hold_branches();
}

void SeriesTable::hold_branch(std::uint32_t row, double branch) {
  branch_[row] = branch;
  is_held_[row] = 1;
}

}  // namespace saltus
