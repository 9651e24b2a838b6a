#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "saltus/runtime/simulate/attempt.h"
#include "saltus/runtime/simulate/instant_history.h"
#include "saltus/runtime/simulate/mode_numbers.h"
#include "saltus/runtime/simulate/run_listener.h"
#include "saltus/runtime/simulate/switching_search.h"

namespace saltus {

// What happens at one instant, collected before it is worked through.
struct InstantEvent {
  Instant time;
  std::vector<std::uint32_t> components = {};  // that stand at a crossing
  std::vector<SurfaceId> crossed = {};
  std::vector<std::uint32_t> clocks = {};
};

// From the left limits of an instant to its right limits, in micro-steps: a pass of the discrete
// part, the change of every component that it touches, and whatever has to be decided for both to
// agree (semantics 4). What it needs for one instant only begins anew with each solve().
class InstantSolver {
 public:
  InstantSolver(RunState& run, PresentInstant& instant, ModeNumbers& modes, RunListener& listener);

  // Nothing if the instant has right limits; otherwise why not.
  std::optional<SimulationEnd> solve(const InstantEvent& event);

  // What the next solve() has to change in any case.
  Attempt& attempt() { return attempt_; }

  // The first pass of a run has been made by the start: its consequences.
  std::optional<SimulationEnd> take_over_start(const PassOutcome& outcome);
  // Then: the past of the first pass after what the start has fired.
  void begin_after(DiscreteState::Literal start);

  // Of the last solve().
  bool has_effect() const { return has_effect_; }
  int mode_changes() const { return mode_changes_; }
  const std::vector<std::uint32_t>& restarted() const { return restarted_; }
  const std::vector<Reaction>& last_bounce() const { return last_bounce_; }
  // Surfaces of time whose threshold reads a value that has changed.
  const std::vector<std::uint32_t>& changed_thresholds() const { return changed_thresholds_; }

 private:
  void begin(const InstantEvent& event);
  std::optional<SimulationEnd> take_crossings(const InstantEvent& event);
  void tick(const InstantEvent& event);
  bool judge_crossings_again();
  void take_literal_past();
  void leave(SurfaceId surface);
  std::optional<SimulationEnd> micro_step(int number);
  std::optional<SimulationEnd> settle(int number);
  bool is_only_inequality_crossed() const;
  SimulationEnd infeasible(SurfaceId violated) const;
  std::optional<SimulationEnd> find_violation() const;
  std::optional<SimulationEnd> explain_unsettled(const AttemptVerdict& verdict);
  std::optional<SimulationEnd> check_outcome(const PassOutcome& outcome);
  std::optional<SimulationEnd> check_new_states();
  std::optional<SimulationEnd> refresh_stale_sides();
  void accept(int number);
  std::vector<std::uint32_t> update_sides();
  bool is_left_to_next_mode(std::uint32_t component, std::uint32_t position);
  void look_at_inequalities_again(std::uint32_t component);
  void touch_readers_of_pre(std::uint32_t variable);
  void note_thresholds_of(std::uint32_t variable);
  std::optional<SimulationEnd> leave_cycle(std::size_t first);
  bool hold_cycle(const std::vector<SurfaceId>& surfaces);
  void look_for_repelling();
  void look_for_undetermined_shares();
  bool is_share_undetermined(const Configuration& found, SurfaceId surface);
  SimulationEnd unsettled(UnsettledCause cause) const;

  RunState& run_;
  PresentInstant& instant_;
  ModeNumbers& modes_;
  RunListener& listener_;
  Attempt attempt_;
  std::optional<DiscreteState::Literal> literal_start_;
  ExpectedSwitches expected_;
  // The present instant
  const InstantEvent* event_ = nullptr;
  InstantHistory history_;
  int valuations_ = 1;
  bool is_unique_ = true;
  bool has_effect_ = false;
  int mode_changes_ = 0;
  int tried_in_vain_ = 0;             // configurations in micro-steps that none has settled
  std::optional<SearchLog> in_vain_;  // the last such search
  std::vector<std::uint32_t> restarted_;
  std::vector<std::uint8_t> is_restarted_;  // per component
  std::vector<std::uint8_t> is_set_;        // the same: by a `reinit`
  std::vector<Reaction> last_bounce_;
  std::vector<std::uint32_t> stale_surfaces_;  // whose event functions read a new pre(…)
  std::vector<std::uint32_t> changed_thresholds_;
  std::vector<std::uint32_t> changed_pre_;
};

}  // namespace saltus
