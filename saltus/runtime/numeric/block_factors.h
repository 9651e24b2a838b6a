#pragma once

#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "saltus/runtime/numeric/constrained_step.h"
#include "saltus/runtime/numeric/dense_lu.h"
#include "saltus/runtime/numeric/sparse_lu.h"
#include "saltus/runtime/numeric/start_plan.h"
#include "saltus/runtime/numeric/start_problem.h"

namespace saltus {

// The factored diagonal blocks of the Jacobian, each in the form that suits its
// size and kind.
class BlockFactors {
 public:
  BlockFactors(const StartPlan& plan, const StartProblem& problem)
      : plan_(plan), problem_(problem), factors_(plan.block_count()) {}

  // Factors the block of the problem's current Jacobian. False when it is singular.
  [[nodiscard]] bool factor(std::uint32_t block);

  // Solves for the block's columns; of a least-squares block, the shortest move.
  // `right_side` has the block's rows and is used up, `step` its columns.
  void solve(std::uint32_t block, std::span<double> right_side, std::span<double> step);

  // For least-squares blocks, in scaled columns.
  const ConstrainedStep& constrained_step(std::uint32_t block) const;

 private:
  using Scalar = double;  // 1 / J of a block of one row
  using Factors = std::variant<Scalar, std::unique_ptr<DenseLu>, std::unique_ptr<SparseLu>,
                               std::unique_ptr<ConstrainedStep>>;

  bool factor_scalar(std::uint32_t block);
  bool factor_dense(std::uint32_t block);
  bool factor_sparse(std::uint32_t block);
  bool factor_constrained(std::uint32_t block);
  BipartiteGraph pattern_of(std::uint32_t block) const;
  template <class Use>
  void for_each_entry(std::uint32_t block, const Use& use) const;

  const StartPlan& plan_;
  const StartProblem& problem_;
  std::vector<Factors> factors_;
  std::vector<double> work_, multipliers_;
};

}  // namespace saltus
