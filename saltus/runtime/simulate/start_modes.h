#pragma once

#include <optional>
#include <vector>

#include "saltus/runtime/simulate/group_start.h"
#include "saltus/runtime/simulate/instant_solver.h"

namespace saltus {

// The start of a run (semantics 7), group by group: what does not depend on each other is not
// searched for together.
class StartModes {
 public:
  StartModes(RunState& run, PresentInstant& instant)
      : run_(run), instant_(instant), reports_(run.components.size()) {}

  // Finds modes that agree with the consistent point that they lead to.
  std::optional<SimulationEnd> find();

  StartReport report() const;
  // What the last pass did.
  const PassOutcome& outcome() const { return *outcome_; }
  const std::vector<SurfaceId>& contested() const { return found_.contested; }
  const std::vector<GroupStart::WantedSide>& postponed() const { return found_.postponed; }
  // Of a start from left limits: the integral of a state jumps.
  bool has_infinite_state() const { return found_.has_infinite_state; }

 private:
  std::optional<SimulationEnd> find_groups(const std::vector<StartGroup>& groups);

  RunState& run_;
  PresentInstant& instant_;
  std::vector<StartReport> reports_;  // by component
  const PassOutcome* outcome_ = nullptr;
  GroupStart::Found found_;
};

// The start lies on surfaces, and could go on at another side just as well.
void look_for_repelling_at_start(RunState& run, Attempt& attempt, RunListener& listener);

}  // namespace saltus
