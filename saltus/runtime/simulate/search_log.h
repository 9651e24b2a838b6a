#pragma once

#include <vector>

#include "saltus/runtime/simulate/attempt.h"
#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// Why the modes that a search tries are not the one that follows: the nearest few, each once. For
// the message of a search in vain.
class SearchLog {
 public:
  // What has been tried, beyond those that are kept, is only counted.
  bool is_full() const { return nearest_.size() >= kMostKept; }
  void add(TriedMode tried);
  // The last attempt was not consistent. Motions along surfaces are counted, not kept: their
  // modes are mixtures of those that are.
  void add(RunState& run, Attempt& attempt);
  void count() { ++count_; }
  // The search has come to its bound.
  void cut_off() { is_cut_off_ = true; }

  // The end of a run because of it.
  SimulationEnd end_at(double time) const;
  void tell(SimulationEnd& end) const;

 private:
  static constexpr std::size_t kMostKept = 6;

  std::vector<TriedMode> nearest_;
  int count_ = 0;
  bool is_cut_off_ = false;
};

// A mode that cannot be entered.
TriedMode not_entered(const SimulationEnd& failure);

}  // namespace saltus
