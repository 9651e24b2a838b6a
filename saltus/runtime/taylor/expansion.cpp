#include "saltus/runtime/taylor/expansion.h"

#include <algorithm>
#include <cmath>

#include "saltus/foundation/base/check.h"

namespace saltus {

Expansion::Expansion(const ExecutableMode& mode, const ExpansionPlan& plan, int largest_order,
                     const KnownValues& known)
    : mode_(mode),
      plan_(plan),
      largest_order_(largest_order),
      work_(mode, plan, largest_order, known),
      ends_(mode, plan) {
  SALTUS_CHECK(plan.slots.size() == mode.unknowns.size());
}

std::optional<ExpansionFailure> Expansion::expand(double time, double time_scale,
                                                  std::span<double> state,
                                                  std::span<const double> scale, int order) {
  SALTUS_CHECK(order <= largest_order_);
  work_.series.begin(time, time_scale);
  if (work_.series.has_non_finite()) forget_coefficients();
  work_.state = state;
  work_.scale = scale;
  if (!mode_.kinks.empty()) work_.series.set_sizes(scale);
  work_.largest_projection = 0.0;
  expanded_order_ = order;
  ends_.begin();
  for (std::uint32_t g = 0; g < mode_.groups.size(); ++g) {
    const ExecutableGroup& group = mode_.groups[g];
    if (group.is_fixed && are_fixed_known_) {
      store_fixed(group);
      continue;
    }
    load_state(group);
    const int last = group.is_fixed ? largest_order_ : order;
    if (auto failure = run_stages(g, plan_.groups[g].first_stage, last)) return failure;
  }
  are_fixed_known_ = true;
  return std::nullopt;
}

std::optional<ExpansionFailure> Expansion::extend(int order) {
  SALTUS_CHECK(order <= largest_order_);
  const int first = expanded_order_ + 1;
  if (order < first) return std::nullopt;
  expanded_order_ = order;
  for (std::uint32_t g = 0; g < mode_.groups.size(); ++g) {
    if (mode_.groups[g].is_fixed) continue;
    if (ends_.is_at_end(g)) {
      ends_.clear_from(g, first, order, work_.series);
    } else if (auto failure = run_stages(g, first, order)) {
      return failure;
    }
  }
  return std::nullopt;
}

std::optional<ExpansionFailure> Expansion::run_stages(std::uint32_t group, int first, int last) {
  const bool is_constant = mode_.groups[group].is_constant;
  const bool follows_ended = plan_.groups[group].is_linear && ends_.are_ended_before(group);
  for (int stage = first; stage <= last; ++stage) {
    if (is_constant && stage > 0) {
      ends_.clear_from(group, stage, last, work_.series);
      ends_.set_at_end(group);
      break;
    }
    ends_.enter(group, stage);
    if (const auto failure = run_stage(group, stage)) {
      forget_coefficients();
      return failure;
    }
    if (stage > 0 && ends_.ends_with(group, stage, follows_ended, work_.series)) {
      ends_.clear_from(group, stage + 1, last, work_.series);
      ends_.set_at_end(group);
      break;
    }
  }
  return std::nullopt;
}

std::optional<ExpansionFailure> Expansion::run_stage(std::uint32_t index, int stage) {
  const ExecutableGroup& group = mode_.groups[index];
  const bool is_higher = stage > 0;
  const auto run = [&](const std::vector<std::uint32_t>& instructions) {
    if (!instructions.empty()) {
      run_instructions(mode_.instructions, instructions, stage, work_.series.workspace());
    }
  };
  run(is_higher ? plan_.groups[index].changing_free : group.free);
  const std::uint32_t end = group.first_block + group.block_count;
  for (std::uint32_t block = group.first_block; block < end; ++block) {
    if (const auto fault = solve_block(work_, block, stage)) return ExpansionFailure{*fault, block};
    run(is_higher ? plan_.blocks[block].changing_after : mode_.blocks[block].after);
  }
  return std::nullopt;
}

// What is not finite must not meet the next expansion.
void Expansion::forget_coefficients() {
  work_.series.forget_coefficients();
  are_fixed_known_ = false;
}

void Expansion::load_state(const ExecutableGroup& group) {
  for (std::uint32_t i = 0; i < group.block_count; ++i) {
    for (const std::uint32_t unknown : mode_.blocks[group.first_block + i].unknowns) {
      const StateSlot& slot = plan_.slots[unknown];
      double* const series = work_.series.row(unknown);
      series[0] = work_.state[slot.first];
      for (std::uint32_t k = 1; k < slot.count; ++k) {
        // n!/H^n of order k is derivative_factor of order k at m = 0
        series[k] = work_.state[slot.first + k] / work_.series.derivative_factor(k, 0);
      }
    }
  }
}

// An earlier expansion has found the values.
void Expansion::store_fixed(const ExecutableGroup& group) {
  for (std::uint32_t i = 0; i < group.block_count; ++i) {
    const std::uint32_t unknown = mode_.blocks[group.first_block + i].unknowns.front();
    double& leading = work_.state[plan_.slots[unknown].first];
    work_.leading_correction[unknown] = value(unknown) - leading;
    leading = value(unknown);
  }
}

void Expansion::observe(int order) {
  for (const std::uint32_t i : mode_.observers) {
    run_orders(mode_.instructions[i], order, work_.series.workspace());
  }
}

void Expansion::clear_observed() {
  for (const std::uint32_t i : mode_.observers) {
    for_each_result(mode_.instructions[i],
                    [&](std::uint32_t row) { std::fill_n(work_.series.row(row), stride(), 0.0); });
  }
}

std::optional<std::uint32_t> Expansion::multiple_of_unknown(std::uint32_t row) const {
  const std::uint32_t source = multiple_of(row, work_.series.workspace());
  if (source < mode_.unknowns.size()) return source;
  return std::nullopt;
}

// The entries of the state that a row is a sum of.
std::vector<LinearTerm> Expansion::summed_values(std::uint32_t row, Moved moved) const {
  const std::uint32_t producer = plan_.instruction_of_row[row];
  std::vector<LinearTerm> terms;
  if (producer == kNoRow) {
    terms.push_back({row, 1.0});
  } else if (mode_.instructions[producer].op == SeriesOp::sum) {
    const Instruction& sum = mode_.instructions[producer];
    const auto first = mode_.linear_terms.begin() + sum.first_linear;
    terms.assign(first, first + sum.linear_count);
  }
  std::erase_if(terms, [&](const LinearTerm& term) {
    return term.row >= mode_.unknowns.size() ||
           (moved == Moved::states && slot(term.row).count < 2);
  });
  return terms;
}

bool Expansion::move_to_zero(std::uint32_t row, std::span<const double> scale,
                             std::span<double> state, Moved moved) const {
  const std::uint32_t source = multiple_of(row, work_.series.workspace());
  const std::vector<LinearTerm> terms = summed_values(source, moved);
  double total = 0.0;
  for (const LinearTerm& term : terms) {
    total += std::pow(term.factor * scale[slot(term.row).first], 2);
  }
  if (total == 0.0) return false;
  for (const LinearTerm& term : terms) {
    const std::uint32_t entry = slot(term.row).first;
    // One term becomes zero exactly.
    const double share = std::pow(term.factor * scale[entry], 2) / total;
    state[entry] -= share * (value(source) / term.factor);
  }
  return true;
}

std::vector<double> Expansion::jacobian(std::uint32_t block) const {
  if (mode_.blocks[block].is_assignment) return {};
  return work_.solvers[block].dense();
}

}  // namespace saltus
