#include "saltus/runtime/numeric/block_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double smallest_damping = 1e-6;
// A move this small that no longer contracts is made of rounding errors.
constexpr double rounding_move = 1e-8;
// A pivot this much smaller than the coefficient of a pinned value in its row
// means that the wrong one of the two was pinned.
constexpr double weak_pivot = 1e-8;

}  // namespace

BlockNewton::BlockNewton(const StartPlan& plan, StartProblem& problem)
    : plan_(plan),
      problem_(problem),
      factors_(plan, problem),
      block_state_(plan.block_count(), BlockState::frozen),
      is_resting_(plan.block_count(), false),
      accepts_weak_pivot_(plan.block_count(), false),
      units_(plan.unit_count()),
      step_(problem.x.size(), 0.0),
      correction_(problem.x.size(), 0.0),
      weight_(problem.x.size(), 0.0) {}

void BlockNewton::run(std::span<const std::uint32_t> blocks, int max_iterations) {
  begin(blocks);
  problem_.evaluate();
  for (int iteration = 0; iteration < max_iterations; ++iteration) {
    if (problem_.is_interrupted()) break;
    linearize();
    if (!settle_units()) break;
    ++iteration_count_;
    search_damping();
  }
  for (const std::uint32_t unit : running_units_) {
    if (units_[unit].state == UnitState::running) units_[unit].state = UnitState::stalled;
  }
}

void BlockNewton::begin(std::span<const std::uint32_t> blocks) {
  blocks_.assign(blocks.begin(), blocks.end());
  running_units_.clear();
  std::fill(block_state_.begin(), block_state_.end(), BlockState::frozen);
  for (Unit& unit : units_) unit.state = UnitState::idle;
  std::fill(step_.begin(), step_.end(), 0.0);
  std::fill(correction_.begin(), correction_.end(), 0.0);
  for (const std::uint32_t block : blocks_) {
    Unit& unit = unit_of(block);
    if (unit.state == UnitState::idle) running_units_.push_back(plan_.unit_of(block));
    unit = {};
    unit.state = UnitState::running;
    unit.previous_move = std::numeric_limits<double>::infinity();
  }
}

void BlockNewton::linearize() {
  for (const std::uint32_t unit : running_units_) {
    units_[unit].previously_active = units_[unit].active_blocks;
    units_[unit].active_blocks = 0;
    units_[unit].step_norm = units_[unit].largest_move = 0.0;
  }
  for (const std::uint32_t block : blocks_) {
    Unit& unit = unit_of(block);
    if (unit.state != UnitState::running) continue;
    block_state_[block] = classify(block);
    for (const Column column : plan_.columns_of(block)) step_[column.index()] = 0.0;
    if (block_state_[block] != BlockState::active) continue;
    ++unit.active_blocks;
    compute_step(block, problem_.jacobian_values, step_);
    for (const Column column : plan_.columns_of(block)) {
      weight_[column.index()] = 1.0 / problem_.magnitude(column);
      const double move = step_[column.index()] * weight_[column.index()];
      unit.step_norm += move * move;
      unit.largest_move = std::max(unit.largest_move, std::abs(move));
    }
  }
  for (const std::uint32_t unit : running_units_) {
    units_[unit].step_norm = std::sqrt(units_[unit].step_norm);
  }
}

BlockNewton::BlockState BlockNewton::classify(std::uint32_t block) {
  if (is_resting_[block]) return BlockState::resting;
  if (depends_on_unsolved(block)) return BlockState::waiting;
  if (!has_values(block)) return BlockState::not_finite;
  if (!factors_.factor(block) || has_weak_pivot(block)) return BlockState::singular;
  return BlockState::active;
}

bool BlockNewton::is_regular(std::uint32_t block) {
  return has_values(block) && factors_.factor(block) && !has_weak_pivot(block);
}

bool BlockNewton::has_values(std::uint32_t block) const {
  for (const Row row : plan_.rows_of(block)) {
    if (!std::isfinite(problem_.residual[row.index()])) return false;
    const auto columns = problem_.pattern().columns_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const bool is_own = plan_.is_in(columns[k], block);
      if (is_own && !std::isfinite(problem_.jacobian(row, k))) return false;
    }
  }
  return true;
}

bool BlockNewton::depends_on_unsolved(std::uint32_t block) const {
  for (const Row row : plan_.rows_of(block)) {
    for (const Column column : problem_.pattern().columns_of(row)) {
      const auto other = plan_.block_of(column);
      if (other && *other != block && block_state_[*other] >= BlockState::waiting) return true;
    }
  }
  return false;
}

bool BlockNewton::has_weak_pivot(std::uint32_t block) const {
  const auto rows = plan_.rows_of(block);
  if (rows.size() != 1 || accepts_weak_pivot_[block]) return false;
  if (plan_.kind(block) != StartPlan::BlockKind::square) return false;
  double pivot = 0.0;
  double pinned = 0.0;
  const auto columns = problem_.pattern().columns_of(rows[0]);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const double entry = std::abs(problem_.jacobian(rows[0], k)) * problem_.scale(columns[k]);
    if (plan_.is_in(columns[k], block)) {
      pivot = entry;
    } else if (plan_.is_given(columns[k]) && problem_.start(columns[k]).kind != StartKind::fixed) {
      pinned = std::max(pinned, entry);
    }
  }
  return pivot < weak_pivot * pinned;
}

// J_bb dx_b = -F_b - sum_{earlier c} J_bc dx_c.
void BlockNewton::compute_step(std::uint32_t block, std::span<const double> jacobian,
                               std::vector<double>& step) {
  right_side_.clear();
  for (const Row row : plan_.rows_of(block)) {
    double value = -problem_.residual[row.index()];
    const auto columns = problem_.pattern().columns_of(row);
    const double* entry = jacobian.data() + problem_.pattern().first_edge(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (plan_.is_given(columns[k]) || plan_.is_in(columns[k], block)) continue;
      if (std::isfinite(entry[k])) value -= entry[k] * step[columns[k].index()];
    }
    right_side_.push_back(value);
  }
  const auto columns = plan_.columns_of(block);
  solution_.resize(columns.size());
  factors_.solve(block, right_side_, solution_);
  for (std::size_t j = 0; j < columns.size(); ++j) step[columns[j].index()] = solution_[j];
}

// Ends the units whose moves are as small as rounding lets them become. False when none is left.
bool BlockNewton::settle_units() {
  bool any_running = false;
  for (const std::uint32_t number : running_units_) {
    Unit& unit = units_[number];
    if (unit.state != UnitState::running) continue;
    if (unit.active_blocks != unit.previously_active) {
      unit.previous_move = std::numeric_limits<double>::infinity();
    }
    const bool improves = unit.largest_move < 0.25 * unit.previous_move;
    const bool small = unit.largest_move <= problem_.options().tolerance;
    if (!std::isfinite(unit.step_norm)) {
      unit.state = UnitState::stalled;
    } else if ((unit.largest_move <= epsilon || (small && !improves)) && !unit.was_damped) {
      // Short steps that had to be damped creep towards the border of a domain, not to a root.
      unit.state = UnitState::converged;
    } else {
      any_running = true;
    }
    unit.previous_move = unit.largest_move;
  }
  return any_running;
}

void BlockNewton::search_damping() {
  base_point_ = problem_.x;
  std::swap(base_jacobian_, problem_.jacobian_values);
  problem_.jacobian_values.resize(base_jacobian_.size());
  for (const std::uint32_t unit : running_units_) {
    units_[unit].pending = units_[unit].state == UnitState::running;
  }
  bool again = true;
  bool gave_up = false;
  while (again) {
    place_trial_point();
    problem_.evaluate();
    measure_trial_point();
    again = judge_trial_point();
  }
  for (const std::uint32_t block : blocks_) {
    Unit& unit = unit_of(block);
    if (unit.state == UnitState::stalled && unit.pending) {
      gave_up = true;
      for (const Column column : plan_.columns_of(block)) {
        problem_.x[column.index()] = base_point_[column.index()];
      }
    }
  }
  if (gave_up) problem_.evaluate();
}

void BlockNewton::place_trial_point() {
  for (const std::uint32_t block : blocks_) {
    const Unit& unit = unit_of(block);
    if (!unit.pending || unit.state != UnitState::running) continue;
    for (const Column column : plan_.columns_of(block)) {
      const std::size_t j = column.index();
      problem_.x[j] = base_point_[j] + unit.damping * step_[j];
    }
  }
}

void BlockNewton::measure_trial_point() {
  for (const std::uint32_t unit : running_units_) {
    units_[unit].finite = true;
    units_[unit].correction_norm = units_[unit].nonlinearity = 0.0;
    units_[unit].largest_correction = 0.0;
  }
  for (const std::uint32_t block : blocks_) {
    Unit& unit = unit_of(block);
    if (!unit.pending || unit.state != UnitState::running) continue;
    if (block_state_[block] != BlockState::active) continue;
    unit.finite &= has_values(block);
    if (!unit.finite) continue;
    compute_step(block, base_jacobian_, correction_);
    for (const Column column : plan_.columns_of(block)) {
      const std::size_t j = column.index();
      const double correction = correction_[j] * weight_[j];
      const double curved = correction - (1.0 - unit.damping) * step_[j] * weight_[j];
      unit.correction_norm += correction * correction;
      unit.nonlinearity += curved * curved;
      unit.largest_correction = std::max(unit.largest_correction, std::abs(correction));
    }
  }
}

// Accepts, damps or gives up each pending unit. True when some must be tried again.
bool BlockNewton::judge_trial_point() {
  bool again = false;
  for (const std::uint32_t number : running_units_) {
    Unit& unit = units_[number];
    if (!unit.pending || unit.state != UnitState::running) continue;
    unit.correction_norm = std::sqrt(unit.correction_norm);
    unit.nonlinearity = std::sqrt(unit.nonlinearity);
    const bool contracts = unit.correction_norm <= (1.0 - 0.25 * unit.damping) * unit.step_norm ||
                           unit.largest_correction <= problem_.options().tolerance;
    // The damping at which a quadratic model of the nonlinearity halves the step
    // (Deuflhard, Newton Methods for Nonlinear Problems, eq. 3.47).
    const double suggested = 0.5 * unit.step_norm * unit.damping * unit.damping / unit.nonlinearity;
    if (unit.finite && contracts) {
      unit.pending = false;
      unit.was_damped = unit.damping < 1.0;
      unit.damping = std::min(1.0, std::max(2.0 * unit.damping, suggested));
      if (std::isnan(unit.damping)) unit.damping = 1.0;
      continue;
    }
    const bool full_step_of_rounding_errors =
        unit.finite && unit.damping == 1.0 && unit.largest_move <= rounding_move;
    if (full_step_of_rounding_errors) {
      unit.pending = false;
      unit.state = UnitState::converged;
      continue;
    }
    const double half = 0.5 * unit.damping;
    unit.damping = unit.finite && suggested < half ? std::max(suggested, 0.1 * unit.damping) : half;
    if (unit.damping < smallest_damping) {
      unit.state = UnitState::stalled;
    } else {
      again = true;
    }
  }
  return again;
}

}  // namespace saltus
