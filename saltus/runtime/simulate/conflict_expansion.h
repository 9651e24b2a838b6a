#pragma once

#include <cstdint>
#include <vector>

#include "saltus/runtime/simulate/attempt.h"
#include "saltus/runtime/simulate/switching_queue.h"

namespace saltus {

// What is tried after a configuration that is not consistent: decisions that answer its conflicts,
// each with one step more (docs/theory/instants.md).
class ConflictExpansion {
 public:
  ConflictExpansion(RunState& run, PresentInstant& instant, Attempt& attempt,
                    ExpectedSwitches& expected, SwitchingQueue& queue)
      : run_(run), instant_(instant), attempt_(attempt), expected_(expected), queue_(queue) {}

  // The attempt stands at `from`.
  void expand(const Configuration& from, std::size_t rank);
  // Where no answer to a conflict is consistent, another solution may be far away: of an amplifier
  // with positive feedback at the end of its branch. All sides of what reads more than state, the
  // nearest first (semantics 4).
  void push_all_sides();
  // Sub-problems whose binary unknowns were considered.
  const std::vector<ExpectedSwitches::Key>& problems() const { return problems_; }

 private:
  void expand_side(const Configuration& from, const Conflict& conflict, std::size_t rank);
  void expand_all(const Configuration& from, std::size_t rank);
  void expand_inequalities(const Configuration& from, std::size_t rank);
  void expand_failure(const Configuration& from, std::size_t rank);
  void switch_binaries_of(const SubProblem& problem, const Configuration& from, std::size_t rank);
  void slide_between(const SubProblem& problem, const Configuration& from, SurfaceId inequality,
                     std::size_t rank);
  bool may_hold(const Conflict& conflict);
  void exchange_share(const Configuration& from, const Conflict& conflict, std::size_t rank);
  void push_shares(const Configuration& from, SurfaceId surface, std::size_t rank);
  std::vector<SurfaceId> redundant_with(SurfaceId surface);
  static bool is_newly_held(const Configuration& from, SurfaceId surface);
  ExpectedSwitches::Key key_of(const SubProblem& problem) const;

  RunState& run_;
  PresentInstant& instant_;
  Attempt& attempt_;
  ExpectedSwitches& expected_;
  SwitchingQueue& queue_;
  std::vector<ExpectedSwitches::Key> problems_;
};

}  // namespace saltus
