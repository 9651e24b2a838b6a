#pragma once

#include <optional>

#include "saltus/runtime/simulate/attempt.h"
#include "saltus/runtime/simulate/binary_mixtures.h"
#include "saltus/runtime/simulate/conflict_expansion.h"
#include "saltus/runtime/simulate/search_log.h"
#include "saltus/runtime/simulate/switching_queue.h"

namespace saltus {

// Configurations that are tried for one micro-step.
inline constexpr int kMostCandidates = 1 << 14;

// Finds the configuration of a micro-step that is consistent with the motion that it leads to:
// guards that depend on what they guard (semantics 4), binary unknowns that inequalities
// determine (semantics 5) and surfaces that hold the motion are one problem, since each changes
// the motion that the others are about. docs/theory/instants.md says how it is searched.
class SwitchingSearch {
 public:
  SwitchingSearch(RunState& run, PresentInstant& instant, Attempt& attempt,
                  ExpectedSwitches& expected);
  SwitchingSearch(const SwitchingSearch&) = delete;
  SwitchingSearch& operator=(const SwitchingSearch&) = delete;

  // The attempt stands at a configuration that is not consistent. True if another one is; then
  // the attempt stands there.
  bool find();
  int tried() const { return tried_; }
  bool is_unique() const { return is_unique_; }
  // Of a search in vain.
  const SearchLog& log() const { return log_; }

 private:
  // What speaks against a configuration that is consistent, in this order: it mixes equations, so
  // that its motion is one of neither side; a state jumps whose derivative is bounded; an impulse
  // is needed; the inequalities hold only as accurately as the solution is known.
  struct Doubt {
    bool mixes_equations = false;
    bool has_infinite_state = false;
    bool has_impulse = false;
    bool is_blurred = false;
    bool any() const { return mixes_equations || has_infinite_state || has_impulse || is_blurred; }
    friend auto operator<=>(const Doubt&, const Doubt&) = default;
  };

  // False if the run is to end.
  bool try_what_is_queued(int most);
  Doubt doubt();
  bool may_be_better(const SwitchingNode& node) const;
  void take(SwitchingNode node);
  void finish();
  bool evaluate(const Configuration& configuration);
  void compare(const SwitchingNode& found);

  RunState& run_;
  Attempt& attempt_;
  ExpectedSwitches& expected_;
  SwitchingQueue queue_;
  ConflictExpansion expansion_;
  BinaryMixtures mixtures_;
  SearchLog log_;
  std::optional<SwitchingNode> found_;
  Doubt doubt_;  // about it
  int rivals_ = 0;
  int tried_ = 1;
  bool is_unique_ = true;
};

}  // namespace saltus
