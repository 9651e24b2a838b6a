#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "saltus/runtime/reset/code_evaluator.h"
#include "saltus/runtime/reset/dense_field_lu.h"
#include "saltus/runtime/reset/laurent.h"
#include "saltus/runtime/reset/point_evaluator.h"
#include "saltus/runtime/reset/reset.h"
#include "saltus/runtime/reset/reset_plan.h"

namespace saltus {

// Left limits that miss a constraint by less than this times the tolerance satisfy it.
inline constexpr double kSatisfied = 100.0;

// The reset run (docs/theory/resets.md): instants m = 0, 1, 2, …, eps apart, with
//   x^(k)[m+1] = x^(k)[m] + eps x^(k+1)[m],   k < d,                                    (1)
// and at each instant the equations f_i[m + c_i] = 0 for the leading values x_j^(d_j)[m].
// Blocks that others differentiate run ahead of them by their lead.
template <class Field>
class ResetRun {
 public:
  using Number = typename Field::Number;

  ResetRun(const ExecutableMode& mode, const ResetPlan& plan)
      : plan_(plan),
        width_(static_cast<std::size_t>(plan.last_instant + plan.largest_lead + 1)),
        code_(mode),
        history_(plan.entry_count * width_),
        last_(plan.blocks.size(), -1),
        residual_shift_(plan.equations.size()),
        rounding_(plan.equations.size()) {}

  // `left` evaluates at the left limits.
  std::optional<ResetFailure> run(const ResetProblem& problem, const FirstInstant& first,
                                  PointEvaluator& left, Field& field);

  const Number& value(std::uint32_t entry, int instant) const {
    return history_[entry * width_ + static_cast<std::size_t>(instant)];
  }
  const std::vector<DeferredEquation>& deferred() const { return deferred_; }
  int iterations() const { return iterations_; }

 private:
  Number& at(std::uint32_t unknown, int order, int instant) {
    return history_[(plan_.slots[unknown].first + static_cast<std::size_t>(order)) * width_ +
                    static_cast<std::size_t>(instant)];
  }
  std::optional<ResetFault> step(std::uint32_t index, int instant);
  void load_left_limits(const PlannedBlock& block);
  std::optional<ResetFault> begin(std::uint32_t index);
  void advance(const PlannedBlock& block, int instant);
  void guess_leading(const PlannedBlock& block, int instant);
  void assign(const PlannedBlock& block, int instant);
  std::optional<ResetFault> solve(const PlannedBlock& block, const BlockSystem& system,
                                  int instant);
  void keep_small_residuals(const PlannedBlock& block, const BlockSystem& settled);
  void keep_small_residuals_of(std::uint32_t equation, std::span<const Number> values);
  void note_dropped(const PlannedBlock& block, const BlockSystem& dropped);
  void load(const Code& code, int instant);
  Number leaf_value(const Leaf& leaf, int instant);
  Number time_at(int instant) const {
    typename Field::Sum sum;
    sum.add(field_->constant(problem_->time));
    sum.add(field_->scaled(field_->constant(instant), 1));
    return sum.result();
  }
  void evaluate(const PlannedBlock& block, const BlockSystem& system, int instant,
                bool with_jacobian);
  void fill_row(const BlockSystem& system, std::uint32_t row);
  void find_rounding(const PlannedBlock& block);
  Number shifted_residual(std::uint32_t equation, int instant);
  bool has_fault() const { return field_->has_no_series || field_->is_too_short; }

  const ResetPlan& plan_;
  std::size_t width_;
  CodeEvaluator<Field> code_;
  std::vector<Number> history_;  // per state entry the instants
  std::vector<int> last_;        // per block: its latest instant
  // f_i is solved up to these, per equation: constraints that the left limits satisfy but
  // for their tolerance must not jump. Forward differences of the residual.
  std::vector<std::vector<Number>> residual_shift_;
  // What rounding leaves of constraints, f_i, f_i', …: it must not be divided by eps.
  std::vector<std::vector<double>> rounding_;
  std::vector<Number> residual_, move_;
  DenseFieldLu<Field> matrix_;
  std::vector<double> reference_;
  std::vector<DeferredEquation> deferred_;
  int iterations_ = 0;
  const ResetProblem* problem_ = nullptr;
  const FirstInstant* first_ = nullptr;
  PointEvaluator* left_ = nullptr;
  Field* field_ = nullptr;
};

template <class Field>
std::optional<ResetFailure> ResetRun<Field>::run(const ResetProblem& problem,
                                                 const FirstInstant& first, PointEvaluator& left,
                                                 Field& field) {
  problem_ = &problem;
  first_ = &first;
  left_ = &left;
  field_ = &field;
  iterations_ = 0;
  deferred_.clear();
  for (std::vector<Number>& shift : residual_shift_) shift.clear();
  // Blocks that exchange their states (der(s) = c, der(c) = -s) read each other's facts.
  for (const PlannedBlock& block : plan_.blocks) load_left_limits(block);
  std::fill(last_.begin(), last_.end(), 0);
  for (int tick = -plan_.largest_lead; tick <= plan_.last_instant; ++tick) {
    for (std::uint32_t index = 0; index < plan_.blocks.size(); ++index) {
      const int instant = tick + plan_.blocks[index].lead;
      if (instant < 0) continue;
      if (const auto fault = step(index, instant)) return ResetFailure{*fault, index};
    }
  }
  return std::nullopt;
}

template <class Field>
std::optional<ResetFault> ResetRun<Field>::step(std::uint32_t index, int instant) {
  const PlannedBlock& block = plan_.blocks[index];
  last_[index] = instant;
  if (instant == 0) {
    if (const auto fault = begin(index)) return fault;
  } else {
    advance(block, instant);
  }
  if (block.is_assignment) {
    assign(block, instant);
  } else {
    guess_leading(block, instant);
    const BlockSystem& system = instant == 0 ? first_->blocks[index].system : block.system;
    if (const auto fault = solve(block, system, instant)) return fault;
  }
  if (instant == 0) note_dropped(block, first_->blocks[index].dropped);
  for (const std::uint32_t j : block.unknowns) {
    if (!field_->is_finite(at(j, plan_.slots[j].order, instant))) return ResetFault::not_finite;
  }
  return has_fault() ? std::optional(ResetFault::not_finite) : std::nullopt;
}

template <class Field>
void ResetRun<Field>::load_left_limits(const PlannedBlock& block) {
  for (const std::uint32_t j : block.unknowns) {
    const ResetSlot& slot = plan_.slots[j];
    for (int k = 0; k <= slot.order; ++k) {
      const double left = problem_->left[slot.first + static_cast<std::uint32_t>(k)];
      at(j, k, 0) = field_->constant(std::isfinite(left) ? left : 0.0);
    }
  }
}

// Constraints that the facts satisfy within their tolerance.
template <class Field>
std::optional<ResetFault> ResetRun<Field>::begin(std::uint32_t index) {
  const PlannedBlock& block = plan_.blocks[index];
  const FirstInstant::Block& first = first_->blocks[index];
  for (const SolvedValue& open : first.open) {
    const ResetSlot& slot = plan_.slots[open.unknown];
    const double left = problem_->left[slot.first + static_cast<std::uint32_t>(open.order)];
    if (!std::isfinite(left)) return ResetFault::undetermined;
  }
  find_rounding(block);
  keep_small_residuals(block, first.settled);
  return std::nullopt;
}

template <class Field>
void ResetRun<Field>::advance(const PlannedBlock& block, int instant) {
  for (const std::uint32_t j : block.unknowns) {
    for (int k = 0; k < plan_.slots[j].order; ++k) {
      typename Field::Sum sum;
      sum.add(at(j, k, instant - 1));
      sum.add(field_->scaled(at(j, k + 1, instant - 1), 1));
      at(j, k, instant) = sum.result();
    }
  }
}

template <class Field>
void ResetRun<Field>::guess_leading(const PlannedBlock& block, int instant) {
  for (const std::uint32_t j : block.unknowns) {
    const ResetSlot& slot = plan_.slots[j];
    const double left = problem_->left[slot.first + static_cast<std::uint32_t>(slot.order)];
    at(j, slot.order, instant) = field_->constant(std::isfinite(left) ? left : 0.0);
  }
}

template <class Field>
void ResetRun<Field>::assign(const PlannedBlock& block, int instant) {
  load(block.value_code, instant);
  code_.run(block.value_code.instructions, time_at(instant), problem_->known, *field_);
  const std::uint32_t j = block.unknowns[0];
  at(j, plan_.slots[j].order, instant) = block.sign * code_.value(block.value_row);
}

template <class Field>
void ResetRun<Field>::load(const Code& code, int instant) {
  for (const Leaf& leaf : code.leaves) code_.value(leaf.row) = leaf_value(leaf, instant);
}

// x^(q)[s]: as it is; ahead of the latest instant m from (1),
//   x^(q)[m+n] = sum over l of C(n,l) eps^l x^(q+l)[m];
// beyond the leading value, of blocks that run ahead, from differences,
//   eps^n x^(d+n)[s] = sum over l of (-1)^(n-l) C(n,l) x^(d)[s+l].
template <class Field>
auto ResetRun<Field>::leaf_value(const Leaf& leaf, int instant) -> Number {
  const ResetSlot& slot = plan_.slots[leaf.unknown];
  const int last = last_[plan_.block_of[leaf.unknown]];
  if (leaf.order <= slot.order) {
    if (instant <= last) return at(leaf.unknown, leaf.order, instant);
    const int ahead = instant - last;
    SALTUS_CHECK(last >= 0 && leaf.order + ahead <= slot.order);
    typename Field::Sum sum;
    for (int l = 0; l <= ahead; ++l) {
      sum.add(field_->scaled(at(leaf.unknown, leaf.order + l, last), l), binomial(ahead, l));
    }
    return sum.result();
  }
  const int beyond = leaf.order - slot.order;
  SALTUS_CHECK(instant + beyond <= last);
  typename Field::Sum sum;
  for (int l = 0; l <= beyond; ++l) {
    const double sign = (beyond - l) % 2 == 0 ? 1.0 : -1.0;
    sum.add(at(leaf.unknown, slot.order, instant + l), sign * binomial(beyond, l));
  }
  return field_->scaled(sum.result(), -beyond);
}

template <class Field>
void ResetRun<Field>::evaluate(const PlannedBlock& block, const BlockSystem& system, int instant,
                               bool with_jacobian) {
  residual_.resize(system.rows.size());
  for (const BlockSystem::Evaluation& evaluation : system.evaluations) {
    const Code& code = block.shared[evaluation.shared];
    const int present = instant + evaluation.shift;
    load(code, present);
    code_.run(code.instructions, time_at(present), problem_->known, *field_);
    for (std::uint32_t r = 0; r < evaluation.row_count; ++r) {
      const std::uint32_t row = evaluation.first_row + r;
      residual_[row] = shifted_residual(system.rows[row].equation, present);
      if (with_jacobian) fill_row(system, row);
    }
  }
}

template <class Field>
void ResetRun<Field>::fill_row(const BlockSystem& system, std::uint32_t row) {
  const PlannedEquation& equation = plan_.equations[system.rows[row].equation];
  code_.pull_back(equation.residual, equation.cone, *field_);
  for (std::uint32_t c = system.first_coupling[row]; c < system.first_coupling[row + 1]; ++c) {
    const Coupling& coupling = system.couplings[c];
    const Number& adjoint = code_.adjoint(coupling.row);
    if (field_->is_zero(adjoint)) continue;
    Number& entry = matrix_.entry(row, coupling.column);
    typename Field::Sum sum;
    sum.add(entry);
    sum.add(field_->scaled(adjoint, coupling.power), coupling.factor);
    entry = sum.result();
  }
  code_.clear(equation.residual, equation.cone, *field_);
}

template <class Field>
auto ResetRun<Field>::shifted_residual(std::uint32_t equation, int instant) -> Number {
  const Number& residual = code_.value(plan_.equations[equation].residual);
  const std::vector<Number>& shift = residual_shift_[equation];
  typename Field::Sum sum;
  sum.add(residual);
  for (int k = 0; k < static_cast<int>(shift.size()) && k <= instant; ++k) {
    sum.add(shift[static_cast<std::size_t>(k)], -binomial(instant, k));
  }
  Number result = sum.result();
  Field::drop_rounding(result, rounding_[equation]);
  return result;
}

template <class Field>
void ResetRun<Field>::find_rounding(const PlannedBlock& block) {
  if constexpr (!Field::kRounds) return;
  for (const std::uint32_t equation : block.equations) {
    std::vector<double>& rounding = rounding_[equation];
    rounding.clear();
    for (int k = 0; k < plan_.equations[equation].shift; ++k) {
      rounding.push_back(kCancelled * left_->size(equation, k, problem_->scale));
    }
  }
}

template <class Field>
std::optional<ResetFault> ResetRun<Field>::solve(const PlannedBlock& block,
                                                 const BlockSystem& system, int instant) {
  const std::size_t size = system.rows.size();
  reference_.assign(size, -std::numeric_limits<double>::infinity());
  const double negligible = std::log(field_->kNegligibleMove);
  int settled_steps = 0;
  for (int iteration = 0; iteration < Field::kMaxIterations; ++iteration) {
    if (iteration > 0) {
      evaluate(block, system, instant, false);
      bool is_solved = true;
      for (const Number& residual : residual_) is_solved &= field_->is_zero(residual);
      if (is_solved) return std::nullopt;
    }
    matrix_.reset(size, field_->constant(0.0));
    evaluate(block, system, instant, true);
    if (has_fault()) return ResetFault::not_finite;
    for (const Number& residual : residual_) {
      if (!field_->is_finite(residual)) return ResetFault::not_finite;
    }
    ++iterations_;
    if (!matrix_.factor(*field_)) return ResetFault::singular;
    move_.resize(size);
    matrix_.solve(residual_, move_, *field_);
    bool is_negligible = true;
    for (std::size_t u = 0; u < size; ++u) {
      Number& value = at(system.unknowns[u].unknown, system.unknowns[u].order, instant);
      reference_[u] = std::max(reference_[u], field_->log_size(value));
      Field::forget_precision(value);
      typename Field::Sum sum;
      sum.add(value);
      sum.add(move_[u], -1.0);
      Number next = sum.result();
      if (!field_->is_finite(next)) return ResetFault::not_finite;
      value = std::move(next);
      const double moved = field_->log_size(move_[u]);
      is_negligible &= moved <= reference_[u] + negligible || field_->is_zero(move_[u]);
      reference_[u] = std::max(reference_[u], moved);
    }
    if (is_negligible && settled_steps++ >= Field::kExtraIterations) return std::nullopt;
  }
  return ResetFault::diverged;
}

// Of f_i[k], k = 0, 1, …, that mention facts only: differences r_k = eps^k f_i^(k) that are
// small stay, f_i[s] = sum over k of C(s,k) r_k; the first one that is not, and what follows,
// is a contradiction to be resolved.
template <class Field>
void ResetRun<Field>::keep_small_residuals(const PlannedBlock& block, const BlockSystem& settled) {
  if (settled.rows.empty()) return;
  evaluate(block, settled, 0, false);
  bool is_clean = true;
  for (const Number& residual : residual_) is_clean &= field_->is_zero(residual);
  if (is_clean) return;
  for (const std::uint32_t equation : block.equations) {
    std::vector<Number> values;
    for (int k = 0;; ++k) {
      std::size_t row = 0;
      while (row < settled.rows.size() &&
             (settled.rows[row].equation != equation || settled.rows[row].shift != k)) {
        ++row;
      }
      if (row == settled.rows.size()) break;
      values.push_back(residual_[row]);
    }
    keep_small_residuals_of(equation, values);
  }
}

template <class Field>
void ResetRun<Field>::keep_small_residuals_of(std::uint32_t equation,
                                              std::span<const Number> values) {
  bool is_small = true;
  for (int k = 0; k < static_cast<int>(values.size()); ++k) {
    typename Field::Sum sum;
    for (int l = 0; l <= k; ++l) {
      sum.add(values[static_cast<std::size_t>(l)],
              ((k - l) % 2 == 0 ? 1.0 : -1.0) * binomial(k, l));
    }
    const Number difference = sum.result();
    const double magnitude = field_->standard_magnitude(field_->scaled(difference, -k));
    if (is_small && magnitude > 0.0) {
      const double size = left_->size(equation, k, problem_->scale);
      is_small = magnitude <= kSatisfied * problem_->tolerance * size;
    }
    if (is_small) {
      residual_shift_[equation].push_back(difference);
    } else {
      deferred_.push_back({equation, k});
    }
  }
}

template <class Field>
void ResetRun<Field>::note_dropped(const PlannedBlock& block, const BlockSystem& dropped) {
  if (dropped.rows.empty()) return;
  evaluate(block, dropped, 0, false);
  for (std::size_t row = 0; row < dropped.rows.size(); ++row) {
    const auto [equation, shift] = dropped.rows[row];
    const double size = left_->size(equation, 0, problem_->scale);
    if (field_->standard_magnitude(residual_[row]) > kSatisfied * problem_->tolerance * size) {
      deferred_.push_back({equation, shift});
    }
  }
}

}  // namespace saltus
