#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "saltus/runtime/simulate/instant_solver.h"
#include "saltus/runtime/simulate/valuation_search.h"

namespace saltus {

// The start of a run (semantics 7): guards depend on values that depend on the mode. A mode is
// assumed, its consistent point found, and the guards evaluated there, until they agree.
class StartModes {
 public:
  StartModes(RunState& run, PresentInstant& instant) : run_(run), instant_(instant) {}

  // Finds modes that agree with the consistent point that they lead to.
  std::optional<SimulationEnd> find();

  const StartReport& report() const { return report_; }
  // What the last pass did.
  const PassOutcome& outcome() const { return *outcome_; }
  // Surfaces on which the start lies, and to which both sides lead back: it will slide.
  const std::vector<SurfaceId>& contested() const { return contested_; }
  // Surfaces on which the start lies, and which it leaves to these sides: their mode does not
  // exist at the start itself, as that of sin(x)/x for x > 0 where x = 0.
  using WantedSide = std::pair<std::uint32_t, Side>;
  const std::vector<WantedSide>& postponed() const { return postponed_; }

 private:
  std::optional<SimulationEnd> find_with(const std::vector<BinaryDecision>& binaries);
  std::optional<SimulationEnd> find_with_other_binaries(SimulationEnd first);
  bool start_components();
  void compare_sides(std::uint32_t component);
  bool is_contested();
  bool is_on_boundary();
  bool start_on_boundary(const std::vector<BinaryDecision>& binaries, std::size_t mark);
  bool try_valuation(const std::vector<BinaryDecision>& binaries);
  bool try_another(ValuationSearch& search);
  SimulationEnd explain(std::vector<std::vector<GuardValue>> tried_modes);

  RunState& run_;
  PresentInstant& instant_;
  StartReport report_;
  const PassOutcome* outcome_ = nullptr;
  std::optional<SimulationEnd> failure_;
  std::uint32_t failed_component_ = 0;
  std::vector<WantedSide> inconsistent_;
  std::set<WantedSide> wanted_;  // sides that surfaces wanted to be on, at which the start lies
  std::vector<SurfaceId> contested_;
  bool counts_zero_ = false;
  // A valuation that agrees with itself but for surfaces on which the start lies.
  std::optional<std::vector<Flip>> on_boundary_;
  std::vector<WantedSide> postponed_;
};

// The start lies on surfaces, and could go on at another side just as well.
void look_for_repelling_at_start(RunState& run, Attempt& attempt, RunListener& listener);

}  // namespace saltus
