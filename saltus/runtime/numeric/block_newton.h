#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/runtime/numeric/block_factors.h"
#include "saltus/runtime/numeric/start_plan.h"
#include "saltus/runtime/numeric/start_problem.h"

namespace saltus {

// Damped Newton on many blocks at a time. One evaluation of the whole system
// serves all of them; steps are computed block by block in the plan's order and
// damped unit by unit, by the natural monotonicity test (theory/start.md, 3).
class BlockNewton {
 public:
  enum class BlockState : std::uint8_t {
    frozen,      // not part of the run: a constant
    active,      // takes part
    resting,     // satisfied where its Jacobian is singular
    waiting,     // depends on a block that cannot be solved yet
    singular,    // its Jacobian is
    not_finite,  // its rows have no finite value
  };
  enum class UnitState : std::uint8_t { idle, running, converged, stalled };

  BlockNewton(const StartPlan& plan, StartProblem& problem);

  // Moves the columns of `blocks` (in the plan's order). Units whose iteration
  // stalls get their best point.
  void run(std::span<const std::uint32_t> blocks) {
    run(blocks, problem_.options().max_iterations);
  }
  void run(std::span<const std::uint32_t> blocks, int max_iterations);

  BlockState state(std::uint32_t block) const { return block_state_[block]; }
  UnitState unit_state(std::uint32_t unit) const { return units_[unit].state; }
  int iteration_count() const { return iteration_count_; }
  // Whether the block's residuals and their derivatives by its own unknowns are finite at the
  // current, evaluated point. Derivatives by others only predict what those will do.
  bool has_values(std::uint32_t block) const;
  // Whether the block could be active at the current, evaluated point.
  bool is_regular(std::uint32_t block);

  // From now on the block stays where it is.
  void rest(std::uint32_t block) { is_resting_[block] = true; }
  // Do not mistake this block's small pivot for a singular one any more.
  void accept_weak_pivot(std::uint32_t block) { accepts_weak_pivot_[block] = true; }

  BlockFactors& factors() { return factors_; }

 private:
  struct Unit {
    UnitState state = UnitState::idle;
    bool pending = false;  // in the line search
    bool finite = true;
    double damping = 1.0;
    bool was_damped = false;    // in the last accepted step
    double step_norm = 0.0;     // |dx|, weighted 2-norm
    double largest_move = 0.0;  // max |dx_j| / magnitude_j
    double previous_move = 0.0;
    double correction_norm = 0.0;  // of the simplified Newton correction at the trial point
    double largest_correction = 0.0;
    double nonlinearity = 0.0;  // |correction - (1 - damping) dx|
    std::uint32_t active_blocks = 0;
    std::uint32_t previously_active = 0;
  };

  void begin(std::span<const std::uint32_t> blocks);
  void linearize();
  BlockState classify(std::uint32_t block);
  bool depends_on_unsolved(std::uint32_t block) const;
  bool has_weak_pivot(std::uint32_t block) const;
  void compute_step(std::uint32_t block, std::span<const double> jacobian,
                    std::vector<double>& step);
  bool settle_units();
  void search_damping();
  void place_trial_point();
  void measure_trial_point();
  bool judge_trial_point();
  Unit& unit_of(std::uint32_t block) { return units_[plan_.unit_of(block)]; }

  const StartPlan& plan_;
  StartProblem& problem_;
  BlockFactors factors_;
  std::vector<std::uint32_t> blocks_;
  std::vector<std::uint32_t> running_units_;
  std::vector<BlockState> block_state_;
  std::vector<bool> is_resting_, accepts_weak_pivot_;
  std::vector<Unit> units_;
  std::vector<double> step_, correction_, weight_, base_point_, base_jacobian_;
  std::vector<double> right_side_, solution_;
  int iteration_count_ = 0;
};

}  // namespace saltus
