#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "saltus/runtime/simulate/configuration.h"
#include "saltus/runtime/simulate/present_instant.h"

namespace saltus {

// A disagreement between what a configuration assumes and the motion that it leads to.
struct Conflict {
  enum class Kind : std::uint8_t {
    side,        // the event function is, or goes, elsewhere
    multiplier,  // the surface cannot hold the motion: its multiplier is outside of [0, 1]
    drag,        // the surface itself has jumped: a bounded multiplier cannot follow it
    inequality,  // it is violated
  };
  Kind kind;
  SurfaceId surface;
  Side wanted = Side::zero;
  bool is_at_surface = false;
  // Where a binary unknown between its values has come to one of them.
  std::optional<BinaryDecision> binary = {};
};

struct AttemptVerdict {
  std::vector<Conflict> conflicts;
  std::optional<SimulationEnd> failure;  // a mode cannot be entered
  std::uint32_t component = 0;           // of the failure, or of the last conflict
  // Inequalities hold as computed, not only as accurately as the solution is known.
  bool is_sharp = true;
  bool is_consistent() const { return conflicts.empty() && !failure; }
  void clear() {
    conflicts.clear();
    failure.reset();
    component = 0;
    is_sharp = true;
  }
};

// A component that a micro-step has to change. It is *altered* if something that it reads has
// changed, more than a crossing that the search for crossings has seen on both sides.
struct Touched {
  std::uint32_t component;
  bool is_altered;
};

// One micro-step as a transaction: from the left limits of the instant, a configuration of
// surfaces and binary unknowns leads to a pass of the discrete part, to the modes of the
// components that it touches, and to their right limits. Evaluating another configuration, or
// undo(), takes all of it back; keep() makes it the past.
class Attempt {
 public:
  Attempt(RunState& run, PresentInstant& instant);

  // Before a micro-step: what it has to change in any case.
  void touch(std::uint32_t component) { mark_touched(component, false); }
  void alter(std::uint32_t component) { mark_touched(component, true); }
  bool has_work() const {
    return run_.discrete.is_due() || !touched_.empty() || !fired_before_.empty() ||
           !from_outside_.empty();
  }
  // From here on evaluate() and undo() return to this state.
  void begin();
  // Binary unknowns that the event itself has decided.
  void decide(const BinaryDecision& decision) { given_.push_back(decision); }
  // A value that an input gets from outside at this instant.
  void set_input(std::uint32_t variable, double value) {
    from_outside_.emplace_back(variable, value);
  }
  // Where events accumulate, the rest of the way to their limit is taken at once: surfaces that
  // hold the motion there drag it so far.
  // What `when` clauses fired before the first micro-step, at the start.
  void take_reinits(const PassOutcome& outcome) { fired_before_ = outcome.fired; }
  bool has_taken_reinits() const { return !fired_before_.empty(); }

  const AttemptVerdict& evaluate(const Configuration& configuration);
  // Conflicts of the last verdict about crossings that are remembered or counted: in the mode that
  // follows the function has not crossed, as max(x, 0), which comes to 0 with x.
  std::vector<Conflict> doubtful_crossings();
  // In this micro-step: without its crossing it crosses all the same.
  void confirm_crossing(SurfaceId surface) { confirmed_.push_back(surface); }
  // Like evaluate(), for the verdict that is known without trying: a crossed inequality.
  const AttemptVerdict& conclude(std::vector<Conflict> conflicts);
  // Whether the last verdict is such a one.
  bool is_concluded() const { return is_concluded_; }
  void undo();
  void keep();

  // Of the last evaluation.
  const AttemptVerdict& verdict() const { return verdict_; }
  const Configuration& configuration() const { return configuration_; }
  const PassOutcome& outcome() const { return *outcome_; }
  const std::vector<std::uint32_t>& touched() const { return touched_; }
  bool is_altered(std::uint32_t component) const { return is_altered_[component] != 0; }
  ComponentChange& change(std::uint32_t component) { return changes_[component]; }
  const ComponentChange& change(std::uint32_t component) const { return changes_[component]; }
  bool has_reinit(std::uint32_t component) const { return !reinits_[component].empty(); }
  // What the reinits have changed, as reactions.
  const std::vector<Reaction>& bounce() const { return bounce_; }
  std::vector<std::pair<std::uint32_t, double>> decided_binaries() const;
  bool has_decisions() const { return !given_.empty() || !configuration_.binaries.empty(); }

  // What counts for a binary unknown before this micro-step decides anything.
  double present_value(std::uint32_t binary) const;

  // Whether a crossing of this surface decides guards and nothing else, so that it can hold the
  // motion.
  bool can_hold(SurfaceId surface);
  // Whether the relations say for zero what they say for one of the sides.
  bool is_zero_like_a_side(SurfaceId surface);
  // The side of a surface immediately after the present point; of a component's, by position.
  Side side_after(SurfaceId surface);
  Side side_after(std::uint32_t component, std::uint32_t position);

  void touch_readers_of_value(std::uint32_t variable);

 private:
  void mark_touched(std::uint32_t component, bool is_altered);
  void forget_touched();
  void note_touched();
  void apply(const Configuration& configuration);
  void decide_surface(const SurfaceDecision& decision);
  void touch_readers();
  void collect_reinits(std::span<const std::uint32_t> fired);
  void end_rest_of(VariableId variable);
  bool is_violated(std::uint32_t component, std::uint32_t inequality);
  bool is_decided_by_past(std::uint32_t component, std::uint32_t position);
  bool is_confirmed(SurfaceId surface) const;
  bool judge_before_reinit();
  bool enter_all();
  bool enter(std::uint32_t component);
  bool find_sliding(std::uint32_t component);
  void find_corners(SlidingCluster& cluster);
  void check_all(ComponentRun::Accuracy accuracy);
  void check(std::uint32_t component);
  bool is_all_of_one_side(std::uint32_t component, std::uint32_t position);
  void check_sides(std::uint32_t component);
  void check_held(std::uint32_t component, std::uint32_t position);
  void check_fixed(std::uint32_t component, std::uint32_t position);
  void check_side(std::uint32_t component, std::uint32_t position);
  void add_conflict(Conflict conflict, std::uint32_t component);
  bool is_same_when_zero(SurfaceId surface);
  bool has_left_well(std::uint32_t component, std::uint32_t position);
  bool is_dragged(std::uint32_t component, SurfaceId surface) const;

  RunState& run_;
  PresentInstant& instant_;
  Configuration configuration_;
  AttemptVerdict verdict_;
  bool is_concluded_ = false;
  // With which the last verdict judges inequalities.
  ComponentRun::Accuracy accuracy_ = ComponentRun::Accuracy::of_rounding;
  std::vector<BinaryDecision> given_;
  std::vector<std::pair<std::uint32_t, double>> from_outside_;
  std::vector<std::uint32_t> fired_before_;
  // The state to return to.
  std::size_t discrete_mark_ = 0, held_mark_ = 0;
  std::vector<Touched> touched_before_;
  std::vector<std::uint32_t> entered_;  // scratch of undo()
  // Of the last evaluation.
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint8_t> is_touched_, is_altered_;  // per component
  std::vector<ComponentChange> changes_;               // per component
  std::vector<std::vector<Reinit>> reinits_;           // per component
  std::vector<std::uint32_t> altered_and_set_;         // components that more than a reinit alters
  std::vector<SurfaceId> confirmed_;                   // crossings, in this micro-step
  std::vector<Reaction> bounce_;
  const PassOutcome* outcome_ = nullptr;
};

// Its value only counts as violated beyond the accuracy of the solution (S4, Remark 3.3), and
// with other values of the binary unknowns it is another function, which need not vanish where
// the one before has crossed.
Side side_of_inequality(ComponentRun& run, std::uint32_t position, bool has_crossed,
                        ComponentRun::Accuracy accuracy = ComponentRun::Accuracy::of_solution);

}  // namespace saltus
