#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "saltus/runtime/numeric/block_newton.h"
#include "saltus/runtime/numeric/start_plan.h"
#include "saltus/runtime/numeric/start_problem.h"

namespace saltus {

// The search for a point with F(x) = 0: Newton on all blocks, and what to do when
// a block resists: solve in sequence, pin something else, step aside, follow a
// homotopy, accept that rows are redundant (theory/start.md, 5).
class StartSearch {
 public:
  explicit StartSearch(StartProblem& problem);

  // Why the search ended without a point: the block and what is wrong with it.
  struct Obstacle {
    NearestPointFault fault;
    std::vector<Row> rows;
  };
  // Moves the problem's x. Whether rows that no block solves hold is not decided here.
  std::optional<Obstacle> run();

  const StartPlan& plan() const { return *plan_; }
  BlockNewton& newton() { return *newton_; }
  int iteration_count() const { return earlier_iterations_ + newton_->iteration_count(); }
  bool used_homotopy() const { return used_homotopy_; }

 private:
  using BlockState = BlockNewton::BlockState;

  // A block that cannot be solved as it stands, everything before it being solved.
  struct Resisting {
    std::uint32_t block;
    BlockState state;
  };

  void make_plan();
  std::vector<std::uint32_t> all_blocks() const;
  std::vector<Resisting> run_newton();
  std::optional<Resisting> solve_in_sequence(std::uint32_t unit);
  bool solve_alone(std::uint32_t block);
  bool run_alone(std::uint32_t block);

  bool repair(const Resisting& resisting);
  bool repair_not_finite(std::uint32_t block);
  bool repair_singular(std::uint32_t block);
  bool is_regular_at_seed(std::uint32_t block);
  bool pin_others(std::uint32_t block, bool with_earlier_blocks);
  bool step_aside(std::uint32_t block);
  bool accept_deficiency(std::uint32_t block);

  std::vector<Row> rows_with_earlier_blocks(std::uint32_t block) const;
  std::vector<Row> rows_sharing_guesses(std::uint32_t block) const;
  std::vector<Column> solvable_columns(std::span<const Row> rows) const;
  std::vector<Column> exchangeable_columns(std::span<const Row> rows) const;
  std::vector<std::vector<Column>> by_willingness(const std::vector<Column>& columns,
                                                  const std::vector<bool>& is_current) const;
  void perturb(std::uint32_t block, double relative, bool uniform);
  void reset_to_seed(std::uint32_t block);
  bool is_satisfied(std::uint32_t block) const;
  int& attempts(std::uint32_t block) { return attempts_[plan_->rows_of(block).front()]; }

  StartProblem& problem_;
  std::vector<Column> candidates_;
  std::vector<DeficientBlock> deficient_;
  std::unique_ptr<StartPlan> plan_;
  std::unique_ptr<BlockNewton> newton_;
  bool plan_is_old_ = false;
  std::vector<double> seed_;  // where Newton starts: the start values, or beside them
  IdMap<Row, int> attempts_;
  IdMap<Row, bool> rests_, accepts_weak_pivot_;
  std::optional<Obstacle> obstacle_;
  bool used_homotopy_ = false;
  int earlier_iterations_ = 0;
};

}  // namespace saltus
