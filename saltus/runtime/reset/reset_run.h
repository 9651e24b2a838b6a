#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
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
// Offsets are those of the whole mode: a value that other blocks differentiate is a fact too.
template <class Field>
class ResetRun {
 public:
  using Number = typename Field::Number;

  ResetRun(const ExecutableMode& mode, const ResetPlan& plan)
      : plan_(plan),
        width_(static_cast<std::size_t>(plan.last_instant + 1)),
        code_(mode),
        history_(plan.entry_count * width_),
        residual_shift_(plan.equations.size()) {}

  // `point` is overwritten.
  std::optional<ResetFailure> run(const ResetProblem& problem, const FirstInstant& first,
                                  PointEvaluator& point, Field& field);

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
  void load_left_limits();
  std::optional<ResetFailure> solve_first_instant();
  std::optional<ResetFailure> solve_first_systems();
  std::vector<double> present_values() const;
  std::optional<ResetFailure> solve_blocks(int instant);
  std::optional<ResetFault> solve_block(const PlannedBlock& block, int instant);
  void advance(int instant);
  void guess_leading(const PlannedBlock& block, int instant);
  void assign(const PlannedBlock& block, int instant);
  std::optional<ResetFault> solve(const BlockSystem& system, int instant);
  void keep_small_residuals(std::initializer_list<const BlockSystem*> systems);
  void keep_small_residuals_of(std::uint32_t equation, std::span<const Number> values);
  void load(const RowCode& code, int instant);
  Number leaf_value(const Leaf& leaf, int instant);
  Number time_at(int instant) const {
    typename Field::Sum sum;
    sum.add(field_->constant(problem_->time));
    sum.add(field_->scaled(field_->constant(instant), 1));
    return sum.result();
  }
  void evaluate(const BlockSystem& system, int instant, bool with_jacobian);
  void fill_row(const BlockSystem& system, std::uint32_t row, int instant);
  Number terms_size(std::uint32_t equation, int instant);
  Number shifted_residual(std::uint32_t equation, int instant);
  bool has_fault() const { return field_->has_no_series || field_->is_too_short; }

  const ResetPlan& plan_;
  std::size_t width_;
  CodeEvaluator<Field> code_;
  std::vector<Number> history_;  // per state entry the instants
  int present_ = 0;              // the latest instant
  // f_i is solved up to these, per equation: constraints that the left limits satisfy but
  // for their tolerance must not jump. Forward differences of the residual.
  std::vector<std::vector<Number>> residual_shift_;
  std::vector<Number> residual_, move_;
  // Per row the size of the terms, for constraints: what rounding leaves of them must not be
  // divided by eps.
  std::vector<Number> terms_size_;
  DenseFieldLu<Field> matrix_;
  std::vector<double> reference_;
  std::vector<DeferredEquation> deferred_;
  int iterations_ = 0;
  const ResetProblem* problem_ = nullptr;
  const FirstInstant* first_ = nullptr;
  PointEvaluator* point_ = nullptr;
  Field* field_ = nullptr;
};

template <class Field>
std::optional<ResetFailure> ResetRun<Field>::run(const ResetProblem& problem,
                                                 const FirstInstant& first, PointEvaluator& point,
                                                 Field& field) {
  problem_ = &problem;
  first_ = &first;
  point_ = &point;
  point.load(problem.left, problem.time, problem.known);
  field_ = &field;
  iterations_ = 0;
  deferred_.clear();
  for (std::vector<Number>& shift : residual_shift_) shift.clear();
  load_left_limits();
  if (const auto failure = solve_first_instant()) return failure;
  for (int instant = 1; instant <= plan_.last_instant; ++instant) {
    advance(instant);
    if (const auto failure = solve_blocks(instant)) return failure;
  }
  return std::nullopt;
}

template <class Field>
void ResetRun<Field>::load_left_limits() {
  for (std::uint32_t j = 0; j < plan_.slots.size(); ++j) {
    const ResetSlot& slot = plan_.slots[j];
    for (int k = 0; k <= slot.order; ++k) {
      const double left = problem_->left[slot.first + static_cast<std::uint32_t>(k)];
      at(j, k, 0) = field_->constant(std::isfinite(left) ? left : 0.0);
    }
  }
}

// Equations that are not solved now are looked at before, if they mention facts only, or after,
// if they mention other values; then a small residual of theirs asks for a second solution.
template <class Field>
std::optional<ResetFailure> ResetRun<Field>::solve_first_instant() {
  present_ = 0;
  for (const SolvedValue& open : first_->open) {
    const ResetSlot& slot = plan_.slots[open.unknown];
    const double left = problem_->left[slot.first + static_cast<std::uint32_t>(open.order)];
    if (!std::isfinite(left)) {
      return ResetFailure{ResetFault::undetermined, plan_.block_of[open.unknown]};
    }
  }
  keep_small_residuals({&first_->settled});
  if (first_->is_regular) return solve_blocks(0);
  if (const auto failure = solve_first_systems()) return failure;
  if (first_->dropped.rows.empty()) return std::nullopt;
  for (std::vector<Number>& shift : residual_shift_) shift.clear();
  deferred_.clear();
  point_->load(present_values(), problem_->time, problem_->known);
  keep_small_residuals({&first_->settled, &first_->dropped});
  const bool has_kept = std::any_of(
      first_->dropped.rows.begin(), first_->dropped.rows.end(),
      [&](const ShiftedEquation& row) { return !residual_shift_[row.equation].empty(); });
  return has_kept ? solve_first_systems() : std::nullopt;
}

template <class Field>
std::vector<double> ResetRun<Field>::present_values() const {
  std::vector<double> values;
  for (std::uint32_t entry = 0; entry < plan_.entry_count; ++entry) {
    values.push_back(field_->standard_part(value(entry, present_)));
  }
  return values;
}

template <class Field>
std::optional<ResetFailure> ResetRun<Field>::solve_first_systems() {
  for (const BlockSystem& system : first_->systems) {
    if (const auto fault = solve(system, 0)) return ResetFailure{*fault, system.block};
  }
  return std::nullopt;
}

template <class Field>
std::optional<ResetFailure> ResetRun<Field>::solve_blocks(int instant) {
  for (std::uint32_t index = 0; index < plan_.blocks.size(); ++index) {
    if (const auto fault = solve_block(plan_.blocks[index], instant)) {
      return ResetFailure{*fault, index};
    }
  }
  return std::nullopt;
}

template <class Field>
std::optional<ResetFault> ResetRun<Field>::solve_block(const PlannedBlock& block, int instant) {
  // The value of an assignment has rounded factors, which only agree with those of the residual
  // as far as doubles go. What was kept of the residual is not part of the value.
  if (!block.is_assignment || !Field::kRounds || !residual_shift_[block.equations[0]].empty()) {
    guess_leading(block, instant);
    return solve(block.system, instant);
  }
  assign(block, instant);
  const std::uint32_t j = block.unknowns[0];
  if (has_fault() || !field_->is_finite(at(j, plan_.slots[j].order, instant))) {
    return ResetFault::not_finite;
  }
  return std::nullopt;
}

// Of all blocks before any is solved: they may exchange their states (der(s) = c, der(c) = -s).
template <class Field>
void ResetRun<Field>::advance(int instant) {
  present_ = instant;
  for (std::uint32_t j = 0; j < plan_.slots.size(); ++j) {
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

// x^(d-c)[m+c] = value[m+c], solved for x^(d)[m] by (2).
template <class Field>
void ResetRun<Field>::assign(const PlannedBlock& block, int instant) {
  const std::uint32_t j = block.unknowns[0];
  const int shift = plan_.equations[block.equations[0]].shift;
  const int order = plan_.slots[j].order;
  const RowCode& code = plan_.codes[block.value_code];
  load(code, instant + shift);
  code_.run(code.instructions, time_at(instant + shift), problem_->known, *field_);
  typename Field::Sum sum;
  sum.add(code_.value(block.value_row), block.sign);
  for (int l = 0; l < shift; ++l) {
    sum.add(field_->scaled(at(j, order - shift + l, instant), l), -binomial(shift, l));
  }
  at(j, order, instant) = field_->scaled(sum.result(), -shift);
}

template <class Field>
void ResetRun<Field>::load(const RowCode& code, int instant) {
  for (const Leaf& leaf : code.leaves) code_.value(leaf.row) = leaf_value(leaf, instant);
}

// x^(q)[m], and ahead of the present instant m, from (1):
//   x^(q)[m+n] = sum over l of C(n,l) eps^l x^(q+l)[m].                                  (2)
template <class Field>
auto ResetRun<Field>::leaf_value(const Leaf& leaf, int instant) -> Number {
  const int ahead = instant - present_;
  if (ahead == 0) return at(leaf.unknown, leaf.order, instant);
  SALTUS_CHECK(ahead > 0 && leaf.order + ahead <= plan_.slots[leaf.unknown].order);
  typename Field::Sum sum;
  for (int l = 0; l <= ahead; ++l) {
    sum.add(field_->scaled(at(leaf.unknown, leaf.order + l, present_), l), binomial(ahead, l));
  }
  return sum.result();
}

template <class Field>
void ResetRun<Field>::evaluate(const BlockSystem& system, int instant, bool with_jacobian) {
  residual_.resize(system.rows.size());
  terms_size_.resize(system.rows.size());
  for (const BlockSystem::Evaluation& evaluation : system.evaluations) {
    const RowCode& code = plan_.codes[evaluation.code];
    const int present = instant + evaluation.shift;
    load(code, present);
    code_.run(code.instructions, time_at(present), problem_->known, *field_);
    for (std::uint32_t r = 0; r < evaluation.row_count; ++r) {
      const std::uint32_t row = evaluation.first_row + r;
      residual_[row] = shifted_residual(system.rows[row].equation, present);
      if (with_jacobian) fill_row(system, row, present);
      const bool has_size = !system.unknowns.empty() && evaluation.shift > 0;
      if (Field::kRounds && has_size) Field::drop_rounding(residual_[row], terms_size_[row]);
    }
  }
}

template <class Field>
void ResetRun<Field>::fill_row(const BlockSystem& system, std::uint32_t row, int instant) {
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
  if (Field::kRounds && system.rows[row].shift > 0) {
    terms_size_[row] = terms_size(system.rows[row].equation, instant);
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
  return sum.result();
}

// sum over the leaves of |d f / d x^(q)| |x^(q)|, per coefficient; after pull_back.
template <class Field>
auto ResetRun<Field>::terms_size(std::uint32_t equation, int instant) -> Number {
  typename Field::Sum sum;
  const int ahead = instant - present_;
  for (const Leaf& leaf : plan_.code_of(equation).leaves) {
    const Number derivative = Field::absolute(code_.adjoint(leaf.row));
    if (field_->is_zero(derivative)) continue;
    for (int l = 0; l <= ahead; ++l) {
      const Number term = Field::absolute(at(leaf.unknown, leaf.order + l, present_));
      sum.add_product(derivative, field_->scaled(term, l), binomial(ahead, l));
    }
  }
  return sum.result();
}

template <class Field>
std::optional<ResetFault> ResetRun<Field>::solve(const BlockSystem& system, int instant) {
  const std::size_t size = system.rows.size();
  reference_.assign(size, -std::numeric_limits<double>::infinity());
  const double negligible = std::log(field_->kNegligibleMove);
  int settled_steps = 0;
  for (int iteration = 0; iteration < Field::kMaxIterations; ++iteration) {
    if (iteration > 0) {
      evaluate(system, instant, false);
      bool is_solved = true;
      for (const Number& residual : residual_) is_solved &= field_->is_zero(residual);
      if (is_solved) return std::nullopt;
    }
    if (is_interrupted(problem_->interruption)) return ResetFault::interrupted;
    matrix_.reset(size, field_->constant(0.0));
    evaluate(system, instant, true);
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

// Of f_i[k], k = 0, 1, …, that are not solved: differences r_k = eps^k f_i^(k) that are small
// stay, f_i[s] = sum over k of C(s,k) r_k; the first one that is not, and what follows, is a
// contradiction to be resolved.
template <class Field>
void ResetRun<Field>::keep_small_residuals(std::initializer_list<const BlockSystem*> systems) {
  std::vector<std::pair<ShiftedEquation, Number>> residuals;
  for (const BlockSystem* system : systems) {
    evaluate(*system, 0, false);
    for (std::size_t row = 0; row < system->rows.size(); ++row) {
      residuals.emplace_back(system->rows[row], residual_[row]);
    }
  }
  if (std::all_of(residuals.begin(), residuals.end(),
                  [&](const auto& residual) { return field_->is_zero(residual.second); })) {
    return;
  }
  std::sort(residuals.begin(), residuals.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first.equation, a.first.shift) < std::pair(b.first.equation, b.first.shift);
  });
  std::vector<Number> values;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    const std::uint32_t equation = residuals[i].first.equation;
    values.push_back(residuals[i].second);
    if (i + 1 < residuals.size() && residuals[i + 1].first.equation == equation) continue;
    keep_small_residuals_of(equation, values);
    values.clear();
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
      const double size = point_->size(equation, k, problem_->scale);
      is_small = magnitude <= kSatisfied * problem_->tolerance * size ||
                 magnitude <= point_->noise(equation, k, problem_->noise);
    }
    if (is_small) {
      residual_shift_[equation].push_back(difference);
    } else {
      deferred_.push_back({equation, k});
    }
  }
}

}  // namespace saltus
